"""Seats, decks, the deal, and wild cards turned up."""

import pytest

from rummynet.rules.core.errors import BadDeck, BadSeats, IllegalAction
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from tests.support.crummy_positions import deck_names

DECK = deck_names(2)


def with_turned_up(*up: str) -> list[int]:
    """A deck of two players with these cards after the hands of round 1."""
    rest = [name for name in DECK if name not in up]
    return [cards.code(name) for name in (*rest[:14], *up, *rest[14:])]


def test_a_place_is_anywhere_from_the_top_to_the_bottom() -> None:
    state, _ = VARIETY.deal(VARIETY.resolve({}), 2, 0, with_turned_up("*1", "2S", "KS"))
    size = len(state.stock)
    bottom, _ = VARIETY.chance.insert(state, [size, size + 1])
    assert [cards.face(code) for code in bottom.stock[-2:]] == ["*1", "2S"]
    for places in ([size + 1, 0], [-1, 0], [0, size + 2], [0], [0, 0, 0], []):
        with pytest.raises(IllegalAction):
            VARIETY.chance.insert(state, places)
    with pytest.raises(IllegalAction):
        VARIETY.chance.insert(bottom, [0])


def test_a_deck_has_exactly_its_cards() -> None:
    options = VARIETY.resolve({})
    for deck in (list(range(53)), [*range(53), 52], list(range(108)), [*range(53), 200]):
        with pytest.raises(BadDeck):
            VARIETY.deal(options, 2, 0, deck)
    with pytest.raises(BadSeats):
        VARIETY.deal(options, 2, 2, range(54))
