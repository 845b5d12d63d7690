"""Keilty rummy where a rummy lapses when the next player has picked up (option ``lapse_seconds``)."""

from typing import Any

import pytest

from rummynet.rules.core.errors import NoSuchCall, OwnDoing
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from tests.support.errors import raises
from tests.support.keilty_play import at, calls, do, legal

RUMMY = "rummy meld 5S 6S 7S"


def thrown(seconds: int | None = 0, **more: Any) -> State:  # noqa: ANN401
    """Seat 0 has thrown 6S beside 5S and 7S; seat 1 is on turn."""
    options = {"lapse_seconds": seconds}
    return do(
        at(["6S 2D", "4H QD", "KC"], "9C 5S 7S", ("9D 9H 9S",), phase="play", options=options, **more), "0 throw 6S"
    )


@pytest.mark.parametrize(("seconds", "stays"), [(None, True), (0, False), (3, False)])
@pytest.mark.parametrize("pick_up", ["1 draw", "1 take 9C lay 9C on 0"])
def test_a_pick_up_ends_every_rummy_that_was_possible_before(seconds: int | None, stays: bool, pick_up: str) -> None:
    before = thrown(seconds, stock="3C 3D")
    assert calls(before)[RUMMY] == 0 and RUMMY in legal(before, 2)
    after = do(before, pick_up)
    # The take brings the cards above 9C, so there nothing is left either way.
    assert (RUMMY in calls(after)) is (stays and pick_up == "1 draw")


def test_too_late_is_said_and_nobody_may_call() -> None:
    state = do(thrown(), "1 draw")
    for seat in range(3):
        with raises(NoSuchCall, "no_such_call", "too late"):
            do(state, f"{seat} {RUMMY}")


def test_before_the_pick_up_all_is_as_ever() -> None:
    with raises(OwnDoing, "own_doing"):
        do(thrown(), f"0 {RUMMY}")
    called = do(thrown(), f"2 {RUMMY}")
    assert called.turn == 1 and called.phase == "pickup" and RUMMY not in calls(called)


def test_what_comes_after_the_pick_up_can_be_called_until_the_next() -> None:
    state = do(thrown(), "1 draw", "1 throw 4H", "2 draw")
    assert calls(state) == {}
    thrown_now = do(thrown(), "1 draw", "1 throw QD")
    assert calls(thrown_now) == {}, "the lapsed rummy does not come back because the pile has grown"


def test_a_lay_after_the_pick_up_makes_a_new_rummy() -> None:
    run = do(at(["3H 4H 5H 2D KS", "4S 5S"], "6H 9C", phase="play", options={"lapse_seconds": 0}), "0 meld 3H 4H 5H")
    assert calls(run) == {"rummy lay 6H on 0": 0}
    assert calls(do(run, "0 throw 2D")) == {"rummy lay 6H on 0": 0}
    assert calls(do(run, "0 throw 2D", "1 draw")) == {}


def test_a_longer_play_with_lapsed_cards_is_another_play() -> None:
    state = do(thrown(), "1 draw")
    longer = do(at(["8S 2D", "4H"], "5S 6S 7S", phase="play", options={"lapse_seconds": 0}), "0 throw 8S")
    assert calls(state) == {}
    assert calls(longer) == {"rummy meld 5S 6S 7S 8S": 0, "rummy meld 6S 7S 8S": 0}


def test_the_player_on_turn_may_still_take_the_cards() -> None:
    lapsed = do(thrown(stock="3C 3D"), "1 draw", "1 throw 4H")
    assert "take 5S meld 5S 6S 7S" in legal(lapsed, 2)


def test_of_a_position_from_outside_only_what_is_listed_can_be_called() -> None:
    hands, pile, options = ["2D", "4H"], "5S 6S 7S", {"lapse_seconds": 0}
    assert calls(at(hands, pile)) == {RUMMY: 1} and calls(at(hands, pile, options=options)) == {}
    listed = at(hands, pile, options=options, claims=[{"action": RUMMY, "by": 1}])
    assert calls(listed) == {RUMMY: 1}
    assert VARIETY.positions.read(VARIETY.positions.write(listed)) == listed


def test_a_pick_up_is_kept_back_as_soon_as_there_can_be_a_rummy_whether_there_is_one_or_not() -> None:
    options = {"lapse_seconds": 4}
    holds = VARIETY.offers.holds
    assert holds(at(["2D", "4H"], "5S 9S KD", options=options)) == 4
    assert holds(at(["2D", "4H"], "5S", ("9D 9H 9S",), options=options)) == 4
    assert holds(at(["2D", "4H"], "5S 9S", options=options)) == 0, "two cards of the pile make nothing"
    assert holds(at(["2D", "4H"], "5S 9S KD", phase="play", options=options)) == 0
    assert holds(at(["2D", "4H"], "5S 9S KD")) == 0 == holds(at(["2D", "4H"], "5S 9S KD", options={"lapse_seconds": 0}))


@pytest.mark.parametrize(("seconds", "keeps"), [(None, False), (0, False), (1, True)])
def test_only_such_a_table_keeps_actions_back(seconds: int | None, keeps: bool) -> None:
    assert VARIETY.offers.keeps_actions(VARIETY.resolve({"lapse_seconds": seconds})) is keeps


def test_the_players_are_told_so() -> None:
    says = "a rummy can be called only until the next player picks up"
    facts = VARIETY.presentation.facts
    assert says in map(str, facts(thrown())) and says not in map(str, facts(thrown(None)))
