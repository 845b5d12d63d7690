"""Sequences of actions from recorded positions, counted by the rules and by the plain second implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from rummynet.engine import perft
from rummynet.rules.crummy.game import VARIETY
from tests.support import naive_crummy as naive

FILES = sorted((Path(__file__).parents[2] / "perft").glob("crummy_*.json"))


def recorded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def counted(position: dict[str, Any], depth: int) -> list[int]:
    counts = [1] + [0] * depth

    def walk(here: dict[str, Any], ply: int) -> None:
        if ply > depth or here["phase"] == "over":
            return
        seat = here["turn"] if here["asked"] is None else here["asked"]
        listed = naive.legal(here, seat)
        counts[ply] += len(listed)
        for words in listed if ply < depth else ():
            try:
                after = naive.apply(here, seat, words)
            except naive.NeedsShuffle:
                continue
            walk(after, ply + 1)

    walk(position, 1)
    return counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    record = recorded(path)
    state = VARIETY.positions.read(record["position"])
    assert perft(VARIETY, state, len(record["nodes"]) - 1) == record["nodes"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_made_again_by_the_second_implementation(path: Path) -> None:
    record = recorded(path)
    depth = record["counted_twice_to"]
    assert counted(record["position"], depth) == record["nodes"][: depth + 1]


def test_there_are_enough_of_them() -> None:
    positions = [recorded(path)["position"] for path in FILES]
    assert len(positions) >= 6 and {position["phase"] for position in positions} >= {"pickup", "play"}
