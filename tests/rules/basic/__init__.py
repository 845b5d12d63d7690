"""Basic rummy."""

from typing import Any

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.state import BasicState
from rummynet.rules.core.state import State
from rummynet_protocol.notation import parse


def position(**keys: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    """A position of two seats past their first turns, seat 0 on turn, with these keys in place of the plain ones."""
    players = keys.get("players", 2)
    plain: dict[str, Any] = {
        "variant": "basic", "options": {}, "players": players, "round": 1, "starter": 0, "turn": 0, "phase": "pickup",
        "hands": [["2C", "3D"], ["4C", "5D"]], "stock": [], "discard": [], "melds": [], "claims": [],
        "reshuffles": 0, "scores": [0] * players, "round_scores": None, "pickups": [2] * players, "taken": None,
        "turned": 0, "idle": 0, "declared": None, "out": None, "wins_game": None,
    }  # fmt: skip
    return plain | keys


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
