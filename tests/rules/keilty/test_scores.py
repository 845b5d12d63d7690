"""Values, round scores, the end of a round and of the game."""

import pytest

from rummynet.rules.shared.scoring import VALUES, laid_less_held
from rummynet_protocol import cards
from rummynet_protocol.events import GameEnded, Passed, RoundEnded, ThrewOut, WentOut
from tests.support.keilty_play import apply_step, at, do


@pytest.mark.parametrize(("ranks", "worth"), [("23456789", 5), ("TJQK", 10), ("A", 15)])
def test_values(ranks: str, worth: int) -> None:
    assert {VALUES[cards.code(rank + suit)] for rank in ranks for suit in "CDHS"} == {worth}


def test_the_last_card_thrown_out_ends_the_round_at_once() -> None:
    state = at(
        ["2D", "4H AS", "KC"], "6S", ("3C 4C 5C by 0 0 1", "QH KH AH by 1 1 1"), phase="play", scores=[10, 20, 30]
    )
    over, happened = apply_step(state, "0 throw 2D")
    assert (over.phase, over.out, over.turn) == ("over", 0, 0)
    assert over.round_scores == (10, 5 + 35 - 20, -10) and over.scores == (20, 40, 20)
    assert happened == (ThrewOut(0, "2D"), WentOut(0), RoundEnded(0, (10, 20, -10), (20, 40, 20)))
    assert not over.finished and over.winner is None


def test_an_ace_is_worth_fifteen_also_when_low() -> None:
    over = do(at(["2D", "4H"], "6S", ("AC 2C 3C by 0 1 1",), phase="play"), "0 throw 2D")
    assert over.round_scores == (15, 5)


def test_a_blocked_round_is_scored_and_nobody_is_out() -> None:
    over, happened = apply_step(at(["2D", "AH"], "", ("JC QC KC by 0 0 0",), stock=""), "0 pass")
    assert over.out is None and over.round_scores == (25, -15)
    assert happened == (Passed(0, "pass"), RoundEnded(None, (25, -15), (25, -15)))


def test_the_game_ends_with_the_round_in_which_the_target_is_reached() -> None:
    options = {"target": 100}
    short = at(["2D", "AH"], "6S", ("JC QC KC",), phase="play", options=options, scores=[69, 0])
    assert do(short, "0 throw 2D").winner is None
    there = at(["2D", "AH"], "6S", ("JC QC KC",), phase="play", options=options, scores=[70, 0])
    over, happened = apply_step(there, "0 throw 2D")
    assert over.winner == 0 and over.finished and happened[-1] == GameEnded(0)


def test_a_game_of_a_fixed_number_of_deals() -> None:
    for number, expected in ((2, None), (3, 1)):
        state = at(
            ["2D", "AH"], "6S", ("JC QC KC",), phase="play", options={"deals": 3}, round=number, scores=[475, 600]
        )
        over = do(state, "0 throw 2D")
        assert (over.winner, over.finished) == (expected, expected is not None)
    tied = do(at(["2D", "AH"], "6S", (), phase="play", options={"deals": 1}, scores=[0, 15]), "0 throw 2D")
    assert (tied.scores, tied.winner) == ((0, 0), 1)


def test_the_highest_total_wins_not_who_reached_the_target_or_went_out() -> None:
    state = at(["2D", "AH"], "6S", ("JC QC KC",), phase="play", scores=[475, 600])
    over = do(state, "0 throw 2D")
    assert over.scores == (505, 585) and over.winner == 1


def test_scores_are_counted_by_who_laid_the_card() -> None:
    state = at(["2D", "AH"], "6S", ("3C 4C 5C 6C by 1 0 0 1", "9C 9D 9H 9S by 0 0 0 1"), phase="play")
    assert laid_less_held(state) == (10 + 15 - 5, 10 + 5 - 15)
