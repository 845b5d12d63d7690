"""Games written as files: short writes, a full disk, what is kept of existing files."""

import errno
import os
from pathlib import Path

import pytest

from rummynet import files
from rummynet.host.storage.transcripts import TranscriptError, export
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record
from tests.support.disk import TightDisk
from tests.support.errors import raises

ENTRY = b"entry" * 10
RECORD = pack_entry_record(ENTRY, bytes(64))


@pytest.mark.parametrize("at_once", [1, 10, 100])
def test_short_writes_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(files, "write_some", TightDisk(at_once))
    assert export(tmp_path / "out", 1, 1, [(ENTRY, bytes(64))] * 3).read_bytes() == HEADER + RECORD * 3


def test_a_file_that_cannot_be_rewritten_stays_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = export(tmp_path, 1, 1, [(ENTRY, bytes(64))] * 3)
    monkeypatch.setattr(files, "write_some", TightDisk(50, 130))
    with raises(TranscriptError, TranscriptError.code, os.strerror(errno.ENOSPC)):
        export(tmp_path, 1, 1, [(ENTRY, bytes(64))] * 5)
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == HEADER + RECORD * 3


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises(TranscriptError, TranscriptError.code, "file/transcripts", os.strerror(errno.ENOTDIR)):
        export(tmp_path / "file" / "transcripts", 1, 1, [])
