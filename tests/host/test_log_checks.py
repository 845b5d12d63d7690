"""``--check-data`` on the logs: what a quick check leaves out and does not, processors, progress."""

import os
import signal
import sqlite3
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.context import BaseContext
from pathlib import Path
from unittest.mock import Mock

import pytest

from rummynet.host import log_checks
from rummynet.host.log_checks import CheckedLog, Known, Log, keep_known, read_known, wrong_games
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from tests.host.test_start import TABLES, past
from tests.support.errors import raises
from tests.support.journal_edits import edit_log, unsigned

JOURNAL = "journal.sqlite3"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal: two finished games at each table, at the first a third one that is played."""
    path = tmp_path_factory.mktemp("filled") / JOURNAL
    journal = SqliteJournal(path)
    journal.append(past(2 * TABLES).rows)
    journal.close()
    return path


@pytest.fixture
def path(filled: Path, tmp_path: Path) -> Path:
    copy = tmp_path / JOURNAL
    with sqlite3.connect(filled) as base, sqlite3.connect(copy) as to:
        base.backup(to)
    return copy


def checked(path: Path, known: Known) -> tuple[list[str], int, Known]:
    journal = SqliteJournal(path, read_only=True)
    found = wrong_games(journal, known)
    journal.close()
    return found


def change(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for one in statements:
        base.execute(one)
    base.commit()
    base.close()


def test_a_quick_check_leaves_out_what_a_good_one_has_seen_but_games_that_go_on(path: Path, tmp_path: Path) -> None:
    wrong, count, known = checked(path, {})
    assert (wrong, count) == ([], 2 * TABLES + 1)
    assert {table: game for table, (game, _) in known.items()} == dict.fromkeys(range(1, TABLES + 1), 2)
    keep_known(tmp_path / "checked", known)
    assert checked(path, read_known(tmp_path / "checked"))[:2] == ([], 1)


def test_a_known_game_has_to_be_there(path: Path) -> None:
    known = checked(path, {})[2]
    change(path, "DELETE FROM log WHERE tbl = 2 AND game = 1")
    assert checked(path, known)[0] == ["game 2 at table 2 does not go on from the game before it"]
    change(path, "UPDATE tables SET deleted = 1 WHERE number = 2")
    assert [checked(path, one)[0] for one in (known, {})] == [[], []]


def test_another_journal_in_its_place_is_checked_whole(path: Path) -> None:
    known = {table: (game, bytes(32)) for table, (game, _) in checked(path, {})[2].items()}
    assert checked(path, known)[1] == 2 * TABLES + 1


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"1": 2}', b'{"1": [2, "xx"]}', b"\xff", None])
def test_a_file_that_says_nothing_makes_a_check_long_and_no_error(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "checked").write_bytes(content)
    assert read_known(tmp_path / "checked") == {}


@pytest.mark.parametrize("processors", [None, 3])
def test_the_same_is_found_on_one_processor_and_on_several(
    path: Path, monkeypatch: pytest.MonkeyPatch, processors: int | None
) -> None:
    edit_log(2, unsigned)(path)
    other = "SELECT body FROM log WHERE tbl = 3 AND entries > 0"
    change(path, f"UPDATE log SET body = ({other}) WHERE tbl = 4 AND game = 2 AND entries > 0")
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    begun, make = list[int](), ProcessPoolExecutor.__init__

    def noted(pool: ProcessPoolExecutor, workers: int, context: BaseContext) -> None:
        begun.append(workers)
        make(pool, workers, context)

    monkeypatch.setattr(ProcessPoolExecutor, "__init__", noted)
    journal, told = SqliteJournal(path, read_only=True), list[tuple[int, int]]()
    wrong, count, known = wrong_games(journal, {}, lambda *how_far: told.append(how_far))
    journal.close()
    assert wrong[0].startswith("game 2 at table 1: ")
    assert wrong[1:] == ["game 2 at table 4 does not go on from the game before it"]
    assert told == [(done, count) for done in range(1, count + 1)]
    assert {table: game for table, (game, _) in known.items()} == {1: 1, 2: 2, 3: 2, 4: 1}
    assert begun == ([] if processors is None else [3])


def killed(log: Log) -> CheckedLog:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError(log)


def test_a_process_that_is_killed_ends_the_check_with_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(log_checks, "check_log", killed)
    with raises(JournalError, "journal", "the check is not complete"):
        checked(path, {})
    monkeypatch.setattr(ProcessPoolExecutor, "submit", Mock(side_effect=BrokenExecutor))  # killed at the first log
    with raises(JournalError, "journal", "the check is not complete"):
        checked(path, {})
    away = JournalError("it is away")
    away.__cause__ = OSError()
    monkeypatch.setattr(SqliteJournal, "entries", Mock(side_effect=away))
    with raises(JournalError, "journal", "it is away"):
        checked(path, {})
