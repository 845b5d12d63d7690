"""Transcripts on disk: names, permissions, what is found again, what is put aside."""

import stat
from datetime import datetime
from pathlib import Path

import pytest

from rummynet_client.core.outbox import Keep
from rummynet_client.shelf import Shelf, ShelfError
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record

TABLE = bytes(range(32))
RECORD = pack_entry_record(b"entry", bytes(64))


def shelf(folder: Path) -> Shelf:
    return Shelf(folder, lambda: datetime(2026, 3, 1, 19, 30))


def test_a_file_per_game_named_by_date_game_and_log(tmp_path: Path) -> None:
    one = shelf(tmp_path / "transcripts")
    one.keep(Keep(TABLE, "keilty", RECORD))
    one.keep(Keep(TABLE, "keilty", RECORD))
    (path,) = one.paths
    assert path.name == "2026-03-01-1930-keilty-0001020304050607.rummy"
    assert path.read_bytes() == HEADER + RECORD + RECORD
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    one.close()


def test_nothing_was_kept_of_a_new_game(tmp_path: Path) -> None:
    assert shelf(tmp_path / "nowhere").recall(TABLE) == b""


def test_an_earlier_run_is_found_again_and_gone_on_with(tmp_path: Path) -> None:
    first = shelf(tmp_path)
    first.keep(Keep(TABLE, "keilty", RECORD))
    first.close()
    again = Shelf(tmp_path, lambda: datetime(2027, 1, 1))
    assert again.recall(TABLE) == HEADER + RECORD
    again.keep(Keep(TABLE, "keilty", RECORD))
    assert first.paths == again.paths
    assert again.paths[0].read_bytes() == HEADER + RECORD + RECORD
    again.close()


def test_a_record_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / f"2026-keilty-{TABLE[:8].hex()}.rummy"
    path.write_bytes(HEADER + RECORD + RECORD[:-3])
    assert shelf(tmp_path).recall(TABLE) == HEADER + RECORD
    assert path.read_bytes() == HEADER + RECORD


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / f"2026-keilty-{TABLE[:8].hex()}.rummy"
    path.write_bytes(b"no transcript")
    assert shelf(tmp_path).recall(TABLE) == b""
    assert not path.exists()
    assert path.with_suffix(".damaged").read_bytes() == b"no transcript"


def test_evidence_gets_a_file_of_its_own(tmp_path: Path) -> None:
    one = shelf(tmp_path)
    one.keep(Keep(TABLE, "keilty", RECORD))
    one.keep(Keep(TABLE, "keilty", b"evidence", whole=True))
    assert [path.name.endswith(".evidence.rummy") for path in one.paths] == [False, True]
    assert one.paths[1].read_bytes() == b"evidence"
    one.close()
    assert shelf(tmp_path).recall(TABLE) == HEADER + RECORD


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ShelfError, match="cannot be written"):
        shelf(tmp_path / "file").keep(Keep(TABLE, "keilty", RECORD))
