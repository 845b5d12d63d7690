"""The recorded numbers of sequences of actions, counted again by the plain second referee.

The rules themselves are held to all of ``tests/perft`` in ``tests/rules/keilty/test_perft.py``.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import naive_basic

FILES = sorted((Path(__file__).parents[2] / "perft").glob("basic_*.json"))


def nodes(at: dict[str, Any], depth: int) -> int:
    if depth == 0 or at["phase"] == "over":
        return int(depth == 0)
    found = 0
    for action in naive_basic.legal(at, at["turn"]):
        if action == "draw" and not at["stock"]:
            found += depth == 1
        elif not action.startswith("rummy"):
            found += nodes(naive_basic.apply(at, at["turn"], action), depth - 1)
    return found


def test_there_are_enough() -> None:
    assert len(FILES) >= 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    record = json.loads(path.read_text())
    depth = record["counted_twice_to"]
    assert [nodes(record["position"], ply) for ply in range(depth + 1)] == record["nodes"][: depth + 1]
