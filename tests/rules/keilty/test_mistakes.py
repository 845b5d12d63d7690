"""Mistakes that other rummy programs are known to make; each is shown not to be made here."""

import pytest

from rummynet.rules.core.errors import (
    CardNotUsed,
    IllegalAction,
    OwnDoing,
)
from tests.support.keilty_play import at, calls, do, hand, legal


def test_a_lay_off_scores_for_who_lays_it_not_for_the_owner_of_the_meld() -> None:
    state = at(["6H 2D", "4S"], "", ("3H 4H 5H by 1 1 1",), phase="play", stock="")
    over = do(state, "0 lay 6H on 0", "0 throw 2D")
    assert over.round_scores == (5, 15 - 5)


def test_the_duty_binds_the_deepest_card_taken_not_the_top_one() -> None:
    state = at(["5S 7S 2D", "4H"], "6S KD", stock="2C")
    assert legal(state, 0) == ["draw", "take 6S meld 5S 6S 7S"]
    with pytest.raises(CardNotUsed):
        do(at(["KC KH 2D", "4H"], "6S KD"), "0 take 6S meld KC KD KH")
    after = do(state, "0 take 6S meld 5S 6S 7S")
    assert "KD" in hand(after, 0) and legal(after, 0) == ["throw 2D", "throw KD"]


def test_no_call_by_who_caused_it() -> None:
    state = do(at(["6S 2D", "4H"], "5S 7S", phase="play"), "0 throw 6S")
    with pytest.raises(OwnDoing):
        do(state, "0 rummy meld 5S 6S 7S")


def test_an_empty_stock_is_no_dead_end() -> None:
    assert "draw" in legal(at(["2D", "4H"], "6S KD", stock=""), 0)
    assert legal(at(["2D", "4H"], "6S", stock=""), 0) == ["pass"]
    assert legal(at(["2D", "4H"], "", stock=""), 0) == ["pass"]


def test_king_ace_two_is_no_run_anywhere() -> None:
    around = at(["KH AH 2H 9S", "4S"], "KD AD 2D", ("QC KC AC", "AS 2S 3S"), phase="play")
    assert calls(around) == {} and not any(text.startswith("meld") for text in legal(around, 0))
    for wrong in ("meld KH AH 2H", "lay 2H on 0"):
        with pytest.raises(IllegalAction):
            do(around, f"0 {wrong}")
    assert legal(at(["2C KS 9S", "4S"], "", ("QC KC AC", "AS 2S 3S"), phase="play"), 0) == [
        "throw 2C", "throw 9S", "throw KS",
    ]  # fmt: skip
