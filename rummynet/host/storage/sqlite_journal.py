"""The journal of one host: an SQLite database.

Write-ahead logging with ``synchronous = FULL``: when ``append`` returns, the rows survive a crash of the machine. No
entry and no secret can be written twice, and no entry can be left out.
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from rummynet.host.storage.commit_log import CommitLog
from rummynet.host.storage.journal import COUNTED, NO_TOKENS, Journal, JournalError, Tokens
from rummynet.host.storage.schema import check_version, prepare
from rummynet.host.storage.segments import pack_game, read_entries, read_inputs
from rummynet.table.api.records import Checkpoint, JournalRow
from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError

# For another program's lock while the host runs, a backup or a person with sqlite3: the host waits, as what it
# cannot write it cannot send, and ends after that.
_BUSY_MILLIS: Final = 30_000
_OPEN_SECONDS: Final = 2  # while it is opened: a person waits, and wants to hear that something else has the file
_NO_VALUE: Final = (codec.CodecError, TypeError, ValueError)
"""Exceptions raised while decoding values of a damaged page that SQLite accepts."""


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Context for reading a journal: turns unreadable pages and invalid values into a JournalError."""
    try:
        yield
    except (sqlite3.Error, *_NO_VALUE) as problem:
        raise JournalError(f"the journal {path} cannot be read ({_why(problem)})") from problem


class SqliteJournal(Journal):
    """A ``Journal``; ``path`` is its file. It has one writer for as long as it is open; others may read."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create it; *read_only* opens it unchanged beside a running host. Raises JournalError."""
        self.path: Final = path
        self._lock: int | None = None
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
                self._commits = CommitLog(self._base)
                self._commits.load()
                opened.pop_all()
        except (OSError, sqlite3.Error, *_NO_VALUE) as problem:  # the last: damage that SQLite does not see, or quotes
            raise JournalError(f"the journal {path} cannot be used ({_why(problem)})") from None

    @property
    def where(self) -> str:
        """Its file."""
        return str(self.path)

    def reading(self) -> AbstractContextManager[None]:
        """As ``readable``."""
        return readable(self.path)

    def confirm(self, tables: Iterable[int], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """None: its tables have one host, which holds the lock."""
        return frozenset()

    def append(self, rows: Iterable[JournalRow], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Make these rows durable, all or none. Return no table: all are this host's. Raises JournalError."""
        self._at_once(lambda: self._commits.write(rows))
        return frozenset()

    def damage(self) -> list[str]:
        """The findings of SQLite's integrity check; empty for an intact file."""
        found = [str(row[0]) for row in self._base.execute("PRAGMA integrity_check")]
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
        return None if found is None else bytes(found[0])

    def set_identity(self, public: bytes) -> None:
        """As ``Journal.set_identity``."""
        try:
            self._base.execute("INSERT OR REPLACE INTO identity VALUES (1, ?)", (public,))
        except sqlite3.Error as problem:
            raise JournalError(f"the journal {self.path} cannot be written ({_why(problem)})") from problem

    def loose_games(self, before: int) -> list[tuple[int, int]]:
        """As ``Journal.loose_games``."""
        query = (
            "SELECT tbl, game FROM games JOIN log USING (tbl, game) WHERE outcome IS NOT NULL AND begun_at < ? "
            "GROUP BY tbl, game HAVING count(*) > 1"
        )
        return [(table, game) for table, game in self._base.execute(query, (before,))]

    def pack_game(self, table: int, game: int) -> None:
        """As ``Journal.pack_game``."""

        def pack() -> None:
            self._commits.settle(table)  # or entries that are in commits alone would be moved behind the whole log
            log = self.entries(table, game)
            self._base.execute("DELETE FROM log WHERE tbl = ? AND game = ?", (table, game))
            values = table, game, 0, len(log), pack_game(log)
            self._base.execute("INSERT INTO log VALUES (NULL, ?, ?, ?, ?, ?)", values)

        self._at_once(pack)

    def _delete_games(self, table: int, games: Sequence[int]) -> None:
        """Delete the oldest games of a table, up to the last of these. Raises JournalError."""

        def delete() -> None:
            for name in ("games", "log", "secrets"):
                self._base.execute(f"DELETE FROM {name} WHERE tbl = ? AND game <= ?", (table, games[-1]))
            self._base.execute("UPDATE tables SET deleted = ? WHERE number = ?", (games[-1], table))

        if games:
            self._at_once(delete)

    def _at_once(self, write: Callable[[], None]) -> None:
        """Do what *write* does as one transaction. Raises JournalError; then nothing has changed.

        No context manager: with each commit that would be several calls of Python functions more.
        """
        try:
            self._base.execute("BEGIN IMMEDIATE")
            write()
            self._base.execute("COMMIT")
        except (sqlite3.Error, CodecError, JournalError) as problem:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            with suppress(sqlite3.Error, *_NO_VALUE):  # the error below says more
                self._commits.load()
            if isinstance(problem, JournalError):
                raise
            raise JournalError(f"the journal {self.path} cannot be written ({_why(problem)})") from problem

    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> list[tuple[bytes, bytes]]:
        """A game's log from *start* to before *end*: (entry, signature) in order. Raises JournalError."""
        query = "SELECT idx, body FROM log WHERE tbl = ? AND game = ? AND idx + count > ? ORDER BY idx"
        found: list[tuple[bytes, bytes]] = []
        try:
            for index, body in self._base.execute(query, (table, game, start)):
                found += read_entries(body)[max(0, start - index) :]
        except (sqlite3.Error, *_NO_VALUE) as problem:
            raise JournalError(f"the journal {self.path} cannot be read ({_why(problem)})") from None
        found += self._commits.recent.entries(table, game, start)
        return found if end is None else found[: end - start]

    def count(self, name: str) -> int:
        """The number of rows of one of the journal's tables."""
        if name not in COUNTED:
            raise ValueError(f"the journal has no {name}")
        if name not in ("log", "inputs"):
            return int(self._base.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
        moved = int(self._base.execute(f"SELECT coalesce(sum(count), 0) FROM {name}").fetchone()[0])
        recent = self._commits.recent.tables.values()
        return moved + sum(len(rows.entries if name == "log" else rows.inputs) for rows in recent)

    def close(self) -> None:
        """Close it; everything appended is durable already."""
        self._base.close()
        if self._lock is not None:
            os.close(self._lock)

    def _prepare(self) -> None:
        prepare(self._base)
        self._base.execute("PRAGMA journal_mode = WAL")
        # In WAL mode NORMAL syncs only at checkpoints: a power cut would lose answers that players already have.
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute(f"PRAGMA busy_timeout = {_BUSY_MILLIS}")

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._base.execute(query, values).fetchall()

    def _checkpoint(self, table: int) -> Checkpoint | None:
        query = "SELECT ms, unix, games, body, entries, round FROM checkpoints WHERE tbl = ?"
        return next((Checkpoint(table, *point) for point in self._rows(query, (table,))), None)

    def _inputs(self, table: int) -> Iterator[tuple[int, int, bytes]]:
        for (body,) in self._rows("SELECT body FROM inputs WHERE tbl = ? ORDER BY id", (table,)):
            yield from read_inputs(body)
        yield from self._commits.recent.inputs(table)

    def _secrets(self, table: int, game: int, after: tuple[int, int]) -> list[tuple[Any, ...]]:
        query = "SELECT deck, pub FROM secrets WHERE tbl = ? AND game = ? AND (round, epoch) > (?, ?)"
        return self._rows(f"{query} ORDER BY round, epoch", (table, game, *after))

    def _last_signature(self, table: int, game: int) -> bytes | None:
        rows = self.entries(table, game, max(0, self._commits.length(table, game) - 1))
        return rows[-1][1] if rows else None


def _lock(path: Path) -> int:
    """Take the lock that makes this process the only writer. Raises OSError, JournalError if it is held.

    The lock ends when the descriptor is closed, at the latest with the process.
    """
    held = os.open(path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        # A file of its own: closing a second descriptor of the database's file would drop SQLite's own locks on it.
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
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
    if isinstance(problem, _NO_VALUE) or "malformed" in message or "not a database" in message:
        return (
            f"{message}; it is damaged: put a backup in its place, or move it away to begin anew (docs/host.md, Data)"
        )
    return message
