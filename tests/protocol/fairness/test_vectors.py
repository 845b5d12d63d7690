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


@pytest.mark.parametrize("script, folder, least", [("vectors", ".", 2), ("sealed_vectors", "sealed", 9)])
def test_the_package_makes_the_committed_vectors(script: str, folder: str, least: int, tmp_path: Path) -> None:
    done = run(f"make/{script}.py", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    made = sorted(tmp_path.iterdir())
    assert len(made) >= least
    for one in made:
        committed = VECTORS / folder / one.name
        assert one.read_bytes() == committed.read_bytes(), f"{one.name}: run scripts/make/{script}.py"


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
