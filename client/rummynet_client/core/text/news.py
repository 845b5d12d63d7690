"""What a client has to tell its person, as values in the past tense: ``wording`` writes them, screens draw them.

Seats are numbers; where a name is given it is the one the host shows to everybody. Cards are names as in positions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The host knows us. ``name`` is ours as others see it."""

    host: str
    name: str
    agent: str


@dataclass(frozen=True, slots=True)
class TableListed:
    """A table of the lobby as the host shows it now."""

    table: int
    name: str
    variant: str
    stage: str
    players: tuple[str, ...]
    seats: int
    spectators: int


@dataclass(frozen=True, slots=True)
class LobbyListed:
    """All tables, after ``tables`` or when the lobby was first shown."""

    tables: tuple[TableListed, ...]


@dataclass(frozen=True, slots=True)
class CameToTable:
    """We are at a table now, or it changed. ``coming`` bots are on their way, the seats ``asking`` want to come in."""

    table: int
    name: str
    variant: str
    stage: str
    options: Mapping[str, Any]
    spectators: tuple[str, ...]
    coming: int = 0
    asking: tuple[int, ...] = ()
    owner: int | None = None
    """The seat of the person whose table it is; None where they do not sit."""
    paused: bool = False


@dataclass(frozen=True, slots=True)
class LeftTable:
    """We are at no table any more."""

    table: int


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Who sits there changed, or is (not) ready, or came back, or went missing."""

    seat: int
    name: str
    me: bool
    ready: bool
    connected: bool
    bot: bool


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """Nobody sits there any more."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameBegan:
    """The session is agreed on. ``seat`` is ours (None: we watch), ``words`` are to be compared aloud."""

    game: int
    variant: str
    names: tuple[str, ...]
    seat: int | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round begins; ``up`` is what was turned up."""

    round: int
    starter: int
    counts: tuple[int, ...]
    up: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StockRenewed:
    """The pile but its top became the stock."""

    count: int


@dataclass(frozen=True, slots=True)
class TurnCame:
    """Somebody is due; ``due`` are all seats that have to answer now, ``early`` those that may answer already."""

    seat: int
    name: str
    phase: str
    due: tuple[int, ...]
    mine: bool
    early: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FactsTold:
    """What the game has beside cards and points has changed: contracts, wild ranks, chips, in its own words."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockRan:
    """``action`` will be done for the seat after so many milliseconds; with 0 the clock stopped.

    ``stage`` is ``warning`` where it is nearly up, ``lost`` where the player is not connected and has longer.
    """

    seat: int
    action: str
    millis: int
    stage: str = "running"


@dataclass(frozen=True, slots=True)
class SeatActed:
    """A seat did something; ``by`` is ``player``, or ``clock``, ``rule`` or ``vote`` where the host acted for it.

    ``says`` is what it did in words.
    """

    seat: int
    name: str
    by: str
    action: str
    says: str


@dataclass(frozen=True, slots=True)
class HandShown:
    """The cards we hold, and those that have just come."""

    cards: tuple[str, ...]
    came: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WasRefused:
    """Something we asked for was not done; ``asked`` says what it was, in the words of the commands."""

    asked: str
    code: str
    says: str


@dataclass(frozen=True, slots=True)
class RummyCalled:
    """A rummy was called and held."""

    seat: int
    name: str
    action: str


@dataclass(frozen=True, slots=True)
class CallWasLate:
    """Two called; ``seat`` came after ``winner``, by so many milliseconds as the host says."""

    seat: int
    winner: int
    millis: int


@dataclass(frozen=True, slots=True)
class RummyHinted:
    """A rummy can be called (only told where the table's options say so)."""

    action: str


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over; all by seat. ``out`` is None for a blocked round."""

    round: int
    out: int | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameWasWon:
    """The game is over; ``winner`` is None when several share the first place."""

    game: int
    winner: int | None
    name: str | None
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """A line of chat; ``seat`` is None for a spectator and for the host. ``by``: ``player``, ``watcher``, ``host``."""

    name: str
    seat: int | None
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class FairnessTold:
    """How the checks stand; ``check`` is the name of one, or a word that client/README.md lists."""

    check: str
    cheat: bool
    voided: int
    says: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a command that only asks: a line of its own kind with these pairs."""

    kind: str
    pairs: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class WentWrong:
    """Something failed that is nobody's refusal."""

    code: str
    says: str


@dataclass(frozen=True, slots=True)
class Parted:
    """The connection has ended. ``again``: another attempt follows."""

    code: str
    says: str
    again: bool


News = (
    Welcomed
    | LobbyListed
    | CameToTable
    | LeftTable
    | SeatTaken
    | SeatFreed
    | GameBegan
    | RoundDealt
    | StockRenewed
    | TurnCame
    | FactsTold
    | ClockRan
    | SeatActed
    | HandShown
    | WasRefused
    | RummyCalled
    | CallWasLate
    | RummyHinted
    | RoundScored
    | GameWasWon
    | ChatSaid
    | FairnessTold
    | Answered
    | WentWrong
    | Parted
)


def is_talk(item: News) -> bool:
    """Whether this is a line of chat by a person: what one may not want to see."""
    return isinstance(item, ChatSaid) and item.by != "host"


def is_detail(item: News) -> bool:
    """Whether this is a single line of a verification, and not its verdict."""
    return isinstance(item, Answered) and ("check", "verify") in item.pairs and "verified" not in dict(item.pairs)
