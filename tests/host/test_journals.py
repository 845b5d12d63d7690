"""What holds for both journals, the file and the database: what is written comes back once and whole, or not at all."""

import errno
import fcntl
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from rummynet.host.storage import sqlite_journal
from rummynet.host.storage.journal import Journal, JournalError, old_games
from rummynet.host.storage.journal_writer import JournalWriter
from rummynet.host.storage.packed_rows import Changes, Place, read_log
from rummynet.host.storage.postgres.connecting import Database, is_postgres
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.host.storage.sqlite_journal import SqliteJournal
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
from rummynet.table.journal.table_history import BadHistory
from rummynet_protocol import codec
from rummynet_protocol.fairness.signing import Signer
from tests.support.errors import raises
from tests.support.journal_edits import count_of

SEED = b"host" * 8
SIGNATURE = bytes(64)
Open = Callable[[], Journal]


def sealing() -> Sealing:
    counter = iter(range(10**9))
    return Sealing(SEED, lambda size: next(counter).to_bytes(size, "big"))


@pytest.fixture(params=["sqlite", "postgres"])
def open_journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the journal, each time as a program that is started anew."""
    opened: list[Journal] = []
    if request.param == "sqlite":
        make: Open = lambda: SqliteJournal(tmp_path / "journal.sqlite3")  # noqa: E731
    else:
        database = Database(request.getfixturevalue("database_url"), Signer(SEED).public)
        database.open(make=True).close()
        make = lambda: PostgresJournal(database, sealing(), patience=0)  # noqa: E731

    def again() -> Journal:
        if opened:
            opened[-1].close()
        opened.append(make())
        return opened[-1]

    yield again
    if opened:
        opened[-1].close()


def opened(table: int) -> TableOpened:
    return TableOpened(table, "t", "keilty", {"target": 9}, bytes(32), 7, "host", {"bots": 3}, bytes([table]) * 32)


def entry(index: int, table: int = 1, game: int = 1) -> EntryLogged:
    return EntryLogged(table, game, index, b"entry %d" % index, SIGNATURE)


def given(number: int, table: int = 1) -> InputRecorded:
    return InputRecorded(table, number, 0, b"input %d" % number)


def point(table: int = 1, games: int = 0, entries: int = 0, round: int = 0) -> Checkpoint:
    return Checkpoint(table, 5, 6, games, b"point", entries, round)


def begun(game: int = 1, table: int = 1) -> GameBegun:
    return GameBegun(table, game, b"log", ((b"k", "n"),), 3)


def test_a_history_is_what_was_written(open_journal: Open) -> None:
    journal = open_journal()
    assert journal.append([]) == frozenset()
    assert (journal.next_table(), journal.open_tables()) == (1, [])
    secrets = [SecretKept(1, 1, 1, epoch, b"deck%d" % epoch, b"pub%d" % epoch) for epoch in range(3)]
    rows: list[JournalRow] = [
        opened(1), opened(2), point(), given(1), begun(), *secrets, entry(0), entry(1), given(2), given(3, 2),
    ]  # fmt: skip
    assert journal.append(rows) == frozenset()
    for restarted in (False, True):
        journal = open_journal() if restarted else journal
        history = journal.history(1)
        assert history.opened == opened(1)
        assert history.checkpoint == point()
        assert history.inputs == (given(1), given(2))
        assert history.chance == (b"deck0", b"pub0", b"deck1", b"pub1", b"deck2", b"pub2")
        assert history.logs == {1: [(b"entry 0", SIGNATURE), (b"entry 1", SIGNATURE)]}
        assert (history.signed, history.newest) == (None, None)
        assert (journal.next_table(), journal.open_tables(), journal.games(1)) == (3, [1, 2], [1])
        assert (journal.table_id(2), journal.every_game()) == (bytes([2]) * 32, [(1, 1)])
        assert count_of(journal, "log") == 2
    with pytest.raises(BadHistory):
        journal.history(2)


def test_a_checkpoint_within_a_game_leaves_what_came_after_it(open_journal: Open) -> None:
    journal = open_journal()
    journal.append([opened(1), point(), begun(), SecretKept(1, 1, 1, 0, b"d1", b"p1"), *map(entry, range(5)), given(1)])
    journal.append([GameClosed(1, 1, True), point(games=1), begun(2), entry(0, game=2), entry(1, game=2), given(2)])
    rows: list[JournalRow] = [SecretKept(1, 2, 1, 0, b"d2", b"p2"), SecretKept(1, 2, 2, 0, b"d3", b"p3"), given(3)]
    journal.append([*rows, point(games=1, entries=2, round=2), given(4), entry(2, game=2)])
    history = open_journal().history(1)
    assert history.inputs == (given(4),)
    assert history.logs == {2: [(b"entry 2", SIGNATURE)]}
    assert history.signed == SIGNATURE and history.newest == (b"entry 1", SIGNATURE)
    assert history.chance == ()


@pytest.mark.parametrize("index", [0, 4, 6])
@pytest.mark.parametrize("restarted", [False, True])
def test_no_entry_is_written_twice_or_left_out(open_journal: Open, index: int, restarted: bool) -> None:
    journal = open_journal()
    journal.append([opened(1), point(), begun(), *map(entry, range(5))])
    if restarted:
        journal = open_journal()
    with raises(JournalError, "journal", f"entry {index}", "entry 5"):
        journal.append([given(1), entry(index)])
    assert [count_of(journal, name) for name in ("log", "inputs")] == [5, 0], "all of it or nothing"
    journal.append([entry(5)])
    assert len(journal.entries(1, 1)) == 6


def test_no_secret_is_kept_twice(open_journal: Open) -> None:
    journal = open_journal()
    journal.append([opened(1), point(), begun(), SecretKept(1, 1, 1, 0, b"one", b"two")])
    journal = open_journal()
    with raises(JournalError, "journal"):
        journal.append([entry(0), SecretKept(1, 1, 1, 0, b"other", b"two")])
    assert journal.entries(1, 1) == []


def test_entries_come_back_from_every_index(open_journal: Open) -> None:
    journal = open_journal()
    journal.append([opened(1), point(), begun()])
    for index in range(70):
        if index in (20, 40):
            journal.append([point(entries=index, round=1 + index // 20)])
        journal.append([entry(index)])
    for start, end in ((0, None), (31, 33), (69, None), (70, None), (5, 6), (19, 21), (39, 70), (40, 41)):
        wanted = [(b"entry %d" % index, SIGNATURE) for index in range(70)][start:end]
        assert journal.entries(1, 1, start, end) == wanted
    journal.append([entry(70), GameClosed(1, 1, True), begun(2), point(games=1)])
    assert len(journal.entries(1, 1)) == 71


def test_a_closed_table_leaves_its_entries_and_is_pruned_later(open_journal: Open) -> None:
    journal = open_journal()
    rows: list[JournalRow] = [
        opened(1), point(), begun(), given(1), entry(0), SecretKept(1, 1, 1, 0, b"d", b"p"), given(2), entry(1),
    ]  # fmt: skip
    journal.append(rows)
    assert journal.prunable(100) == []
    journal.append([given(3), TableClosed(1, "empty", 50)])
    assert (count_of(journal, "inputs"), len(journal.entries(1, 1)), journal.open_tables()) == (0, 2, [])
    assert (journal.prunable(50), journal.prunable(51)) == ([], [1])
    journal.prune(1)
    assert [count_of(journal, name) for name in ("log", "games", "secrets")] == [0, 0, 0]
    assert (journal.prunable(51), journal.next_table(), journal.deleted()) == ([], 2, {1: 1})


def test_an_input_comes_back_whole_that_shares_parts_with_its_entry(open_journal: Open) -> None:
    journal = open_journal()
    text, parts = b"so <statement> and <signed> to the end", (b"<statement>", b"<signed>")
    said = [InputRecorded(1, 1, 1, text, parts) for _ in range(3)]
    logged = [EntryLogged(1, 1, 0, b"[<statement>][<signed>]", SIGNATURE), EntryLogged(1, 1, 1, b"<signed>", SIGNATURE)]
    journal.append([opened(1), point(), begun(), said[0], logged[0], said[1], logged[1], said[2]])
    history = open_journal().history(1)
    assert [row.body for row in history.inputs] == [text] * 3
    assert Changes(Place(), [(0, said[0])], [(logged[0].entry, SIGNATURE)]).pack().count(b"<signed>") == 1
    assert history.logs == {1: [(row.entry, SIGNATURE) for row in logged]}


def test_of_games_that_a_set_clock_says_are_old_none_is_deleted_after_one_that_stays() -> None:
    assert old_games([(1, True), (2, False), (3, True), (4, True), (5, True)]) == [1]


def test_old_games_are_deleted_but_for_the_newest_two(open_journal: Open) -> None:
    journal = open_journal()
    games = range(1, 5)
    for table in (1, 2):
        journal.append([opened(table), point(table)])
        for game in games:
            rows: list[JournalRow] = [begun(game, table), SecretKept(table, game, 1, 0, b"deck", b"pub")]
            journal.append([*rows, entry(0, table, game), GameClosed(table, game, played=True), point(table, game)])
    assert journal.prune_games(1, 3) == 0, "they began at 3"
    assert journal.deleted() == {}
    assert journal.prune_games(1, 4) == 2
    assert journal.deleted() == {1: 2}
    assert journal.every_game() == [(1, 3), (1, 4), *((2, game) for game in games)]
    assert journal.entries(1, 1) == [] != journal.entries(1, 3)


def test_rows_that_are_no_longer_needed_are_written_over_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_journal, "FEWEST", 64)
    path, busy, count = tmp_path / "journal.sqlite3", range(2, 6), 400
    journal = SqliteJournal(path)
    journal.append([opened(1), point(1), begun(1, 1), given(0), entry(0)])  # a quiet one
    journal.append([row for table in busy for row in (opened(table), point(table), begun(1, table))])
    for index in range(count):
        table, at = busy[index % len(busy)], index // len(busy)
        if at % 9 == 8:
            journal.append([point(table, entries=at, round=at)])
        journal.append([given(index, table), entry(at, table)])
        if index == 150:
            journal.close()
            journal = SqliteJournal(path)
    journal.close()
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("SELECT count(*) FROM journal").fetchone()[0] < 200
    journal = SqliteJournal(path)
    assert journal.history(1).inputs == (given(0),) and len(journal.entries(1, 1)) == 1
    for table in busy:
        most = len(range(table - 2, count, len(busy)))
        assert journal.entries(table, 1) == [(b"entry %d" % at, SIGNATURE) for at in range(most)]
        since = range(most - 1 - most % 9, most) if most % 9 != 8 else range(0)
        assert journal.history(table).inputs == tuple(given(4 * at + table - 2, table) for at in since)
    journal.close()


def test_a_row_that_is_missing_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    journal = SqliteJournal(path)
    for row in (opened(1), point(), given(1), given(2), given(3)):
        journal.append([row])
    journal.close()
    with closing(sqlite3.connect(path)) as base:
        base.execute("DELETE FROM journal WHERE row = 3")
        base.commit()
    with pytest.raises(BadHistory):
        SqliteJournal(path).history(1)


def test_a_journal_is_a_database_where_its_address_says_so() -> None:
    assert [is_postgres(one) for one in (None, "postgresql://h/d", "postgres://h/d")] == [False, True, True]
    with raises(JournalError, "journal", "mysql://h/d"):
        is_postgres("mysql://h/d")
    with raises(JournalError, "journal", "--journal is no address of a database"):
        Database("postgresql://h:x:y/%zz", None)


def test_a_disk_without_locks_or_without_room_for_a_copy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = SqliteJournal(tmp_path / "journal.sqlite3")
    with raises(JournalError, "journal", "journal.sqlite3 cannot be copied"):
        journal.copy_to(tmp_path / "none" / "copy")
    journal.close()
    for number, says in ((errno.ENOLCK, f"the file system of {tmp_path} has no locks"), (errno.EAGAIN, "another host")):
        monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(number, "why")))
        with raises(JournalError, "journal", says):
            SqliteJournal(tmp_path / "journal.sqlite3")


def test_a_row_whose_bytes_are_a_number_is_not_read() -> None:
    with pytest.raises(TypeError):
        read_log(codec.pack([[3, b""]]))


def test_a_stuck_disk_keeps_no_process_from_ending() -> None:
    JournalWriter(None, "stuck")
    assert [one.daemon for one in threading.enumerate() if one.name == "stuck"] == [True]
