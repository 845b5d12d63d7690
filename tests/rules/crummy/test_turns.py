"""Picking up, cards out of turn, throwing out, the stock that runs out."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    CardNotInPile,
    IllegalAction,
)
from rummynet.rules.core.state import State
from tests.support.crummy_positions import at, do, legal


def pickup(**more: object) -> State:
    keys: dict[str, Any] = {"phase": "pickup", "discard": "9C.0 KD.0", "stock": "8C.0 9H.0 TD.0", **more}
    return at(["3C.0 3D.0", "4C.0 4D.0", "5C.0 5D.0"], **keys)


# -- pick up


def test_only_the_top_of_the_pile_can_be_taken() -> None:
    for words in ("take 9C", "take KD.1", "take 8C", "take KD meld KD QD JD"):
        with pytest.raises(IllegalAction):
            do(pickup(), f"0 {words}")
    assert do(pickup(), "0 take KD.0") == do(pickup(), "0 take KD")
    with pytest.raises(CardNotInPile):
        do(pickup(discard=""), "0 take KD")
    assert legal(pickup(discard="")) == ["draw"]
