"""The price of a false call a second time, for both plain referees: on positions as JSON, from the rules pages."""

from typing import Any

Position = dict[str, Any]


def is_priced(position: Position) -> bool:
    return bool(position["options"].get("false_call_points") or position["options"].get("false_call_cards"))


def is_false(position: Position, seat: int, text: str, there: list[str]) -> bool:
    """Whether this call, which nobody may make, costs its caller something; *there* are the calls of all that lies."""
    return is_priced(position) and position["false_calls"][seat] < 10 and _bare(text) not in map(_bare, there)


def _bare(call: str) -> tuple[set[str], str]:
    """The cards in any order, and where they go."""
    cards, _, meld = call.removeprefix("rummy ").partition(" on ")
    return set(cards.split()[1:]), meld


def pay(position: Position, seat: int) -> None:
    position["false_calls"][seat] += 1
    for _ in range(position["options"].get("false_call_cards", 0)):
        if position["stock"]:
            position["hands"][seat].append(position["stock"].pop(0))


def charge(position: Position) -> None:
    """Take the points of all false calls from those of the round."""
    price = position["options"].get("false_call_points", 0)
    for seat, times in enumerate(position.get("false_calls", [])):
        position["round_scores"][seat] -= price * times
