"""Keilty rummy where a false call has its price (options ``false_call_points`` and ``false_call_cards``)."""

from collections.abc import Mapping
from typing import Any

from rummynet.rules.core.errors import NoSuchCall
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from tests.support.errors import raises
from tests.support.keilty_play import at, do

BOTH: dict[str, object] = {"false_call_points": 10, "false_call_cards": 2}
FALSE = "rummy meld KC KD KH"


def table(options: Mapping[str, object] | None = None, **more: Any) -> State:  # noqa: ANN401
    """5S 6S 7S lie in the pile, made so by seat 0; seat 1 is on turn."""
    return at(
        ["2D 3D", "4H QD", "KC"], "9C 5S 7S 6S", turn=1, options=BOTH if options is None else options,
        **{"stock": "3C 4C 8C 8D", "claims": [{"action": "rummy meld 5S 6S 7S", "by": 0}], **more},
    )  # fmt: skip


def test_ten_false_calls_of_a_seat_are_paid_for_and_no_more() -> None:
    state = table(false_calls=[0, 0, 9])
    paid = do(state, f"2 {FALSE}")
    with raises(NoSuchCall, "no_such_call"):
        do(paid, f"2 {FALSE}")
    assert do(paid, f"0 {FALSE}").false_calls == (1, 0, 10)


def test_the_price_and_what_was_paid_is_told() -> None:
    told = " ".join(map(str, VARIETY.presentation.facts(do(table(), f"2 {FALSE}"))))
    assert "costs 10 points and 2 cards" in told and "has called falsely 1 time: 10 points less" in told
    assert "costs 2 cards" in " ".join(map(str, VARIETY.presentation.facts(table({"false_call_cards": 2}))))
    assert "costs" not in " ".join(map(str, VARIETY.presentation.facts(table({}))))
