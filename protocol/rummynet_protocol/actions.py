"""The actions of a seat, as values. The fields hold the words of the notation; the rules give them meaning.

A card word is a face (``7H``, ``*1``), a card of a deck (``7H.1``), or a wild card with the card it represents
(``*1=7H``, ``2C=9D``, ``*1=7?`` with the suit left open). Melds are identified by their number on the table. Source:
the pages of the rules, "Notation of actions".
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@dataclass(frozen=True, slots=True)
class LayDown:
    """Lay a new meld from the hand."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add cards to a meld on the table."""

    cards: tuple[str, ...]
    meld: int


@dataclass(frozen=True, slots=True)
class Trade:
    """Replace a joker in a meld by the real card and take the joker into the hand."""

    card: str
    joker: str


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card of the discard pile and all above it; with a play, use that card at once."""

    card: str
    play: LayDown | LayOff | Trade | None = None


@dataclass(frozen=True, slots=True)
class ThrowOut:
    """Throw one card onto the discard pile."""

    card: str


@dataclass(frozen=True, slots=True)
class CallRummy:
    """Claim a play that is possible with cards of the discard pile."""

    play: LayDown | LayOff


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where the rules allow it."""


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn the discard pile over as the new stock, unshuffled."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Lay the whole hand at once, with or without a last card thrown out."""

    melds: tuple[tuple[str, ...], ...]
    throw: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptPenalty:
    """Choose what to pick up after one's throw-out was called."""

    source: Literal["draw", "pile"]


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Close the time for calls on the last card: the seat is out. Made by the host."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Replace a wild card by a natural one; the wild card is laid off elsewhere, or goes into the hand."""

    card: str
    meld: int
    onward: LayOff | None = None


@dataclass(frozen=True, slots=True)
class LayContract:
    """Lay all melds of the round's contract."""

    melds: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Want:
    """Take the offered top card of the pile out of turn."""

    card: str


@dataclass(frozen=True, slots=True)
class Waive:
    """Decline the offered card."""


@dataclass(frozen=True, slots=True)
class CountAces:
    """State how many of one's aces count high."""

    high: int


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Pay to continue after having expired."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Sit out instead of buying in."""


Play = LayDown | LayOff | Trade
Action = (
    Draw
    | Take
    | LayDown
    | LayOff
    | Trade
    | ThrowOut
    | CallRummy
    | Pass
    | TurnOver
    | Declare
    | AcceptPenalty
    | CloseCall
    | Swap
    | LayContract
    | Want
    | Waive
    | CountAces
    | BuyIn
    | Decline
)
