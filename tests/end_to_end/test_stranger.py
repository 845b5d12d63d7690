"""The second verifier, written from the pages alone, against transcripts of a real game and altered ones."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import stranger_verify

from rummynet.verifier import offline
from tests.verifier import test_votes as votes
from tests.verifier.test_crooked_hosts import CROOKS, written_by

ROOT = Path(__file__).parents[2]
HEADER = 21
Records = list[bytes]


@pytest.fixture(scope="module")
def transcripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("game")
    asked = [sys.executable, "-m", "rummynet", "demo", "--players", "2", "--target", "60", "--json"]
    run = subprocess.run([*asked, "--data", str(folder)], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout.splitlines()[-1])
    return {name: Path(path) for name, path in told["transcripts"].items()}


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    """What the program says of the file and ends with, without starting it."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = stranger_verify.main([str(file)])
    return subprocess.CompletedProcess([str(file)], status, out.getvalue(), "")


def verify_by_program(*files: Path) -> subprocess.CompletedProcess[str]:
    """The program started; once for each status that it can end with."""
    script = ROOT / "scripts" / "stranger_verify.py"
    return subprocess.run([sys.executable, str(script), *map(str, files)], capture_output=True, text=True, timeout=60)


def split(data: bytes) -> tuple[bytes, Records]:
    records, at = [], HEADER
    while at < len(data):
        end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        records.append(data[at:end])
        at = end
    return data[:HEADER], records


def flipped(record: bytes, place: int) -> bytes:
    return record[:place] + bytes([record[place] ^ 1]) + record[place + 1 :]


def first_opening(records: Records) -> int:
    return next(number for number, record in enumerate(records) if record[0] == 2)


def entry_left_out(records: Records) -> Records:
    return records[:6] + records[7:]


def entry_twice(records: Records) -> Records:
    return [*records[:3], records[2], *records[3:]]


def entries_swapped(records: Records) -> Records:
    return [*records[:6], records[7], records[6], *records[8:]]


def signature_changed(records: Records) -> Records:
    return [flipped(records[0], 5), *records[1:]]


def entry_changed(records: Records) -> Records:
    return [*records[:-2], flipped(records[-2], len(records[-2]) - 1), records[-1]]


def end_cut_off(records: Records) -> Records:
    return records[:-1]


def opening_of_another_card(records: Records) -> Records:
    at = first_opening(records)
    return [*records[:at], flipped(records[at], 12), *records[at + 1 :]]


def opening_with_another_path(records: Records) -> Records:
    at = first_opening(records)
    return [*records[:at], flipped(records[at], len(records[at]) - 1), *records[at + 1 :]]


def opening_twice(records: Records) -> Records:
    at = first_opening(records)
    return [*records[:at], records[at], *records[at:]]


def opening_behind_the_score(records: Records) -> Records:
    at = first_opening(records)
    return [*records[:at], *records[at + 1 : -1], records[at], records[-1]]


def opening_before_the_deal(records: Records) -> Records:
    at = first_opening(records)
    return [*records[: at - 1], records[at], records[at - 1], *records[at + 1 :]]


REFUSED: list[tuple[Callable[[Records], Records], str]] = [
    (entry_left_out, "host-signature"),
    (entry_twice, "host-signature"),
    (entries_swapped, "host-signature"),
    (signature_changed, "host-signature"),
    (entry_changed, "host-signature"),
    (end_cut_off, "end"),
    (opening_of_another_card, "opening"),
    (opening_with_another_path, "opening"),
    (opening_twice, "opening"),
    (opening_behind_the_score, "opening"),
    (opening_before_the_deal, "opening"),
]


def test_the_transcripts_of_host_and_players_are_verified(transcripts: dict[str, Path]) -> None:
    run = verify_by_program(*transcripts.values())
    assert run.returncode == 0, run.stdout
    assert run.stdout.count("\nVERIFIED: ") == len(transcripts) == 3


@pytest.mark.parametrize(("alter", "check"), REFUSED, ids=[alter.__name__ for alter, _ in REFUSED])
def test_an_altered_transcript_is_refused(
    alter: Callable[[Records], Records], check: str, transcripts: dict[str, Path], tmp_path: Path
) -> None:
    player = next(path for name, path in transcripts.items() if name != "host")
    header, records = split(player.read_bytes())
    altered = tmp_path / "altered.rummy"
    altered.write_bytes(header + b"".join(alter(records)))
    run = verify(altered)
    assert run.returncode == 1, run.stdout
    assert f", {check}: " in run.stdout.splitlines()[-1]
    ours = offline.check(altered.read_bytes())
    assert not ours.verified
    assert (ours.check or "end") == check


def test_a_file_with_openings_of_two_seats_is_nobodys(transcripts: dict[str, Path], tmp_path: Path) -> None:
    (header, mine), (_, theirs) = (split(path.read_bytes()) for name, path in transcripts.items() if name != "host")
    at = first_opening(theirs)
    (tmp_path / "both.rummy").write_bytes(header + b"".join([*mine[:at], theirs[at], *mine[at:]]))
    run = verify_by_program(tmp_path / "both.rummy")
    assert run.returncode == 1
    assert ", opening: " in run.stdout.splitlines()[-1]
    assert offline.check((tmp_path / "both.rummy").read_bytes()).check == "opening"


@pytest.mark.parametrize("data", [b"", b"rummynet transcript\n", b"rummynet transcript\n\x01", b"PK\x03\x04"])
def test_another_file_is_no_transcript(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "other.rummy").write_bytes(data)
    assert verify(tmp_path / "other.rummy").returncode == 2


def test_a_header_alone_is_a_transcript_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.rummy").write_bytes(b"rummynet transcript\n\x02")
    assert verify(tmp_path / "empty.rummy").returncode == 1


def test_a_file_that_stops_inside_a_record_is_none_either(transcripts: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "cut.rummy").write_bytes(transcripts["host"].read_bytes()[:-1])
    assert verify_by_program(tmp_path / "cut.rummy").returncode == 2


def test_an_impossible_record_makes_it_no_transcript(transcripts: dict[str, Path], tmp_path: Path) -> None:
    data = transcripts["host"].read_bytes()
    (tmp_path / "long.rummy").write_bytes(data + b"\x01\x00\x00\x00\x40" + bytes(64))
    assert verify(tmp_path / "long.rummy").returncode == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_votes_are_counted_as_the_page_says(tmp_path: Path, players: int) -> None:
    (file := tmp_path / "game.rummy").write_bytes(votes.verdict(votes.honestly, 100, players)[1].transcript())
    found = verify(file)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("script", votes.CROOKED, ids=lambda one: str(one.__name__))
def test_a_host_that_is_crooked_about_votes_is_found(tmp_path: Path, script: votes.Script) -> None:
    (file := tmp_path / "game.rummy").write_bytes(votes.verdict(script)[1].transcript())
    found = verify(file)
    assert found.returncode == 1
    assert f"FAIL {votes.CROOKED[script]} " in found.stdout, found.stdout


@pytest.mark.parametrize("crook", ["signs-with-a-key-of-small-order", "seats-a-key-of-small-order"])
def test_keys_that_sign_everything_are_refused_with_the_same_check(tmp_path: Path, crook: str) -> None:
    (file := tmp_path / "game.rummy").write_bytes(written_by(crook).transcript())
    found = verify(file)
    assert found.returncode == 1
    assert f"FAIL {CROOKS[crook][0]} " in found.stdout, found.stdout
