"""How much disk one client can make a host use in an hour: rows and bytes per request, times the rate limit."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from rummynet.host.limits.bounds import Bounds
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import Connected, Disconnected
from rummynet_protocol.wire.messages import Manage
from tests.support.journal_edits import count_of
from tests.support.people import Person, TableHarness

MEGABYTE = 1_000_000
BOUND = 40 * MEGABYTE


def checkpoint(journal: SqliteJournal) -> None:
    """Bring what is in the write-ahead log into the file."""
    with closing(sqlite3.connect(journal.path)) as base:
        assert base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)


def grown(folder: Path, tables: TableHarness, act: Callable[[int], None], times: int) -> tuple[float, float]:
    """Rows and bytes that the journal grows by for each such request, at a table where a game is played."""
    journal = SqliteJournal(folder / f"{os.urandom(4).hex()}.sqlite3")
    journal.append(tables.rows)
    checkpoint(journal)
    before, size, rows = count_of(journal, "inputs"), journal.path.stat().st_size, len(tables.rows)
    for turn in range(times):
        act(turn)
    for row in tables.rows[rows:]:
        journal.append([row])
    checkpoint(journal)
    result = (count_of(journal, "inputs") - before) / times, (journal.path.stat().st_size - size) / times
    journal.close()
    return result


def test_one_client_within_its_limits_fills_little_in_an_hour(tmp_path: Path) -> None:
    tables = TableHarness()
    _, (ann, bob) = tables.game(["Ann", "B" * 32])
    crook = next(person for person in (ann, bob) if person is not _on_turn(tables, ann, bob))
    limits, bounds = Limits(), Bounds()
    often = limits.changes_per_hour // 2

    def pauses(turn: int) -> None:
        tables.ask(ann, Manage(ann.request(), 1, ("pause", "resume")[turn % 2], None))

    def signs_in_vain(turn: int) -> None:
        tables.act(crook, f"{turn:04}" + 230 * "€")

    def comes_and_goes(turn: int) -> None:
        tables.take((Disconnected(bob.key), Connected(bob.key, bob.name))[turn % 2])

    costs = {
        "changes": (grown(tmp_path, tables, pauses, often), 2 * limits.changes_per_hour),
        "refused": (grown(tmp_path, tables, signs_in_vain, often), 2 * limits.changes_per_hour),
        "comes and goes": (grown(tmp_path, tables, comes_and_goes, often), 2 * bounds.greetings_per_minute * 60),
    }
    for (rows, _), _ in costs.values():
        assert rows <= 1
    total = sum(size * times * bounds.tables_at_once for (_, size), times in costs.values())
    assert total < BOUND, {name: round(size) for name, ((_, size), _) in costs.items()}


def _on_turn(tables: TableHarness, *people: Person) -> Person:
    game = tables.lobby.tables[1].game
    assert game is not None and game.play is not None
    return next(person for person in people if person.key == game.keys[game.play.full.turn])
