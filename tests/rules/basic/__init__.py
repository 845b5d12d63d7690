"""Basic rummy."""

from typing import Any

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.state import State
from rummynet_protocol.notation import parse
from tests.support import rows


def position(**keys: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    """A position of two seats past their first turns, seat 0 on turn, with these keys in place of the plain ones."""
    return rows.position("basic", {"hands": ["2C 3D", "4C 5D"], "pickups": [2] * keys.get("players", 2), **keys})


def state(**keys: Any) -> BasicState:  # noqa: ANN401
    return as_basic(VARIETY.positions.read(position(**keys)))


def as_basic(at: State) -> BasicState:
    assert isinstance(at, BasicState)
    return at


def meld(cards: str, by: int | list[int] = 0) -> dict[str, Any]:
    """A meld of a position: ``meld("7C 7D 7H", 1)``."""
    words = cards.split()
    return {"cards": words, "by": [by] * len(words) if isinstance(by, int) else by}


def after(at: State, *actions: str) -> BasicState:
    """The position after these actions, each of whoever is on turn."""
    for action in actions:
        at, _ = VARIETY.apply(at, at.turn, parse(action))
    return as_basic(at)
