"""How many sequences of actions there are from fixed positions; the second referee counts them too."""

from functools import partial
from typing import Any

import pytest

from rummynet.engine import perft
from rummynet.rules.joker import VARIETY
from tests.rules.joker import meld, position
from tests.support import naive_joker

SPREAD = "4C 9D KS 2H *2 7C TD JD 3S 8S 5D QH 6C AC 9S".split()
POSITIONS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "a trade": (
        {"melds": [meld("7C 7D *1=7H", 1), meld("9S TS JS")], "discard": ["5C", "QS"], "stock": ["AC", "3C"],
         "hands": [["7H", "8S", "*2", "KD"], ["2C", "2D"]]},
        [1, 2, 19, 145, 566],
    ),
    "both jokers at hand": (
        {"phase": "play", "hands": [["5H", "6H", "*1", "*2"], ["4H", "7H"]], "stock": ["9C", "9D"]},
        [1, 38, 52, 36, 696],
    ),
    "a spread pile of 15": (
        {"hands": [["4D", "4H", "KC", "KD", "*1"], ["2C", "2D"]], "discard": SPREAD, "stock": ["6S"]},
        [1, 368, 7057],
    ),
    "the ace at both ends": (
        {"melds": [meld("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")], "hands": [["AH", "*1", "3C"], ["2C", "2D"]],
         "stock": ["9C", "9D"], "discard": ["*2"]},
        [1, 16, 32, 52, 105, 611],
    ),
    "an empty stock": (
        {"hands": [["AH", "AC", "3C"], ["2C", "2D"]], "discard": ["AS", "2H", "2S"], "reshuffles": 3},
        [1, 1, 3, 3, 0],
    ),
    "three seats": (
        {"players": 3, "turn": 2, "hands": [["5C", "6C"], ["7H", "8C"], ["*2", "7D", "9C"]],
         "melds": [meld("5H 6H *1=7H", 1)], "discard": ["7C", "7S"], "stock": ["KC", "KD", "KH", "KS"]},
        [1, 6, 19, 48, 113, 215],
    ),
}  # fmt: skip


def naive_nodes(at: dict[str, Any], depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for action in naive_joker.legal(at, at["turn"]):
        if action == "draw" and not at["stock"]:
            found += depth == 1
        else:
            found += naive_nodes(naive_joker.apply(at, at["turn"], action), depth - 1)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    keys, expected = POSITIONS[name]
    at = position(**keys)
    assert perft(VARIETY, VARIETY.from_position(at), len(expected) - 1) == expected
    slow = partial(naive_nodes, VARIETY.position(VARIETY.from_position(at)))
    assert [slow(depth) for depth in range(3)] == expected[:3]
