"""What is to be done because of an input, in this order; a ``Record`` is durable before any later ``Tell`` leaves.

``Moment`` is the time of an input and the list its effects go to.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rummynet.table.records import JournalRow
from rummynet_protocol.wire.messages import Done, LogEntry, Refused, Told, View

Answer = Done | Refused | View
RETURN_MILLIS: Final = 10_000
"""After a restart of the host no clock rings earlier than this: people have to come back first."""
ClockKind = Literal["ceremony", "wait", "warn", "hold", "grace", "owner", "empty", "alone", "lobby"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The name of a clock: which table (0 for the lobby), what it waits for, which seat if it concerns one."""

    table: int
    kind: ClockKind
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """Write this to the journal."""

    row: JournalRow


@dataclass(frozen=True, slots=True)
class Tell:
    """Send this to those of the keys that are connected."""

    to: tuple[bytes, ...]
    message: Told | Answer


@dataclass(frozen=True, slots=True)
class TellEntries:
    """Send one person entries of a log: (entry bytes, signature) each, from index *start* on."""

    to: bytes
    table: int
    game: int
    start: int
    rows: Sequence[tuple[bytes, bytes]]

    def messages(self) -> Iterator[LogEntry]:
        """The entries as they are told."""
        for index, row in enumerate(self.rows, self.start):
            yield LogEntry(self.table, self.game, index, *row)


@dataclass(frozen=True, slots=True)
class SendLog:
    """Send the log of a game that is over to one person, from *start* on, as the journal has it."""

    to: bytes
    table: int
    game: int
    start: int


@dataclass(frozen=True, slots=True)
class StartClock:
    """Let this clock ring after *millis*; if it runs already, from now on."""

    clock: Clock
    millis: int


@dataclass(frozen=True, slots=True)
class StopClock:
    """The clock is not to ring any more."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class SpawnBot:
    """Start a bot that will come to this table."""

    table: int
    strategy: str


@dataclass(frozen=True, slots=True)
class RecallBot:
    """Start the bot that has this key again: the host was away, or the bot has rested."""

    table: int
    key: bytes


@dataclass(frozen=True, slots=True)
class RestBot:
    """End the program of the bot that has this key; it will be started again."""

    key: bytes


@dataclass(frozen=True, slots=True)
class StopBot:
    """End the bot that has this key, for good."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Report:
    """For the operator's log: something about a table; never a card, never a player's text."""

    table: int
    says: str
    error: Exception | None = None


Effect = (
    Record | Tell | TellEntries | SendLog | StartClock | StopClock | SpawnBot | RecallBot | RestBot | StopBot | Report
)


@dataclass(slots=True)
class Moment:
    """The time of an input (milliseconds of a clock that only goes forward; seconds of Unix time) and its effects."""

    ms: int
    unix: int
    effects: list[Effect] = field(default_factory=list)
    kept: bool = False
    """Whether the input changed something though no row, or even a refusal, came of it."""

    def keep(self) -> None:
        """The input has changed the table: it belongs into the journal."""
        self.kept = True

    def record(self, row: JournalRow) -> None:
        """To the journal."""
        self.effects.append(Record(row))

    def tell(self, to: Iterable[bytes], message: Told | Answer) -> None:
        """To these keys, if there are any."""
        keys = tuple(to)
        if keys:
            self.effects.append(Tell(keys, message))

    def start(self, clock: Clock, millis: int) -> None:
        """Start a clock, or start it anew."""
        self.effects.append(StartClock(clock, max(0, millis)))

    def stop(self, clock: Clock) -> None:
        """Stop a clock, if it runs."""
        self.effects.append(StopClock(clock))

    def report(self, table: int, says: str, error: Exception | None = None) -> None:
        """To the operator."""
        self.effects.append(Report(table, says, error))
