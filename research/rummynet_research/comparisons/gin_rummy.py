"""Random play of the library's games beside OpenSpiel's ``gin_rummy`` (C++ called from Python), decisions a second.

python -m rummynet_research.comparisons.gin_rummy
"""

import random
import time
from collections.abc import Iterator
from typing import Any

import pyspiel

from rummynet import rules

SECONDS = 2.0
"""Processor time of each figure."""
TURNS = 3
"""The best counts; one after the other, so that what else the machine does falls on all."""


def library_rounds(name: str, players: int = 3) -> Iterator[int]:
    """Random rounds without end; yields the decisions of each."""
    game, chance = rules.variety(name), random.Random(1)
    while True:
        state, count = game.deal(players, rules.shuffled(game, players, random=chance)).resolved(chance), 0
        while not state.over:
            state, count = state.apply(chance.choice(state.legal())).resolved(chance), count + 1
        yield count


def gin_rounds() -> Iterator[int]:
    """The same of OpenSpiel's game, which two play."""
    game, chance = pyspiel.load_game("gin_rummy"), random.Random(1)
    while True:
        state: Any = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():  # all cards that are left are equally probable
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                count += 1
        yield count


def rate(rounds: Iterator[int], seconds: float = SECONDS) -> float:
    """Decisions in a second of processor time."""
    begin, count = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds or not count:
        count += next(rounds)
    return count / spent


if __name__ == "__main__":
    turns = [[rate(gin_rounds()), *(rate(library_rounds(name)) for name in rules.NAMES)] for _ in range(TURNS)]
    gin, *ours = map(max, zip(*turns, strict=True))
    print(f"gin_rummy {gin:.0f}")
    for name, figure in zip(rules.NAMES, ours, strict=True):
        print(f"{name} {figure:.0f}, ratio {figure / gin:.3f}")
