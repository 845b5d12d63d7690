"""Sets, runs, wild cards, strictness, open suits, lay-offs and swaps."""

import pytest

from rummynet.rules.core.errors import CardNotHeld, DoesNotFit, IllegalAction, NotAMeld, NothingLeftToThrow
from rummynet.rules.vegas.game import VARIETY
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, by, did, hand, meld, refused, table

SWAPS = {"solidarity": False}
STRICT = {"strict": True}


# -- what is wild


@pytest.mark.parametrize(
    ("top", "option", "wild"), [("7H", "rank", "7"), ("7H", "card", "7H"), ("*2", "rank", "*"), ("*1", "card", "*")]
)
def test_the_turned_up_card_names_the_wild_cards(top: str, option: str, wild: str) -> None:
    options = VARIETY.resolve({"wild": option, "hand": 3})
    deck = VARIETY.deck(options, None, 2)
    code = {"7H": 32, "*1": 52, "*2": 53}[top]
    deck.insert(6, deck.pop(deck.index(code)))
    state = vegas(VARIETY.deal(options, 2, 0, deck)[0])
    assert state.wild == wild and state.discard == (code,)


def test_jokers_are_always_wild() -> None:
    assert "meld 5H 6H *1=7H" in actions(table(["5H 6H *1 KD", "2S"], wild="*"))


def test_with_the_option_only_the_very_card_is_wild_in_every_deck() -> None:
    state = table(
        ["5H.0 6H.0 7C.0 7C.1 KD.0", "2S.0"],
        decks=2, wild="7C", options={"wild": "card"}, pile="2C.0", stock="3C.0",
    )  # fmt: skip
    assert meld(did(state, "meld 7C=4H 5H 6H 7C=7H")) == "7C.0=4H 5H.0 6H.0 7C.1=7H"
    other = table(["5H 6H 7D KD", "2S"], wild="7C", options={"wild": "card"})
    refused(other, "meld 5H 6H 7D=7H", NotAMeld)


def test_a_wild_card_may_stand_for_a_face_that_lies_elsewhere() -> None:
    state = table(["*1 5H 6H KD", "2S"], ["7H 8H 9H"])
    assert meld(did(state, "meld 5H 6H *1=7H"), 1) == "5H 6H *1=7H"


def test_a_card_of_the_wild_rank_may_be_laid_as_itself() -> None:
    state = did(table(["5H 6H 7H KD", "2S"], options=SWAPS), "meld 5H 6H 7H")
    assert meld(state) == "5H 6H 7H"
    assert all(state.melds[0].cards[index] == state.melds[0].stands[index] for index in range(3))


def test_as_itself_it_is_not_counted_by_strictness() -> None:
    state = did(table(["5H 7H *1 KD", "2S"], options=STRICT), "meld 5H *1=6H 7H")
    assert meld(state) == "5H *1=6H 7H"


def test_as_itself_it_cannot_be_swapped_out() -> None:
    state = table(["7H.1 KD.0", "2S.0"], ["5H.0 6H.0 7H.0"], decks=2, options=SWAPS, pile="2C.0", stock="3C.0")
    assert actions(state, "swap") == []
    refused(state, "swap 7H on 0", DoesNotFit)


def test_a_joker_is_never_laid_plain() -> None:
    refused(table(["5H 6H *1 KD", "2S"]), "meld 5H 6H *1", NotAMeld)
    refused(table(["*1 KD", "2S"], ["5H 6H 7H"]), "lay *1 on 0", NotAMeld)


def test_a_wild_card_never_stands_for_its_own_face_in_words() -> None:
    refused(table(["7C 7D 7H KD", "2S"]), "meld 7C=7C 7D 7H", NotAMeld)


def test_an_ordinary_card_stands_for_nothing_else() -> None:
    refused(table(["5H 6H 9H KD", "2S"]), "meld 5H 6H 9H=7H", NotAMeld)


# -- sets and runs


@pytest.mark.parametrize("words", ["9C 9D 9H", "9C 9D 9H 9S", "9S 9C 9H", "*1=9C 9D 9H"])
def test_sets(words: str) -> None:
    assert did(table([f"{words.replace('=9C', '')} KD", "2S"]), f"meld {words}").melds


@pytest.mark.parametrize("words", ["9C 9D", "9C 9D TH", "9C 9D *1=9D", "9C 9D *1=8H", "9C 9D 9H 9S *1=9C"])
def test_no_sets(words: str) -> None:
    cards = " ".join(word.split("=")[0] for word in words.split())
    refused(table([f"{cards} KD", "2S"]), f"meld {words}", NotAMeld)


def test_a_set_never_has_two_cards_of_a_suit_however_many_decks() -> None:
    state = table(["9C.0 9C.1 9D.0 KD.0", "2S.0"], decks=2, pile="2C.0", stock="3C.0")
    refused(state, "meld 9C 9C 9D", NotAMeld)


@pytest.mark.parametrize(
    "words", ["AC 2C 3C", "QC KC AC", "4C 5C 6C", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "*1=AC 2C 3C"]
)
def test_runs(words: str) -> None:
    cards = " ".join(word.split("=")[0] for word in words.split())
    assert meld(did(table([f"{cards} KD", "2S"], wild="*"), f"meld {words}")) == words


@pytest.mark.parametrize(
    "words",
    ["KC AC 2C", "4C 5C", "4C 5C 6D", "6C 5C 4C", "4C 6C 7C", "4C 5C *1=6?", "4C 5C *1=8C",
     "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC *1=AC"],
)  # fmt: skip
def test_no_runs(words: str) -> None:
    cards = " ".join(word.split("=")[0] for word in words.split())
    refused(table([f"{cards} KD", "2S"], wild="*"), f"meld {words}", NotAMeld)


def test_any_number_of_wild_cards_even_all() -> None:
    state = table(["*1 *2 7C KD", "2S"])
    assert meld(did(state, "meld *1=TH 7C=JH *2=QH")) == "*1=TH 7C=JH *2=QH"
    assert meld(did(state, "meld *1=T? 7C=T? *2=TH")) == "*2=TH *1=T? 7C=T?"
    assert meld(did(state, "meld *1=T? 7C=T? *2=T?")) == "*1=T? 7C=T? *2=T?"


def test_a_wild_card_may_stand_for_a_face_in_the_hand() -> None:
    assert meld(did(table(["5H 6H 7H *1 KD", "2S"]), "meld 5H *1=6H 7H")) == "5H *1=6H 7H"


# -- strictness


def test_strict_melds_hold_one_wild_card() -> None:
    state = table(["5H *1 *2 KD 9H", "2S"], options=STRICT)
    refused(state, "meld 5H *1=6H *2=7H", NotAMeld)
    assert not any("*1=6H *2=7H" in one for one in actions(state, "meld"))
    assert "meld 5H *1=6H *2=7H" in actions(table(["5H *1 *2 KD 9H", "2S"]))


def test_strictness_holds_for_lay_offs_too() -> None:
    state = table(["*2 7H KD 4H", "2S"], ["5H 6H *1=7H"], options=STRICT)
    refused(state, "lay *2=8H on 0", DoesNotFit)
    assert actions(state, "lay") == ["lay 4H on 0"]
    assert "lay *2=8H on 0" in actions(table(["*2 7H KD 4H", "2S"], ["5H 6H *1=7H"]))


# -- open suits


def test_the_suit_is_named_or_left_open() -> None:
    state = table(["9C 9D *1 KD", "2S"])
    assert meld(did(state, "meld 9C 9D *1=9H")) == "9C 9D *1=9H"
    assert meld(did(state, "meld *1=9? 9D 9C")) == "9C 9D *1=9?"


def test_whoever_lays_the_fourth_names_its_suit_and_the_open_ones_get_the_rest() -> None:
    state = table(["9H *2 KD", "2S"], ["9D *1=9? 7C=9?"])
    assert meld(did(state, "lay 9H on 0")) == "*1=9C 9D 9H 7C=9S"
    assert meld(did(state, "lay *2=9C on 0")) == "*2=9C 9D *1=9H 7C=9S"
    refused(state, "lay *2=9? on 0", DoesNotFit)


def test_every_suit_not_named_counts_as_missing() -> None:
    state = table(["9H 9S 9C KD", "2S"], ["9D *1=9? *2=9?"])
    assert actions(state, "lay") == ["lay 9C on 0", "lay 9H on 0", "lay 9S on 0"]


def test_four_laid_at_once_are_filled_the_same_way() -> None:
    state = table(["9S *2 *1 9C KD", "2S"])
    assert meld(did(state, "meld *2=9? 9S *1=9? 9C")) == "9C *2=9D *1=9H 9S"


def test_an_open_suit_that_turns_out_to_be_the_cards_own_makes_it_ordinary() -> None:
    state = table(["7S KD", "2S"], ["7D 7H 7C=7?"], options=STRICT)
    after = did(state, "lay 7S on 0")
    assert meld(after) == "7C 7D 7H 7S" and after.melds[0].cards == after.melds[0].stands


# -- lay-offs


def test_lay_offs_go_onto_sets_of_three_and_both_ends_of_runs() -> None:
    state = table(["9H 4C 8C KD", "2S"], ["9C 9D 9S", "5C 6C 7C"], wild="*")
    assert actions(state, "lay") == ["lay 4C on 1", "lay 8C on 1", "lay 9H on 0"]


def test_nothing_fits_onto_a_set_of_four_or_a_run_of_thirteen() -> None:
    full = " ".join(rank + "C" for rank in "A23456789TJQK")
    state = table(["*1 KD", "2S"], ["9C 9D 9H 9S"], wild="*")
    assert actions(state, "lay") == []
    assert actions(table(["*1 KD", "2S"], [full], wild="*"), "lay") == []
    high = " ".join(rank + "C" for rank in "23456789TJQKA")
    assert actions(table(["*1 KD", "2S"], [high], wild="*"), "lay") == []


def test_an_ace_onto_two_to_king_is_low() -> None:
    run = " ".join(rank + "C" for rank in "23456789TJQK")
    state = table(["AC KD *1", "2S"], [run], wild="*")
    assert actions(state, "lay") == ["lay AC on 0"]
    assert meld(did(state, "lay AC on 0")) == "AC " + run
    assert meld(did(state, "lay *1=AC on 0")) == "*1=AC " + run


def test_an_ace_is_never_at_both_ends() -> None:
    low = table(["*1 KD AC", "2S"], ["*2=AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"], wild="*")  # fmt: skip
    assert actions(low, "lay") == []
    high = table(["*1 KD", "2S"], ["3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"], wild="*")
    assert actions(high, "lay") == ["lay *1=2C on 0"]


def test_one_card_at_a_time() -> None:
    refused(table(["8C 9C KD", "2S"], ["5C 6C 7C"], wild="*"), "lay 8C 9C on 0", DoesNotFit)


def test_own_and_others_melds_alike_without_a_meld_of_ones_own() -> None:
    state = table(["2S", "8C KD"], ["5C 6C 7C"], wild="*", turn=1)
    after = did(state, "lay 8C on 0")
    assert by(after) == [0, 0, 0, 1]


def test_a_meld_or_lay_off_leaves_a_card_in_the_hand() -> None:
    assert actions(table(["9C 9D 9H", "2S"], wild="*"), "meld") == []
    refused(table(["9C 9D 9H", "2S"], wild="*"), "meld 9C 9D 9H", NothingLeftToThrow)
    assert actions(table(["8C", "2S"], ["5C 6C 7C"], wild="*"), "lay") == []
    refused(table(["8C", "2S"], ["5C 6C 7C"], wild="*"), "lay 8C on 0", NothingLeftToThrow)


def test_cards_have_to_be_in_the_hand_and_melds_on_the_table() -> None:
    refused(table(["9C 9D KD 2D", "2S"], wild="*"), "meld 9C 9D 9H", CardNotHeld)
    refused(table(["9C 9D KD 2D", "2S"], wild="*"), "meld 9C 9D 9C", NotAMeld)
    refused(table(["8C KD", "2S"], ["5C 6C 7C"], wild="*"), "lay 8C on 1", DoesNotFit)
    refused(table(["9C KD", "2S"], ["5C 6C 7C"], wild="*"), "lay 9C on 0", DoesNotFit)


# -- swaps


def test_with_solidarity_nothing_is_swapped() -> None:
    state = table(["5H KD", "2S"], ["4H *1=5H 6H"])
    assert actions(state, "swap") == []
    refused(state, "swap 5H on 0")


def test_the_real_card_takes_the_place_and_the_wild_card_comes_into_the_hand() -> None:
    state = table(["2S", "5H"], ["4H *1=5H 6H"], options=SWAPS, turn=1)
    after = did(state, "swap 5H on 0")
    assert (meld(after), by(after), hand(after, 1)) == ("4H 5H 6H", [0, 1, 0], {"*1"})
    assert did(after, "throw *1").phase in ("aces", "over", "buyin")


def test_the_wild_card_may_be_used_at_once() -> None:
    state = table(["5H KD QD", "2S"], ["4H *1=5H 6H"], options=SWAPS)
    assert meld(did(state, "swap 5H on 0", "lay *1=3H on 0")) == "*1=3H 4H 5H 6H"


def test_for_an_open_one_every_missing_suit_will_do_and_the_first_is_freed() -> None:
    state = table(["9C 9H 9D KD", "2S"], ["9S *1=9? *2=9?"], options=SWAPS)
    assert actions(state, "swap") == ["swap 9C on 0", "swap 9D on 0", "swap 9H on 0"]
    after = did(state, "swap 9H on 0")
    assert meld(after) == "9H 9S *2=9?" and "*1" in hand(after)
    assert meld(did(after, "swap 9C on 0")) == "9C 9H 9S"


def test_a_named_suit_frees_the_card_that_stands_for_it() -> None:
    state = table(["9H KD", "2S"], ["*2=9H 9S *1=9?"], options=SWAPS)
    after = did(state, "swap 9H on 0")
    assert meld(after) == "9H 9S *1=9?" and "*2" in hand(after)


def test_only_the_real_card_swaps() -> None:
    state = table(["*2 7C 9H KD", "2S"], ["4H *1=5H 6H"], options=SWAPS)
    for action in ("swap *2 on 0", "swap 7C on 0", "swap 9H on 0"):
        refused(state, action, IllegalAction)


def test_a_card_of_the_wild_rank_swaps_as_itself() -> None:
    state = table(["7H KD", "2S"], ["5H 6H *1=7H"], options=SWAPS)
    assert meld(did(state, "swap 7H on 0")) == "5H 6H 7H"


# -- decks


def test_a_face_means_the_lowest_deck_in_the_hand() -> None:
    state = table(["9C.1 9C.2 9D.0 9H.2 KD.0", "2S.0"], decks=3, pile="2C.0", stock="3C.0")
    assert meld(did(state, "meld 9C 9D 9H")) == "9C.1 9D.0 9H.2"
    assert did(state, "throw 9C").discard[-1] == 8 + 54


def test_two_equal_faces_are_the_two_lowest_in_the_order_of_writing() -> None:
    state = table(["7H.0 7H.1 6H.0 KD.0", "2S.0"], decks=2, pile="2C.0", stock="3C.0")
    assert meld(did(state, "meld 6H 7H 7H=8H")) == "6H.0 7H.0 7H.1=8H"
    assert meld(did(state, "meld 7H=5H 6H 7H")) == "7H.0=5H 6H.0 7H.1"
    assert "meld 6H 7H 7H=8H" in actions(state) and "meld 7H=5H 6H 7H" in actions(state)


def test_names_with_a_deck_are_given_out_first() -> None:
    state = table(["7H.0 7H.1 6H.0 KD.0", "2S.0"], decks=2, pile="2C.0", stock="3C.0")
    assert meld(did(state, "meld 6H 7H 7H.0=8H")) == "6H.0 7H.1 7H.0=8H"
    refused(state, "meld 6H.1 7H 7H.0=8H", CardNotHeld)
    refused(state, "throw 7H.2", CardNotHeld)
    assert not any("." in one for one in actions(state))


def test_with_one_deck_cards_are_written_without_it() -> None:
    refused(table(["9C KD", "2S"]), "throw 9C.0", CardNotHeld)
