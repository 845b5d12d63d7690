"""A position of crummy rummy: what it has besides the common fields."""

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Contract
from rummynet.rules.crummy.contracts import CONTRACTS
from rummynet_protocol.events import Event


class CrummyState(State, kw_only=True):
    """A position of crummy rummy. ``turn`` is the seat on turn also while others are asked."""

    laid: tuple[bool, ...]  # by seat: whether its contract lies on the table
    asked: int | None = None  # the seat that has to answer the offer
    aside: tuple[int, ...] = ()  # wild cards turned up, in that order, that chance has to put back into the stock
    takes: int = 0  # turns in a row that began with a take
    bought: tuple[int, ...] = ()
    """By seat: how many cards it has had out of turn in this round, where option ``buys`` is a number."""

    @property
    def decks(self) -> int:
        """Decks in play."""
        return decks_for(self.players)

    @property
    def places(self) -> list[list[int]] | None:
        """The seats by place when the game is over, the lowest total first; equal totals share a place."""
        if not self.finished:
            return None
        totals = sorted({*self.scores})
        return [[seat for seat, total in enumerate(self.scores) if total == best] for best in totals]

    @property
    def contract_number(self) -> int:
        """The number of the round's contract, from 1."""
        number: int = self.options["contracts"][self.round - 1]
        return number

    @property
    def contract(self) -> Contract:
        """The contract of the round."""
        return CONTRACTS[self.contract_number - 1]

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round."""
        return self.round == len(self.options["contracts"])

    def asked_after(self, seat: int | None) -> tuple[int, ...]:
        """The seats that are asked about the top of the pile after this one, nearest first; after nobody, none."""
        if seat is None:
            return ()
        most, first = self.options["buys"], (seat - self.turn) % self.players + 1
        after = ((self.turn + step) % self.players for step in range(first, self.players))
        return tuple(one for one in after if most is None or self.bought[one] < most)

    @property
    def ace_low(self) -> bool:
        """Whether an ace may lie below the two's place."""
        return bool(self.options["ace_low"])

    @property
    def can_take(self) -> bool:
        """Whether the top of the pile may be taken; after two turns of everybody that began so, a draw is due."""
        # Twice round the table: long enough to collect on purpose, and the end of cards that only go round.
        return bool(self.discard) and self.takes < 2 * self.players


Move = tuple[CrummyState, tuple[Event, ...]]  # the position after an action, and what happened


def decks_for(players: int) -> int:
    """A deck for every two players, rounded up."""
    # Eight players are the most, so four decks: a card's code fits a byte.
    return (players + 1) // 2
