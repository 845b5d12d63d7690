"""Positions as JSON: read, checked, written."""

from random import Random
from typing import Any

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats
from rummynet_protocol.errors import BadCard
from tests.rules.basic import after, legal, meld, position, state
from tests.support.basic_positions import made, play_round, random_options


def test_what_is_written_is_read_as_the_same() -> None:
    rng = Random(3)
    for _ in range(200):
        at = VARIETY.positions.read(made(rng))
        assert VARIETY.positions.read(VARIETY.positions.write(at)) == at
    for _ in range(10):
        for at, _, _, last in play_round(rng, rng.randint(2, 6), **random_options(rng)):
            assert VARIETY.positions.read(VARIETY.positions.write(at)) == at
            after_all = last
        assert VARIETY.positions.read(VARIETY.positions.write(after_all)) == after_all


def test_the_keys() -> None:
    assert list(VARIETY.positions.write(state())) == [
        "variant", "options", "players", "round", "starter", "turn", "phase", "hands", "stock", "discard", "melds",
        "claims", "reshuffles", "scores", "round_scores", "out", "winner", "stocks_since_lay", "dealer",
        "pickups", "taken", "turned", "idle", "declared", "wins_game",
    ]  # fmt: skip


def test_a_run_with_a_gap_needs_the_card_in_a_set() -> None:
    state(melds=[meld("4H 5H 6H 8H"), meld("7C 7D 7H")])
    state(melds=[meld("2H 4H 5H 6H 8H TH"), meld("7C 7D 7H"), meld("3C 3H 3S"), meld("9C 9H 9S")])
    for melds in (["4H 5H 6H 8H"], ["4H 5H 7H", "6C 6H 6S"], ["4H 5H 6H 8H", "7H 8S 9S"]):
        with pytest.raises(BadPosition):
            state(melds=[meld(one) for one in melds])


def test_the_claims_are_all_or_none() -> None:
    fits = {"melds": [meld("4H 5H 6H")], "discard": ["7H"]}
    claim = {"action": "rummy lay 7H on 0", "by": 1}
    assert legal(state(**fits, claims=[claim])) == ["rummy lay 7H on 0", "take 7H"]
    assert state(**fits, claims=[]).claims == ()
    assert state(**fits, claims=[claim]).thrown_by == 1
    for wrong in ([claim | {"by": 0}], [{"action": "rummy lay 8H on 0", "by": 1}]):
        with pytest.raises(BadPosition):
            state(**fits, claims=wrong)
    with pytest.raises(BadPosition):
        state(**fits, claims=[claim], phase="play")


def test_in_phase_call_the_claims_may_be_left_out_but_not_be_wrong() -> None:
    waiting = position(phase="call", hands=[[], ["2C"]], discard=["7H"], melds=[meld("4H 5H 6H")])
    del waiting["claims"]
    assert legal(VARIETY.positions.read(waiting), 1) == ["rummy lay 7H on 0"]
    with pytest.raises(BadPosition):
        VARIETY.positions.read(waiting | {"claims": []})


def test_keys_of_this_game_may_be_left_out() -> None:
    own = {"pickups", "taken", "turned", "idle", "declared", "wins_game", "out", "claims", "reshuffles"}
    plain = {key: value for key, value in position().items() if key not in own}
    assert VARIETY.positions.read(plain).reshuffles == 0
    assert VARIETY.positions.write(VARIETY.positions.read(plain))["pickups"] == [0, 0]


@pytest.mark.parametrize(
    "keys",
    [
        {"melds": [meld("7D 7C 7H")]},
        {"melds": [meld("7C 7D")]},
        {"melds": [meld("6H 5H 4H")]},
        {"melds": [meld("KH AH 2H")]},
        {"melds": [meld("4H 5H 6S")]},
        {"melds": [meld("4H 4H 5H 6H")]},
        {"melds": [meld("7C 7D *1")]},
        {"discard": ["*1"]},
        {"hands": [["2C"], ["2C"]]},
        {"dealer": 0},
        {"pickups": [1]},
        {"pickups": [-1, 0]},
        {"turned": 4},
        {"idle": -1},
        {"reshuffles": 1},
        {"taken": "2C"},
        {"phase": "play", "taken": "4C"},
        {"phase": "play", "hands": [[], ["2C"]]},
        {"phase": "pickup", "hands": [[], ["2C"]], "stock": ["9S"]},
        {"phase": "pickup", "hands": [["2C"], []], "discard": ["9S"]},
        {"phase": "call", "discard": ["2S"]},
        {"phase": "call", "hands": [[], ["2C"]]},
        {"phase": "penalty"},
        {"phase": "final"},
        {"phase": "final", "out": 1},
        {"phase": "final", "out": 0, "hands": [[], ["2C"]]},
        {"out": 1, "hands": [["2C"], []]},
        {"declared": 0},
        {"phase": "final", "out": 1, "hands": [["2C"], []], "declared": 0},
        {"wins_game": 0},
        {"phase": "over", "round_scores": [0, 0]},
        {"phase": "over"},
        {"round_scores": [0, 0]},
        {"winner": 0},
        {"phase": "offer"},
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
    over = VARIETY.positions.write(
        after(state(phase="final", out=0, turn=1, hands=[[], ["AC"]], scores=[480, 0]), "pass")
    )
    assert VARIETY.positions.read(over).finished
    for wrong in ({"winner": None}, {"winner": 1}, {"out": 1}, {"out": None}, {"declared": 0}, {"wins_game": 0},
                  {"scores": [400, 0]}):  # fmt: skip
        with pytest.raises(BadPosition):
            VARIETY.positions.read(over | wrong)


def test_a_position_of_another_game_is_none_of_this() -> None:
    with pytest.raises(BadPosition):
        VARIETY.positions.read(position(variant="keilty"))
