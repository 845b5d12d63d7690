"""A position of Crummy rummy: what it has besides the common fields. The contracts, and which cards are wild."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Contract
from rummynet_protocol import cards

# Every number here is that of docs/rules/crummy.md.
TWO: Final = 1
SHORTEST_RUN: Final = 4
SMALLEST_SET: Final = 3
CONTRACTS: Final = (
    *(Contract(*one) for one in ((0, 2, 4), (1, 1, 4), (2, 0, 4), (0, 3, 4), (1, 1, 7), (2, 1, 4))),
    Contract(3, 0, 4, whole_hand=True),
)
"""By number, from 1: runs, sets, cards of a run. A table plays them in this order, or as option ``contracts`` says."""
WILD_FACES: Final = (1, 14, 27, 40, 52, 53)  # as lists of actions use them: the twos C D H S, then the jokers
WILD_MASK: Final = cards.mask(cards.PER_DECK * deck + face for deck in range(cards.MOST_DECKS) for face in WILD_FACES)
"""The wild cards of all decks."""


def is_wild(code: int) -> bool:
    """Whether the card is wild: the twos and the jokers, wherever they are."""
    return bool(WILD_MASK >> code & 1)


def value(code: int) -> int:
    """What the card costs in hand: 15 for aces and wild cards, 5 for 3 to 8, 10 for 9 to K."""
    if is_wild(code) or cards.rank(code) == 0:
        return 15
    return 5 if cards.rank(code) <= 7 else 10


def decks_for(players: int) -> int:
    """A deck for every two players, rounded up: four at most, so a card's code fits a byte."""
    return (players + 1) // 2


class CrummyState(State, kw_only=True):
    """A position of Crummy rummy. ``turn`` is the seat on turn also while others are asked."""

    laid: tuple[bool, ...]  # by seat: whether its contract lies on the table
    asked: int | None = None  # the seat that has to answer the offer
    aside: tuple[int, ...] = ()  # wild cards turned up, in that order, that chance has to put back into the stock
    takes: int = 0  # turns in a row that began with a take
    bought: tuple[int, ...] = ()
    """By seat: how many cards it has had out of turn in this round, where option ``buys`` is a number."""

    @property
    def decks(self) -> int:
        return decks_for(self.players)

    @property
    def places(self) -> tuple[tuple[int, ...], ...] | None:
        """The seats by place when the game is over, the lowest total first; equal totals share a place."""
        seats, totals = range(self.players), sorted({*self.scores})
        places = tuple(tuple(seat for seat in seats if self.scores[seat] == total) for total in totals)
        return places if self.finished else None

    @property
    def contract_number(self) -> int:
        """The number of the round's contract, from 1."""
        number: int = self.options["contracts"][self.round - 1]
        return number

    @property
    def contract(self) -> Contract:
        return CONTRACTS[self.contract_number - 1]

    @property
    def is_last_round(self) -> bool:
        return self.round == len(self.options["contracts"])

    @property
    def ace_low(self) -> bool:
        return bool(self.options["ace_low"])

    @property
    def can_take(self) -> bool:
        """Whether the top of the pile may be taken; after two turns of everybody that began so, a draw is due."""
        # Twice round the table: long enough to collect on purpose, and the end of cards that only go round.
        return bool(self.discard) and self.takes < 2 * self.players

    def asked_after(self, seat: int | None) -> tuple[int, ...]:
        """The seats that are asked about the top of the pile after this one, nearest first; after nobody, none."""
        if seat is None:
            return ()
        most, first = self.options["buys"], (seat - self.turn) % self.players + 1
        after = ((self.turn + step) % self.players for step in range(first, self.players))
        return tuple(one for one in after if most is None or self.bought[one] < most)
