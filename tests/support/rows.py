"""The rows beside the pages of rules (``docs/rules/GAME.jsonl``), as docs/rules/README.md explains them."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.events import Event, to_dict

RULES: Final = Path(__file__).parents[2] / "docs" / "rules"
Row = dict[str, Any]
PLAIN: Final[dict[str, Any]] = {"turn": 0, "phase": "pickup", "stock": [], "discard": []}
"""What a position leaves out that the rules want to be told."""
FACT: Final = re.compile(r"'[^']*'|(?<!\w)(?:\*[12]|[A2-9TJQK][CDHS])(?!\w)|-?\d+|\w+")
CARD: Final = re.compile(r"[A2-9TJQK][CDHS]$")


def rows_of(name: str) -> list[Row]:
    return [json.loads(line) for line in (RULES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def spelled_out(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a position: lists of cards, melds and claims where a row has text."""
    return {key: _spelled_out(key, value) for key, value in keys.items()}


def position(name: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    """A whole position."""
    found = {"variant": name, **PLAIN, **spelled_out(keys)}
    return found | {"players": keys.get("players", len(found["hands"]))} if "hands" in found else found


def at(name: str, *steps: str, **keys: Any) -> State:  # noqa: ANN401 - JSON values
    """A position past the first turns, after these steps of whoever they name: ``0 throw 2D``."""
    usual: dict[str, dict[str, Any]] = {"basic": {"pickups": [2, 2]}, "vegas": {"decks": 1, "wild": "7"}}
    return do(variety(name).positions.read(position(name, {**usual.get(name, {}), **keys})), *steps)


def do(state: State, *steps: str) -> State:
    for step in steps:
        seat, _, action = step.partition(" ")
        state, _ = variety(state.variety).apply(state, int(seat), notation.parse(action))
    return state


def in_short(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a position as rows have them."""
    return {key: _in_short(key, value) for key, value in keys.items()}


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a position that are others than before."""
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


def events_text(events: tuple[Event, ...]) -> str:
    """``drew 0 KD; went_out 0``: kinds and values."""
    return "; ".join(" ".join(map(_word, to_dict(event).values())) for event in events)


def refusal_text(error: RummynetError, position: Mapping[str, Any] | None = None) -> str:
    """``card_not_held 5H``: the code, then the cards and quotations of the sentence; of a position numbers and keys."""
    numbers = position is not None or error.code in ("option", "players")
    named = [
        one
        for one in FACT.findall(str(error))
        if one[0] in "'*" or CARD.match(one) or one in (position or ()) or (numbers and one.lstrip("-").isdigit())
    ]
    return " ".join([error.code, *named])


def texts(actions: list[Action]) -> str:
    return ", ".join(map(notation.text, actions))


def _word(value: object) -> str:
    return " ".join(map(_word, value)) if isinstance(value, list) else "null" if value is None else str(value)


def _spelled_out(key: str, value: Any) -> Any:  # noqa: ANN401 - JSON
    if key in ("stock", "discard", "aside") and isinstance(value, str):
        return value.split()
    if key == "hands" and isinstance(value, list):
        return [hand.split() if isinstance(hand, str) else hand for hand in value]
    if key == "melds" and isinstance(value, list):
        return [_meld(one) if isinstance(one, str) else one for one in value]
    if key == "claims" and isinstance(value, list):
        return [_claim(one) if isinstance(one, str) else one for one in value]
    return value


def _meld(text: str) -> dict[str, Any]:
    """``3H 4H 5H by 0 0 1``; one seat laid all of it, and if none is named, seat 0."""
    cards, _, by = text.partition(" by ")
    seats = [int(seat) for seat in by.split()] or [0]
    words = cards.split()
    return {"cards": words, "by": seats * len(words) if len(seats) == 1 else seats}


def _claim(text: str) -> dict[str, Any]:
    action, _, by = text.rpartition(" by ")
    return {"action": action, "by": int(by)}


def _in_short(key: str, value: Any) -> Any:  # noqa: ANN401 - JSON
    if key in ("stock", "discard", "aside") and isinstance(value, list) and None not in value:
        return " ".join(value)
    if key == "hands":
        return [" ".join(hand) if None not in hand else hand for hand in value]
    if key == "melds":
        return [" ".join(one["cards"]) + _by(one["by"]) for one in value]
    if key == "claims":
        return [f"{one['action']} by {one['by']}" for one in value]
    return value


def _by(seats: list[int]) -> str:
    if len(set(seats)) == 1:
        return f" by {seats[0]}" if seats[0] else ""
    return " by " + " ".join(map(str, seats))


def chains(name: str) -> Iterator[list[tuple[int, Row]]]:
    """The rows that go on from each other, with the numbers of their lines."""
    chain: list[tuple[int, Row]] = []
    for number, row in enumerate(rows_of(name), 1):
        if "at" in row and chain:
            yield chain
            chain = []
        chain.append((number, row))
    yield chain
