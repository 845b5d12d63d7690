"""Speed of the rules as a library: random games of three players, played as docs/library.md shows.

Each decision lists the legal actions and applies one.
"""

import random
import time
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.timing import beside, rate
from rummynet import rules as rules_library
from rummynet.rules.varieties import NAMES, variety
from tests.support import naive_keilty

PLAYERS: Final = 3
TURNS: Final = 3
_WHAT: Final = "legal actions and apply, random play of three"
_REFEREE: Final = "the plain referee of the tests, Keilty"


def rules() -> dict[str, Any]:
    """Keilty beside the plain referee of the tests. Processor time."""
    plain, quick = rate(_naive_play(), time.process_time), rate(decisions("keilty"), time.process_time)
    return beside(quick, plain, "decisions/s", _WHAT, _REFEREE)


def library() -> dict[str, Any]:
    """Every game. Processor time; the best of three turns each, so that what else the machine does falls on all."""
    turns = [[rate(decisions(name), time.process_time) for name in NAMES] for _ in range(TURNS)]
    best = zip(NAMES, map(max, zip(*turns, strict=True)), strict=True)
    return {name: {"what": _WHAT, "unit": "decisions/s", "figure": round(figure)} for name, figure in best}


def decisions(name: str) -> Iterator[int]:
    """Random rounds without end, in a game with the default options; yields the decisions of each."""
    game, chance = rules_library.variety(name), random.Random(1)
    while True:
        deck, count = rules_library.shuffled(game, PLAYERS, random=chance), 0
        state = game.deal(PLAYERS, deck).resolved(chance)
        while not state.over:
            state = state.apply(chance.choice(state.legal()))
            if state.is_chance:
                state = state.resolved(chance)
            count += 1
        yield count


def _naive_play() -> Iterator[int]:
    game, chance = variety("keilty"), random.Random(1)
    options = game.resolve({})
    while True:
        deck = list(range(52))
        chance.shuffle(deck)
        position = game.positions.write(game.deal(options, PLAYERS, 0, deck)[0])
        for _ in range(60):
            actions = [one for one in naive_keilty.legal(position, position["turn"]) if not one.startswith("rummy")]
            if position["phase"] == "over" or (not position["stock"] and "draw" in actions):
                break
            position = naive_keilty.apply(position, position["turn"], chance.choice(actions))
            yield 1
