"""Sets, runs, wild cards, strictness, open suits, lay-offs and swaps."""

import pytest

from rummynet.rules.core.errors import CardNotHeld, DoesNotFit, NotAMeld, NothingLeftToThrow
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


# -- strictness


def test_strict_melds_hold_one_wild_card() -> None:
    state = table(["5H *1 *2 KD 9H", "2S"], options=STRICT)
    refused(state, "meld 5H *1=6H *2=7H", NotAMeld)
    assert not any("*1=6H *2=7H" in one for one in actions(state, "meld"))
    assert "meld 5H *1=6H *2=7H" in actions(table(["5H *1 *2 KD 9H", "2S"]))


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


# -- lay-offs


def test_an_ace_is_never_at_both_ends() -> None:
    low = table(["*1 KD AC", "2S"], ["*2=AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"], wild="*")  # fmt: skip
    assert actions(low, "lay") == []
    high = table(["*1 KD", "2S"], ["3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"], wild="*")
    assert actions(high, "lay") == ["lay *1=2C on 0"]


def test_own_and_others_melds_alike_without_a_meld_of_ones_own() -> None:
    state = table(["2S", "8C KD"], ["5C 6C 7C"], wild="*", turn=1)
    after = did(state, "lay 8C on 0")
    assert by(after) == [0, 0, 0, 1]


def test_a_meld_or_lay_off_leaves_a_card_in_the_hand() -> None:
    assert actions(table(["9C 9D 9H", "2S"], wild="*"), "meld") == []
    refused(table(["9C 9D 9H", "2S"], wild="*"), "meld 9C 9D 9H", NothingLeftToThrow)
    assert actions(table(["8C", "2S"], ["5C 6C 7C"], wild="*"), "lay") == []
    refused(table(["8C", "2S"], ["5C 6C 7C"], wild="*"), "lay 8C on 0", NothingLeftToThrow)


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


# -- decks


def test_with_one_deck_cards_are_written_without_it() -> None:
    refused(table(["9C KD", "2S"]), "throw 9C.0", CardNotHeld)
