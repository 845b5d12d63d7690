"""The call: what is possible, who made it so, who may call, what it does."""

import random

import pytest

from rummynet.rules.core.errors import DoesNotFit, IllegalAction, NoSuchCall, NotAMeld, OwnDoing, RoundOver, WrongOrder
from rummynet.rules.core.state import NOBODY
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol.actions import CallRummy, Draw
from rummynet_protocol.events import CalledRummy, LaidDown, LaidOff, Took
from tests.support.errors import raises
from tests.support.keilty_play import apply_step, at, calls, do, hand, legal, new_game, pile, table


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


def test_below_a_run_the_cards_are_written_in_sequence_and_the_ace_is_low() -> None:
    state = do(at(["3H KS", "4S"], "2H AH", ("4H 5H 6H",), phase="play"), "0 throw 3H")
    assert {"rummy lay 3H on 0", "rummy lay 2H 3H on 0", "rummy lay AH 2H 3H on 0"} <= set(calls(state))


def test_one_card_completes_a_set() -> None:
    state = do(at(["5H 2D", "4S"], "7H 9C", ("5C 5D 5S",), phase="play"), "0 throw 5H")
    assert calls(state) == {"rummy lay 5H on 0": 0}


def test_a_meld_laid_makes_calls_possible() -> None:
    state = do(at(["3H 4H 5H 2D", "4S"], "6H 9C", phase="play"), "0 meld 3H 4H 5H")
    assert calls(state) == {"rummy lay 6H on 0": 0} and legal(state, 1) == ["rummy lay 6H on 0"]


def test_a_lay_off_makes_calls_possible() -> None:
    state = do(at(["6H 2D", "4S"], "7H 9C", ("3H 4H 5H",), phase="play"), "0 lay 6H on 0")
    assert calls(state) == {"rummy lay 7H on 0": 0}


def test_a_take_makes_calls_possible_with_what_it_leaves() -> None:
    state = do(at(["4H 5H 2D", "4S"], "6H 9C 3H", phase="pickup"), "0 take 3H meld 3H 4H 5H")
    assert pile(state) == ["6H", "9C"] and calls(state) == {"rummy lay 6H on 0": 0}


def test_a_call_makes_calls_possible_for_the_others() -> None:
    start = at(["KC", "4S", "QD"], "9H 7H 5H 6H", ("2H 3H 4H",), claims=[
        {"action": "rummy lay 5H on 0", "by": 0}, {"action": "rummy lay 5H 6H on 0", "by": 0},
        {"action": "rummy lay 5H 6H 7H on 0", "by": 0}, {"action": "rummy meld 5H 6H 7H", "by": 0},
    ])  # fmt: skip
    state = do(start, "1 rummy lay 5H on 0")
    assert pile(state) == ["9H", "7H"] and calls(state) == {}
    start = at(["KC", "4S", "QD"], "6H 9C 5H", ("2H 3H 4H",), claims=[
        {"action": "rummy lay 5H on 0", "by": 0}, {"action": "rummy lay 5H 6H on 0", "by": 0},
    ])  # fmt: skip
    state = do(start, "1 rummy lay 5H on 0")
    assert calls(state) == {"rummy lay 6H on 0": 1}
    assert legal(state, 1) == [] and "rummy lay 6H on 0" in legal(state, 0)


def test_a_call_stays_possible_through_turns_until_its_cards_are_gone() -> None:
    state = do(at(["6S 2D 2C", "5H 4H", "KC QC"], "9C 5S 7S", phase="play", stock="AD TD 8H 8C"), "0 throw 6S")
    state = do(state, "1 draw", "1 throw AD", "2 draw", "2 throw TD", "0 draw", "0 throw 2C")
    assert calls(state) == {"rummy meld 5S 6S 7S": 0} and "rummy meld 5S 6S 7S" in legal(state, 2)
    assert hand(do(state, "2 rummy meld 5S 6S 7S"), 2) == {"KC", "QC", "AD", "TD", "2C"}


def test_who_made_it_stays_the_same_while_it_stays_possible() -> None:
    state = do(at(["6S 2D", "8S 4H", "KC"], "5S 7S", phase="play", stock="AD TD"), "0 throw 6S")
    state = do(state, "1 draw", "1 throw 8S")
    assert calls(state)["rummy meld 5S 6S 7S"] == 0 and calls(state)["rummy meld 6S 7S 8S"] == 1
    assert calls(state)["rummy meld 5S 6S 7S 8S"] == 1


def test_a_call_ends_when_one_of_its_cards_is_taken() -> None:
    state = at(["5S 2D", "7D 7H 3S", "KC 8D"], "6S 7S", phase="play", stock="AD TD 2C 3C 4C")
    state = do(state, "0 throw 5S")
    assert calls(state) == {"rummy meld 5S 6S 7S": 0}
    state = do(state, "1 take 7S meld 7D 7H 7S")
    assert calls(state) == {} and hand(state, 1) == {"3S", "5S"}


def test_the_same_lay_off_twice_belongs_to_who_made_it_possible_the_second_time() -> None:
    # The six lies in the pile, is taken along with a deeper card, and is thrown again by the taker.
    state = do(at(["6H 2D", "9C 9D KS", "KC 8D"], "9H", ("3H 4H 5H",), phase="play", stock="AD TD 2C"), "0 throw 6H")
    assert calls(state) == {"rummy lay 6H on 0": 0}
    state = do(state, "1 take 9H meld 9C 9D 9H")
    assert calls(state) == {} and hand(state, 1) == {"KS", "6H"}
    state = do(state, "1 throw 6H")
    assert calls(state) == {"rummy lay 6H on 0": 1}
    assert "rummy lay 6H on 0" in legal(state, 0) and legal(state, 1) == []


def test_after_the_round_nobody_can_call() -> None:
    state = do(at(["6S", "4H"], "9C 5S 7S", phase="play"), "0 throw 6S")
    assert state.phase == "over" and state.claims == ()
    with pytest.raises(RoundOver):
        do(state, "1 rummy meld 5S 6S 7S")


def test_a_shuffle_of_the_pile_ends_what_its_cards_made_possible() -> None:
    state = at(["6S 2D", "4H"], "5S 6C 7S 6D 6H 2C", stock="", claims=[{"action": "rummy meld 6C 6D 6H", "by": 1}])
    cards = VARIETY.chance.reshuffle_cards(state)
    assert cards is not None and VARIETY.chance.reshuffle(state, cards)[0].claims == ()


@pytest.mark.parametrize(
    ("call", "cause", "named"),
    [
        ("rummy meld 5S 6S 7S", None, "7S"),
        ("rummy meld 5S 6S 9C", NotAMeld, ""),
        ("rummy meld 6S 5S 4S", WrongOrder, "'meld 4S 5S 6S'"),
        ("rummy lay 4S on 0", DoesNotFit, "4S"),
        ("rummy lay 6H on 0", None, "6H"),
        ("rummy lay 4S on 3", DoesNotFit, "meld 3"),
        ("rummy lay 6S 4S on 0", DoesNotFit, "6S 4S"),
    ],
)
def test_invalid_calls_are_refused_with_the_reason_and_change_nothing(
    call: str, cause: type[IllegalAction] | None, named: str
) -> None:
    state = at(["7S 2D", "4H"], "5S 6S 9C 4S", ("QH KH AH",),
               claims=[{"action": "rummy meld 4S 5S 6S", "by": 0}])  # fmt: skip
    with raises(NoSuchCall, "no_such_call", "no rummy", named) as refused:
        do(state, f"1 {call}")
    why = refused.value.__cause__
    assert (type(why) if why is not None else None) is cause and str(why or "") in str(refused.value)


def test_cards_of_the_hand_do_not_make_a_rummy() -> None:
    state = do(at(["6S 2D", "7S 4H"], "9C 5S", phase="play"), "0 throw 6S")
    assert calls(state) == {}
    with raises(NoSuchCall, "no_such_call", "7S"):
        do(state, "1 rummy meld 5S 6S 7S")


def test_the_first_of_two_calls_gets_it() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "5S 7S", phase="play"), "0 throw 6S")
    state = do(state, "2 rummy meld 5S 6S 7S")
    with pytest.raises(NoSuchCall):
        do(state, "1 rummy meld 5S 6S 7S")


def test_only_calls_are_made_out_of_turn() -> None:
    state = do(at(["6S 2D", "4H", "KC"], "5S 7S", phase="play"), "0 throw 6S")
    call = VARIETY.legal(state, 2)[0]
    assert isinstance(call, CallRummy) and VARIETY.offers.out_of_turn(call) and not VARIETY.offers.out_of_turn(Draw())


def test_a_call_whose_maker_is_not_known_is_open_to_all() -> None:
    state = at(["2D", "4H"], "5S 6S 7S", claims=[{"action": "rummy meld 5S 6S 7S", "by": None}])
    assert state.claims[0].by == NOBODY
    assert VARIETY.positions.write(state)["claims"] == [{"action": "rummy meld 5S 6S 7S", "by": None}]
    assert all("rummy meld 5S 6S 7S" in legal(state, seat) for seat in (0, 1))


def test_nothing_can_be_called_of_a_fresh_deal() -> None:
    assert all(new_game(random.Random(seed), 2 + seed % 5).claims == () for seed in range(50))
