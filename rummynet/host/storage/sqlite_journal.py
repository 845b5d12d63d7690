"""The journal of one host: an SQLite database.

Write-ahead logging with ``synchronous = FULL``: when ``append`` returns, the rows survive a crash of the machine. No
entry and no secret can be written twice, and no entry can be left out.
"""

import errno
import fcntl
import os
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from rummynet.host.storage.journal import NO_TOKENS, NO_VALUE, Journal, JournalError, Tokens, Values
from rummynet.host.storage.packed_rows import POINT
from rummynet.host.storage.schema import check_version, prepare
from rummynet.table.api.records import JournalRow

# For another program's lock while the host runs, a backup or a person with sqlite3: the host waits, as what it
# cannot write it cannot send, and ends after that.
_BUSY_MILLIS: Final = 30_000
_OPEN_SECONDS: Final = 2  # while it is opened: a person waits, and wants to hear that something else has the file
# Bytes of a page of a new file. With 4,096 a move by itself writes 12 kB instead of 8.5; with 1,024 each of fifty moves
# together writes more, as a page has room for one row alone.
PAGE: Final = 2048
# Pages of the write-ahead log after which SQLite brings them into the file: 4 MB, as by default with pages of 4,096.
WAL_PAGES: Final = 2000
# Rows that are there before any is written over, a megabyte: with few tables most are needed still.
FEWEST: Final = 1024


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Context for reading a journal: turns unreadable pages and invalid values into a JournalError."""
    try:
        yield
    except (sqlite3.Error, *NO_VALUE) as problem:
        raise JournalError(f"the journal {path} cannot be read ({_why(problem)})") from problem


class SqliteJournal(Journal):
    """A ``Journal``; ``path`` is its file. It has one writer for as long as it is open; others may read."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create it; *read_only* opens it unchanged beside a running host. Raises JournalError."""
        super().__init__()
        self.path: Final = path
        self._lock: int | None = None
        self._ids: dict[int, array[int]] = {}  # by open table those of its rows, from its checkpoint on
        self._needed = bytearray()  # by id whether that row is needed; ``_count`` are
        self._count = self._last = 0
        try:
            with ExitStack() as opened:  # closed again if the rest fails
                if read_only:
                    self._base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_OPEN_SECONDS)
                    opened.callback(self._base.close)
                    self._base.isolation_level = None
                    self._base.execute("BEGIN")  # all is read as of one moment, whatever the running host writes
                    check_version(self._base)
                else:
                    path.touch(mode=0o600, exist_ok=True)
                    self._lock = _lock(path)
                    opened.callback(os.close, self._lock)
                    # Opened here, and from then on used by the host's writer alone.
                    self._base = sqlite3.connect(
                        path, isolation_level=None, timeout=_OPEN_SECONDS, check_same_thread=False
                    )
                    opened.callback(self._base.close)
                    self._prepare()
                self._scan()
                opened.pop_all()
        except (OSError, sqlite3.Error, *NO_VALUE) as problem:  # the last: damage that SQLite does not see, or quotes
            raise JournalError(f"the journal {path} cannot be used ({_why(problem)})") from None

    @property
    def where(self) -> str:
        """Its file."""
        return str(self.path)

    def reading(self) -> AbstractContextManager[None]:
        """As ``readable``."""
        return readable(self.path)

    def append(self, rows: Iterable[JournalRow], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Make these rows durable, all or none. Return no table: all are this host's. Raises JournalError."""
        self._at_once(partial(self._append, rows, tokens))
        return frozenset()

    def _append(self, rows: Iterable[JournalRow], tokens: Tokens) -> None:
        self._write(rows, tokens)
        written = []
        for row in self._new:
            id = self._free_id()
            self._need(row[0], id)
            written.append((id, *row))
        self._base.executemany("INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?)", written)

    def _free_id(self) -> int:
        """The id for a row: around and around, that of one that no table needs, or a new one while few are free.

        Deleting a row would change as many pages as writing it did.
        """
        if self._last + 1 == len(self._needed) > 4 * self._count + FEWEST:
            self._last = 0
        self._last = self._needed.find(0, self._last + 1)
        if self._last < 0:
            self._last = len(self._needed)
            self._needed.append(0)
        return self._last

    def _need(self, table: int, id: int) -> None:
        self._ids.setdefault(table, array("q")).append(id)
        self._needed[id] = 1
        self._count += 1

    def _replace(self, table: int) -> None:
        for id in self._ids.pop(table, ()):
            self._needed[id] = 0
            self._count -= 1

    def _scan(self) -> None:
        """Find the rows that are needed: of each open table those from its newest checkpoint on."""
        self._places.clear()
        rows = dict[int, list[tuple[int, int]]]()
        points, highest = dict.fromkeys(self.open_tables(), 0), 0
        for highest, table, row, kind in self._base.execute("SELECT id, tbl, row, kind FROM journal ORDER BY id"):
            if table in points and row >= points[table]:
                rows.setdefault(table, []).append((row, highest))
                if kind == POINT:
                    points[table] = row
        self._ids, self._needed, self._count, self._last = {}, bytearray(highest + 1), 0, 0
        for table, found in rows.items():
            for row, id in sorted(found):
                if row >= points[table]:
                    self._need(table, id)

    def _live(self, table: int) -> list[tuple[int, bytes]]:
        query, ids = "SELECT kind, body FROM journal WHERE id = ?", self._ids.get(table, ())
        return [self._base.execute(query, (id,)).fetchone() for id in ids]

    def _newest(self, table: int) -> bytes | None:
        ids = self._ids.get(table)
        return self._base.execute("SELECT body FROM journal WHERE id = ?", (ids[-1],)).fetchone()[0] if ids else None

    def _run(self, statement: str, values: Values) -> None:
        self._base.execute(statement, values)

    def damage(self) -> list[str]:
        """The findings of SQLite's integrity check; empty for an intact file."""
        found = [str(one) for (one,) in self._base.execute("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    def copy_to(self, path: Path) -> None:
        """Copy the whole journal, as of one moment, to one file, which is empty. Raises JournalError."""
        try:
            with closing(sqlite3.connect(path)) as copy:
                self._base.backup(copy)
        except sqlite3.Error as problem:
            raise JournalError(f"the journal {self.path} cannot be copied ({_why(problem)})") from None

    def identity(self) -> bytes | None:
        """As ``Journal.identity``."""
        found = self._base.execute("SELECT public FROM identity").fetchone()
        if found is not None and not isinstance(found[0], bytes):
            raise TypeError("its key is none")
        return None if found is None else found[0]

    def set_identity(self, public: bytes) -> None:
        """As ``Journal.set_identity``."""
        try:
            self._base.execute("INSERT OR REPLACE INTO identity VALUES (1, ?)", (public,))
        except sqlite3.Error as problem:
            raise JournalError(f"the journal {self.path} cannot be written ({_why(problem)})") from problem

    def _at_once(self, write: Callable[[], None]) -> None:
        # No context manager: with each commit that would be several calls of Python functions more.
        try:
            self._base.execute("BEGIN IMMEDIATE")
            write()
            self._base.execute("COMMIT")
        except (sqlite3.Error, *NO_VALUE, JournalError) as problem:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            with suppress(sqlite3.Error, *NO_VALUE):  # the error below says more
                self._scan()
            if isinstance(problem, JournalError):
                raise
            raise JournalError(f"the journal {self.path} cannot be written ({_why(problem)})") from problem

    def close(self) -> None:
        """Close it; everything appended is durable already."""
        self._base.close()
        if self._lock is not None:
            os.close(self._lock)

    def _prepare(self) -> None:
        self._base.execute(f"PRAGMA page_size = {PAGE}")
        prepare(self._base)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        # In WAL mode NORMAL syncs only at checkpoints: a power cut would lose answers that players already have.
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute(f"PRAGMA busy_timeout = {_BUSY_MILLIS}")

    def _rows(self, query: str, values: Values = ()) -> list[Values]:
        return self._base.execute(query, values).fetchall()


def _lock(path: Path) -> int:
    """Take the lock that makes this process the only writer. Raises OSError, JournalError if it is held.

    The lock ends when the descriptor is closed, at the latest with the process.
    """
    held = os.open(path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        # A file of its own: closing a second descriptor of the database's file would drop SQLite's own locks on it.
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        os.close(held)
        if problem.errno != errno.EWOULDBLOCK:
            raise JournalError(
                f"the file system of {path.parent} has no locks ({problem.strerror}), as some network file systems; "
                "choose a folder on a disk of this machine with --data DIR"
            ) from None
        raise JournalError(
            f"another host works in {path.parent} already; stop that one, or start this one with --data DIR"
        ) from None
    return held


def _why(problem: Exception) -> str:
    """The reason of a failure and what to do about it."""
    message = str(problem)
    is_closed = isinstance(problem, OSError) and problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    if is_closed or "readonly" in message or "unable to open" in message:
        return f"{message}; its folder must be writable for the host, or choose another with --data DIR"
    if "locked" in message:
        return f"{message}; another program has it open, such as sqlite3 or a backup: end it, then try again"
    if "full" in message or "disk I/O" in message:
        return f"{message}; make room on the disk, then start the host again"
    if isinstance(problem, NO_VALUE) or "malformed" in message or "not a database" in message:
        return (
            f"{message}; it is damaged: put a backup in its place, or move it away to begin anew (docs/host.md, Data)"
        )
    return message
