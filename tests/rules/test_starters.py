"""Who begins round 1: drawn by lot, drawn by cards, or named."""

from typing import Final

import pytest

from rummynet.rules.basic.game import VARIETY as BASIC
from rummynet.rules.core.errors import BadDeck, BadSeats
from rummynet.rules.varieties import NAMES, variety
from rummynet_protocol.cards import code, face, full_deck

DECK: Final = full_deck()
OPTION: Final = {"keilty": "first_starter", "basic": "first_dealer", "joker": "first_dealer"}


@pytest.mark.parametrize("name", NAMES)
def test_the_seat_drawn_or_named_begins_in_keilty_rummy_and_deals_elsewhere(name: str) -> None:
    game = variety(name)
    begins = [0, 1, 2] if name == "keilty" else [1, 2, 0]
    assert [game.first_starter.from_seat(seat, 3) for seat in range(3)] == begins
    assert game.first_starter.draws_cards is (name == "basic")
    assert game.first_starter.named(game.resolve({}), 3) is None
    if name in OPTION:
        assert game.first_starter.named(game.resolve({OPTION[name]: 2}), 3) == begins[2]


# -- the lowest card deals


def codes(text: str) -> list[int]:
    return [code(word) for word in text.split()]


def drawn(players: int, deck: str) -> tuple[str, int]:
    rest = [card for card in DECK if card not in codes(deck)]
    draws, dealer = BASIC.first_starter.from_cards(players, codes(deck) + rest)
    return " ".join(f"{seat}:{face(card)}" for seat, card in draws), dealer


def test_the_lowest_card_deals() -> None:
    assert drawn(3, "7H 2C 9D") == ("0:7H 1:2C 2:9D", 1)


def test_the_ace_is_high_when_drawing_for_the_deal() -> None:
    assert drawn(2, "AC KD")[1] == 1


def test_who_tie_for_lowest_draw_again_in_seat_order() -> None:
    first = "0:3H 1:9C 2:3D 3:3S"
    assert drawn(4, "3H 9C 3D 3S KC 5H KD 4C") == (f"{first} 0:KC 2:5H 3:KD", 2)
    assert drawn(4, "3H 9C 3D 3S 5C 5H KD 4C 2S") == (f"{first} 0:5C 2:5H 3:KD 0:4C 2:2S", 2)


def test_where_the_cards_do_not_suffice_the_lowest_seat_of_the_tied_deals() -> None:
    assert BASIC.first_starter.from_cards(3, codes("KC 2C 2D 5H")) == (list(enumerate(codes("KC 2C 2D"))), 1)
    assert BASIC.first_starter.from_cards(3, codes("KC 2C 2D 5H 4H"))[1] == 2


def test_a_draw_for_the_deal_needs_cards_that_exist_once() -> None:
    for deck in (codes("2C"), codes("2C 2C"), [52, 53]):
        with pytest.raises(BadDeck):
            BASIC.first_starter.from_cards(2, deck)
    with pytest.raises(BadSeats):
        BASIC.first_starter.from_cards(7, DECK)
