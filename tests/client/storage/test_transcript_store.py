"""Transcripts on disk: names, permissions, what is read again, how damage is handled."""

import errno
import os
import stat
from datetime import datetime
from pathlib import Path

import pytest

from rummynet import files
from rummynet.revision import this_program
from rummynet_client.core.log import private_records
from rummynet_client.core.session.outbox import EVIDENCE, PRIVATE, Keep
from rummynet_client.storage.transcript_store import TranscriptStore, TranscriptStoreError
from rummynet_protocol.fairness.entries import Ended, pack_entry
from rummynet_protocol.fairness.transcript import header, pack_entry_record
from tests.support.disk import TightDisk
from tests.support.errors import raises
from tests.support.forge import Forge

HEADER = header(this_program())
TABLE = bytes(range(32))
RECORD = pack_entry_record(b"entry", bytes(64))


def store(folder: Path) -> TranscriptStore:
    return TranscriptStore(folder, lambda: datetime(2026, 3, 1, 19, 30))


def test_a_file_per_game_named_by_date_game_and_log(tmp_path: Path) -> None:
    one = store(tmp_path / "transcripts")
    one.append_record(Keep(TABLE, "keilty", RECORD))
    one.append_record(Keep(TABLE, "keilty", RECORD))
    (path,) = one.paths
    assert path.name == "2026-03-01-1930-keilty-0001020304050607.rummy"
    assert path.read_bytes() == HEADER + RECORD + RECORD
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    one.close()


@pytest.mark.parametrize(
    ("variant", "named"),
    [
        ("../../.bashrc", "bashrc"),
        ("/etc/x", "etcx"),
        ("*", "game"),
        ("\x1b[31m\n", "31m"),
        ("k" * 5000, "k" * 20),
        ("kéilty", "kilty"),
        ("", "game"),
    ],
)
def test_a_host_cannot_name_files_otherwise(tmp_path: Path, variant: str, named: str) -> None:
    one = store(tmp_path / "transcripts")
    one.append_record(Keep(TABLE, variant, RECORD))
    (path,) = one.paths
    assert path == tmp_path / "transcripts" / f"2026-03-01-1930-{named}-0001020304050607.rummy"
    assert [*(tmp_path / "transcripts").iterdir()] == [path]
    one.close()


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / f"2026-keilty-{TABLE[:8].hex()}.rummy"
    path.write_bytes(b"no transcript")
    assert store(tmp_path).recall(TABLE) == b""
    assert not path.exists()
    assert path.with_suffix(".damaged").read_bytes() == b"no transcript"


def test_evidence_gets_a_file_of_its_own(tmp_path: Path) -> None:
    one = store(tmp_path)
    one.append_record(Keep(TABLE, "keilty", RECORD))
    one.append_record(Keep(TABLE, "keilty", b"evidence", EVIDENCE))
    assert [path.name.endswith(".evidence.rummy") for path in one.paths] == [False, True]
    assert one.paths[1].read_bytes() == b"evidence"
    one.close()
    assert store(tmp_path).recall(TABLE) == HEADER + RECORD


def test_what_is_private_lies_beside_the_transcript_under_the_same_name(tmp_path: Path) -> None:
    record = private_records.pack_kept(private_records.AcknowledgedKept(TABLE))
    one = store(tmp_path)
    one.append_record(Keep(TABLE, "keilty", record, PRIVATE))
    later = TranscriptStore(tmp_path, lambda: datetime(2027, 1, 1))
    later.append_record(Keep(TABLE, "keilty", RECORD))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "2026-03-01-1930-keilty-0001020304050607.private",
        "2026-03-01-1930-keilty-0001020304050607.rummy",
    ]
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in tmp_path.iterdir())
    assert later.recall_private(TABLE) == private_records.HEADER + record
    assert (one.paths, [path.suffix for path in later.paths]) == ([], [".rummy"])


def test_a_private_record_that_was_cut_off_is_dropped_and_a_damaged_file_put_aside(tmp_path: Path) -> None:
    record = private_records.pack_kept(private_records.AcknowledgedKept(TABLE))
    path = tmp_path / f"2026-keilty-{TABLE[:8].hex()}.private"
    path.write_bytes(private_records.HEADER + record + record[:-1])
    assert store(tmp_path).recall_private(TABLE) == private_records.HEADER + record
    assert path.read_bytes() == private_records.HEADER + record
    path.write_bytes(b"nothing of ours")
    assert store(tmp_path).recall_private(TABLE) == b""
    assert not path.exists()


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with raises(TranscriptStoreError, "transcript_store", tmp_path / "file"):
        store(tmp_path / "file").append_record(Keep(TABLE, "keilty", RECORD))


GAME = Forge("keilty", {"target": 60}, 2, seed=4).play(1)


def real(folder: Path) -> tuple[Path, bytes, list[int]]:
    """A player's transcript of a real game in the store: its file, its bytes, where each record ends."""
    data = HEADER + GAME.transcript(0)[len(HEADER) :]
    folder.mkdir(exist_ok=True)
    path = folder / f"2026-keilty-{GAME.table[:8].hex()}.rummy"
    path.write_bytes(data)
    ends, at = [], len(HEADER)
    while at < len(data):
        at += 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        ends.append(at)
    return path, data, ends


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("place", [0, 1, 5, 6, 70, 100, -200])
@pytest.mark.parametrize("number", [1, 7, 30])
def test_of_a_damaged_file_all_before_the_damage_is_kept_and_the_file_too(
    tmp_path: Path, number: int, place: int
) -> None:
    """One byte of a record is changed: of its kind, its length, its signature, its content or an opening's proof."""
    path, data, ends = real(tmp_path)
    at = ends[number - 1] + place if place >= 0 else ends[number] - 1
    path.write_bytes(damaged := flipped(data, at))
    one = store(tmp_path)
    assert one.recall(GAME.table) == data[: ends[number - 1]] == path.read_bytes()
    assert path.with_suffix(".damaged").read_bytes() == damaged
    (says,) = one.damage_reports
    assert says.startswith(f"the transcript {path.name} was damaged. The readable part is kept")
    assert path.with_suffix(".damaged").name in says and len(list(tmp_path.iterdir())) == 2
    one.append_record(Keep(GAME.table, "keilty", data[ends[number - 1] : ends[number]]))
    assert path.read_bytes() == data[: ends[number]]
    one.close()


def test_a_hole_in_the_middle_as_a_crash_leaves_it(tmp_path: Path) -> None:
    path, data, ends = real(tmp_path)
    path.write_bytes(data[: ends[9] + 10] + bytes(4096) + data[ends[9] + 4106 :])
    assert store(tmp_path).recall(GAME.table) == data[: ends[9]]


def test_it_is_mended_though_this_program_writes_to_it_already(tmp_path: Path) -> None:
    path, data, ends = real(tmp_path)
    one = store(tmp_path)
    one.recall(GAME.table)
    one.append_record(Keep(GAME.table, "keilty", data[len(HEADER) : ends[0]]))
    path.write_bytes(flipped(data, ends[4] + 80))
    assert one.recall(GAME.table) == data[: ends[4]]
    one.append_record(Keep(GAME.table, "keilty", data[ends[4] : ends[5]]))
    assert path.read_bytes() == data[: ends[5]] and one.paths == [path]
    one.close()


@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_short_writes_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(files, "write_some", TightDisk(at_once))
    one = store(tmp_path)
    one.append_record(Keep(TABLE, "keilty", RECORD))
    one.append_record(Keep(TABLE, "keilty", RECORD * 2, EVIDENCE))
    one.close()
    assert [path.read_bytes() for path in one.paths] == [HEADER + RECORD, RECORD * 2]


@pytest.mark.parametrize("room", [0, 5, 21, 22, 90, 96, 130])
def test_a_full_disk_is_said_and_leaves_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(files, "write_some", TightDisk(1000, room))
    one = store(tmp_path)
    with raises(TranscriptStoreError, "transcript_store", os.strerror(errno.ENOSPC)):
        for _ in range(3):
            one.append_record(Keep(TABLE, "keilty", RECORD))
    one.close()
    whole = max(0, room - len(HEADER)) // len(RECORD)
    left = [path.read_bytes() for path in tmp_path.iterdir()]
    assert left == ([HEADER + RECORD * whole] if room >= len(HEADER) else [])


def test_a_transcript_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that sends an endless log stops the game, and does not fill the disk."""
    monkeypatch.setattr("rummynet_protocol.fairness.transcript.MOST_FILE", len(HEADER) + 2 * len(RECORD))
    one = store(tmp_path)
    for _ in range(2):
        one.append_record(Keep(TABLE, "keilty", RECORD))
    with raises(TranscriptStoreError, "transcript_store", os.strerror(errno.EFBIG)):
        one.append_record(Keep(TABLE, "keilty", RECORD))
    one.close()


def test_what_lies_in_the_place_of_a_transcript_is_named(tmp_path: Path) -> None:
    name = f"2026-keilty-{TABLE[:8].hex()}.rummy"
    os.mkfifo(tmp_path / name)
    with raises(TranscriptStoreError, "transcript_store", tmp_path / name):
        store(tmp_path).recall(TABLE)


def test_games_of_the_player_that_have_no_end_are_found_for_their_host(tmp_path: Path) -> None:
    forge = Forge("keilty", {}, 2, seed=5)
    forge.begin()
    (host, me), log = (forge.host.public, forge.players[0].signer.public), bytes(32)
    one = store(tmp_path / "transcripts")
    for entry in forge.written:
        one.append_record(Keep(log, "keilty", pack_entry_record(entry.entry, entry.signature)))
    one.append_record(Keep(TABLE, "keilty", RECORD))
    (game,) = one.unfinished_games((host,), me)
    assert (game.game, game.table, game.head) == (forge.number, forge.table, forge.head)
    assert one.unfinished_games((host,), b"\1" * 32) == () and one.unfinished_games((me,), me) == ()
    path = one.folder / "2026-03-01-1930-keilty-0000000000000000.rummy"
    with path.open("ab") as file:
        file.write(pack_entry_record(pack_entry(Ended("voids", 0)), bytes(64)))
    assert one.unfinished_games((host,), me) == ()
    one.close()
