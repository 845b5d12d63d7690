"""The call: what is possible, who made it so, who may call, what it does."""

import pytest

from rummynet.rules.core.errors import NoSuchCall, OwnDoing
from rummynet_protocol.events import CalledRummy, LaidDown, LaidOff, Took
from tests.support.errors import raises
from tests.support.keilty_play import apply_step, at, calls, do, hand, legal, pile, table


def test_a_throw_out_that_makes_a_meld_of_the_pile() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "9C 5S 7S", phase="play"), "0 throw 6S")
    assert calls(state) == {"rummy meld 5S 6S 7S": 0}
    assert (
        legal(state, 0) == []
        and "rummy meld 5S 6S 7S" in legal(state, 1)
        and legal(state, 2) == ["rummy meld 5S 6S 7S"]
    )


def test_its_maker_may_not_call_and_is_told_why() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "9C 5S 7S", phase="play"), "0 throw 6S")
    with raises(OwnDoing, "own_doing"):
        do(state, "0 rummy meld 5S 6S 7S")


def test_a_call_takes_the_lowest_card_and_all_above_lays_the_play_and_leaves_the_turn_alone() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "9C 5S 7S JD", phase="play"), "0 throw 6S")
    after, happened = apply_step(state, "2 rummy meld 5S 6S 7S")
    assert pile(after) == ["9C"] and hand(after, 2) == {"KC", "JD"} and table(after) == ["5S 6S 7S"]
    assert after.melds[0].by == (2, 2, 2) and (after.turn, after.phase) == (1, "pickup") and after.claims == ()
    assert happened == (CalledRummy(2), Took(2, ("5S", "7S", "JD", "6S")), LaidDown(2, 0, ("5S", "6S", "7S")))


def test_no_throw_out_follows_a_call_in_the_own_turn_and_play_goes_on() -> None:
    state = at(["2D 3C", "4H"], "5S 6S 7S", claims=[{"action": "rummy meld 5S 6S 7S", "by": 1}])
    assert do(state, "0 rummy meld 5S 6S 7S").phase == "pickup"
    drawn = do(state, "0 draw")
    assert "rummy meld 5S 6S 7S" in legal(drawn, 0)
    called = do(drawn, "0 rummy meld 5S 6S 7S")
    assert called.phase == "play" and called.turn == 0 and called.drawn == drawn.drawn


def test_lay_offs_from_the_pile_at_one_end_of_any_length() -> None:
    state = do(at(["6H 2D", "4S"], "7H 9C 2H 8H", ("3H 4H 5H",), phase="play", claims=[
        {"action": "rummy lay 2H on 0", "by": 1}]), "0 throw 6H")  # fmt: skip
    assert calls(state) == {
        "rummy lay 2H on 0": 1,
        "rummy lay 6H on 0": 0,
        "rummy lay 6H 7H on 0": 0,
        "rummy lay 6H 7H 8H on 0": 0,
        "rummy meld 6H 7H 8H": 0,
    }
    after, happened = apply_step(state, "1 rummy lay 6H 7H on 0")
    assert pile(after) == [] and hand(after, 1) == {"4S", "9C", "2H", "8H"} and table(after) == ["3H 4H 5H 6H 7H"]
    assert after.melds[0].by == (0, 0, 0, 1, 1) and happened[2] == LaidOff(1, 0, ("6H", "7H"))


def test_one_card_completes_a_set() -> None:
    state = do(at(["5H 2D", "4S"], "7H 9C", ("5C 5D 5S",), phase="play"), "0 throw 5H")
    assert calls(state) == {"rummy lay 5H on 0": 0}


def test_a_meld_laid_makes_calls_possible() -> None:
    state = do(at(["3H 4H 5H 2D", "4S"], "6H 9C", phase="play"), "0 meld 3H 4H 5H")
    assert calls(state) == {"rummy lay 6H on 0": 0} and legal(state, 1) == ["rummy lay 6H on 0"]


def test_a_lay_off_makes_calls_possible() -> None:
    state = do(at(["6H 2D", "4S"], "7H 9C", ("3H 4H 5H",), phase="play"), "0 lay 6H on 0")
    assert calls(state) == {"rummy lay 7H on 0": 0}


def test_the_first_of_two_calls_gets_it() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "5S 7S", phase="play"), "0 throw 6S")
    state = do(state, "2 rummy meld 5S 6S 7S")
    with pytest.raises(NoSuchCall):
        do(state, "1 rummy meld 5S 6S 7S")
