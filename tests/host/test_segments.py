"""How the journal keeps its two busiest kinds of rows: commits, segments, and the way between them."""

import sqlite3
import zlib
from pathlib import Path

import pytest

from rummynet.host.storage.commit_log import COMMITS_KEPT
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.segments import (
    FEWEST_TABLES,
    QUIET_ROWS,
    SEGMENT_ROWS,
    Recent,
    pack_entries,
    pack_game,
    read_entries,
)
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.table.api.records import Checkpoint, EntryLogged, InputRecorded, TableOpened
from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from tests.support.errors import raises

SIGNATURE = bytes(64)
VECTORS = Path(__file__).parents[2] / "protocol/vectors/transcripts"


def opened(table: int) -> TableOpened:
    return TableOpened(table, "t", "keilty", {}, bytes(32), 0, "host", {}, bytes(32))


def entry(index: int, table: int = 1, game: int = 1) -> EntryLogged:
    return EntryLogged(table, game, index, b"entry %d" % index, SIGNATURE)


def given(number: int, table: int = 1) -> InputRecorded:
    return InputRecorded(table, number, 0, b"input %d" % number)


def point(table: int = 1) -> Checkpoint:
    return Checkpoint(table, 0, 0, 0, b"point")


def rows_of(path: Path, table: str) -> int:
    base = sqlite3.connect(path)
    count: int = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    base.close()
    return count


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> SqliteJournal:
    made = SqliteJournal(path)
    made.append([opened(1), opened(2), point(1), point(2)])
    return made


@pytest.mark.parametrize("rows", [1, SEGMENT_ROWS - 1, SEGMENT_ROWS, SEGMENT_ROWS + 1, 5 * SEGMENT_ROWS + 7])
@pytest.mark.parametrize("start", [0, 3, SEGMENT_ROWS - 1, SEGMENT_ROWS, 2 * SEGMENT_ROWS])
def test_entries_come_back_from_every_index_before_and_after_a_restart(
    journal: SqliteJournal, path: Path, rows: int, start: int
) -> None:
    written = [entry(index) for index in range(rows)]
    for row in written:
        journal.append([row, EntryLogged(2, 1, row.index, b"other", SIGNATURE)])
    wanted = [(row.entry, row.signature) for row in written[start:]]
    assert journal.entries(1, 1, start) == wanted
    assert SqliteJournal(path, read_only=True).entries(1, 1, start) == wanted, "beside a running host"
    journal.close()
    again = SqliteJournal(path)
    assert again.entries(1, 1, start) == wanted
    assert again.count("log") == 2 * rows
    again.append([entry(rows)])
    assert len(again.entries(1, 1)) == rows + 1


def test_a_checkpoint_replaces_the_inputs_before_it_and_none_after_it(journal: SqliteJournal, path: Path) -> None:
    for number in range(SEGMENT_ROWS + 3):
        journal.append([given(number), given(number, 2)])
    journal.append([given(100), point(), given(101), given(102, 2)])
    journal.append([given(103)])
    journal.close()
    again = SqliteJournal(path)
    assert [row.ms for row in again.history(1).inputs] == [101, 103]
    assert [row.ms for row in again.history(2).inputs] == [*range(SEGMENT_ROWS + 3), 102]


def test_commits_are_deleted_though_one_table_is_quiet(journal: SqliteJournal, path: Path) -> None:
    most, at_once = QUIET_ROWS * FEWEST_TABLES, 8
    log = [entry(index) for index in range(most + at_once * (COMMITS_KEPT + 1))]
    journal.append([given(0, 2)])
    for start in range(0, len(log), at_once):
        if start == most - at_once:
            assert rows_of(path, "commits") == most // at_once, "all that are needed are there"
        journal.append(log[start : start + at_once])
    assert rows_of(path, "commits") <= SEGMENT_ROWS // at_once + COMMITS_KEPT
    assert [row.ms for row in journal.history(2).inputs] == [0]
    assert len(journal.entries(1, 1)) == len(log)


def log_of(name: str) -> list[tuple[bytes, bytes]]:
    """Entries and signatures of a transcript of the vectors."""
    records = read_transcript((VECTORS / f"{name}.rummy").read_bytes()).records
    return [(one.entry, one.signature) for one in records if isinstance(one, EntryRecord)]


def test_the_last_entries_of_a_packed_game_may_be_in_commits_alone(journal: SqliteJournal, path: Path) -> None:
    log = log_of("keilty")[: 2 * SEGMENT_ROWS + 5]
    for index, row in enumerate(log):
        journal.append([EntryLogged(1, 1, index, *row)])
    assert rows_of(path, "log") == 2
    journal.pack_game(1, 1)
    assert journal.entries(1, 1) == log
    journal.append([point()])  # what was in commits alone is moved now, if it is not yet
    assert journal.entries(1, 1) == log and journal.count("log") == len(log)
    journal.close()
    assert SqliteJournal(path).entries(1, 1) == log


# The proofs of a sealed deck follow from nothing.
@pytest.mark.parametrize(("name", "share"), [("keilty", 0.8), ("sealed-basic", 1)])
def test_the_log_of_a_finished_game_comes_back_from_less_room(name: str, share: float) -> None:
    log = log_of(name)
    packed = pack_game(log)
    assert read_entries(packed) == log
    half = SEGMENT_ROWS // 2  # the others are inputs
    several = [
        pack_entries([(1, index, *row) for index, row in enumerate(log)][at : at + half])
        for at in range(0, len(log), half)
    ]
    assert len(packed) < share * sum(map(len, several))


@pytest.mark.parametrize("part", [2, -2, None])
def test_a_hash_that_is_not_there_is_damage(part: int | None) -> None:
    with raises(CodecError, "codec", "names a hash"):
        read_entries(zlib.compress(codec.pack([[[b"", part], SIGNATURE]])))


def test_quiet_tables_are_moved_one_after_the_other() -> None:
    recent, moved = Recent(), list[int]()
    for table in range(2, 102):
        recent.add(1, entry(0, table))
    for index in range(2 * QUIET_ROWS * 101):
        recent.add(index + 2, entry(index))
        due = recent.due({1})
        assert len(due) <= 2
        moved += [table for table in due if table != 1]
        for table in due:
            del recent.tables[table]
    assert moved == [*range(2, 102)], "the quietest first, one with each that is written to"


def test_the_numbers_of_commits_go_on_after_a_restart(journal: SqliteJournal, path: Path) -> None:
    journal.append([given(0)])
    journal.append([point()])
    journal.close()
    again = SqliteJournal(path)
    again.append([given(1)])
    again.close()
    assert [row.ms for row in SqliteJournal(path).history(1).inputs] == [1]


def test_a_segment_is_compressed_and_a_damaged_one_is_an_error(journal: SqliteJournal, path: Path) -> None:
    rows = [EntryLogged(1, 1, index, b"the same long entry" * 20, SIGNATURE) for index in range(SEGMENT_ROWS)]
    journal.append(rows)
    base = sqlite3.connect(path)
    (size,) = base.execute("SELECT length(body) FROM log").fetchone()
    assert size < sum(len(row.entry) for row in rows) / 10
    base.execute("UPDATE log SET body = substr(body, 1, 100)")
    base.commit()
    base.close()
    with raises(JournalError, "journal", "damaged"):
        journal.entries(1, 1)
