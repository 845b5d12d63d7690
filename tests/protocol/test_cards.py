import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol import cards
from rummynet_protocol.errors import BadCard
from tests.support.errors import raises


def test_codes_follow_the_fairness_protocol() -> None:
    assert [cards.code(name) for name in ("AC", "KC", "AD", "AH", "AS", "KS", "*1", "*2")] == [
        0,
        12,
        13,
        26,
        39,
        51,
        52,
        53,
    ]
    assert cards.code("7H") == 13 * 2 + 6


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_every_card_has_a_name_that_leads_back(decks: int) -> None:
    deck = cards.full_deck(decks, jokers=True)
    names = [cards.name(code, decks) for code in deck]
    assert len(set(names)) == 54 * decks
    assert [cards.code(name, decks) for name in names] == deck


def test_names_with_several_decks_carry_their_deck() -> None:
    assert cards.name(54 + 32, 2) == "7H.1"
    assert cards.face(54 + 32) == "7H"
    assert cards.code("*2.3", 4) == 215


def test_rank_suit_and_jokers() -> None:
    seven = cards.code("7H.1", 2)
    assert (cards.rank(seven), cards.suit(seven), cards.is_joker(seven)) == (6, 2, False)
    assert [code for code in cards.full_deck(2, jokers=True) if cards.is_joker(code)] == [52, 53, 106, 107]


@pytest.mark.parametrize(
    ("decks", "jokers", "size"), [(1, False, 52), (1, True, 54), (2, False, 104), (2, True, 108), (4, True, 216)]
)
def test_a_deck_is_ascending_and_fits_bytes(decks: int, jokers: bool, size: int) -> None:
    deck = cards.full_deck(decks, jokers)
    assert len(deck) == len(set(deck)) == size
    assert deck == sorted(deck)
    assert len(bytes(deck)) == size


@pytest.mark.parametrize("text", ["", "7h", "H7", "10H", "1H", "7X", "*3", "7H ", " 7H", "7H.0", "🂱", "x" * 100])
def test_what_is_no_card_of_one_deck(text: str) -> None:
    with raises(BadCard, "card", "7H") as caught:
        cards.code(text)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("text", ["7H", "7H.2", "7H.-1", "7H.", "7H.00", "*1", "*3.0"])
def test_what_is_no_card_of_two_decks(text: str) -> None:
    with raises(BadCard, "card", "0 to 1"):
        cards.code(text, 2)


@given(st.sets(st.integers(0, 215)))
def test_a_mask_holds_its_members_in_order(codes: set[int]) -> None:
    mask = cards.mask(codes)
    assert list(cards.members(mask)) == sorted(codes)
    assert mask.bit_count() == len(codes)
