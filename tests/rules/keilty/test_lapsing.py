"""Keilty rummy where a rummy lapses when the next player has picked up (option ``lapse_seconds``)."""

from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from tests.support.keilty_play import at, do


def thrown(seconds: int | None = 0, **more: Any) -> State:  # noqa: ANN401
    """Seat 0 has thrown 6S beside 5S and 7S; seat 1 is on turn."""
    options = {"lapse_seconds": seconds}
    return do(
        at(["6S 2D", "4H QD", "KC"], "9C 5S 7S", ("9D 9H 9S",), phase="play", options=options, **more), "0 throw 6S"
    )


@pytest.mark.parametrize(("seconds", "keeps"), [(None, False), (0, False), (1, True)])
def test_only_such_a_table_keeps_actions_back(seconds: int | None, keeps: bool) -> None:
    assert VARIETY.offers.keeps_actions(VARIETY.resolve({"lapse_seconds": seconds})) is keeps


def test_the_players_are_told_so() -> None:
    says = "a rummy can be called only until the next player picks up"
    facts = VARIETY.presentation.facts
    assert says in map(str, facts(thrown())) and says not in map(str, facts(thrown(None)))
