"""Joker rummy."""

from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.joker.game import VARIETY


def position(**keys: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    """A position of two seats, seat 0 on turn, with these keys in place of the plain ones."""
    plain: dict[str, Any] = {
        "variant": "joker", "options": {}, "players": 2, "round": 1, "starter": 0, "turn": 0, "phase": "pickup",
        "hands": [["2C", "3D"], ["4C", "5D"]], "stock": [], "discard": [], "melds": [], "claims": [],
        "reshuffles": 0, "scores": [0] * keys.get("players", 2), "round_scores": None,
    }  # fmt: skip
    return plain | keys


def state(**keys: Any) -> State:  # noqa: ANN401
    return VARIETY.positions.read(position(**keys))


def meld(cards: str, by: int | list[int] = 0) -> dict[str, Any]:
    """A meld of a position: ``meld("7C 7D *1=7H", 1)``."""
    words = cards.split()
    return {"cards": words, "by": [by] * len(words) if isinstance(by, int) else by}
