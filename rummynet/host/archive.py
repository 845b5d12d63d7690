"""The journal: one SQLite database in which everything a table does is durable before anybody is told of it.

Write-ahead logging with ``synchronous = FULL``: when ``append`` returns, the rows survive a crash of the machine. The
primary keys are part of the safety: no entry and no secret can be written twice.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from rummynet.table.records import (
    EntryLogged,
    GameBegun,
    GameOver,
    JournalRow,
    SeatLeft,
    SeatTaken,
    SecretKept,
    StatementKept,
    TableClosed,
    TableOpened,
)
from rummynet_protocol import codec
from rummynet_protocol.errors import RummynetError

SCHEMA_VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL, variant TEXT NOT NULL, options BLOB NOT NULL,
    opened_by BLOB NOT NULL, opened_at INTEGER NOT NULL, closed TEXT);
CREATE TABLE seatings (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, seat INTEGER NOT NULL, key BLOB, name TEXT,
    bot INTEGER);
CREATE TABLE games (tbl INTEGER, game INTEGER, log BLOB NOT NULL, players BLOB NOT NULL, begun_at INTEGER NOT NULL,
    outcome TEXT, PRIMARY KEY (tbl, game)) WITHOUT ROWID;
CREATE TABLE log (tbl INTEGER, game INTEGER, idx INTEGER, entry BLOB NOT NULL, signature BLOB NOT NULL,
    PRIMARY KEY (tbl, game, idx)) WITHOUT ROWID;
CREATE TABLE secrets (tbl INTEGER, game INTEGER, round INTEGER, epoch INTEGER, deck BLOB NOT NULL, pub BLOB NOT NULL,
    PRIMARY KEY (tbl, game, round, epoch)) WITHOUT ROWID;
CREATE TABLE statements (id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, game INTEGER NOT NULL, seat INTEGER NOT NULL,
    what TEXT NOT NULL, payload BLOB NOT NULL, signature BLOB NOT NULL);
"""


class JournalError(RummynetError):
    """The journal cannot be opened, or cannot be written: what is not durable must not be told."""

    code = "journal"


class Archive:
    """An open journal; ``path`` is its file. One writer at a time, for as long as it is open."""

    def __init__(self, path: Path) -> None:
        """Open or make it. Raises JournalError."""
        self.path: Final = path
        try:
            path.touch(mode=0o600, exist_ok=True)
            self._base = sqlite3.connect(path, isolation_level=None, timeout=2)
            self._prepare()
        except (OSError, sqlite3.Error) as problem:
            raise JournalError(f"the journal {path} cannot be used ({problem}); choose another --data DIR") from None

    def append(self, rows: Iterable[JournalRow]) -> None:
        """Make these rows durable, all or none. Raises JournalError."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            for row in rows:
                self._base.execute(*_statement(row))
            self._base.execute("COMMIT")
        except sqlite3.Error as problem:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise JournalError(f"the journal {self.path} cannot be written ({problem})") from problem

    def next_table(self) -> int:
        """A number that no table has had."""
        found = self._base.execute("SELECT max(number) FROM tables").fetchone()[0]
        return 1 if found is None else int(found) + 1

    def close_what_was_open(self, why: str) -> int:
        """Close the tables that an earlier run left open; how many."""
        open_tables = self._base.execute("SELECT number FROM tables WHERE closed IS NULL").fetchall()
        games = self._base.execute("SELECT tbl, game FROM games WHERE outcome IS NULL").fetchall()
        self.append(
            [
                *(GameOver(table, game, played=False) for table, game in games),
                *(TableClosed(table, why) for (table,) in open_tables),
            ]
        )
        return len(open_tables)

    def entries(self, table: int, game: int) -> list[tuple[bytes, bytes]]:
        """A game's log: (entry, signature) in order."""
        asked = "SELECT entry, signature FROM log WHERE tbl = ? AND game = ? ORDER BY idx"
        return [(bytes(entry), bytes(signature)) for entry, signature in self._base.execute(asked, (table, game))]

    def count(self, name: str) -> int:
        """How many rows one of the journal's tables has."""
        if name not in ("tables", "seatings", "games", "log", "secrets", "statements"):
            raise ValueError(f"the journal has no {name}")
        return int(self._base.execute(f"SELECT count(*) FROM {name}").fetchone()[0])

    def close(self) -> None:
        """Close it; everything appended is durable already."""
        self._base.close()

    def _prepare(self) -> None:
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            self._base.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
        elif version != SCHEMA_VERSION:
            raise sqlite3.DatabaseError(f"it is of version {version}, this program knows version {SCHEMA_VERSION}")


def _statement(row: JournalRow) -> tuple[str, tuple[Any, ...]]:
    match row:
        case EntryLogged(table, game, index, entry, signature):
            return "INSERT INTO log VALUES (?, ?, ?, ?, ?)", (table, game, index, entry, signature)
        case SecretKept(table, game, round, epoch, deck, pub):
            return "INSERT INTO secrets VALUES (?, ?, ?, ?, ?, ?)", (table, game, round, epoch, deck, pub)
        case StatementKept(table, game, seat, what, payload, signature):
            words = (table, game, seat, what, payload, signature)
            return "INSERT INTO statements VALUES (NULL, ?, ?, ?, ?, ?, ?)", words
        case TableOpened(table, name, variant, options, by, unix):
            values = (table, name, variant, codec.pack(dict(options)), by, unix)
            return "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, NULL)", values
        case TableClosed(table, why):
            return "UPDATE tables SET closed = ? WHERE number = ?", (why, table)
        case SeatTaken(table, seat, key, name, bot):
            return "INSERT INTO seatings VALUES (NULL, ?, ?, ?, ?, ?)", (table, seat, key, name, bot)
        case SeatLeft(table, seat):
            return "INSERT INTO seatings VALUES (NULL, ?, ?, NULL, NULL, NULL)", (table, seat)
        case GameBegun(table, game, log, players, unix):
            packed = codec.pack([list(player) for player in players])
            return "INSERT INTO games VALUES (?, ?, ?, ?, ?, NULL)", (table, game, log, packed, unix)
        case GameOver(table, game, played):
            outcome = "played" if played else "called off"
            return "UPDATE games SET outcome = ? WHERE tbl = ? AND game = ?", (outcome, table, game)
