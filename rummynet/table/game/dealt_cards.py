"""The cards of one round: the decks, how they are dealt, and what a seat may be shown of them."""

from collections.abc import Sequence

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.sealed_decks import key_holders
from rummynet_protocol.events import TurnedUp
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

    @property
    def z(self) -> bytes:
        """Z of the shuffle."""
        return self.shuffle.z

    @property
    def s_pub(self) -> bytes:
        """The host's secret for the first seat."""
        return self.shuffle.secrets.s_pub

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
    """What an action took from the stock: card count, the position that the log names, the cards if they are known."""

    count: int
    position: int | None
    cards: tuple[int, ...]


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
    """A round with this *deck* from the deal on. ``full`` is the position of the host's *ledger*.

    Of a deck that it has shuffled itself the host knows every card, and so does its ledger; of one that is sealed it
    knows what the log says.
    """

    def __init__(self, begin: RoundStart, deck: AnyDeck, ledger: Ledger) -> None:
        self.variety, self.options = begin.variety, begin.options
        self._ledger = ledger
        self.decks = [deck] if isinstance(deck, Deck) else []
        # Who begins, and who gets how many cards, is the same whatever the order of a sealed deck is.
        order = deck.order if isinstance(deck, Deck) else begin.cards()
        dealt, events = begin.deal_step(order, deck.z, deck.s_pub)
        self.starter, self.to = dealt.starter, receivers(dealt, order)
        self._turned_up = sum(isinstance(event, TurnedUp) for event in events)

    @property
    def full(self) -> State:
        """The position, with all cards that the host knows."""
        play = self._ledger.play
        assert play is not None and play.state is not None  # the log knows the round that is played
        return play.state

    @property
    def is_dealt(self) -> bool:
        """Whether all cards that the deal turns up are known."""
        return self._ledger.state is not None

    @property
    def is_open(self) -> bool:
        """Whether every card is known to all."""
        return self._ledger.is_shown

    def turned_up(self) -> tuple[OpeningRow, ...]:
        """The openings of the cards that are turned up behind the deal."""
        return tuple([self.decks[0].opening(len(self.to) + extra) for extra in range(self._turned_up)])

    def dealt_to(self, seat: int) -> tuple[Given, ...]:
        """The cards that the deal gave to this seat."""
        return tuple(Given(self.decks[0].epoch, position) for position, to in enumerate(self.to) if to == seat)

    def given(self, cards: Sequence[int]) -> tuple[Given, ...]:
        """These cards of the newest deck, as they are drawn."""
        deck = self.decks[-1]
        return tuple([Given(deck.epoch, deck.order.index(card)) for card in cards])

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
