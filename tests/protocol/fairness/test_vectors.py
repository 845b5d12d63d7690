"""The committed vectors are what the package makes. The JavaScript recomputes them (web/tests/core.test.js)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rummynet.rules.varieties import variety
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.transcript import HEADER, NotATranscript, pack_record, read_transcript

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "protocol" / "vectors"


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((VECTORS / "fairness.json").read_text(encoding="utf-8"))
    return loaded


def test_the_package_makes_the_committed_vectors(tmp_path: Path) -> None:
    done = run("make/vectors.py", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    for name in ("fairness.json", "words.txt"):
        assert (tmp_path / name).read_bytes() == (VECTORS / name).read_bytes(), f"{name}: run scripts/make/vectors.py"


def test_the_answers_known_from_the_beginning(vectors: dict[str, Any]) -> None:
    deal = vectors["deal"]
    assert deal["deal_id"] == "7648023767b81e7c06963d7d7382c62f8f307e0fef9172c04bace4eab7b69370"
    assert deal["cset"] == "c829e23a13d59b4c0982d51cc2a191a04df1f59811a66d4a0dda77d2eb2f48ac"
    assert deal["z"] == "c1cb5b688c51036e2d976a21448b4caaa5556af7a4eb89dac36475e23cddbfdf"
    assert deal["first_seat"] == 1
    assert deal["deck_key"] == "c7b3ceeb312cfcdcd8c26ee9fadb228ba06a1b0fcf6d4abfca6a6c197db37566"
    assert deal["salt_key"] == "b7f6d8c761ea26ea4a5dc13b27cee0e663f8750c9abd0cf382519b9e785b5302"
    assert deal["deck"] == (
        "120e18202414271a1530281604130532331b07292e2a0f2d01232f1f190b06090c1c0d082c0200260a0317101d1e2125312b1122"
    )
    assert (deal["used"], deal["rejected"]) == (52, 1)
    assert deal["salt_0"] == "8cec252e92b6685fabc330915decc24ed3ded6c641c4f2778f9442d55b402c60"
    assert deal["leaf_0"] == "6efe61dc1fb2a37297f7a0bde7bf0f1db11dba3c0fc4d83f49073a813e5e04b3"
    assert deal["root"] == "fe91026c3c9c8e05d69fb1faf485d6b525a779ce5a8642b1203720b49b8e9e50"
    assert deal["deal_root"] == "a9337c68e64457413cb53c15f58698f5969ebc0f0f482aed6c05ce3fff033404"


# -- the package's readers and rules against the file


def test_the_options_named_are_those_of_a_game(vectors: dict[str, Any]) -> None:
    for variant, agreed in (vectors["session"]["rules"], vectors["session"]["other_rules"]):
        game, given = variety(variant), {name: value for name, value in agreed}
        assert {name: _listed(value) for name, value in game.resolve(given).items()} == given


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def test_the_package_reads_files_as_the_vectors_say(vectors: dict[str, Any]) -> None:
    for one in vectors["transcripts"]:
        data = bytes.fromhex(one["bytes"])
        if one["records"] is None:
            with pytest.raises(NotATranscript):
                read_transcript(data)
            continue
        found = read_transcript(data)
        assert found.cut == one["cut"] and len(found.records) == len(one["records"]), one["about"]
        again = HEADER + b"".join(map(pack_record, found.records))
        assert data.startswith(again) and (len(again) < len(data)) == one["cut"]


def test_the_package_bounds_time_as_the_vectors_say(vectors: dict[str, Any]) -> None:
    for one in vectors["time"]:
        bound, found = TimeBound(), None
        for number, (clock, own, head, entry) in enumerate(one["statements"]):
            try:
                bound.check(bytes.fromhex(clock), own, head)
            except Cheat as cheat:
                assert cheat.check == "time"
                found = number
                break
            bound.add(bytes.fromhex(clock), own, entry)
        assert found == one["leads"], one["about"]
