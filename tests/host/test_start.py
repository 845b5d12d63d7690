"""What a start reads: the open tables' current rows, and none of finished games."""

import io
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.table.api.inputs import Input
from rummynet.table.journal.table_history import read_input
from rummynet.table.lobby import resume as resume_module
from rummynet_protocol.wire.messages import AskLog, Done
from tests.host.test_dispatcher import act, begin, finish
from tests.support.dialling import Building
from tests.support.journal_edits import count_of
from tests.support.people import Person, TableHarness, quietly

TABLES = 4


class Counting(sqlite3.Connection):
    """Counts the rows that it returns."""

    rows = 0

    def execute(self, *args: Any) -> Any:  # noqa: ANN401
        return _Rows(super().execute(*args))


class _Rows:
    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def fetchone(self) -> Any:  # noqa: ANN401
        Counting.rows += 1
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        for row in self._cursor:
            Counting.rows += 1
            yield row


def past(games: int) -> TableHarness:
    """Tables with this many finished games, two of them played to their end; at the first one another is played."""
    harness = TableHarness(seed=5)
    running: list[Person] = []
    for table in range(1, TABLES + 1):
        _, people = harness.table([f"Ann {table}", f"Bob {table}"], target=20)
        for number in range(games // TABLES):
            is_played = table < 3 and number == 0
            people[0].silent = set() if is_played else {"nonce-commit"}
            for person in people:
                harness.ready(person, table)
            if is_played:
                harness.play(harness.lobby.tables[table], people)
            else:
                harness.advance(1000 * harness.limits.reveal_seconds)
            assert harness.lobby.tables[table].stage == "waiting"
        running = running or people
    running[0].silent = set()
    for person in running:
        harness.ready(person, 1)
    harness.play(harness.lobby.tables[1], running, 10, quietly)
    assert harness.lobby.tables[1].stage == "playing"
    return harness


def test_a_start_reads_and_relives_the_same_however_much_was_played(
    tmp_path: Path, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    relived: list[Input] = []

    def counting(body: bytes) -> tuple[Input, str]:
        found = read_input(body)
        relived.append(found[0])
        return found

    connect = sqlite3.connect
    found = []
    for games in (8, 200):
        harness = past(games)
        folder = tmp_path / str(games)
        folder.mkdir()
        journal = SqliteJournal(folder / "journal.sqlite3")
        journal.append(harness.rows)
        assert len(journal.every_game()) == games + 1
        sizes = {name: count_of(journal, name) for name in ("log", "inputs")}
        running = len(journal.entries(1, harness.lobby.tables[1].games))
        journal.close()
        relived.clear()
        monkeypatch.setattr(resume_module, "read_input", counting)
        monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=Counting, **k))
        Counting.rows = 0
        building = Building(folder, stream)
        rows = Counting.rows
        monkeypatch.undo()
        assert sorted(building.dispatcher.lobby.tables) == list(range(1, TABLES + 1))
        building.close()
        found.append((rows, len(relived), running, sizes["inputs"]))
        assert sizes["log"] > running + 3 * (games - 2), "there was a past"
    few, many = found
    assert few[1:] == many[1:]
    for rows, inputs, running, kept in found:
        assert inputs == kept, "all inputs that the journal still has"
        assert rows < running + inputs + 10 * (TABLES + 2)


def test_a_log_that_cannot_be_read_harms_nobody_else(
    tmp_path: Path, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    building = Building(tmp_path, stream)
    people = begin(building)
    finish(building, people)

    def damaged(*_: object) -> list[tuple[bytes, bytes]]:
        raise JournalError("the journal cannot be read")

    monkeypatch.setattr(building.journal, "entries", damaged)
    assert isinstance(people[0].ask(AskLog, 1, 0), Done)
    assert "a log could not be read" in stream.getvalue()
    assert building.failures == []
    for dialler in people:
        assert isinstance(dialler.ready(1), Done)
    building.settle()
    assert isinstance(act(building, people), Done)
    building.close()
