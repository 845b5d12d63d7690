"""The host's own transcripts: short writes, a full disk, what is kept of existing files."""

import errno
import os
from pathlib import Path

import pytest

from rummynet import files
from rummynet.host.storage.transcripts import TranscriptError, Transcripts, compress, export
from rummynet.revision import this_program
from rummynet.table.api.records import EntryLogged, GameBegun, GameClosed
from rummynet_protocol.fairness.transcript import header, inflated, pack_entry_record
from tests.support.disk import TightDisk
from tests.support.errors import raises

HEADER = header(this_program())
ENTRY = b"entry" * 10
RECORD = pack_entry_record(ENTRY, bytes(64))
BEGUN = GameBegun(1, 1, bytes(32), (), 0)


def logged(index: int) -> EntryLogged:
    return EntryLogged(1, 1, index, ENTRY, bytes(64))


@pytest.mark.parametrize("at_once", [1, 10, 100])
def test_short_writes_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(files, "write_some", TightDisk(at_once))
    kept = Transcripts(tmp_path / "transcripts")
    kept.append([BEGUN, logged(0), logged(1)])
    kept.append([logged(2), GameClosed(1, 1, played=True)])
    assert kept.path(1, 1).read_bytes() == HEADER + RECORD * 3
    assert export(tmp_path / "out", 1, 1, [(ENTRY, bytes(64))]).read_bytes() == HEADER + RECORD


@pytest.mark.parametrize("room", [1, 20, 22, 100, 300])
def test_on_a_full_disk_all_of_a_group_is_missing_and_an_error_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    kept = Transcripts(tmp_path / "transcripts")
    kept.append([BEGUN, logged(0)])
    before = kept.path(1, 1).read_bytes()
    monkeypatch.setattr(files, "write_some", TightDisk(50, room))
    with raises(TranscriptError, TranscriptError.code, kept.path(1, 1), os.strerror(errno.ENOSPC)):
        kept.append([logged(1), logged(2), logged(3), GameClosed(1, 1, played=True)])
    assert kept.path(1, 1).read_bytes() == before
    kept.close()


def test_a_file_that_cannot_be_rewritten_stays_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = export(tmp_path, 1, 1, [(ENTRY, bytes(64))] * 3)
    monkeypatch.setattr(files, "write_some", TightDisk(50, 130))
    with raises(TranscriptError, TranscriptError.code, os.strerror(errno.ENOSPC)):
        export(tmp_path, 1, 1, [(ENTRY, bytes(64))] * 5)
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == HEADER + RECORD * 3
    with pytest.raises(TranscriptError):
        resumed = Transcripts(tmp_path)
        resumed.resume(1, 1, lambda: [(ENTRY, bytes(64))] * 5)
        resumed.append([GameClosed(1, 1, played=True)])
    assert path.read_bytes() == HEADER + RECORD * 3


def test_a_transcript_takes_less_room_and_keeps_its_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table-1-game-1.rummy"
    path.write_bytes(whole := HEADER + RECORD * 5)
    os.utime(path, (5, 5))
    with monkeypatch.context() as full, pytest.raises(OSError, match="space"):
        full.setattr(files, "write_some", TightDisk(50, 10))
        compress(path)
    assert path.read_bytes() == whole and list(tmp_path.iterdir()) == [path], "without room for both it stays as it is"
    assert compress(path) and not compress(path)
    assert path.stat().st_size < len(whole) / 2 and path.stat().st_mtime == 5
    assert inflated(path.read_bytes()) == whole and list(tmp_path.iterdir()) == [path]


def test_a_file_is_finished_once_its_game_is_closed(tmp_path: Path) -> None:
    kept = Transcripts(tmp_path)
    assert kept.finished(1, 1, list) is None
    kept.append([BEGUN, logged(0)])
    assert kept.finished(1, 1, list) is None
    kept.append([GameClosed(1, 1, played=True)])
    assert kept.finished(1, 1, list) == kept.path(1, 1)


def test_files_of_an_earlier_run_are_made_anew_one_at_a_time_and_have_every_entry_once(tmp_path: Path) -> None:
    durable = {table: [logged(index) for index in range(5)] for table in (1, 2)}
    resumed = Transcripts(tmp_path)
    for table in (1, 2):
        path = export(tmp_path, table, 1, [(ENTRY, bytes(64))] * 3)
        path.write_bytes(path.read_bytes() + b"cut")
        resumed.resume(table, 1, lambda table=table: [(ENTRY, bytes(64))] * len(durable[table]))  # type: ignore[misc]
    assert resumed.path(1, 1).read_bytes().endswith(b"cut"), "the start waits for no file"

    def append(*rows: EntryLogged) -> None:
        for row in rows:
            durable[row.table].append(row)
        resumed.append(rows)

    append(logged(5), EntryLogged(2, 1, 5, ENTRY, bytes(64)))
    assert resumed.path(1, 1).read_bytes() == HEADER + RECORD * 6
    assert resumed.path(2, 1).read_bytes().endswith(b"cut")
    append(logged(6))
    assert resumed.path(2, 1).read_bytes() == HEADER + RECORD * 6
    append(*(logged(index) for index in range(7, 50)))
    assert resumed.path(1, 1).read_bytes() == HEADER + RECORD * 50
    append(logged(50), EntryLogged(2, 1, 6, ENTRY, bytes(64)))
    resumed.resume(3, 1, lambda: [(ENTRY, bytes(64))] * 9)
    resumed.resume(4, 1, lambda: [(ENTRY, bytes(64))] * 9)
    append()
    assert resumed.path(3, 1).read_bytes() == HEADER + RECORD * 9, "though its game has not gone on"
    assert not resumed.path(4, 1).exists()
    resumed.close()
    for table, count in ((1, 51), (2, 7), (4, 9)):
        assert resumed.path(table, 1).read_bytes() == HEADER + RECORD * count


def test_a_game_of_a_table_that_goes_to_another_host_leaves_no_file_and_comes_back_whole(tmp_path: Path) -> None:
    kept = Transcripts(tmp_path)
    stays = GameBegun(2, 1, bytes(32), (), 0)
    kept.append([BEGUN, stays, logged(0)])
    open_files = len(os.listdir("/proc/self/fd"))
    kept.give_up(1)
    assert len(os.listdir("/proc/self/fd")) == open_files - 1
    assert list(tmp_path.iterdir()) == [kept.path(2, 1)] and kept.is_written(kept.path(2, 1))
    kept.append([logged(1), GameClosed(1, 1, played=True)])
    assert list(tmp_path.iterdir()) == [kept.path(2, 1)], "it is another host's"
    log = [(ENTRY, bytes(64))] * 4
    kept.resume(1, 1, lambda: log)
    kept.give_up(1)
    assert not kept.is_written(kept.path(1, 1))
    kept.resume(1, 1, lambda: log)
    kept.append([logged(3), GameClosed(1, 1, played=True)])
    assert kept.path(1, 1).read_bytes() == HEADER + RECORD * 4
    kept.close()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises(TranscriptError, TranscriptError.code, "file/transcripts", os.strerror(errno.ENOTDIR)):
        Transcripts(tmp_path / "file" / "transcripts")
