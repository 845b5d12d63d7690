"""Changes to single rows of a journal's commits and segments, as a crook or a bad disk might make them."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from rummynet.host.storage.journal import Journal
from rummynet.host.storage.segments import EntryRow, InputRow, pack_entries, pack_inputs

Edit = Callable[[Path], None]


def edit_entries(game: int, change: Callable[[list[EntryRow]], list[EntryRow]]) -> Edit:
    """Change the entries of this game of table 1."""

    def edit(path: Path) -> None:
        journal = Journal(path)
        rows: list[EntryRow] = [(game, index, *row) for index, row in enumerate(journal.entries(1, game))]
        journal.close()
        changed = change(rows)
        base = _without_commits(path)
        base.execute("DELETE FROM log WHERE tbl = 1 AND game = ?", (game,))
        values = (game, len(changed), pack_entries(changed))
        base.execute("INSERT INTO log VALUES (NULL, 1, ?, 0, ?, ?)", values)
        base.close()

    return edit


def edit_inputs(change: Callable[[list[InputRow]], list[InputRow]]) -> Edit:
    """Change the inputs of table 1."""

    def edit(path: Path) -> None:
        journal = Journal(path)
        rows = [(row.ms, row.unix, row.body) for row in journal.history(1).inputs]
        journal.close()
        changed = change(rows)
        base = _without_commits(path)
        base.execute("DELETE FROM inputs WHERE tbl = 1")
        base.execute("INSERT INTO inputs VALUES (NULL, 1, ?, ?)", (len(changed), pack_inputs(changed)))
        base.close()

    return edit


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


def _without_commits(path: Path) -> sqlite3.Connection:
    """The database after all rows have been moved from commits to segments."""
    journal = Journal(path)
    journal.move_all()
    journal.close()
    return sqlite3.connect(path, isolation_level=None)
