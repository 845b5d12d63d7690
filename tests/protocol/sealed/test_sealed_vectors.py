"""The committed vectors are what the package makes, and a program that shares no code with it agrees with them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "protocol" / "vectors" / "sealed"
NAMES = sorted(path.stem for path in VECTORS.glob("*.json"))


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_package_makes_the_committed_vectors(tmp_path: Path) -> None:
    done = run("make_sealed_vectors.py", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert sorted(path.stem for path in tmp_path.iterdir()) == NAMES
    for name in NAMES:
        made, committed = ((folder / f"{name}.json").read_bytes() for folder in (tmp_path, VECTORS))
        assert made == committed, f"{name}: run scripts/make_sealed_vectors.py"


def test_a_second_program_confirms_them() -> None:
    done = run("check_sealed_vectors.py")
    assert done.returncode == 0, done.stdout
    assert [line.split(": ")[0] for line in done.stdout.splitlines()] and "WRONG" not in done.stdout
    assert {line.split(": ")[0] for line in done.stdout.splitlines()} == {*NAMES}


def test_the_second_program_shares_no_code() -> None:
    source = (ROOT / "scripts" / "check_sealed_vectors.py").read_text(encoding="utf-8")
    for name in ("import rummynet", "from rummynet", "rbcl", "nacl"):
        assert name not in source


@pytest.mark.parametrize("check", ["element", "key", "escrow", "mix", "share", "due", "hand", "key-open"])
def test_every_check_is_among_the_bad_cases(check: str) -> None:
    found = {case for name in NAMES for case in checks(json.loads((VECTORS / f"{name}.json").read_text("utf-8")))}
    assert check in found


def checks(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Every ``check`` in a file."""
    if isinstance(value, dict):
        if isinstance(value.get("check"), str):
            yield value["check"]
        for one in value.values():
            yield from checks(one)
    elif isinstance(value, list):
        for one in value:
            yield from checks(one)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("constants", ["faces", 3]),
        ("hashes", ["nonces", "order_52", 5]),
        ("keys", ["keys", 1, "w"]),
        ("shares", [2, "T2"]),
        ("mix", ["proof", "T_chain", 7]),
        ("mix52", ["cards", 51]),
        ("escrow", ["complaints", 1, "to_blame"]),
        ("hands", [1, "bad", 0, "check"]),
        ("round", ["left", "2", 0]),
    ],
)
def test_the_second_program_notices_a_change(name: str, path: list[str | int], tmp_path: Path) -> None:
    for file in VECTORS.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes() if file.stem == name else b"")
    one = tmp_path / f"{name}.json"
    content = json.loads(one.read_text("utf-8"))
    place = content
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    place[path[-1]] = old + 1 if isinstance(old, int) else old[::-1]
    one.write_text(json.dumps(content), "utf-8")
    done = run("check_sealed_vectors.py", str(tmp_path), name)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{name}: WRONG")
