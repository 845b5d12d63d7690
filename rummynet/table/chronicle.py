"""A game's public log as the host writes it: every entry chained, signed, recorded, then told."""

from collections.abc import Callable

from rummynet.table.effects import Moment
from rummynet.table.records import EntryLogged
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Entry, pack_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.messages import LogEntry


class Chronicle:
    """Only grows. ``rows`` are (entry bytes, signature); ``head`` is the one after the newest.

    ``members`` answers who is at the table now; time in the log is counted from *began* (milliseconds).
    """

    def __init__(
        self, signer: Signer, table: int, game: int, members: Callable[[], tuple[bytes, ...]], began: int
    ) -> None:
        self._signer = signer
        self._began = began
        self.table = table
        self.game = game
        self.members = members
        self.head = NO_HEAD
        self.rows: list[tuple[bytes, bytes]] = []
        self.indexes: dict[bytes, int] = {}
        """By head: the entry after which it was the head."""

    @property
    def newest(self) -> int:
        """The index of the newest entry."""
        return len(self.rows) - 1

    def elapsed(self, at: Moment) -> int:
        """Milliseconds since the log began."""
        return max(0, at.ms - self._began)

    def write(self, entry: Entry, at: Moment) -> None:
        """Append an entry: record it, then tell it to everybody at the table."""
        data = pack_entry(entry)
        self.head = next_head(self.head, data)
        signature = self._signer.sign("head", self.head)
        self.rows.append((data, signature))
        self.indexes[self.head] = self.newest
        at.record(EntryLogged(self.table, self.game, self.newest, data, signature))
        at.tell(self.members(), self.message(self.newest))

    def message(self, index: int) -> LogEntry:
        """An entry as it is told."""
        return LogEntry(self.table, self.game, index, *self.rows[index])
