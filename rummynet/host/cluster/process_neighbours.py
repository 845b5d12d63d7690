"""The other processes of ``rummynet host --processes N`` without a database: each with its own journal and tables.

Tables never move between them. What they share is a small SQLite file: who is there, the rows of the lobby, and the
numbers of new tables. Nothing in it has to outlive the processes: the one that accepts connections makes it anew.
"""

import sqlite3
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from rummynet.host.cluster.membership import HostRecord, Neighbours, RemoteTable, unpacked_row
from rummynet.host.cluster.other_hosts import OtherHosts
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.net.passed_port import process_name
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.host_key import JOURNAL
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.table.lobby.lobby_rows import lobby_row
from rummynet_protocol import codec

FILE: Final = "lobby.sqlite3"
"""In the folder ``processes`` of the data directory."""
# As often as the lobby goes out by default (lobby_millis): rows that change faster would be seen by nobody.
PUBLISH_SECONDS: Final = 0.25
# A process that has said nothing for so long has ended or is stuck. Requests to its tables wait until it is there
# again, which takes a second or two: sent on at once, they would go in circles.
SILENT_SECONDS: Final = 3.0
# Whoever asks for a table may have heard its number before its process has shown it, which takes one turn of that.
_NEWEST: Final = 100
"""Reservations of numbers that are read; tables with older ones are shown, or closed."""
_BUSY_SECONDS: Final = 5.0  # another process holds the file for a millisecond; far longer means that it was stopped

_SCHEMA: Final = """
CREATE TABLE processes (number INTEGER PRIMARY KEY, address TEXT, seen REAL, room INTEGER, tables INTEGER);
CREATE TABLE tables (tbl INTEGER PRIMARY KEY, owner INTEGER, row BLOB, members BLOB);
CREATE TABLE numbers (first INTEGER PRIMARY KEY, next INTEGER, owner INTEGER);
"""


def folder_of(data: Path, number: int) -> Path:
    """The data directory of the process with this number: the first has that of a host by itself."""
    return data if number == 1 else data / "processes" / str(number)


def folders(data: Path) -> list[Path]:
    """The data directories that have a journal, of the first process first; empty if nobody has hosted here."""
    found = [data, *sorted((data / "processes").glob("[0-9]*"), key=lambda one: int(one.name))]
    return [folder for folder in found if (folder / "host" / JOURNAL).exists()]


def prepare(data: Path, count: int) -> Path | None:
    """Make the shared file for *count* processes and return it; None for one, which has nobody to share with.

    Raises JournalError if a further process would be needed for the open tables that it had, OSError.
    """
    first, left = 1, list[Path]()
    ours = {folder_of(data, number) for number in range(1, count + 1)}
    # A host by itself opens its own journal in a moment.
    for folder in folders(data):
        if folder == data and count == 1:
            continue
        with closing(SqliteJournal(folder / "host" / JOURNAL, read_only=True)) as journal, journal.reading():
            first = max(first, journal.next_table())
            left += [folder] if folder not in ours and journal.open_tables() else []
    if left:
        needed = max(int(folder.name) for folder in left)
        raise JournalError(f"there are open tables in {left[-1]}; start with --processes {needed}, or end them first")
    if count == 1:
        return None
    path = data / "processes" / FILE
    path.parent.mkdir(mode=0o700, exist_ok=True, parents=True)
    for old in path.parent.glob(FILE + "*"):
        old.unlink()
    with closing(sqlite3.connect(path)) as base:
        base.executescript("PRAGMA journal_mode = WAL;" + _SCHEMA)
        base.execute("INSERT INTO numbers VALUES (0, ?, 0)", (first,))
        base.commit()
    return path


class SharedLobby:
    """The shared file as one process uses it, in one thread. All methods raise sqlite3.Error."""

    def __init__(self, path: Path, number: int) -> None:
        self._number, self._has_published = number, False
        self._base = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        # It is made anew at each start: nothing of it has to be on the disk.
        self._base.execute("PRAGMA synchronous = OFF")

    def reserve(self, count: int) -> int:
        """The first of *count* numbers for new tables, which nobody else gets."""
        statement = "INSERT INTO numbers SELECT max(next), max(next) + ?, ? FROM numbers RETURNING first"
        return int(self._base.execute(statement, (count, self._number)).fetchall()[0][0])

    def publish(self, address: str, room: int, count: int, rows: Mapping[int, tuple[bytes, bytes] | None]) -> None:
        """Be there, and show what has changed of our tables; None for one that is closed."""
        self._base.execute("BEGIN IMMEDIATE")
        seen = (self._number, address, time.monotonic(), room, count)
        self._base.execute("INSERT OR REPLACE INTO processes VALUES (?, ?, ?, ?, ?)", seen)
        if not self._has_published:  # the process that had this number before may have shown other tables
            self._base.execute("DELETE FROM tables WHERE owner = ?", (self._number,))
        for table, row in rows.items():
            if row is None:
                self._base.execute("DELETE FROM tables WHERE tbl = ?", (table,))
            else:
                self._base.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)", (table, self._number, *row))
        self._base.execute("COMMIT")
        self._has_published = True

    def neighbours(self) -> Neighbours:
        """The other processes and their tables."""
        now = time.monotonic()
        hosts = {
            # A clock that began anew with the machine shows no time to come.
            number: HostRecord(number, "", (address,), SILENT_SECONDS - abs(now - seen), False, room, tables)
            for number, address, seen, room, tables in self._base.execute(
                "SELECT * FROM processes WHERE number <> ?", (self._number,)
            )
        }
        tables = {
            table: RemoteTable(owner, unpacked_row(row), frozenset(codec.unpack(members)))
            for table, owner, row, members in self._base.execute(
                "SELECT * FROM tables WHERE owner <> ?", (self._number,)
            )
        }
        reserved = {
            number: owner
            for first, next_one, owner in self._base.execute(
                "SELECT * FROM (SELECT * FROM numbers ORDER BY first DESC LIMIT ?) WHERE owner <> ?",
                (_NEWEST, self._number),
            )
            for number in range(first, next_one)
        }
        return Neighbours(hosts, tables, reserved)

    def close(self) -> None:
        """Close the file."""
        self._base.close()


class ProcessNeighbours(OtherHosts):
    """The other processes as the dispatcher sees them; *write* has the thread in which the file is used."""

    spread = 1  # each is for a core: with few tables one would have most of them, and another none

    def __init__(
        self,
        dispatcher: Dispatcher,
        reactor: Any,  # noqa: ANN401 - Twisted's own type
        logbook: Logbook,
        write: Write,
        path: Path,
        number: int,
        count: int,
    ) -> None:
        super().__init__(dispatcher, reactor)
        self._others = set(range(1, count + 1)) - {number}
        self._write, self._logbook, self._shared = write, logbook, SharedLobby(path, number)
        self._published: dict[int, tuple[bytes, bytes]] = {}
        self._is_stopped = False

    def start(self, addresses: Iterable[str]) -> None:
        """Be one of the processes, reached at these addresses, from now on."""
        self.addresses = tuple(addresses)
        self._dispatcher.moves.cluster = self
        self._tick()

    def stop(self) -> None:
        """Be there no more."""
        self._is_stopped = True

    def other_addresses(self) -> tuple[str, ...]:
        """The other processes, by their server names, also one that is being started: the port is there."""
        port = self.addresses[0].partition("/")[0]
        return tuple(f"{port}/{process_name(number)}" for number in sorted(self._others))

    def neighbours_read(self, neighbours: Neighbours) -> None:
        """As ``OtherHosts.neighbours_read``. Until all have been there, it is not known which tables there are."""
        if neighbours.hosts.keys() >= self._others:
            super().neighbours_read(neighbours)

    def addresses_with(self, address: str) -> tuple[str, ...]:
        """As ``OtherHosts.addresses_with``: the port is there also for a process that is being started."""
        return (address,) if address in self.other_addresses() else ()

    def is_unsure(self) -> bool:
        """Nobody takes tables of ours."""
        return False

    def bot_made(self, table: int, key: bytes) -> None:
        """Nothing: bots stay with their table."""

    def _tick(self) -> None:
        """Show our tables, read those of the others."""
        if self._is_stopped:
            return
        lobby = self._dispatcher.lobby
        shown = {
            number: (codec.pack(lobby_row(table)), codec.pack([seat.key for seat in table.seating.seats.values()]))
            for number, table in lobby.tables.items()
        }
        changed: dict[int, tuple[bytes, bytes] | None] = dict.fromkeys(self._published.keys() - shown.keys())
        changed |= {number: row for number, row in shown.items() if self._published.get(number) != row}
        room = lobby.context.limits.tables - len(shown)
        wanted = lobby.numbers.wanted
        found: list[Neighbours] = []
        reserved: list[int] = []

        def work() -> None:
            self._shared.publish(self.addresses[0], room, len(shown), changed)
            reserved.extend([self._shared.reserve(wanted)] if wanted else [])
            found.append(self._shared.neighbours())

        def done(problem: Exception | None) -> None:
            if problem is None:
                self._published = shown
                for first in reserved:
                    lobby.numbers.reserve(first, wanted)
                    self.open_held()
                if not self._is_stopped:
                    self.neighbours_read(found[0])
            else:  # asked again; until then our tables may be missing in the lobbies of the others
                self._logbook.warn("the processes cannot share their lobby", why=str(problem))
            if not self._is_stopped:
                self._reactor.callLater(PUBLISH_SECONDS, self._tick)

        self._write(work, done)
