"""Changes to single rows of a journal's file, as a crook or a bad disk might make them, and what it keeps."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rummynet.host.storage.journal import Journal
from rummynet.host.storage.packed_rows import (
    CHANGES,
    POINT,
    Changes,
    pack_log,
    pack_point,
    read_changes,
    read_log,
    read_place,
    read_point,
)
from rummynet.table.api.records import Checkpoint

Edit = Callable[[Path], None]
Entries = list[tuple[bytes, bytes]]


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as base:
        yield base
        base.commit()


def edit_changes(change: Callable[[Changes], None], nth: int = 0) -> Edit:
    """Change a row of table 1 since its checkpoint: the nth of those of which this changes anything."""

    def edit(path: Path) -> None:
        query = "SELECT id, body FROM journal WHERE tbl = 1 AND kind = ? AND row > ? ORDER BY row"
        with _opened(path) as base:
            _, newest, _ = _newest_point(base)
            changed: list[tuple[bytes, int]] = []
            for id, body in base.execute(query, (CHANGES, newest)):
                changes = read_changes(1, body)
                before = changes.pack()
                change(changes)
                if changes.pack() != before:
                    changed.append((changes.pack(), id))
            base.execute("UPDATE journal SET body = ? WHERE id = ?", changed[nth])

    return edit


def edit_point(change: Callable[[Checkpoint], Checkpoint]) -> Edit:
    """Change the checkpoint of table 1."""

    def edit(path: Path) -> None:
        with _opened(path) as base:
            id, _, body = _newest_point(base)
            packed = pack_point(read_place(body), change(read_point(1, body)))
            base.execute("UPDATE journal SET body = ? WHERE id = ?", (packed, id))

    return edit


def _newest_point(base: sqlite3.Connection) -> tuple[int, int, bytes]:
    query = "SELECT id, row, body FROM journal WHERE tbl = 1 AND kind = ? ORDER BY row DESC LIMIT 1"
    found: tuple[int, int, bytes] = base.execute(query, (POINT,)).fetchone()
    return found


def edit_log(game: int, change: Callable[[Entries], Entries]) -> Edit:
    """Change the last round of this game of table 1, which is over."""

    def edit(path: Path) -> None:
        query = "SELECT id, body FROM log WHERE tbl = 1 AND game = ? ORDER BY entries DESC LIMIT 1"
        with _opened(path) as base:
            id, body = base.execute(query, (game,)).fetchone()
            base.execute("UPDATE log SET body = ? WHERE id = ?", (pack_log(change(read_log(body))), id))

    return edit


def unsigned(entries: Entries) -> Entries:
    """The entries with signatures of zeros."""
    return [(entry, bytes(64)) for entry, _ in entries]


def statement(sql: str) -> Edit:
    """Run one statement of SQL."""

    def edit(path: Path) -> None:
        with _opened(path) as base:
            base.execute(sql)

    return edit


def count_of(journal: Journal, name: str) -> int:
    """How many inputs and secrets the journal has of open tables, or how many games and entries of all."""
    if name in ("games", "log"):
        games = journal.every_game()
        return len(games) if name == "games" else sum(len(journal.entries(*game)) for game in games)
    histories = [journal.history(table) for table in journal.open_tables()]
    return sum(len(one.inputs) if name == "inputs" else len(one.chance) // 2 for one in histories)
