"""The events of a game, as values named in the past tense. A card that a viewer may not know is None.

Cards are named as in positions (``7H``, with several decks ``7H.0``, on the table ``*1=7H``).
"""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Dealt:
    """Each seat got its hand; ``counts`` by seat."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The first card of the discard pile (or a wild card turned up before it)."""

    card: str


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew the top of the stock."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took cards of the discard pile, lowest in the pile first."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LaidDown:
    """The seat laid a new meld with this number."""

    seat: int
    meld: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """The seat added cards to a meld."""

    seat: int
    meld: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The seat replaced a wild card by a natural card; ``wild`` is the wild card that left the meld."""

    seat: int
    meld: int
    card: str
    wild: str


@dataclass(frozen=True, slots=True)
class ThrewOut:
    """The seat threw a card onto the discard pile."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CalledRummy:
    """The seat's call was valid; the events of its play follow."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declared:
    """The seat laid its whole hand at once."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The stock was rebuilt from this many cards of the pile."""

    count: int


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """The seat turned the pile over as the new stock of this many cards, in their order."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat passed, waived or declined; ``action`` is the notation of that."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class Chose:
    """The seat made a choice that moves no card by itself; ``action`` is the notation of that."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class WentOut:
    """The seat's hand is empty and the play of the round is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round has been scored. Both scores are by seat; ``out`` is None for a blocked round."""

    out: int | None
    round_scores: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``winner`` is None when several share the first place."""

    winner: int | None


Event = (
    Dealt
    | TurnedUp
    | Drew
    | Took
    | LaidDown
    | LaidOff
    | Exchanged
    | ThrewOut
    | CalledRummy
    | Declared
    | Shuffled
    | TurnedOver
    | Passed
    | Chose
    | WentOut
    | RoundEnded
    | GameEnded
)


def to_dict(event: Event) -> dict[str, Any]:
    """The event as JSON-compatible values; ``event`` is its kind in lower case with underscores."""
    kind = "".join("_" + c.lower() if c.isupper() else c for c in type(event).__name__).lstrip("_")
    out: dict[str, Any] = {"event": kind}
    for field in fields(event):
        value = getattr(event, field.name)
        out[field.name] = list(value) if isinstance(value, tuple) else value
    return out
