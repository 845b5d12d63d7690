"""How many sequences of actions there are from fixed positions, calls aside; the second referee counts them too."""

from typing import Any

import pytest

from rummynet.engine import perft
from rummynet.rules.basic import VARIETY
from tests.rules.basic import meld, position
from tests.support import naive_basic

SPREAD = "4C 9D KS 2H 8D 7C TD JD 3S 8S 5D QH 6C AC 9S".split()
OVER = [meld("4H 5H 6H", 0), meld("7C 7D 7H", 1)]
POSITIONS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "over a set": (
        {"melds": OVER, "discard": ["TD", "3H"], "hands": [["8H", "KC"], ["2C", "2D"]], "stock": ["2S", "3S", "4S"]},
        [1, 2, 8, 20, 55, 143, 428],
    ),
    "a spread pile of 15": (
        {"hands": [["4D", "4H", "KC", "KD", "5C"], ["2C", "2D", "7D", "7S"]], "discard": SPREAD, "stock": ["6S"]},
        [1, 10, 158, 774, 4601],
    ),
    "declaring": (
        {"phase": "play", "options": {"hand": 6}, "hands": ["2S 3S 4S 5S 9C 9D 9H".split(), ["2C", "9S"]],
         "stock": ["KC", "KD", "KH"]},
        [1, 14, 41, 90, 235, 1363],
    ),
    "turning over": (
        {"discard": ["9C", "2D", "KS", "4C"], "hands": [["QH", "7D"], ["3C", "4D"]], "turned": 2},
        [1, 2, 4, 9, 18, 43, 86],
    ),
    "a penalty": (
        {"players": 3, "phase": "penalty", "turn": 1, "melds": OVER, "discard": ["TD", "9S"],
         "hands": [["2C", "2D"], [], ["3C", "3D"]], "stock": ["2S", "3S", "4S", "8H"]},
        [1, 2, 3, 8, 16, 44, 90],
    ),
    "the last melds": (
        {"players": 3, "phase": "final", "turn": 1, "out": 0, "melds": OVER,
         "hands": [[], ["8H", "9H", "9C", "9D", "KC"], ["3H", "7S", "TH"]]},
        [1, 3, 8, 13, 22, 31, 36],
    ),
    "the first turns": (
        {"pickups": [0, 0], "hands": [["5C", "5D", "8S"], ["9C", "9D", "9H"]], "discard": ["5H", "9S"],
         "stock": ["2C"]},
        [1, 3, 9, 30, 79, 209, 523],
    ),
}  # fmt: skip


def naive_nodes(at: dict[str, Any], depth: int) -> int:
    if depth == 0 or at["phase"] == "over":
        return int(depth == 0)
    actions = [action for action in naive_basic.legal(at, at["turn"]) if not action.startswith("rummy")]
    return sum(naive_nodes(naive_basic.apply(at, at["turn"], action), depth - 1) for action in actions)


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    keys, expected = POSITIONS[name]
    at = VARIETY.from_position(position(**keys))
    assert perft(VARIETY, at, len(expected) - 1) == expected
    assert [naive_nodes(VARIETY.position(at), depth) for depth in range(3)] == expected[:3]
