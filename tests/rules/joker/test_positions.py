"""Positions as JSON: read, checked, written."""

from random import Random
from typing import Any

import pytest

from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats
from rummynet.rules.joker.game import VARIETY
from rummynet_protocol.errors import BadCard
from tests.rules.joker import after, meld, position, state
from tests.support.joker_positions import made


def test_what_is_written_is_read_as_the_same() -> None:
    rng = Random(3)
    for _ in range(100):
        at = VARIETY.positions.read(made(rng))
        assert VARIETY.positions.read(VARIETY.positions.write(at)) == at


def test_a_round_that_is_over_is_read_too() -> None:
    over = after(state(phase="play", hands=[["2C"], ["3C"]], scores=[600, 0]), "throw 2C")
    again = VARIETY.positions.read(VARIETY.positions.write(over))
    assert again == over
    assert again.finished


def test_the_keys() -> None:
    assert list(VARIETY.positions.write(state())) == [
        "variant", "options", "players", "round", "starter", "turn", "phase", "hands", "stock", "discard", "melds",
        "claims", "reshuffles", "scores", "round_scores", "out", "winner", "stocks_since_lay", "dealer",
    ]  # fmt: skip
    assert VARIETY.positions.write(state(starter=0))["dealer"] == 1


def test_a_meld_holds_jokers_with_what_they_stand_for_and_everything_else_holds_them_plain() -> None:
    at = state(melds=[meld("7C 7D *1=7H", 1)], discard=["*2"])
    written = VARIETY.positions.write(at)
    assert written["melds"] == [{"cards": ["7C", "7D", "*1=7H"], "by": [1, 1, 1]}]
    assert written["discard"] == ["*2"]


def test_a_run_of_13_with_the_ace_high_can_have_grown() -> None:
    state(melds=[meld("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")])


@pytest.mark.parametrize(
    "keys",
    [
        {"melds": [meld("7C 7D *1=7H"), meld("5H 6H 7H")]},
        {"melds": [meld("7C 7D *1=7H"), meld("*2=7H 8H 9H")]},
        {"melds": [meld("7C 7D *1")]},
        {"melds": [meld("7D 7C 7H")]},
        {"melds": [meld("7C *1=7D *1=7H")]},
        {"melds": [meld("7C 7D *1=7H")], "discard": ["*1"]},
        {"melds": [meld("5H 6H *1=8H")]},
        {"melds": [{"cards": ["7C", "7D", "7H"], "by": [0, 1]}]},
        {"melds": [{"cards": ["7C", "7D", "7H"], "by": [0, 1, 2]}]},
        {"claims": [{"action": "rummy lay 8H on 0", "by": 0}]},
        {"dealer": 0},
        {"hands": [[], ["2C"]]},
        {"hands": [["2C"], ["2C"]]},
        {"hands": [["2C"]]},
        {"out": 0},
        {"phase": "call"},
        {"phase": "over", "round_scores": None},
        {"phase": "over", "round_scores": [1, 2]},
        {"round_scores": [0, 0]},
        {"winner": 0},
        {"reshuffles": 4},
        {"turn": 2},
        {"discard": [None]},
    ],
)
def test_what_cannot_be(keys: dict[str, Any]) -> None:
    with pytest.raises((BadPosition, BadCard)):
        VARIETY.positions.read(position(**keys))


def test_options_and_seats_are_checked() -> None:
    with pytest.raises(BadOption):
        VARIETY.positions.read(position(options={"hand": 99}))
    with pytest.raises((BadSeats, BadPosition)):
        VARIETY.positions.read(position(players=7))


def test_what_is_over_must_add_up() -> None:
    over = VARIETY.positions.write(after(state(phase="play", hands=[["2C"], ["3C"]], scores=[600, 0]), "throw 2C"))
    for wrong in ({"winner": None}, {"winner": 1}, {"out": 1}, {"out": None}, {"scores": [400, 0]}):
        with pytest.raises(BadPosition):
            VARIETY.positions.read(over | wrong)
