"""The actions of a seat, as values. The fields hold the words of the notation; the rules give them meaning.

A card word is a face (``7H``, ``*1``), a card of a deck (``7H.1``), or a wild card with the card it represents
(``*1=7H``, ``2C=9D``, ``*1=7?`` with the suit left open). Melds are identified by their number on the table. Source:
the pages of the rules, "Notation of actions".
"""

from typing import Literal

from rummynet_protocol.values import PlainValue


class Action(PlainValue):
    """What a seat does."""


class Draw(Action):
    """Take the top card of the stock."""


class LayDown(Action):
    """Lay a new meld from the hand."""

    cards: tuple[str, ...]


class LayOff(Action):
    """Add cards to a meld on the table."""

    cards: tuple[str, ...]
    meld: int


class Trade(Action):
    """Replace a joker in a meld by the real card and take the joker into the hand."""

    card: str
    joker: str


class Take(Action):
    """Take a card of the discard pile and all above it; with a play, use that card at once."""

    card: str
    play: LayDown | LayOff | Trade | None = None


class ThrowOut(Action):
    """Throw one card onto the discard pile."""

    card: str


class CallRummy(Action):
    """Claim a play that is possible with cards of the discard pile."""

    play: LayDown | LayOff


class Pass(Action):
    """Do nothing, where the rules allow it."""


class TurnOver(Action):
    """Turn the discard pile over as the new stock, unshuffled."""


class Declare(Action):
    """Lay the whole hand at once, with or without a last card thrown out."""

    melds: tuple[tuple[str, ...], ...]
    throw: str | None = None


class AcceptPenalty(Action):
    """Choose what to pick up after one's throw-out was called."""

    source: Literal["draw", "pile"]


# An action, though the host makes it: the log holds nothing else that moves a game on.
class CloseCall(Action):
    """Close the time for calls on the last card: the seat is out. Made by the host."""


class Swap(Action):
    """Replace a wild card by a natural one; the wild card is laid off elsewhere, or goes into the hand."""

    card: str
    meld: int
    onward: LayOff | None = None


class LayContract(Action):
    """Lay all melds of the round's contract."""

    melds: tuple[tuple[str, ...], ...]


class Want(Action):
    """Take the offered top card of the pile out of turn."""

    card: str


class Waive(Action):
    """Decline the offered card."""


class CountAces(Action):
    """State how many of one's aces count high."""

    high: int


class BuyIn(Action):
    """Pay to continue after having expired."""


class Decline(Action):
    """Sit out instead of buying in."""


Play = LayDown | LayOff | Trade
