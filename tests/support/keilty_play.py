"""Positions of Keilty rummy for tests: hand-made ones with few words, and ones from random games."""

import random
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from tests.support import rows

ALL = [cards.FACES[code] for code in range(52)]


def position(hands: list[str], discard: str = "", table: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """A position of which only the hands must be said; the stock is *stock* or the cards that are left, ascending."""
    lying = [*discard.split(), *(word for text in [*hands, *table] for word in text.split())]
    found = {"hands": hands, "discard": discard, "melds": list(table), "round": 1, **more}
    return rows.position("keilty", {"stock": [card for card in ALL if card not in lying], **found})


def at(hands: list[str], discard: str = "", table: tuple[str, ...] = (), **more: Any) -> State:  # noqa: ANN401
    """The state of such a position."""
    return VARIETY.positions.read(position(hands, discard, table, **more))


def scattered(chance: random.Random) -> dict[str, Any]:
    """A position that no game need lead to: cards anywhere, melds of any length, a pile of any length."""
    players = chance.randint(2, 6)
    left = cards.full_deck()
    chance.shuffle(left)
    laid = _scattered_melds(chance, players, set(left))
    gone = {card for meld in laid for card in meld["cards"]}
    names = [cards.FACES[code] for code in left if cards.FACES[code] not in gone]
    hands = [[names.pop() for _ in range(chance.randint(1, 5)) if names] for _ in range(players)]
    piled = [names.pop() for _ in range(min(len(names), chance.choice((0, 1, 2, 5, 10, 15, 25))))]
    stock = names[: chance.choice((0, 1, 5, 40))]
    return {
        "variant": "keilty",
        "options": {
            "reshuffle_limit": chance.choice((0, 1, 10)), "target": 60, "lapse_seconds": chance.choice((None, 0)),
            "false_call_points": chance.choice((0, 10)), "false_call_cards": chance.choice((0, 2)),
        },
        "players": players, "round": chance.randint(1, 3), "starter": 0, "turn": chance.randrange(players),
        "phase": chance.choice(("pickup", "play")), "hands": hands, "stock": stock, "discard": piled,
        "melds": laid, "reshuffles": 0, "scores": [5 * chance.randint(-5, 11) for _ in range(players)],
        "round_scores": None,
    }  # fmt: skip


def _scattered_melds(chance: random.Random, players: int, left: set[int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    gone: set[int] = set()
    for _ in range(chance.randint(0, 4)):
        suit, first, size = chance.randrange(4), chance.randrange(12), chance.choice((3, 3, 3, 4, 6, 9))
        if chance.random() < 0.5:
            codes = [13 * s + first for s in sorted(chance.sample(range(4), min(size, 4)))]
        else:
            codes = [13 * suit + place % 13 for place in range(first, min(first + size, 14))]
        if len(codes) >= 3 and not gone.intersection(codes):
            gone.update(codes)
            by = [chance.randrange(players) for _ in codes]
            found.append({"cards": [cards.FACES[code] for code in codes], "by": by})
    return found
