"""The cards of one round: the rules with all cards known, and the decks.

A deck is named by its positions; which of them lies where in the stock is kept here. Nothing here knows the log,
signatures or messages.
"""

from collections.abc import Sequence
from itertools import repeat

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.sealed_decks import key_holders
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Drew, TurnedOver, TurnedUp
from rummynet_protocol.fairness.ceremony import HostShuffle
from rummynet_protocol.fairness.commitment import first_key, first_seat
from rummynet_protocol.fairness.entries import OpeningRow
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.values import Value


class Deck(Value):
    """A deck that all seats have signed, used in this round."""

    epoch: int
    shuffle: HostShuffle

    @property
    def order(self) -> tuple[int, ...]:
        """The cards, top first."""
        return self.shuffle.deck.order

    def opening(self, position: int) -> OpeningRow:
        """The card at a position with its proof."""
        return self.shuffle.deck.opening(position)


class MixedDeck(Value):
    """A sealed deck that all seats have signed: nobody knows its order."""

    epoch: int
    z: bytes  # Z of the round's first epoch
    s_pub: bytes  # the host's secret for the first seat


AnyDeck = Deck | MixedDeck


class Given(Value):
    """A card of a deck that only one seat may see."""

    epoch: int
    position: int


class Drawn(Value):
    """What an action took from the stock: card count, the position that the log names, cards given to the seat."""

    count: int
    position: int | None
    given: tuple[Given, ...]


class RoundStart(Value):
    """How a round begins: ``before`` is the end of the last one, None before round 1; seats in ``joining`` are new."""

    variety: Variety
    options: Options
    players: int
    before: State | None = None
    joining: tuple[int, ...] = ()

    def cards(self) -> list[int]:
        """The cards to shuffle for the round, ascending."""
        return self.variety.deck(self.options, self.before, self.players, len(self.joining))

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that play the round."""
        return key_holders(self.variety, self.before, self.players, self.joining)

    def starter(self, z: bytes, s_pub: bytes) -> int:
        """The starter of round 1, as named by an option or drawn by the shuffle that is dealt."""
        v, n = self.variety, self.players
        named = v.first_starter.named(self.options, n)
        if named is not None:
            return named
        if v.first_starter.draws_cards:
            # 52 whatever deck the game has: cards for the start are drawn from one deck (FAIRNESS.md, "The ceremony",
            # step 8).
            deck = shuffle(range(52), first_key(z, s_pub))
            return v.first_starter.from_seat(v.first_starter.from_cards(n, deck)[1], n)
        return v.first_starter.from_seat(first_seat(z, s_pub, n), n)

    def deal_step(self, deck: Sequence[int], z: bytes, s_pub: bytes) -> Step:
        """The deal from this deck, which may have hidden cards. Raises HiddenCard if one of them is turned up."""
        if self.before is not None:  # the rules name the starter from the end of the last round
            return self.variety.next_round(self.before, deck, self.joining)
        return self.variety.deal(self.options, self.players, self.starter(z, s_pub), deck)


class RoundEnd(Value):
    """What is left of a round once the next one begins: the position at its end, which all know."""

    variety: Variety
    full: State


class Play:
    """A round from the deal on. ``full`` is the position with all cards."""

    def __init__(self, begin: RoundStart, deck: Deck) -> None:
        v = begin.variety
        self.options = begin.options
        self.variety = v
        self.full, events = begin.deal_step(deck.order, deck.shuffle.z, deck.shuffle.secrets.s_pub)
        self.to = receivers(self.full, deck.order)
        up = sum(isinstance(event, TurnedUp) for event in events)
        self.up = range(len(self.to), len(self.to) + up)  # the positions turned up after the deal
        self.deck = deck
        self.stock = list(range(self.up.stop, len(deck.order)))
        """Deck positions of the cards in the stock, top first; meaningless once its order is public."""
        self.moved = False  # cards were inserted into this stock: the log counts drawn cards and names no positions
        self.order_is_public = False
        self.decks = [deck]

    def dealt_to(self, seat: int) -> tuple[Given, ...]:
        """The cards that the deal gave to this seat."""
        epoch = self.deck.epoch
        return tuple(Given(epoch, position) for position, to in enumerate(self.to) if to == seat)

    def insert_cards(self) -> int:
        """Insert the turned-up cards into the stock at random if the game asks for it; returns how many."""
        count = self.variety.chance.insertions(self.full)
        if not count:
            return 0
        size = len(self.stock)
        # Places follow from the shuffle's secret, so the host cannot choose them; they become checkable with ``show``.
        places = self.deck.shuffle.insert_places(range(size, size + count))
        self.full, _ = self.variety.chance.insert(self.full, places)
        for position, place in zip(self.up, places, strict=False):
            self.stock.insert(place, position)
        # A position now would tell whether the drawn card is one of those that went back in.
        self.moved = True
        return count

    def restock(self, deck: AnyDeck) -> None:
        """Replace the pile, except its top card, by this deck as the new stock."""
        assert isinstance(deck, Deck)  # no sealed one comes to a table that has none
        self.full, _ = self.variety.chance.reshuffle(self.full, deck.order)
        self.deck = deck
        self.decks.append(deck)
        self.stock = list(range(len(deck.order)))
        self.moved = self.order_is_public = False

    def apply_action(self, seat: int, action: Action) -> Drawn:
        """Apply an action. Raises IllegalAction (also NeedsShuffle); nothing has changed then."""
        self.full, events = self.variety.apply(self.full, seat, action)
        kinds = [*map(type, events)]
        count = kinds.count(Drew)
        positions = [] if self.order_is_public else self.stock[:count]
        self.order_is_public |= TurnedOver in kinds
        given = tuple(map(Given, repeat(self.deck.epoch), positions))
        del self.stock[: len(positions)]
        # The first position alone: further cards are the next ones of the stock.
        return Drawn(count, positions[0] if positions and not self.moved else None, given)

    def openings(self, epoch: int, places: Sequence[int]) -> tuple[OpeningRow, ...]:
        """The openings of the cards at these places of one of the round's decks."""
        deck = next(deck for deck in self.decks if deck.epoch == epoch)
        return tuple([deck.opening(place) for place in places])


def receivers(state: State, order: Sequence[int]) -> bytes:
    """The seats that were dealt the positions 0, 1, 2, … of the deck."""
    to = bytearray()
    for card in order:
        holder = next((seat for seat, hand in enumerate(state.hands) if hand >> card & 1), None)
        if holder is None:
            break
        to.append(holder)
    return bytes(to)
