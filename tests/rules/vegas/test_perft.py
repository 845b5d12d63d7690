"""The recorded counts of Vegas positions, made again by the plain second implementation."""

import json
from pathlib import Path

import pytest

from rummynet.rules.vegas.game import VARIETY
from tests.support import naive_vegas
from tests.support.naive_vegas import Position

FILES = sorted((Path(__file__).parents[2] / "perft").glob("vegas_*.json"))


def nodes(position: Position, depth: int) -> list[int]:
    counts = [1] + [0] * depth
    walk(position, 1, counts)
    return counts


def walk(position: Position, ply: int, counts: list[int]) -> None:
    if ply >= len(counts):
        return
    actions = naive_vegas.legal(position, position["turn"])
    counts[ply] += len(actions)
    for action in actions if ply + 1 < len(counts) else ():
        if action != "draw" or position["stock"]:
            walk(naive_vegas.apply(position, position["turn"], action), ply + 1, counts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    record = json.loads(path.read_text())
    whole = VARIETY.positions.write(VARIETY.positions.read(record["position"]))
    depth = record["counted_twice_to"]
    assert nodes(whole, depth) == record["nodes"][: depth + 1]


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 6
