"""The public events of a round, as they come about."""

from collections.abc import Iterable

from rummynet.rules.core.sight import told_to
from rummynet_protocol import cards
from rummynet_protocol.events import Dealt, Event, Exchanged, ThrewOut, Took, TurnedUp
from rummynet_protocol.values import Value


class RoundLog(Value):
    """The public events of a round so far: a card drawn is unknown in it."""

    events: tuple[Event, ...] = ()
    """Oldest first, from the deal on."""
    shown: int = 0
    """Every card that an event has named, as a mask."""

    def extended(self, events: Iterable[Event]) -> "RoundLog":
        """The log with further events; a deal begins it anew."""
        log, shown = list(self.events), self.shown
        for event in events:
            if isinstance(event, Dealt):
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
    return cards.mask(cards.FACE_OF[plain] + cards.PER_DECK * deck for deck in range(cards.MOST_DECKS))
