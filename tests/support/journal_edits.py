"""Changes to single rows of a journal's commits and segments, as a crook or a bad disk might make them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from rummynet.host.storage.segments import EntryRow, InputRow, pack_entries, pack_inputs
from rummynet.host.storage.sqlite_journal import SqliteJournal

Edit = Callable[[Path], None]
Entries = Callable[[list[EntryRow]], list[EntryRow]]
Inputs = Callable[[list[InputRow]], list[InputRow]]


def edit_entries(game: int, change: Entries) -> Edit:
    """Change the entries of this game of table 1."""
    return lambda path: _rewrite(path, {(1, game): change}, {})


def edit_inputs(change: Inputs) -> Edit:
    """Change the inputs of table 1."""
    return lambda path: _rewrite(path, {}, {1: change})


def without(place: int) -> Callable[[list], list]:  # type: ignore[type-arg]
    """The rows without one of them."""
    return lambda rows: [*rows[:place], *rows[place + 1 :]]


def unsigned(rows: list[EntryRow]) -> list[EntryRow]:
    """The entries with signatures of zeros."""
    return [(game, index, entry, bytes(64)) for game, index, entry, _ in rows]


def statement(sql: str) -> Edit:
    """Run one statement of SQL."""

    def edit(path: Path) -> None:
        base = sqlite3.connect(path, isolation_level=None)
        base.execute(sql)
        base.close()

    return edit


def _rewrite(path: Path, entries: dict[tuple[int, int], Entries], inputs: dict[int, Inputs]) -> None:
    """Write all entries and inputs anew, one segment for each game and table and no commit, with these changes."""
    journal = SqliteJournal(path, read_only=True)
    logs = {
        (table, game): [(game, index, *row) for index, row in enumerate(journal.entries(table, game))]
        for table, game in journal.every_game()
    }
    kept = {
        table: [(row.ms, row.unix, row.body) for row in journal.history(table).inputs]
        for table in journal.open_tables()
    }
    journal.close()
    base = sqlite3.connect(path)
    for sql in ("DELETE FROM commits", "DELETE FROM log", "DELETE FROM inputs", "UPDATE tables SET moved = 0"):
        base.execute(sql)
    for (table, game), log in logs.items():
        changed = entries.get((table, game), list)(log)
        values = (table, game, len(changed), pack_entries(changed))
        base.execute("INSERT INTO log VALUES (NULL, ?, ?, 0, ?, ?)", values)
    for table, rows in kept.items():
        altered = inputs.get(table, list)(rows)
        base.execute("INSERT INTO inputs VALUES (NULL, ?, ?, ?)", (table, len(altered), pack_inputs(altered)))
    base.commit()
    base.close()
