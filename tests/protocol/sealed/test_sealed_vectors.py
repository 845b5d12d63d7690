"""The committed vectors are what the package makes, with a bad case for each check.

web/tests/sealed.test.js confirms them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "protocol" / "vectors" / "sealed"
NAMES = sorted(path.stem for path in VECTORS.glob("*.json"))


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
