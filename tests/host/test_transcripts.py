"""The host's own transcripts: short writes, a full disk, what is kept of existing files."""

import errno
import os
from pathlib import Path

import pytest

from rummynet import files
from rummynet.host.storage.transcripts import TranscriptError, Transcripts, compress, export
from rummynet.revision import this_program
from rummynet_protocol.fairness.entries import Ended, TurnLate, pack_entry
from rummynet_protocol.fairness.transcript import header, inflated, pack_entry_record
from tests.support.disk import TightDisk
from tests.support.errors import raises

HEADER = header(this_program())
LOG = [(b"entry" * 10, bytes(64))] * 3
RECORD = pack_entry_record(*LOG[0])


def log(table: int, game: int) -> list[tuple[bytes, bytes]]:
    return LOG


def test_a_file_that_cannot_be_rewritten_stays_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = export(tmp_path, 1, 1, LOG)
    monkeypatch.setattr(files, "write_some", TightDisk(50, 130))
    with raises(TranscriptError, TranscriptError.code, os.strerror(errno.ENOSPC)):
        export(tmp_path, 1, 1, LOG * 2)
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == HEADER + RECORD * 3


@pytest.mark.parametrize("room", [1, 20, 22, 100, 250])
def test_on_a_full_disk_there_is_no_file_and_later_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    kept = Transcripts(tmp_path, lambda table, game: [*LOG, (pack_entry(Ended("played", 5)), bytes(64))])
    with monkeypatch.context() as full:
        full.setattr(files, "write_some", TightDisk(50, room))
        with raises(TranscriptError, TranscriptError.code, kept.path(1, 1), os.strerror(errno.ENOSPC)):
            kept.copy(1, 1)
    assert list(tmp_path.iterdir()) == []
    assert kept.finished(1, 1) == kept.path(1, 1)
    assert kept.path(1, 1).read_bytes().startswith(HEADER + RECORD * 3)


def test_a_file_of_a_journal_that_was_removed_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "table-1-game-1.rummy"
    path.write_bytes(b"older")
    os.utime(path, (5, 5))
    Transcripts(tmp_path, log).copy(1, 1)
    assert path.read_bytes() == HEADER + RECORD * 3
    assert (tmp_path / "table-1-game-1.5.rummy").read_bytes() == b"older"


def test_of_a_game_that_is_not_over_there_is_no_file(tmp_path: Path) -> None:
    kept = Transcripts(tmp_path, lambda table, game: [(pack_entry(TurnLate(1, 0, "turn", 5)), bytes(64))])
    assert kept.finished(1, 1) is None and list(tmp_path.iterdir()) == []
    kept.copy(1, 1)  # it was called off: then its log ends like this
    assert kept.finished(1, 1) == kept.path(1, 1)


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


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises(TranscriptError, TranscriptError.code, "file/transcripts", os.strerror(errno.ENOTDIR)):
        Transcripts(tmp_path / "file" / "transcripts", log).copy(1, 1)
