"""The events of a game, as values named in the past tense. A card that a viewer may not know is None.

Cards are named as in positions (``7H``, with several decks ``7H.0``, on the table ``*1=7H``).
"""

from typing import Any

from rummynet_protocol.values import PlainValue


class Event(PlainValue):
    """What has happened in a game."""


class Dealt(Event):
    """Each seat got its hand; ``counts`` by seat."""

    counts: tuple[int, ...]


class TurnedUp(Event):
    """The first card of the discard pile (or a wild card turned up before it)."""

    card: str


class Drew(Event):
    """The seat drew the top of the stock."""

    seat: int
    card: str | None


class Took(Event):
    """The seat took cards of the discard pile, lowest in the pile first."""

    seat: int
    cards: tuple[str, ...]


class LaidDown(Event):
    """The seat laid a new meld with this number."""

    seat: int
    meld: int
    cards: tuple[str, ...]


class LaidOff(Event):
    """The seat added cards to a meld."""

    seat: int
    meld: int
    cards: tuple[str, ...]


class Exchanged(Event):
    """The seat replaced a wild card by a natural card; ``wild`` is the wild card that left the meld."""

    seat: int
    meld: int
    card: str
    wild: str


class ThrewOut(Event):
    """The seat threw a card onto the discard pile."""

    seat: int
    card: str


class CalledRummy(Event):
    """The seat's call was valid; the events of its play follow."""

    seat: int


class CalledFalsely(Event):
    """The seat called a play of these cards that is not there, and loses so many points.

    The cards that it has to draw for it follow.
    """

    seat: int
    cards: tuple[str, ...]
    points: int


class Declared(Event):
    """The seat laid its whole hand at once."""

    seat: int


class Shuffled(Event):
    """The stock was rebuilt from this many cards of the pile."""

    count: int


class TurnedOver(Event):
    """The seat turned the pile over as the new stock of this many cards, in their order."""

    seat: int
    count: int


class Passed(Event):
    """The seat passed, waived or declined; ``action`` is the notation of that."""

    seat: int
    action: str


class Chose(Event):
    """The seat made a choice that moves no card by itself; ``action`` is the notation of that."""

    seat: int
    action: str


class WentOut(Event):
    """The seat's hand is empty and the play of the round is over."""

    seat: int


class RoundEnded(Event):
    """The round has been scored. Both scores are by seat; ``out`` is None for a blocked round."""

    out: int | None
    round_scores: tuple[int, ...]
    scores: tuple[int, ...]


class GameEnded(Event):
    """The game is over; ``winner`` is None when several share the first place."""

    winner: int | None


def with_underscores(name: str) -> str:
    """The name of a class in lower case, an underscore between words."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def to_dict(event: Event) -> dict[str, Any]:
    """The event as JSON-compatible values; ``event`` is its kind in lower case with underscores."""
    out: dict[str, Any] = {"event": with_underscores(type(event).__name__)}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        out[name] = list(value) if isinstance(value, tuple) else value
    return out
