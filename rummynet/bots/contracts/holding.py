"""A hand by faces, as the networks count it; copies of a face are alike."""

from collections.abc import Iterable
from typing import Final

from rummynet.rules.crummy.state import is_wild, value
from rummynet.rules.shared.melds import ACE_HIGH
from rummynet_protocol import cards

POINTS: Final = tuple(map(value, range(cards.PER_DECK)))  # what a face costs in the hand
WILD: Final = tuple(map(is_wild, range(cards.PER_DECK)))


def place_of(face: int) -> int:
    """The place of a natural card in its suit."""
    return face % 13 or ACE_HIGH


class Holding:
    """The cards of a hand: natural ones by face, by rank and by places of each suit."""

    __slots__ = ("count", "of_rank", "places", "points", "size", "wild")

    def __init__(self, faces: Iterable[int]) -> None:
        self.count = [0] * cards.PER_DECK
        self.of_rank = [0] * 13
        self.places = [0] * 4
        self.size = self.wild = self.points = 0
        for face in faces:
            self.add(face)

    def add(self, face: int) -> None:
        """One card more."""
        self.count[face] += 1
        self.size += 1
        self.points += POINTS[face]
        if WILD[face]:
            self.wild += 1
        else:
            self.of_rank[face % 13] += 1
            self.places[face // 13] |= 1 << place_of(face)

    def drop(self, face: int) -> None:
        """One card fewer."""
        self.count[face] -= 1
        self.size -= 1
        self.points -= POINTS[face]
        if WILD[face]:
            self.wild -= 1
        else:
            self.of_rank[face % 13] -= 1
            # Another copy may still hold the place: several decks are in play.
            if not self.count[face]:
                self.places[face // 13] &= ~(1 << place_of(face))
