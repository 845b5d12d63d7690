"""What is old goes while a host runs, and tables go on from what stays."""

import io
import os
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from rummynet.host.ops.logbook import Logbook
from rummynet.host.retention import DAY, EVERY_SECONDS, FIRST_SECONDS, Retention
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.api.records import TableClosed
from rummynet_protocol.fairness.transcript import HEADER, inflated
from tests.host.test_start import TABLES, past
from tests.support.disk import write_synchronously


def filled(folder: Path) -> SqliteJournal:
    """A journal with five finished games at each of some tables; at the first another one is played."""
    journal = SqliteJournal(folder / "journal.sqlite3")
    journal.append(past(5 * TABLES).rows)
    return journal


def retention(journal: SqliteJournal, folder: Path, log: io.StringIO, later: float, days: int | None = 7) -> Clock:
    """One that has looked for the first time so many seconds after the newest game began; its clock."""
    now = journal.newest() + later
    clock, transcripts = Clock(), Transcripts(folder / "transcripts", journal.entries)
    Retention(journal, transcripts, write_synchronously, clock, Logbook(log), days, lambda: now).start()
    clock.pump([FIRST_SECONDS, *[1.0] * 50])
    return clock


def test_old_transcripts_go(tmp_path: Path) -> None:
    journal, folder = filled(tmp_path), tmp_path / "transcripts"
    folder.mkdir()
    for name, days in (("table-9-game-1", -7), ("table-9-game-2", -5)):
        (folder / f"{name}.rummy").write_bytes(b"")
        os.utime(folder / f"{name}.rummy", 2 * (journal.newest() + days * DAY,))
    journal.append([TableClosed(table, "empty", journal.newest() + days * DAY) for table, days in ((2, -8), (3, -5))])
    games = len(journal.games(2))
    retention(journal, tmp_path, log := io.StringIO(), later=DAY)
    assert [path.name for path in folder.iterdir()] == ["table-9-game-2.rummy"]
    assert [bool(journal.games(table)) for table in (1, 2, 3)] == [True, False, True] and games
    assert "are deleted days=7 deleted=2" in log.getvalue()
    journal.close()


@pytest.mark.parametrize("later", [-1, 7 * DAY + 1, 20_000 * DAY], ids=["before", "too late", "leapt"])
def test_a_clock_that_may_be_wrong_deletes_nothing(tmp_path: Path, later: int) -> None:
    journal, path = filled(tmp_path), tmp_path / "transcripts" / "table-9-game-1.rummy"
    path.parent.mkdir()
    path.write_bytes(b"")
    os.utime(path, (0, 0))
    games = journal.every_game()
    retention(journal, tmp_path, io.StringIO(), later)
    assert path.exists() and journal.every_game() == games
    journal.close()


def test_transcripts_are_compressed_a_day_after_their_end(tmp_path: Path) -> None:
    journal, folder = filled(tmp_path), tmp_path / "transcripts"
    folder.mkdir()
    for number, days in enumerate((0.5, 1.5, 1.6)):
        (folder / f"{number}.rummy").write_bytes(HEADER + bytes(1000))
        os.utime(folder / f"{number}.rummy", 2 * (journal.newest() - days * DAY,))
    log = io.StringIO()
    clock = retention(journal, tmp_path, log, later=0)
    assert log.getvalue() == "", "nothing was deleted"
    assert [(folder / f"{number}.rummy").stat().st_size > 1000 for number in range(3)] == [True, False, False]
    clock.pump([EVERY_SECONDS, *[1.0] * 5])
    assert inflated((folder / "1.rummy").read_bytes()) == HEADER + bytes(1000)
    journal.close()


def test_a_disk_that_refuses_is_one_line_and_another_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise JournalError("the disk is full")

    journal, log = filled(tmp_path), io.StringIO()
    with monkeypatch.context() as full:
        full.setattr(SqliteJournal, "prune_games", refused)
        clock = retention(journal, tmp_path, log, later=0, days=0)
    assert log.getvalue().count("old games could not be deleted") == 1
    clock.pump([EVERY_SECONDS, *[1.0] * 50])
    assert len(journal.every_game()) == 2 * TABLES
    journal.close()
