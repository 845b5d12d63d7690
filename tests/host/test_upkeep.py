"""The host's data: other versions, checks, backups while it runs, exports, pruning, full disks."""

import argparse
import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet.host import upkeep
from rummynet.host.far.guest_list import GuestList, Invited, NoSuchGuest
from rummynet.host.storage.host_key import JOURNAL
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.packed_rows import Changes
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.keyfile import HOST_KEY, identity_folder
from rummynet.revision import this_program
from rummynet.table.api.records import JournalRow, TableClosed
from rummynet.verifier.offline import check
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Create, Done, Stand
from tests.host.test_dispatcher import act, begin, finish
from tests.support.dialling import Building
from tests.support.errors import raises
from tests.support.journal_edits import Edit, edit_changes, edit_log, edit_point, statement, unsigned

NO_COMMAND: Final = {
    "journal": None, "drain": False, "new_key": False, "check_data": False, "quick": False, "backup": None,
    "export": None, "prune": None, "far_list": False, "far_remove": None,
}  # fmt: skip
"""What the parser gives for the flags of ``host`` that are about data, where none of them is there."""


def command(folder: Path, **given: Any) -> argparse.Namespace:  # noqa: ANN401 - flags of any type
    return argparse.Namespace(data=str(folder), **{**NO_COMMAND, **given})


@pytest.fixture
def real_host(tmp_path: Path, stream: io.StringIO) -> Iterator[Building]:
    """A host in a real host's folder, with the key that its tables sign with."""
    (tmp_path / "host").mkdir(mode=0o700)
    keys = identity_folder(tmp_path)
    key = keys / HOST_KEY
    key.write_text((b"host" * 8).hex() + "\n")
    key.chmod(0o600)
    made = Building(tmp_path / "host", stream)
    yield made


def leave(building: Building) -> None:
    """Everybody stands up; the table is closed after a while."""
    for dialler in building.diallers:
        dialler.ask(Stand, 1)
        dialler.protocol.connection_lost()
    building.diallers.clear()
    building.settle(1000)
    assert not building.dispatcher.lobby.tables


def test_what_is_about_data_runs_no_host(tmp_path: Path) -> None:
    assert not upkeep.is_requested(command(tmp_path)) and upkeep.is_requested(command(tmp_path, prune=0))


# -- versions


def old_journal(path: Path) -> None:
    """A journal of version 2, as far as it is read."""
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        base.execute("INSERT INTO tables VALUES (4, 'old')")
        base.execute("PRAGMA user_version = 2")
    base.close()


def test_a_journal_of_an_earlier_version_is_refused_with_what_to_do_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    old_journal(path)
    before = path.read_bytes()
    with raises(JournalError, "journal", "version 2", "--export") as problem:
        SqliteJournal(path)
    assert "\n" not in str(problem.value)
    assert path.read_bytes() == before


def test_the_refusal_of_another_version_names_who_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    SqliteJournal(path).close()
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version = 99")
        assert base.execute("SELECT program FROM writer").fetchone() == (this_program(),)
        with raises(JournalError, "journal", "version 99, written by rummynet ", this_program(), "newer"):
            SqliteJournal(path)
        base.execute("UPDATE writer SET program = ?", ("\x1b[31mother\n",))
        base.commit()
    with raises(JournalError, "journal", "written by [31mother; this program"):
        SqliteJournal(path, read_only=True)


@pytest.mark.parametrize("flags", [{"check_data": True}, {"backup": "copy"}, {"export": "out"}, {"prune": 0}])
def test_nothing_is_done_with_the_data_of_an_earlier_version(tmp_path: Path, flags: dict[str, Any]) -> None:
    (tmp_path / "host").mkdir()
    old_journal(tmp_path / "host" / JOURNAL)
    with raises(JournalError, "journal", "version 2"):
        upkeep.run(command(tmp_path, **flags))


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE cakes (name TEXT)")
    base.close()
    with raises(JournalError, "journal", path, "no journal of rummynet"):
        SqliteJournal(path)


def test_a_journal_that_could_not_be_opened_keeps_no_lock(tmp_path: Path) -> None:
    """Another, put in its place, can be opened by the same program."""
    path = tmp_path / "journal.sqlite3"
    old_journal(path)
    with raises(JournalError, "journal", "version 2"):
        SqliteJournal(path)
    path.unlink()
    SqliteJournal(path).close()


# -- checking


def test_the_data_of_a_running_host_is_found_whole(
    real_host: Building, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = begin(real_host)
    for _ in range(5):
        act(real_host, people)
    assert upkeep.run(command(tmp_path, check_data=True)) == 0
    said = capsys.readouterr().out
    assert "1 games" in said and "1 open tables" in said and "the journal is whole" in said
    real_host.close()


def without_inputs(changes: Changes) -> None:
    changes.inputs.clear()


def without_entries(changes: Changes) -> None:
    changes.entries.clear()


def without_signatures(changes: Changes) -> None:
    changes.entries = unsigned(changes.entries)


def with_other_chance(changes: Changes) -> None:
    changes.chance = [bytes(len(one)) for one in changes.chance]


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (edit_changes(without_signatures, 5), "game 1 at table 1"),
        (edit_changes(without_entries, 2), "game 1 at table 1"),
        (edit_changes(without_inputs, 5), "table 1"),
        (statement("DELETE FROM journal WHERE kind = 0"), "table 1"),
        (edit_changes(with_other_chance), "table 1"),
        (statement("DELETE FROM journal WHERE kind = 1"), "table 1"),
        (statement("UPDATE journal SET body = zeroblob(9) WHERE kind = 1"), "table 1"),
        (edit_point(lambda point: replace(point, games=1)), "table 1"),
        (statement("UPDATE tables SET opened = zeroblob(9)"), "table 1"),
    ],
)
def test_what_is_wrong_with_the_data_is_named(
    real_host: Building, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: Edit, says: str
) -> None:
    begin(real_host)
    real_host.close()
    harm(tmp_path / "host" / JOURNAL)
    assert upkeep.run(command(tmp_path, check_data=True)) == 1
    assert f"fail  {says}" in capsys.readouterr().out


def change(folder: Path, *statements: str) -> None:
    base = sqlite3.connect(folder / JOURNAL)
    for one in statements:
        base.execute(one)
    base.commit()
    base.close()


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param(edit_log(2, lambda rows: rows[:-1]), id="end"),
        pytest.param(edit_log(2, unsigned), id="signatures"),
        pytest.param(statement("DELETE FROM log WHERE game = 2"), id="game"),
        pytest.param(None, id="older checkpoint"),
    ],
)
def test_a_checkpoint_that_contradicts_the_log_is_noticed(
    real_host: Building, tmp_path: Path, stream: io.StringIO, capsys: pytest.CaptureFixture[str], harm: Edit | None
) -> None:
    people = begin(real_host)
    finish(real_host, people)
    people[0].ask(Create, "keilty", {}, "another")
    older = real_host.journal.history(1).checkpoint
    for dialler in people:
        assert isinstance(dialler.ready(1), Done)
    finish(real_host, people)
    real_host.close()
    (harm or edit_point(lambda point: older))(tmp_path / "host" / JOURNAL)
    assert upkeep.run(command(tmp_path, check_data=True)) == 1
    assert "fail  table 1: " in capsys.readouterr().out
    after = Building(tmp_path / "host", stream)
    assert list(after.dispatcher.lobby.tables) == [2]
    assert len([line for line in stream.getvalue().splitlines() if "could not be resumed" in line]) == 1
    after.close()


def test_games_of_one_table_that_do_not_follow_on_each_other_are_noticed(
    real_host: Building, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = begin(real_host)
    finish(real_host, people)
    for _ in range(2):
        for dialler in people:
            assert isinstance(dialler.ready(1), Done)
        finish(real_host, people)
    real_host.close()
    assert upkeep.run(command(tmp_path, check_data=True)) == 0
    lost = "game 3 at table 1 does not go on from the game before it"
    change(tmp_path / "host", "DELETE FROM log WHERE game = 2")
    assert upkeep.run(command(tmp_path, check_data=True)) == 1
    assert f"fail  {lost}" in capsys.readouterr().out
    change(tmp_path / "host", "DELETE FROM log WHERE game = 1")
    assert upkeep.run(command(tmp_path, check_data=True)) == 1, "its oldest games were not deleted by this program"
    assert f"fail  {lost}" in capsys.readouterr().out
    change(tmp_path / "host", "UPDATE tables SET deleted = 2")
    assert upkeep.run(command(tmp_path, check_data=True)) == 0


def test_a_table_that_cannot_be_resumed_stays_in_the_journal_and_the_others_go_on(
    tmp_path: Path, stream: io.StringIO
) -> None:
    first = Building(tmp_path, stream)
    people = begin(first)
    people[0].ask(Create, "keilty", {}, "another")
    first.close()
    edit_changes(without_inputs, 5)(tmp_path / JOURNAL)
    again = Building(tmp_path, stream)
    assert list(again.dispatcher.lobby.tables) == [2]
    assert "could not be resumed" in stream.getvalue()
    assert again.journal.open_tables() == [1, 2]
    again.close()


def test_no_journal_is_an_error_that_says_where_it_was_looked_for(tmp_path: Path) -> None:
    with raises(JournalError, "journal", tmp_path, "--data"):
        upkeep.run(command(tmp_path, check_data=True))


# -- copies


def test_a_backup_taken_while_a_game_is_played_is_a_journal_that_a_host_goes_on_with(
    real_host: Building, tmp_path: Path, stream: io.StringIO
) -> None:
    people = begin(real_host)
    for _ in range(5):
        act(real_host, people)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copy = elsewhere / JOURNAL
    assert upkeep.run(command(tmp_path, backup=str(copy))) == 0
    assert copy.stat().st_mode & 0o077 == 0
    entries = real_host.journal.entries(1, 1)
    act(real_host, people)
    real_host.close()
    from_copy = Building(elsewhere, stream)
    assert from_copy.journal.entries(1, 1) == entries
    assert from_copy.dispatcher.lobby.tables[1].stage == "playing"
    from_copy.close()


def test_a_backup_replaces_nothing(real_host: Building, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with raises(JournalError, "journal", there):
        upkeep.run(command(tmp_path, backup=str(there)))
    assert there.read_text() == "mine"
    real_host.close()


def test_exported_games_verify(real_host: Building, tmp_path: Path) -> None:
    people = begin(real_host)
    finish(real_host, people)
    assert upkeep.run(command(tmp_path, export=str(tmp_path / "out"))) == 0
    (path,) = (tmp_path / "out").iterdir()
    assert check(path.read_bytes()).complete
    real_host.close()


def test_pruning_keeps_transcripts_numbers_and_open_tables(
    real_host: Building, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = begin(real_host)
    finish(real_host, people)
    before = (real_host.transcripts.path(1, 1)).read_bytes()
    leave(real_host)
    begin(real_host, ("Cid", "Dan"))
    real_host.close()
    real_host.transcripts.path(1, 1).unlink()
    monkeypatch.setattr("time.time", lambda: 3000.0 + 5 * upkeep.DAY)
    assert upkeep.run(command(tmp_path, prune=10)) == 0
    assert not real_host.transcripts.path(1, 1).exists(), "nothing is that old"
    assert upkeep.run(command(tmp_path, prune=0)) == 0
    journal = SqliteJournal(tmp_path / "host" / JOURNAL)
    assert journal.every_game() == [(2, 1)]
    assert (journal.next_table(), journal.open_tables()) == (3, [2])
    assert real_host.transcripts.path(1, 1).read_bytes() == before
    journal.close()


# -- what cannot be written


def test_a_second_host_on_the_same_data_is_refused(tmp_path: Path, building: Building) -> None:
    with raises(JournalError, "journal", f"another host works in {tmp_path} already", "--data DIR") as found:
        SqliteJournal(tmp_path / "journal.sqlite3")
    assert "locked" not in str(found.value)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with raises(JournalError, "journal", "/sys/kernel/journal.sqlite3", "--data"):
        SqliteJournal(Path("/sys/kernel/journal.sqlite3"))  # not writable for the superuser either


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"not a database" * 100)
    with raises(JournalError, "journal", tmp_path, "not a database"):
        SqliteJournal(tmp_path / "journal.sqlite3")


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("database is locked", "end it, then try again"),
        ("database or disk is full", "make room on the disk"),
        ("attempt to write a readonly database", "its folder must be writable"),
        ("database disk image is malformed", "it is damaged"),
    ],
)
def test_what_keeps_a_journal_from_being_written_is_said_with_what_helps(tmp_path: Path, what: str, says: str) -> None:
    def refused() -> Iterator[JournalRow]:
        yield TableClosed(1, "x", 0)
        raise sqlite3.OperationalError(what)

    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    with raises(JournalError, "journal", "cannot be written", what, says):
        journal.append(refused())
    journal.close()


def test_guests_of_other_homes_are_listed_and_taken_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guests = GuestList(tmp_path)
    guests.keep(Invited("7", "7-able-baker", 86_400, table=3))
    assert upkeep.run(command(tmp_path, far_list=True)) == 0
    assert capsys.readouterr().out == "7  until 1970-01-02T00:00Z  table 3 only, open: rummynet join 7-able-baker\n"
    assert upkeep.run(command(tmp_path, far_remove="7")) == 0 and guests.names() == set()
    with raises(NoSuchGuest, NoSuchGuest.code, "'7'"):
        upkeep.run(command(tmp_path, far_remove="7"))
    with raises(JournalError, "journal", "a host by itself"):
        upkeep.run(command(tmp_path, drain=True))
