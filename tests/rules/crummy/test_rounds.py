"""What the hands cost, seven rounds, who wins; options."""

import pytest

from rummynet.rules.core.errors import BadOption
from rummynet.rules.crummy.game import VARIETY


def test_options_and_their_ranges() -> None:
    assert dict(VARIETY.resolve({})) == {
        "contracts": (1, 2, 3, 4, 5, 6, 7), "ace_low": False, "move": "any", "reshuffle_limit": 10, "idle_stocks": 1,
        "buys": None, "offer_seconds": 8, "turn_seconds": 0,
        "voids": 3, "idle_seconds": 180, "break_seconds": 30, "hints": False,
        "deck": "plain", "escrow": True,
    }  # fmt: skip
    good = {"contracts": (3, 3), "ace_low": True, "move": "jokers", "reshuffle_limit": 0, "idle_stocks": 10,
            "buys": 0, "offer_seconds": 60, "turn_seconds": 90, "voids": 1, "idle_seconds": 60, "break_seconds": 0,
            "hints": True, "deck": "sealed", "escrow": False}  # fmt: skip
    assert dict(VARIETY.resolve(good)) == good
    bad: list[dict[str, object]] = [
        {"ace_low": 1}, {"move": "twos"}, {"reshuffle_limit": 101}, {"idle_stocks": 11}, {"offer_seconds": 0},
        {"offer_seconds": 61}, {"target": 500}, {"hand": 7}, {"contracts": []}, {"contracts": [8]}, {"contracts": [0]},
        {"contracts": [1] * 13}, {"buys": 21},
    ]  # fmt: skip
    for wrong in bad:
        with pytest.raises(BadOption):
            VARIETY.resolve(wrong)
