"""Effects of an input, in the order in which they run; an ``Append`` is durable before any later ``Send`` leaves.

``Effects`` collects them and carries the input's time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rummynet.table.api.records import JournalRow
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import Done, LogEntry, Notification, Refused

Answer = Done | Refused
# Clients dial again within seconds, and take some more for TLS, the greeting and the log.
RETURN_MILLIS: Final = 10_000
"""After a restart of the host no timer expires earlier than this: people have to reconnect first."""
TimerKind = Literal["ceremony", "wait", "warn", "hold", "absent", "grace", "owner", "empty", "alone", "lobby"]


class TimerId(Value):
    """Identifies a timer: its table (0 for the lobby), what it waits for, and the seat if it concerns one."""

    table: int
    kind: TimerKind
    seat: int = 0


class Append(Value):
    """Append a row to the journal."""

    row: JournalRow


class Send(Value):
    """Send a message to those of the keys that are connected."""

    to: tuple[bytes, ...]
    message: Notification | Answer


class SendEntries(Value):
    """Send entries of a log to one person: (entry bytes, signature) each, from index *start* on."""

    to: bytes
    table: int
    game: int
    start: int
    rows: Sequence[tuple[bytes, bytes]]

    def messages(self) -> Iterator[LogEntry]:
        """The wire messages, one per entry."""
        for index, row in enumerate(self.rows, self.start):
            yield LogEntry(self.table, self.game, index, *row)


class SendStoredLog(Value):
    """Send entries of a log, read from the journal, to one person: from index *start* to before *end* (None: all)."""

    to: bytes
    table: int
    game: int
    start: int
    end: int | None = None


class StartTimer(Value):
    """Start a timer that expires after *millis*; a running one is restarted."""

    timer: TimerId
    millis: int


class StopTimer(Value):
    """Stop a timer."""

    timer: TimerId


class SpawnBot(Value):
    """Start a new bot for a table."""

    table: int
    strategy: str


class RecallBot(Value):
    """Start the bot with this key again, after a restart of the host or after ``RestBot``."""

    table: int
    key: bytes


class RestBot(Value):
    """Stop the bot with this key for now; ``RecallBot`` starts it again."""

    key: bytes


class StopBot(Value):
    """Stop the bot with this key for good."""

    key: bytes


VOIDED: Final = "a shuffle is voided"
"""Of an ``OperatorNote``: a seat did not give its part, so that the host counts it."""


class OperatorNote(Value):
    """A line about a table for the operator's log; contains no cards and no text from players."""

    table: int
    says: str
    error: Exception | None = None


Effect = (
    Append
    | Send
    | SendEntries
    | SendStoredLog
    | StartTimer
    | StopTimer
    | SpawnBot
    | RecallBot
    | RestBot
    | StopBot
    | OperatorNote
)


@dataclass(slots=True)
class Effects:
    """The effects of one input, in order, and the input's time.

    ``ms`` are milliseconds of a monotonic clock, ``unix`` seconds of Unix time.
    """

    ms: int
    unix: int
    items: list[Effect] = field(default_factory=list)
    kept: bool = False  # the input changed state that no journal row shows: set, so that the journal keeps the input

    def append(self, row: JournalRow) -> None:
        """Append a row to the journal."""
        self.items.append(Append(row))

    def send(self, to: Iterable[bytes], message: Notification | Answer) -> None:
        """Send a message to these keys; no effect if there are none."""
        keys = tuple(to)
        if keys:
            self.items.append(Send(keys, message))

    def start_timer(self, timer: TimerId, millis: int) -> None:
        """Start a timer, or restart it."""
        # A due time may be past, after a restart or a late turn of the loop: then the timer expires at once.
        self.items.append(StartTimer(timer, max(0, millis)))

    def stop_timer(self, timer: TimerId) -> None:
        """Stop a timer; no effect if it does not run."""
        self.items.append(StopTimer(timer))

    def note(self, table: int, says: str, error: Exception | None = None) -> None:
        """Write a line to the operator's log."""
        self.items.append(OperatorNote(table, says, error))
