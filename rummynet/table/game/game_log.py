"""The public log of a game as the host writes it: each entry is chained, signed, journalled, then sent.

Entries of earlier rounds are in the journal alone.
"""

from collections.abc import Iterable

from rummynet.table.api.effects import Effects, SendEntries, SendStoredLog
from rummynet.table.api.records import EntryLogged
from rummynet.table.seats.received_statements import Received, Statements
from rummynet.table.seats.seating import Seating
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, Opened, PauseChanged, Voted, WaitClosed, pack_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.votes import Closes
from rummynet_protocol.wire.messages import LogEntry


class GameLog:
    """An append-only log. ``rows`` are (entry bytes, signature) from entry ``first`` on, ``head`` is the newest head.

    It is sent to the members of *seating*; log time counts milliseconds from *began*. *statements* are all that were
    received for this log.
    """

    def __init__(
        self,
        signer: Signer,
        table: int,
        game: int,
        seating: Seating,
        began: int,
        statements: Statements,
    ) -> None:
        self._signer = signer
        self._began = began
        self._statements = statements
        self._times: list[int] = []
        self.table = table
        self.game = game
        self.seating = seating
        self.head = NO_HEAD
        self.first = 0
        self.rows: list[tuple[bytes, bytes]] = []
        self.stands_at = 0  # the index of the newest entry that is no vote, close or pause
        self.stands_at_kind = ""  # the kind of that entry
        self.paused_at: int | None = None
        """Log time at which the pause began that the log is in; None while it is in none."""
        self._rested = 0  # how long (milliseconds) pauses took since the log has stood there
        self.closes = Closes()  # who wants the game to end while the log stands there
        self.indexes: dict[bytes, int] = {}
        """By head: the index of the entry after which it was the head, for the entries in ``rows``."""

    @property
    def newest(self) -> int:
        """The index of the newest entry."""
        return self.first + len(self.rows) - 1

    @property
    def newest_time(self) -> int:
        """The log time of the newest entry."""
        return self._times[-1]

    def head_after(self, entry: Entry) -> bytes:
        """The head if this were the next entry."""
        return next_head(self.head, pack_entry(entry))

    def elapsed(self, effects: Effects) -> int:
        """The log time now: milliseconds since *began*, never less than that of the newest entry."""
        # Log time never runs backwards (FAIRNESS.md, "Time"), whatever a restart has done to the table's clock.
        return max(self._times[-1] if self._times else 0, effects.ms - self._began)

    def time_of(self, head: bytes) -> int | None:
        """The log time of the entry after which this was the head; None if that is not in ``rows``."""
        index = self.indexes.get(head)
        return None if index is None else self._times[index - self.first]

    def stood_millis(self, effects: Effects) -> int:
        """How long (log time), pauses aside, the log has stood at the newest entry that is no vote, close or pause."""
        return self.elapsed(effects) - self._times[self.stands_at - self.first] - self._rested

    def append_entry(self, entry: Entry, effects: Effects, holds: Iterable[Received] = ()) -> int:
        """Append an entry that *holds* these statements: write it to the journal, then send it to all members.

        Returns its index.
        """
        kind = type(entry)
        t = 0 if kind is Opened else entry.t  # type: ignore[union-attr]
        # First, as it raises where the entry would make the log invalid; then nothing is signed yet.
        self._statements.mark_logged(holds, t)
        data = pack_entry(entry)
        self.head = self._statements.head = next_head(self.head, data)
        signature = self._signer.sign("head", self.head)
        self.rows.append((data, signature))
        self._times.append(t)
        self.indexes[self.head] = index = self.newest
        # These three change no position, so what the game waits for, and since when, stays the same.
        if kind not in (Voted, WaitClosed, PauseChanged):
            self.stands_at, self.stands_at_kind, self.closes, self._rested = index, entry.kind, Closes(), 0
        # In front of the message: nobody is shown an entry that is not durable.
        effects.append(EntryLogged(self.table, self.game, index, data, signature))
        effects.send(self.seating.members, LogEntry(self.table, self.game, index, data, signature))
        return index

    def change_pause(self, on: bool, effects: Effects) -> int:
        """Log that a pause begins or ends. Returns how long (milliseconds) the one took that ends."""
        t, began = self.elapsed(effects), self.paused_at
        self.append_entry(PauseChanged(on, t), effects)
        self.paused_at, took = t if on else None, t - began if began is not None else 0
        self._rested += took
        return took

    def begin_round(self) -> None:
        """Leave all entries but the newest to the journal: nobody can act at their heads any more."""
        # The newest entry stays: heads of statements for the new round are that of this one at the earliest.
        past = len(self.rows) - 1
        self.first += past
        del self.rows[:past], self._times[:past]
        # An older head is unknown from here on, so a statement that names one is stale.
        self.indexes = {self.head: self.first}

    def send_entries(self, to: bytes, start: int, end: int, effects: Effects) -> None:
        """Send one person the entries from *start* to before *end*, if there are any."""
        if start < min(end, self.first):
            # Entries before ``first`` are in the journal alone; the dispatcher keeps the order of both parts for this
            # reader.
            effects.items.append(SendStoredLog(to, self.table, self.game, start, min(end, self.first)))
            start = min(end, self.first)
        if start < end:
            rows = self.rows[start - self.first : end - self.first]
            effects.items.append(SendEntries(to, self.table, self.game, start, rows))
