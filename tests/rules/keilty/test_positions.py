"""Positions from outside: what is taken, what is refused and why."""

import json
from typing import Any

import pytest

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol.errors import Refusal
from tests.support.errors import raises
from tests.support.in_notation import claim
from tests.support.keilty_play import at, calls, position

FULL = position(["7H TD", "AS 2C"], "5S 6S", ("3H 4H 5H by 0 0 1",), stock="4C", scores=[120, 85])
OVER = position(["", "AS"], "5S", ("3H 4H 5H by 0 0 1",), phase="over", out=0, scores=[120, 85], round_scores=[10, -10])


def changed(base: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """*base* with other values; a key set to ... is left out."""
    return {key: value for key, value in (base | more).items() if value is not ...}


def test_the_example_of_the_contract() -> None:
    example = {
        "variant": "keilty", "options": {"target": 500}, "players": 2, "round": 1, "starter": 0, "turn": 0,
        "phase": "pickup", "hands": [["7H", "TD"], ["AS", "2C"]], "stock": ["4C"], "discard": ["5S", "6S"],
        "melds": [{"cards": ["3H", "4H", "5H"], "by": [0, 0, 1]}], "claims": [], "reshuffles": 0,
        "scores": [120, 85], "round_scores": None,
    }  # fmt: skip
    written = VARIETY.positions.write(VARIETY.positions.read(example))
    assert list(written)[: len(example)] == list(example) and list(written)[len(example) :] == ["out", "winner"]
    assert {key: written[key] for key in example if key not in ("options", "hands")} == {
        key: example[key] for key in example if key not in ("options", "hands")
    }
    assert written["options"]["target"] == 500 and len(written["options"]) == len(VARIETY.options)
    assert json.loads(json.dumps(written)) == written


def test_what_may_be_left_out() -> None:
    bare = changed(FULL, options=..., round=..., starter=..., melds=..., reshuffles=..., scores=..., round_scores=...)
    state = VARIETY.positions.read(bare)
    assert (state.round, state.starter, state.melds, state.reshuffles, state.scores) == (1, 0, (), 0, (0, 0))


@pytest.mark.parametrize("key", ["variant", "players", "turn", "phase", "hands", "stock", "discard"])
def test_what_may_not(key: str) -> None:
    with raises(BadPosition, "position", f"'{key}'"):
        VARIETY.positions.read(changed(FULL, **{key: ...}))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"variant": "joker"}, "not one of Keilty"),
        ({"variant": 3}, "not one of Keilty"),
        ({"options": [1]}, "object"),
        ({"options": {"target": 0}}, "target"),
        ({"options": {"jokers": 2}}, "no option"),
        ({"players": 7}, "2 to 6"),
        ({"players": "2"}, "whole number"),
        ({"players": 3}, "3 items"),
        ({"round": 0}, "round"),
        ({"round": 1.0}, "round"),
        ({"starter": 2}, "starter"),
        ({"turn": True}, "turn"),
        ({"phase": "final"}, "over, pickup, play"),
        ({"phase": ["play"]}, "phase"),
        ({"hands": "7H"}, "list"),
        ({"hands": [["7H"], "AS"]}, "list"),
        ({"hands": [["7H"], [7]]}, "cards, such as 7H"),
        ({"hands": [["7H"], ["7h"]]}, "no card"),
        ({"hands": [["7H"], ["\ud800"]]}, "no card"),
        ({"hands": [["7H"], ["*1"]]}, "not in the deck"),
        ({"hands": [["7H"], ["7H"]]}, "7H is there twice"),
        ({"hands": [["7H"], ["4C"]]}, "4C is there twice"),
        ({"hands": [["7H"], ["6S"]]}, "6S is there twice"),
        ({"hands": [["7H"], ["3H"]]}, "3H is there twice"),
        ({"hands": [["7H"], []]}, "seat 1 has no card"),
        ({"hands": [["7H"], [None] * 46]}, "53 cards"),
        ({"discard": [None]}, "cards, such as 7H"),
        ({"melds": 0}, "melds should be a list"),
        ({"melds": ["3H"]}, "object"),
        ({"melds": [{"cards": ["3H", "4H", "5H"]}]}, "no 'by'"),
        ({"melds": [{"cards": ["3H", "4H", "5H"], "by": [0, 1]}]}, "each of its 3 cards"),
        ({"melds": [{"cards": ["3H", "4H", "5H"], "by": [0, 1, 2]}]}, "by of meld 0"),
        ({"melds": [{"cards": ["3H", "4H"], "by": [0, 1]}]}, "no meld"),
        ({"melds": [{"cards": ["4H", "3H", "5H"], "by": [0, 1, 0]}]}, "not in order"),
        ({"melds": [{"cards": ["KH", "AH", "2H"], "by": [0, 1, 0]}]}, "no meld"),
        ({"melds": [{"cards": [["3H"], "4H", "5H"], "by": [0, 1, 0]}]}, "cards of meld 0"),
        ({"melds": [{"cards": ["3H"] * 100, "by": [0] * 100}]}, "cards of meld 0"),
        ({"reshuffles": 11}, "from 0 to 10"),
        ({"scores": [1, 2, 3]}, "2 items"),
        ({"scores": [1, 10**10]}, "scores"),
        ({"scores": [1, None]}, "scores"),
        ({"out": 0}, "holds cards"),
        ({"winner": 0}, "null until the round is over"),
        ({"round_scores": [1, 2]}, "null until the round is over"),
        ({"claims": {}}, "claims should be a list"),
        ({"claims": [1]}, "action and by"),
        ({"discard": ["6H"], "claims": [{"action": "rummy lay 6H on 0", "by": 2}]}, "by of a claim"),
        ({"discard": ["6H"], "claims": [{"action": "rummy lay 6H on 0", "by": 0}] * 2}, "there twice"),
    ],
)  # fmt: skip
def test_positions_that_are_refused(more: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        VARIETY.positions.read(FULL | more)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"round_scores": [10, -9]}, "should be"),
        ({"round_scores": None}, "should be"),
        ({"out": None}, "seat 0 has no card"),
        ({"out": 1}, "seat"),
        ({"winner": 0}, "winner should be"),
        ({"scores": [500, 0]}, "winner should be"),
        ({"scores": [500, 0], "winner": 1}, "winner should be"),
    ],
)
def test_ends_that_are_refused(more: dict[str, Any], why: str) -> None:
    VARIETY.positions.read(OVER)
    with pytest.raises(BadPosition, match=why):
        VARIETY.positions.read(OVER | more)


@pytest.mark.parametrize("value", [None, 1, "position", [], [FULL]])
def test_what_is_no_position_at_all(value: Any) -> None:  # noqa: ANN401
    with pytest.raises(BadPosition):
        VARIETY.positions.read(value)


def test_claims_that_are_given_keep_who_made_them_possible() -> None:
    state = at(["2D", "4H", "KC"], "5S 6S 7S", claims=[{"action": "rummy meld 5S 6S 7S", "by": 1}])
    assert calls(state) == {"rummy meld 5S 6S 7S": 1}


def test_the_cards_say_which_claims_there_are() -> None:
    """The list tells only who made them possible: what cannot be is left out, what is missing is found."""
    impossible = at(["2D", "4H", "KC"], "5S 6S", claims=[{"action": "rummy meld 5S 6S 7S", "by": 1}])
    assert impossible.claims == ()
    for no_call in ("draw", "meld 5S 6S 7S", "rummy", "rummy meld 5S  6S 7S"):
        with pytest.raises(BadPosition):
            at(["2D", "4H", "KC"], "5S 6S 7S", claims=[{"action": no_call, "by": 1}])
    missing = at(["2D", "4H", "KC"], "5S 6S 7S", claims=[])
    assert missing.claims == (claim("rummy meld 5S 6S 7S", 2),)


def test_claims_that_are_not_spoken_of_count_as_made_by_who_acted_last() -> None:
    assert calls(at(["2D", "4H", "KC"], "5S 6S 7S", turn=0)) == {"rummy meld 5S 6S 7S": 2}
    assert calls(at(["2D", "4H", "KC"], "5S 6S 7S", turn=2)) == {"rummy meld 5S 6S 7S": 1}
    assert calls(at(["2D", "4H", "KC"], "5S 6S 7S", turn=2, phase="play")) == {"rummy meld 5S 6S 7S": 2}


def test_a_run_that_grew_to_thirteen_at_its_low_end_keeps_its_ace_high() -> None:
    run = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    assert VARIETY.positions.write(at(["2D", "4H"], "", (run,)))["melds"][0]["cards"] == run.split()
