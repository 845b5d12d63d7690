"""Each sentence of basic rummy's rules, one test or more: calls, penalties, declaring, the last melds, points."""

from typing import Any

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import (
    CardTwice,
    IllegalAction,
    NotAMeld,
)
from rummynet_protocol.cards import code
from rummynet_protocol.notation import parse
from tests.rules.basic import after, by, legal, meld, state

RUN = meld("4H 5H 6H", 0)


def refused(at: Any, seat: int, action: str) -> type[Exception]:  # noqa: ANN401
    with pytest.raises(IllegalAction) as caught:
        VARIETY.apply(at, seat, parse(action))
    return caught.type


def thrown(**keys: Any) -> Any:  # noqa: ANN401
    """Three seats; seat 0 has just thrown 3H, which fits a run; it holds one card more."""
    plain = {
        "players": 3, "phase": "play", "hands": [["3H", "KC"], ["2C", "2D"], ["3C", "3D"]], "melds": [RUN],
        "discard": ["TD"], "stock": ["2S", "3S", "4S"],
    }  # fmt: skip
    return after(state(**(plain | keys)), "throw 3H")


# -- calling


def test_a_call_brings_the_card_thrown_and_no_other_action_brings_anything() -> None:
    brings = VARIETY.offers.call_brings
    assert brings(thrown(), parse("rummy lay 3H on 0")) == (code("3H"),)
    for other in ("rummy lay 7H on 0", "rummy lay 2H 3H on 0", "rummy meld 3H 3C 3D", "lay 3H on 0", "draw"):
        assert brings(thrown(), parse(other)) == ()
    assert brings(thrown(discard=[]), parse("rummy lay TD on 0")) == ()


# -- declaring


DECLARABLE = "2S 3S 4S 5H 6H 7H 9C 9D 9H TC KD".split()


def declarer(**keys: Any) -> Any:  # noqa: ANN401
    plain = {"phase": "play", "hands": [DECLARABLE, ["QS", "3D"]], "options": {"hand": 10}, "stock": ["JC", "JD"]}
    return state(**(plain | keys))


def declared(at: Any) -> list[str]:  # noqa: ANN401
    return [action for action in legal(at) if action.startswith("declare")]


WHOLE = "2S 3S 4S 5H 6H 7H 9C 9D 9H 9S KD".split()
LINE = "declare meld 2S 3S 4S meld 5H 6H 7H meld 9C 9D 9H 9S throw KD"


def test_every_card_is_in_a_meld_but_one_thrown_out() -> None:
    assert declared(declarer()) == []
    at = declarer(hands=[WHOLE, ["QS"]])
    assert declared(at) == [LINE]
    assert refused(at, 0, LINE.removesuffix(" throw KD")) is NotAMeld
    assert refused(at, 0, "declare meld 2S 3S 4S meld 5H 6H 7H throw KD") is NotAMeld


def test_no_card_twice_in_a_declaration() -> None:
    at = declarer(hands=["2S 3S 4S 5S 6S 2H 2D".split(), ["QS"]], options={"hand": 6})
    assert "declare meld 2D 2H 2S meld 3S 4S 5S throw 6S" in declared(at)
    assert refused(at, 0, "declare meld 2D 2H 2S meld 2S 3S 4S throw 6S") is CardTwice


# -- the last melds


def final(**keys: Any) -> Any:  # noqa: ANN401
    plain = {
        "players": 3, "phase": "play", "hands": [["2C", "2D", "2H"], ["8H", "9C", "9D", "9H"], ["2S"]],
        "melds": [meld("5H 6H 7H", 1)], "stock": ["AC"], "discard": ["KC"],
    }  # fmt: skip
    return after(state(**(plain | keys)), "meld 2C 2D 2H")


# -- what is told


def test_events() -> None:
    def names(at: Any, seat: int, action: str) -> list[str]:  # noqa: ANN401
        return [type(event).__name__ for event in VARIETY.apply(at, seat, parse(action))[1]]

    assert names(thrown(), 2, "rummy lay 3H on 0") == ["CalledRummy", "LaidOff"]
    called = by(thrown(), 2, "rummy lay 3H on 0")
    assert names(called, 0, "penalty draw") == ["Chose", "Drew", "Drew"]
    assert names(called, 0, "penalty pile") == ["Chose", "Took"]
    assert names(state(discard=["2S", "3S"]), 0, "turn") == ["TurnedOver", "TurnedUp"]
    assert names(declarer(hands=[WHOLE, ["QS"]]), 0, LINE) == ["Declared", *["LaidDown"] * 3, "ThrewOut"]
    assert names(after(declarer(hands=[WHOLE, ["QS"]]), LINE), 0, "out") == ["WentOut"]
    assert names(state(phase="final", out=1, hands=[["2C"], []]), 0, "pass") == ["Passed", "RoundEnded"]
    told = VARIETY.presentation.facts(after(declarer(hands=[WHOLE, ["QS"]]), LINE))
    assert any(fact.startswith("seat 0 has declared") for fact in told)
