"""One round at the table: the rules with every card known, the rules as the public sees them, and the decks.

A deck is known by its positions; which of them lies where in the stock is kept here.
The public side is what every log reader computes; running it here too means that nothing is logged which they would
not accept. Nothing here knows the log, signatures or messages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.events import Drew, TurnedOver, TurnedUp
from rummynet_protocol.fairness.ceremony import HostShuffle
from rummynet_protocol.fairness.commitment import first_key
from rummynet_protocol.fairness.entries import OpeningRow
from rummynet_protocol.fairness.shuffle import shuffle


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that all seats have signed, in use in this round."""

    epoch: int
    shuffle: HostShuffle

    @property
    def order(self) -> tuple[int, ...]:
        """The cards, top first."""
        return self.shuffle.deck.order

    def opening(self, position: int) -> OpeningRow:
        """The card at a position with its proof."""
        return self.shuffle.deck.opening(position)


@dataclass(frozen=True, slots=True)
class Given:
    """A card of a deck that went to one seat unseen by others."""

    epoch: int
    position: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an action took from the stock: how many cards, the position that the log names, what the seat is given."""

    count: int
    position: int | None
    given: tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class RoundStart:
    """How a round begins: ``before`` is the end of the last one, None before round 1; ``joining`` seats are new."""

    variety: Variety
    options: Options
    players: int
    before: State | None = None
    joining: tuple[int, ...] = ()

    def cards(self) -> list[int]:
        """The cards to be shuffled for it, ascending."""
        return self.variety.deck(self.options, self.before, self.players, len(self.joining))

    def starter(self, first: HostShuffle) -> int:
        """The starter of round 1, as named by an option or drawn with the shuffle that is dealt."""
        v, n = self.variety, self.players
        named = v.named_starter(self.options, n)
        if named is not None:
            return named
        if v.draws_cards_for_deal:
            deck = shuffle(range(52), first_key(first.z, first.secrets.s_pub))
            return v.starter_from_seat(v.draw_for_deal(n, deck)[1], n)
        return v.starter_from_seat(first.first_seat(n), n)

    def deal_step(self, deck: Sequence[int], starter: int) -> Step:
        """The deal from this deck, hidden cards in it or none. Raises HiddenCard for a card to be turned up."""
        if self.before is not None:
            return self.variety.next_round(self.before, deck, self.joining)
        return self.variety.deal(self.options, self.players, starter, deck)


class Play:
    """A round from the deal on. ``full`` is the truth, ``public`` what the log tells."""

    def __init__(self, begin: RoundStart, deck: Deck) -> None:
        v = begin.variety
        starter = begin.starter(deck.shuffle) if begin.before is None else 0
        self.variety = v
        self.full, events = begin.deal_step(deck.order, starter)
        self.to = _receivers(self.full, deck.order)
        up = sum(isinstance(event, TurnedUp) for event in events)
        self.up = range(len(self.to), len(self.to) + up)
        """The positions turned up after the deal."""
        self.public = _public_deal(begin, deck, starter, self.up)
        self.deck = deck
        self.stock = list(range(self.up.stop, len(deck.order)))
        """Positions of the deck that lie in the stock, top first; meaningless once its order is public."""
        self.moved = False
        """Cards were put back into this stock: the log counts its cards and names no positions."""
        self.order_is_public = False
        self.decks = [deck]

    def dealt_to(self, seat: int) -> tuple[Given, ...]:
        """The cards that the deal gave to this seat."""
        epoch = self.decks[0].epoch
        return tuple(Given(epoch, position) for position, to in enumerate(self.to) if to == seat)

    def insert_cards(self) -> int:
        """Let chance put the turned-up cards back into the stock, if the game says so; how many."""
        count = self.variety.insertions(self.full)
        if not count:
            return 0
        size = len(self.stock)
        places = self.deck.shuffle.insert_places(range(size, size + count))
        self.full, _ = self.variety.insert(self.full, places)
        self.public, _ = self.variety.insert(self.public, None)
        for position, place in zip(self.up, places, strict=False):
            self.stock.insert(place, position)
        self.moved = True
        return count

    def restock(self, deck: Deck) -> None:
        """The pile but its top has become this deck."""
        self.full, _ = self.variety.reshuffle(self.full, deck.order)
        self.public, _ = self.variety.reshuffle(self.public, [HIDDEN] * len(deck.order))
        self.deck = deck
        self.decks.append(deck)
        self.stock = list(range(len(deck.order)))
        self.moved = self.order_is_public = False

    def apply_action(self, seat: int, action: Action) -> Drawn:
        """Do it on both sides. Raises IllegalAction (NeedsShuffle among them), and then nothing has changed."""
        full, events = self.variety.apply(self.full, seat, action)
        public = full if self.public is self.full else self._apply_publicly(seat, action)
        count = sum(isinstance(event, Drew) for event in events)
        named = count > 0 and not self.order_is_public
        positions = self.stock[:count] if named else []
        self.full, self.public = full, public
        self.order_is_public |= any(isinstance(event, TurnedOver) for event in events)
        given = tuple(Given(self.deck.epoch, position) for position in positions)
        del self.stock[: len(positions)]
        return Drawn(count, positions[0] if positions and not self.moved else None, given)

    def _apply_publicly(self, seat: int, action: Action) -> State:
        try:
            return self.variety.apply(self.public, seat, action)[0]
        except IllegalAction as problem:
            raise RuntimeError("an action is legal at the table, but no reader of the log would accept it") from problem

    def make_public(self) -> None:
        """The decks are published: the public knows what the host knows."""
        self.public = self.full

    def openings(self, given: Sequence[Given]) -> dict[int, tuple[OpeningRow, ...]]:
        """The proofs of these cards by epoch."""
        decks = {deck.epoch: deck for deck in self.decks}
        found: dict[int, list[OpeningRow]] = {}
        for one in given:
            found.setdefault(one.epoch, []).append(decks[one.epoch].opening(one.position))
        return {epoch: tuple(rows) for epoch, rows in found.items()}


def _receivers(state: State, order: Sequence[int]) -> bytes:
    """Who got position 0, 1, 2, … of a deck that has just been dealt."""
    to = bytearray()
    for card in order:
        holder = next((seat for seat, hand in enumerate(state.hands) if hand >> card & 1), None)
        if holder is None:
            break
        to.append(holder)
    return bytes(to)


def _public_deal(begin: RoundStart, deck: Deck, starter: int, up: range) -> State:
    shown = [card if position in up else HIDDEN for position, card in enumerate(deck.order)]
    try:
        return begin.deal_step(shown, starter)[0]
    except HiddenCard as problem:
        raise RuntimeError(f"the deal turns up other cards than it says: {problem}") from problem
