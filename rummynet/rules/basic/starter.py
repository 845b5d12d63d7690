"""Basic rummy: who deals first."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.errors import BadDeck
from rummynet.rules.core.variety import FirstStarter, check_seats
from rummynet_protocol import cards

SEATS: Final = range(2, 7)
"""How many can play."""


class LowestCardDeals(FirstStarter):
    """Everybody draws a card; the lowest deals."""

    @property
    def draws_cards(self) -> bool:
        """The lowest card drawn deals."""
        return True

    def from_cards(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Everybody draws a card, seat 0 first; two is low, the ace high; who tie for lowest draw again.

        Where the cards do not suffice for that, the lowest seat of those deals. Raises BadSeats, BadDeck.
        """
        check_seats("basic rummy", SEATS, players)
        _check_draws(players, deck)
        draws: list[tuple[int, int]] = []
        seats = list(range(players))
        while len(seats) > 1 and len(draws) + len(seats) <= len(deck):
            drawn = list(zip(seats, deck[len(draws) :], strict=False))
            draws += drawn
            low = min(_height(card) for _, card in drawn)
            seats = [seat for seat, card in drawn if _height(card) == low]
        return draws, seats[0]


def _height(card: int) -> int:
    """How high a card is in the draw for the deal: 0 for a two, 12 for an ace."""
    return (cards.rank(card) - 1) % 13


def _check_draws(players: int, deck: Sequence[int]) -> None:
    if len(set(deck)) < len(deck) or not set(deck) <= set(range(52)):
        raise BadDeck("the deck of which cards are drawn for the deal holds each of the 52 cards at most once")
    if len(deck) < players:
        raise BadDeck(f"{players} players cannot draw one card each from {len(deck)}")
