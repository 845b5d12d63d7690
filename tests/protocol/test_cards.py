import pytest

from rummynet_protocol import cards
from rummynet_protocol.errors import BadCard
from tests.support.errors import raises


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_every_card_has_a_name_that_leads_back(decks: int) -> None:
    deck = cards.full_deck(decks, jokers=True)
    names = [cards.name(code, decks) for code in deck]
    assert len(set(names)) == 54 * decks
    assert [cards.code(name, decks) for name in names] == deck


def test_rank_suit_and_jokers() -> None:
    ace = cards.code("AS.1", 2)
    assert (cards.rank(ace), cards.suit(ace), cards.is_joker(ace)) == (0, 3, False)
    assert [code for code in cards.full_deck(2, jokers=True) if cards.is_joker(code)] == [52, 53, 106, 107]


@pytest.mark.parametrize("text", ["7H", "7H.2", "7H.-1", "7H.", "7H.00", "*1", "*3.0"])
def test_what_is_no_card_of_two_decks(text: str) -> None:
    with raises(BadCard, "card", "0 to 1"):
        cards.code(text, 2)
    with raises(BadCard, "card", "7H, TD or *1"):
        cards.code(text + "x")
