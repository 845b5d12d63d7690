"""Numbers of sequences of actions from recorded positions, counted by the rules and by the plain second referees.

Each file of ``tests/perft`` holds a position and the counts for depth 0, 1, ..; ``counted_twice_to`` is the depth to
which the slow second count is made too.
"""

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rummynet.engine import perft
from rummynet.rules.varieties import NAMES, variety
from tests.support.games import EVERY
from tests.support.referees import REFEREES, Position, Referee

FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.json"))


def recorded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def nodes(referee: Referee, position: Position, depth: int) -> list[int]:
    """As ``perft`` of the engine: calls are not counted, what needs a shuffle leads no further."""
    counts = [1] + [0] * depth

    def walk(here: Position, ply: int) -> None:
        if ply > depth or here["phase"] == "over":
            return
        seat = here["turn"] if here.get("asked") is None else here["asked"]
        listed = [action for action in referee.legal(here, seat) if not action.startswith("rummy")]
        counts[ply] += len(listed)
        for action in listed if ply < depth else ():
            if action != "draw" or here["stock"]:
                with suppress(*referee.refusals):
                    walk(referee.apply(here, seat, action), ply + 1)

    walk(position, 1)
    return counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    record = recorded(path)
    assert record["position"]["variant"] in EVERY
    game = variety(record["position"]["variant"])
    counts = record["nodes"]
    assert perft(game, game.positions.read(record["position"]), len(counts) - 1) == counts


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts_made_again_by_the_second_referee(path: Path) -> None:
    record = recorded(path)
    game = variety(record["position"]["variant"])
    if game.name in REFEREES:
        depth = record["counted_twice_to"]
        whole = game.positions.write(game.positions.read(record["position"]))
        assert nodes(REFEREES[game.name], whole, depth) == record["nodes"][: depth + 1]


def test_there_are_enough_of_them() -> None:
    positions = [recorded(path)["position"] for path in FILES]
    count = Counter(position["variant"] for position in positions)
    assert all(count[name] >= 6 for name in NAMES) and set(count) == set(EVERY)
    assert 15 in {len(position["discard"]) for position in positions}
    assert {position["phase"] for position in positions if position["variant"] == "crummy"} >= {"pickup", "play"}
