#!/usr/bin/env python3
"""Does every card come to every place equally often? A chi-square test of the shuffle, position by card.

    scripts/hostile/shuffle_statistics.py                                200,000 shuffles of 52 cards, some seconds
    scripts/hostile/shuffle_statistics.py --shuffles 20000 --cards 54    with jokers, fewer
    scripts/hostile/shuffle_statistics.py --seed any-text                other shuffles

Each deck is made as in a game: a Z and a host's secret give the deck's key, the key the order. The result is one JSON
object on standard output; docs/shuffle.md explains its figures. Status 1 if the shuffle is not uniform.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "protocol"))

from rummynet_protocol.fairness.commitment import deal_id, deck_key
from rummynet_protocol.fairness.shuffle import shuffle

Shuffler = Callable[[Sequence[int], bytes], list[int]]
FAR = 4.0
"""Standard deviations from uniform at which the test fails; chance alone gets there once in 16,000 runs."""


def count(shuffles: int, cards: int, seed: bytes, order: Shuffler = shuffle) -> list[list[int]]:
    """How often each card came to each place: one row per place."""
    session, secret = sha256(seed + b" session").digest(), sha256(seed + b" secret").digest()
    counts = [[0] * cards for _ in range(cards)]
    ascending = range(cards)
    for number in range(shuffles):
        z = deal_id(session, number, 0)  # any value that does not repeat
        for row, card in zip(counts, order(ascending, deck_key(z, secret)), strict=True):
            row[card] += 1
    return counts


def judge(counts: list[list[int]], shuffles: int) -> dict[str, Any]:
    """The statistic and the verdict.

    Rows and columns each add up to the number of shuffles, so that sum((seen - expected)^2 / expected), times (n - 1) /
    n, follows the chi-square distribution with (n - 1)^2 degrees of freedom when all orders are equally likely. ``z``
    is its distance from the mean in standard deviations (by Wilson and Hilferty's cube root), ``p`` the probability
    that a uniform shuffle looks at least as uneven.
    """
    n = len(counts)
    expected = shuffles / n
    flat = [seen for row in counts for seen in row]
    statistic = sum((seen - expected) ** 2 for seen in flat) / expected * (n - 1) / n
    freedom = (n - 1) ** 2
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return {
        "shuffles": shuffles,
        "cards": n,
        "expected_per_cell": round(expected, 3),
        "fewest": min(flat),
        "most": max(flat),
        "chi_square": round(statistic, 1),
        "degrees_of_freedom": freedom,
        "z": round(z, 3),
        "p": round(math.erfc(z / math.sqrt(2)) / 2, 4),
        "even": abs(z) < FAR,
    }


def main() -> int:
    """Count, judge, print."""
    parser = argparse.ArgumentParser(description="A chi-square test of the shuffle, position by card.")
    parser.add_argument("--shuffles", type=int, default=200_000)
    parser.add_argument("--cards", type=int, default=52, help="2 to 216")
    parser.add_argument("--seed", default="rummynet")
    given = parser.parse_args()
    if given.shuffles < 1 or not 2 <= given.cards <= 216:
        parser.error("give at least one shuffle and 2 to 216 cards")
    counts = count(given.shuffles, given.cards, given.seed.encode())
    result = {"seed": given.seed, **judge(counts, given.shuffles)}
    sys.stdout.write(json.dumps(result) + "\n")
    return 0 if result["even"] else 1


if __name__ == "__main__":
    sys.exit(main())
