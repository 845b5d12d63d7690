"""The committed vectors are what the package makes, with a bad case for each check.

web/tests/sealed.test.js confirms them.
"""

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


def test_the_package_makes_the_committed_vectors(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "make" / "sealed_vectors.py"), "--into", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.stem for path in tmp_path.iterdir()) == NAMES
    for name in NAMES:
        made, committed = ((folder / f"{name}.json").read_bytes() for folder in (tmp_path, VECTORS))
        assert made == committed, f"{name}: run scripts/make/sealed_vectors.py"


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
