"""Mistakes that other rummy programs are known to make; each is shown not to be made here."""

import pytest

from rummynet.rules.core.errors import (
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    CardTwice,
    IllegalAction,
    OwnDoing,
)
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from tests.support.errors import raises
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


def test_the_partners_of_the_card_taken_cannot_be_spent_first() -> None:
    # Taking and using are one action: there is no moment between them at which 5S or 7S could go elsewhere.
    state = at(["5S 7S 5C 5D 2D", "4H"], "6S")
    after = do(state, "0 take 6S meld 5S 6S 7S")
    assert hand(after, 0) == {"5C", "5D", "2D"}
    with pytest.raises(IllegalAction):
        do(state, "0 take 6S")


def test_no_call_by_who_caused_it() -> None:
    state = do(at(["6S 2D", "4H"], "5S 7S", phase="play"), "0 throw 6S")
    with pytest.raises(OwnDoing):
        do(state, "0 rummy meld 5S 6S 7S")


def test_a_call_made_possible_by_a_meld_is_not_missed() -> None:
    assert calls(do(at(["3H 4H 5H 2D", "4S"], "9C 6H", phase="play"), "0 meld 3H 4H 5H")) == {"rummy lay 6H on 0": 0}


def test_the_change_of_turn_does_not_end_a_call() -> None:
    state = do(
        at(["6S 2D", "4H 3C", "KC QC"], "5S 7S", phase="play", stock="AD TD"), "0 throw 6S", "1 draw", "1 throw 3C"
    )
    assert "rummy meld 5S 6S 7S" in legal(state, 2) and "rummy meld 5S 6S 7S" in legal(state, 1)


def test_an_empty_stock_is_no_dead_end() -> None:
    assert "draw" in legal(at(["2D", "4H"], "6S KD", stock=""), 0)
    assert legal(at(["2D", "4H"], "6S", stock=""), 0) == ["pass"]
    assert legal(at(["2D", "4H"], "", stock=""), 0) == ["pass"]


def test_ties_are_not_broken_by_the_order_of_seats() -> None:
    tied = at(["2D", "2C"], "", ("JC QC KC by 0 0 0", "JD QD KD by 1 1 1"), stock="", scores=[480, 480])
    assert do(tied, "0 pass").winner is None
    behind = at(["2D", "KH"], "", ("JC QC KC by 0 0 0", "9C 9D 9H by 1 1 1"), stock="", scores=[480, 500])
    assert do(behind, "0 pass").scores == (505, 505) and do(behind, "0 pass").winner == 1


@pytest.mark.parametrize("action", ["meld 5S 5S 5S", "meld 5C 5C 5S", "lay 6H 6H on 0"])
def test_no_card_twice_in_one_action(action: str) -> None:
    state = at(["5S 5C 6H 2D", "4S"], "", ("3H 4H 5H",), phase="play")
    with pytest.raises(IllegalAction):
        do(state, f"0 {action}")
    with raises(CardTwice, "card_twice", "5C"):
        do(at(["5S 2D 9C", "4S"], "5C"), "0 take 5C meld 5C 5C 5S")


def test_no_card_that_is_not_in_the_hand() -> None:
    with pytest.raises(CardNotHeld):
        do(at(["5S 5C 2D", "5H"], phase="play"), "0 meld 5C 5H 5S")
    with pytest.raises(CardNotHeld):
        do(at(["5S", "5H"], phase="play"), "0 throw 5H")
    with pytest.raises(CardNotHeld):
        do(at(["5S 2D", "5H"], "5C 9C"), "0 take 5C meld 5C 5H 5S")
    with pytest.raises(CardNotInPile):
        do(at(["5S 5H 2D", "5C"], "9C"), "0 take 5C meld 5C 5H 5S")


def test_king_ace_two_is_no_run_anywhere() -> None:
    around = at(["KH AH 2H 9S", "4S"], "KD AD 2D", ("QC KC AC", "AS 2S 3S"), phase="play")
    assert calls(around) == {} and not any(text.startswith("meld") for text in legal(around, 0))
    for wrong in ("meld KH AH 2H", "lay 2H on 0"):
        with pytest.raises(IllegalAction):
            do(around, f"0 {wrong}")
    assert legal(at(["2C KS 9S", "4S"], "", ("QC KC AC", "AS 2S 3S"), phase="play"), 0) == [
        "throw 2C", "throw 9S", "throw KS",
    ]  # fmt: skip


def test_a_deck_is_always_given_never_made_from_a_fixed_seed() -> None:
    # The rules have no chance of their own: the same deck gives the same position, another deck another one.
    deck = cards.full_deck()
    options = VARIETY.resolve({})
    assert VARIETY.deal(options, 2, 0, deck) == VARIETY.deal(options, 2, 0, deck)
    assert VARIETY.deal(options, 2, 0, deck[::-1]) != VARIETY.deal(options, 2, 0, deck)
