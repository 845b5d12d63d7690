"""What a viewer may see: the one place where a position is cut down to it.

A seat sees its own hand and what everybody sees; a spectator (seat None) only the latter. What nobody is told at all:
that a rummy can be called. Seeing that is the game, unless the table plays with ``rummy_hints``.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.events import Dealt, Drew, Event, Exchanged, ThrewOut, Took, TurnedUp
from rummynet_protocol.values import Value, replace

S = TypeVar("S", bound=State)


def seen_by(public: S, full: State, seat: int | None) -> S:
    """*public*, the position as everybody knows it, with the hand that *seat* knows from *full*, the same position."""
    if seat is None:
        return public
    # From *public*, not from *full* less what is hidden: what was forgotten to hide there could not be seen here.
    hands = (*public.hands[:seat], full.hands[seat], *public.hands[seat + 1 :])
    hidden = (*public.hidden[:seat], full.hidden[seat], *public.hidden[seat + 1 :])
    # The turn clock throws out the card drawn, so who drew it may know; for others it stays HIDDEN.
    return replace(public, hands=hands, hidden=hidden, drawn=full.drawn if seat == public.turn else public.drawn)


def told_to(event: Event, seat: int | None) -> Event:
    """The event as *seat* may hear of it: a card drawn is for its drawer alone."""
    return replace(event, card=None) if isinstance(event, Drew) and event.seat != seat else event


def view(variety: Variety, state: State, seat: int | None) -> dict[str, Any]:
    """A position (as ``seen_by`` gives it) for the screen of *seat*, as JSON-able values."""
    # The keys of a position, but: no ``claims``; ``stock`` is how many cards it has; ``hands`` holds known cards only
    # and ``hidden`` how many more there are, by seat. Besides, ``legal``: what the seat may do, without calls.
    shown = variety.positions.write(state)
    # Deleted, not emptied: an empty list would say that nothing can be called.
    del shown["claims"]
    shown["stock"] = len(state.stock)
    shown["hands"] = [[card for card in hand if card is not None] for hand in shown["hands"]]
    shown["hidden"] = list(state.hidden)
    shown["legal"] = [] if seat is None else legal_texts(variety, state, seat)
    return shown


def legal_texts(variety: Variety, state: State, seat: int) -> list[str]:
    """What the seat may do, as a table takes it, ahead of its turn too; calls only where the table plays with hints."""
    hints = state.options.get("rummy_hints", False)
    # Early answers are legal at a table, though the rules know of them only once they are asked for.
    actions = [*variety.legal(state, seat), *variety.offers.early(state, seat)]
    listed = [action for action in actions if hints or not isinstance(action, CallRummy)]
    return [notation.text(variety.explicit(state, seat, action)) for action in listed]


class RoundLog(Value):
    """The public events of a round so far: a card drawn is unknown in it."""

    events: tuple[Event, ...] = ()  # oldest first, from the deal on
    shown: int = 0  # every card that an event has named, as a mask

    def extended(self, events: Iterable[Event]) -> "RoundLog":
        """The log with further events; a deal begins a new log."""
        log, shown = list(self.events), self.shown
        for event in events:
            if isinstance(event, Dealt):
                # A round's cards say nothing of the next one's.
                log, shown = [], 0
            log.append(told_to(event, None))
            shown |= _named(event)
        return RoundLog(tuple(log), shown)


def _named(event: Event) -> int:
    """The cards that a public event shows coming to a hand, to the pile or from the pile to the stock, as a mask."""
    match event:
        case TurnedUp(card) | ThrewOut(_, card):
            return _codes(card)
        case Took(_, names):
            return cards.mask(code for name in names for code in cards.members(_codes(name)))
        case Exchanged(wild=name):
            return _codes(name)
    return 0


def _codes(name: str) -> int:
    """The card of that name as a mask; every copy of it where the name leaves the deck open."""
    plain = name.partition("=")[0]
    if plain in cards.ALL_NAMES:
        return 1 << cards.ALL_NAMES[plain]
    # Too many rather than too few: `SeatView` refuses cards that are not shown, and one of these was.
    return cards.mask(cards.FACE_OF[plain] + cards.PER_DECK * deck for deck in range(cards.MOST_DECKS))
