"""Numbers of sequences of actions from recorded positions, counted by the rules and by the plain second implementation.

Each file of ``tests/perft`` holds a position and the counts for depth 0, 1, ..; ``counted_twice_to`` is the depth to
which the slow second count is made too.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rummynet.engine import perft
from rummynet.rules.varieties import variety
from tests.support import naive_perft
from tests.support.games import EVERY

FILES = sorted((Path(__file__).parents[2] / "perft").glob("*.json"))


def recorded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    record = recorded(path)
    assert record["position"]["variant"] in EVERY
    game = variety(record["position"]["variant"])
    counts = record["nodes"]
    assert perft(game, game.positions.read(record["position"]), len(counts) - 1) == counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_made_again_by_the_second_implementation(path: Path) -> None:
    record = recorded(path)
    if record["position"]["variant"] == "keilty":
        depth = record["counted_twice_to"]
        assert naive_perft.nodes(record["position"], depth) == record["nodes"][: depth + 1]


def test_one_of_them_has_a_spread_pile_of_fifteen_cards() -> None:
    assert len(FILES) >= 6 and 15 in {len(recorded(path)["position"]["discard"]) for path in FILES}
