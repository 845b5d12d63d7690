"""Positions from outside: what is taken, what is refused and why."""

import json
from typing import Any

import pytest

from rummynet.rules.core.errors import BadOption, BadPosition
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol.errors import BadCard
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
    assert list(written)[: len(example)] == list(example) and list(written)[len(example) :] == [
        "out",
        "winner",
        "stocks_since_lay",
    ]
    assert {key: written[key] for key in example if key not in ("options", "hands")} == {
        key: example[key] for key in example if key not in ("options", "hands")
    }
    assert written["options"]["target"] == 500
    assert list(written["options"]) == [one.name for one in VARIETY.options if not one.unwritten]
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
    ("more", "code", "named"),
    [
        ({"variant": "joker"}, "position", ("Keilty",)),
        ({"variant": 3}, "position", ("Keilty",)),
        ({"options": [1]}, "position", ("options", "object")),
        ({"options": {"target": 0}}, "option", ("target", 1, 100000)),
        ({"options": {"jokers": 2}}, "option", ("'jokers'", "target")),
        ({"players": 7}, "position", ("players", 2, 6)),
        ({"players": "2"}, "position", ("players", 2, 6)),
        ({"players": 3}, "position", ("hands", 3, 2)),
        ({"round": 0}, "position", ("round", 1)),
        ({"round": 1.0}, "position", ("round", 1)),
        ({"starter": 2}, "position", ("starter", 0, 1)),
        ({"turn": True}, "position", ("turn", 0, 1)),
        ({"phase": "final"}, "position", ("phase", "over, pickup, play")),
        ({"phase": ["play"]}, "position", ("phase", "over, pickup, play")),
        ({"hands": "7H"}, "position", ("hands", "list")),
        ({"hands": [["7H"], "AS"]}, "position", ("hands", "list")),
        ({"hands": [["7H"], [7]]}, "position", ("hands", "cards")),
        ({"hands": [["7H"], ["7h"]]}, "card", ("'7h'",)),
        ({"hands": [["7H"], ["\ud800"]]}, "card", (r"'\ud800'",)),
        ({"hands": [["7H"], ["*1"]]}, "position", ("*1",)),
        ({"hands": [["7H"], ["7H"]]}, "position", ("7H",)),
        ({"hands": [["7H"], ["4C"]]}, "position", ("4C",)),
        ({"hands": [["7H"], ["6S"]]}, "position", ("6S",)),
        ({"hands": [["7H"], ["3H"]]}, "position", ("3H",)),
        ({"hands": [["7H"], []]}, "position", ("seat 1",)),
        ({"hands": [["7H"], [None] * 46]}, "position", (53, 52)),
        ({"discard": [None]}, "position", ("discard", "cards")),
        ({"melds": 0}, "position", ("melds", "list")),
        ({"melds": ["3H"]}, "position", ("melds", "object")),
        ({"melds": [{"cards": ["3H", "4H", "5H"]}]}, "position", ("'by'",)),
        ({"melds": [{"cards": ["3H", "4H", "5H"], "by": [0, 1]}]}, "position", ("by", "meld 0", 3)),
        ({"melds": [{"cards": ["3H", "4H", "5H"], "by": [0, 1, 2]}]}, "position", ("by", "meld 0", 0, 1)),
        ({"melds": [{"cards": ["3H", "4H"], "by": [0, 1]}]}, "position", ("3H 4H",)),
        ({"melds": [{"cards": ["4H", "3H", "5H"], "by": [0, 1, 0]}]}, "position", ("4H 3H 5H",)),
        ({"melds": [{"cards": ["KH", "AH", "2H"], "by": [0, 1, 0]}]}, "position", ("KH AH 2H",)),
        ({"melds": [{"cards": [["3H"], "4H", "5H"], "by": [0, 1, 0]}]}, "position", ("cards", "meld 0")),
        ({"melds": [{"cards": ["3H"] * 100, "by": [0] * 100}]}, "position", ("cards", "meld 0")),
        ({"reshuffles": 11}, "position", ("reshuffles", 0, 10)),
        ({"scores": [1, 2, 3]}, "position", ("scores", 2, 3)),
        ({"scores": [1, 10**10]}, "position", ("scores", 10**9)),
        ({"scores": [1, None]}, "position", ("scores", 10**9)),
        ({"out": 0}, "position", ("seat 0",)),
        ({"winner": 0}, "position", ("winner", "null")),
        ({"round_scores": [1, 2]}, "position", ("round_scores", "null")),
        ({"claims": {}}, "position", ("claims", "list")),
        ({"claims": [1]}, "position", ("claims", "action", "by")),
        ({"discard": ["6H"], "claims": [{"action": "rummy lay 6H on 0", "by": 2}]}, "position", ("by", "claim", 0, 1)),
        ({"discard": ["6H"], "claims": [{"action": "rummy lay 6H on 0", "by": 0}] * 2}, "position", ("lay 6H on 0'",)),
    ],
)  # fmt: skip
def test_positions_that_are_refused(more: dict[str, Any], code: str, named: tuple[object, ...]) -> None:
    with raises({"position": BadPosition, "option": BadOption, "card": BadCard}[code], code, *named):
        VARIETY.positions.read(FULL | more)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"round_scores": [10, -9]}, ("round_scores", [10, -10])),
        ({"round_scores": None}, ("round_scores", [10, -10])),
        ({"out": None}, ("seat 0",)),
        ({"out": 1}, ("seat 0",)),
        ({"winner": 0}, ("winner", "null")),
        ({"scores": [500, 0]}, ("winner",)),
        ({"scores": [500, 0], "winner": 1}, ("winner",)),
    ],
)
def test_ends_that_are_refused(more: dict[str, Any], named: tuple[object, ...]) -> None:
    VARIETY.positions.read(OVER)
    with raises(BadPosition, "position", *named):
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
