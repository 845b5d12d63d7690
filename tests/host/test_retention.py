"""What is old goes while a host runs, and tables go on from what stays."""

import io
import os
import sqlite3
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from rummynet.host.log_checks import wrong_games
from rummynet.host.ops.logbook import Logbook
from rummynet.host.retention import DAY, EVERY_SECONDS, FIRST_SECONDS, Retention
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet_protocol.fairness.transcript import HEADER, inflated
from tests.host.test_start import TABLES, past
from tests.support.disk import write_synchronously


def filled(folder: Path) -> SqliteJournal:
    """A journal with five finished games at each of some tables; at the first another one is played."""
    journal = SqliteJournal(folder / "journal.sqlite3")
    journal.append(past(5 * TABLES).rows)
    return journal


def retention(journal: SqliteJournal, folder: Path, log: io.StringIO, now: float, days: int | None = 7) -> Clock:
    """One that has looked for the first time at this Unix time; its clock."""
    clock, transcripts = Clock(), Transcripts(folder / "transcripts")
    Retention(journal, transcripts, write_synchronously, clock, Logbook(log), days, lambda: now).start()
    clock.pump([FIRST_SECONDS, *[1.0] * 50])
    return clock


def test_old_transcripts_go_but_not_that_of_a_game_being_played(tmp_path: Path) -> None:
    journal, log = filled(tmp_path), io.StringIO()
    folder = tmp_path / "transcripts"
    folder.mkdir()
    for name, seconds in (("table-9-game-1", 0), ("table-9-game-2", 100 * DAY), ("table-9-game-3", 0)):
        (folder / f"{name}.rummy").write_bytes(b"")
        os.utime(folder / f"{name}.rummy", (seconds, seconds))
    transcripts, clock = Transcripts(folder), Clock()
    transcripts.resume(9, 3, lambda: [])
    Retention(journal, transcripts, write_synchronously, clock, Logbook(log), 7, lambda: 100.0 * DAY).start()
    clock.pump([FIRST_SECONDS, *[1.0] * 50])
    assert sorted(path.name for path in folder.iterdir()) == ["table-9-game-2.rummy", "table-9-game-3.rummy"]
    journal.close()


def test_transcripts_are_compressed_a_day_after_their_end(tmp_path: Path) -> None:
    journal, folder = filled(tmp_path), tmp_path / "transcripts"
    folder.mkdir()
    for number, seconds in enumerate((6.5 * DAY, 5.5 * DAY, 5.4 * DAY)):
        (folder / f"{number}.rummy").write_bytes(HEADER + bytes(1000))
        os.utime(folder / f"{number}.rummy", (seconds, seconds))
    clock = retention(journal, tmp_path, io.StringIO(), now=7.0 * DAY)
    assert [(folder / f"{number}.rummy").stat().st_size > 1000 for number in range(3)] == [True, False, False]
    clock.pump([EVERY_SECONDS, *[1.0] * 5])
    assert inflated((folder / "1.rummy").read_bytes()) == HEADER + bytes(1000)
    journal.close()


@pytest.mark.parametrize("days", [None, 7])
def test_logs_are_packed_a_day_after_their_game_began(tmp_path: Path, days: int | None) -> None:
    journal, log = SqliteJournal(tmp_path / "journal.sqlite3"), io.StringIO()
    for row in past(TABLES).rows:
        journal.append([row])
    logs = {game: journal.entries(*game) for game in journal.every_game()}
    loose = journal.loose_games(2**40)
    begun = min(began for (began,) in sqlite3.connect(journal.path).execute("SELECT begun_at FROM games"))
    retention(journal, tmp_path, log, now=begun + float(DAY), days=days)
    assert journal.loose_games(2**40) == loose != []
    retention(journal, tmp_path, log, now=begun + 2.0 * DAY, days=days)
    assert journal.loose_games(2**40) == [] and log.getvalue() == ""
    assert {game: journal.entries(*game) for game in journal.every_game()} == logs
    assert wrong_games(journal, {})[0] == []
    journal.close()


def test_a_disk_that_refuses_is_one_line_and_another_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise JournalError("the disk is full")

    journal, log = filled(tmp_path), io.StringIO()
    with monkeypatch.context() as full:
        full.setattr(SqliteJournal, "prune_games", refused)
        clock = retention(journal, tmp_path, log, now=2.0**40)
    assert log.getvalue().count("old games could not be deleted or packed") == 1
    clock.pump([EVERY_SECONDS, *[1.0] * 50])
    assert len(journal.every_game()) == 2 * TABLES
    journal.close()
