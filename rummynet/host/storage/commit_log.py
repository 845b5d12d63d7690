"""Writing the journal's rows: commits, the segments that rows are moved to, and the tables of all other kinds."""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from rummynet.host.storage.segments import Recent, pack_commit, pack_entries, pack_inputs, read_commit
from rummynet.table.api.records import (
    Checkpoint,
    EntryLogged,
    GameBegun,
    GameClosed,
    InputRecorded,
    JournalRow,
    SecretKept,
    TableClosed,
    TableOpened,
)
from rummynet_protocol import codec

# Commits no longer needed are deleted this many at a time: a DELETE with every commit would change one more page of
# the disk each time.
COMMITS_KEPT: Final = 64


class CommitLog:
    """The rows of the database *base*. ``recent`` are those that are in commits alone.

    All methods run within a transaction of the caller's and raise sqlite3.Error; after a rollback ``load`` is due.
    """

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self.recent = Recent()
        self._next_commit, self._oldest_commit = 1, 0
        self._lengths: dict[tuple[int, int], int] = {}
        """By (table, game): the number of its entries, for games written to since the start."""

    def load(self) -> None:
        """Read what is in commits alone. Raises CodecError as well.

        The newest commit is never deleted, so that no number is used twice.
        """
        self.recent, self._lengths, moved, newest = Recent(), {}, dict[int, int](), 0
        for newest, body in self._base.execute("SELECT id, body FROM commits ORDER BY id").fetchall():
            for row in read_commit(body):
                if row.table not in moved:
                    moved[row.table] = self._moved(row.table)
                if newest > moved[row.table]:
                    self.recent.add(newest, row)
        self._next_commit, self._oldest_commit = newest + 1, 0

    def _moved(self, table: int) -> int:
        """The commit up to which the table's rows are in segments."""
        found = self._base.execute("SELECT moved FROM tables WHERE number = ?", (table,)).fetchone()
        return int(found[0]) if found else 0

    def write(self, rows: Iterable[JournalRow]) -> None:
        """Write rows within a transaction; what a checkpoint replaces comes into a commit before it."""
        commit: list[EntryLogged | InputRecorded] = []
        for row in rows:
            if isinstance(row, (EntryLogged, InputRecorded)):
                commit.append(row)
                continue
            if isinstance(row, (Checkpoint, TableClosed)):
                self._write_commit(commit)
                commit = []
                self.recent.drop_inputs(row.table)
                self.settle(row.table)
            for statement in _statements(row):
                self._base.execute(*statement)
        self._write_commit(commit)

    def _write_commit(self, rows: list[EntryLogged | InputRecorded]) -> None:
        if not rows:
            return
        number, self._next_commit = self._next_commit, self._next_commit + 1
        self._base.execute("INSERT INTO commits VALUES (?, ?)", (number, pack_commit(rows)))
        written = set[int]()
        for row in rows:
            if type(row) is EntryLogged:
                self._count(row)
            self.recent.add(number, row)
            written.add(row.table)
        for table in self.recent.due(written):
            self._move(table, number)
        oldest = min(number, self.recent.oldest(number))  # the newest stays: its number must not be used again
        if oldest >= self._oldest_commit + COMMITS_KEPT:
            self._base.execute("DELETE FROM commits WHERE id < ?", (oldest,))
            self._oldest_commit = oldest

    def _count(self, row: EntryLogged) -> None:
        """Raises sqlite3.IntegrityError unless this entry is the next of its log."""
        game = row.table, row.game
        if game not in self._lengths:
            self._lengths[game] = self.length(*game)
        if row.index != self._lengths[game]:
            raise sqlite3.IntegrityError(f"entry {row.index} would be written where {self._lengths[game]} is due")
        self._lengths[game] += 1

    def length(self, table: int, game: int) -> int:
        """The number of entries of a game's log."""
        query = "SELECT max(idx + count) FROM log WHERE tbl = ? AND game = ?"
        moved = self._base.execute(query, (table, game)).fetchone()[0] or 0
        return int(moved) + len(self.recent.entries(table, game, 0))

    def settle(self, table: int) -> None:
        """Move all rows of a table to segments."""
        self._move(table, self._next_commit - 1)

    def _move(self, table: int, commit: int) -> None:
        """Move the rows of a table from the commits up to this one to segments."""
        rows = self.recent.tables.pop(table, None)
        if rows is None:
            return
        for game, entries in groupby(rows.entries, itemgetter(0)):
            segment = list(entries)
            values = (table, game, segment[0][1], len(segment), pack_entries(segment))
            self._base.execute("INSERT INTO log VALUES (NULL, ?, ?, ?, ?, ?)", values)
        if rows.inputs:
            inputs = table, len(rows.inputs), pack_inputs(rows.inputs)
            self._base.execute("INSERT INTO inputs VALUES (NULL, ?, ?, ?)", inputs)
        self._base.execute("UPDATE tables SET moved = ? WHERE number = ?", (commit, table))


def _statements(
    row: Checkpoint | TableClosed | SecretKept | TableOpened | GameBegun | GameClosed,
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A row as SQL. A checkpoint, or the end of a table, deletes the rows that it replaces."""
    match row:
        case Checkpoint(table, ms, unix, games, body, entries, round):
            values: tuple[Any, ...] = table, ms, unix, games, body, entries, round
            yield "DELETE FROM inputs WHERE tbl = ?", (table,)
            yield "INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?)", values
        case TableClosed(table, why, unix):
            yield "UPDATE tables SET closed = ?, closed_at = ? WHERE number = ?", (why, unix, table)
            yield "DELETE FROM inputs WHERE tbl = ?", (table,)
            yield "DELETE FROM checkpoints WHERE tbl = ?", (table,)
        case SecretKept(table, game, round, epoch, deck, pub):
            yield "INSERT INTO secrets VALUES (?, ?, ?, ?, ?, ?)", (table, game, round, epoch, deck, pub)
        case TableOpened(table, name, variant, options, by, unix, host, limits, id):
            values = (table, name, variant, codec.pack(dict(options)), by, unix, host, codec.pack(dict(limits)), id)
            yield "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, NULL, 0)", values
        case GameBegun(table, game, log, players, unix):
            packed = codec.pack([list(player) for player in players])
            yield "INSERT INTO games VALUES (?, ?, ?, ?, ?, NULL)", (table, game, log, packed, unix)
        case GameClosed(table, game, played):
            outcome = "played" if played else "called off"
            yield "UPDATE games SET outcome = ? WHERE tbl = ? AND game = ?", (outcome, table, game)
