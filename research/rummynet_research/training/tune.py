#!/usr/bin/env python3
"""Fits the weights of the strategy ``strong`` by self-play, and writes ``rummynet/bots/evaluation/fitted_weights.py``.

Simultaneous perturbation: each step moves every weight up or down at random, lets both sides play some duplicate deals
in the arena, and takes a step towards the side that won more. All of it follows from the seed.

    python -m rummynet_research.training.tune --steps 200 --deals 30 keilty
"""

import argparse
import random
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from rummynet.bots.arena.virtual_table import SeatedStrategy, VirtualTable
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.evaluation import fitted_weights
from rummynet.bots.evaluation.weighing import Weigher
from rummynet.bots.evaluation.weights import BOUNDED, MORE, MOST_LIKELY, Weights, usual_weights
from rummynet.rules import NAMES, CardGame, variety
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol.values import asdict, replace

TARGET: Final = Path(fitted_weights.__file__)
FIXED: Final = frozenset({"rival_card"})
MOVE: Final = 0.25
"""Relative size of a perturbation."""
PACE: Final = 0.008
"""Relative step for each point won, at first; more for games of few points."""
LEAST: Final = 0.02
"""Weights do not fall below this."""
PLAYERS: Final = 2
# As fitted they never laid a run that ends a hand's trouble, and drew too seldom; with these `strong` plays as well
# (+2.2 ± 3.7 points a round on 300 deals), and as people understand.
CHOSEN: Final[Mapping[str, Mapping[str, float]]] = {"basic": {"held": 0.9, "gain": 0.02, "draw": 12.0}}
"""By game: weights that are chosen by hand, in place of what was fitted."""


def moved(weights: Mapping[str, float], signs: Mapping[str, float], size: float) -> dict[str, float]:
    """The weights with each multiplied by 1 + size * sign; what is a probability moves its distance from 1."""
    found = dict(weights)
    for name, sign in signs.items():
        if name in BOUNDED:
            found[name] = min(MOST_LIKELY, max(LEAST, 1 - (1 - weights[name]) * (1 - size * sign)))
        else:
            found[name] = max(LEAST, weights[name] * (1 + size * sign))
    return found


def advantage(game: CardGame, sides: tuple[Weights, Weights], deals: range, rounds: int, seats: int = PLAYERS) -> float:
    """Points a round that the first side gains over the second on these deals, each played with seats changed.

    The sides sit in turn, each on half of the seats.
    """
    strategies = [Weigher("tuned", {game.name: weights}, 10, (1.0, 3.0)) for weights in sides]
    total, played = 0.0, 0
    for deal in deals:
        for first in (0, 1):
            players = [
                SeatedStrategy(strategies[(first + seat) % 2], 7 * deal + seat, StepClock(1)) for seat in range(seats)
            ]
            result = VirtualTable(game, players, lambda: Budget(1, StepClock(1))).play(deal, rounds)
            gained = (sum(result.points[::2]) - sum(result.points[1::2])) / (seats // 2)
            total += -gained if first else gained
            played += result.rounds
    return total / played


def tuned(
    name: str,
    steps: int,
    deals: int,
    rounds: int,
    seed: int,
    pace: float = PACE,
    only: Collection[str] = (),
    seats: int = PLAYERS,
) -> Weights:
    """The weights after so many steps, or *only* these; the mean of the last third, since single steps are noisy."""
    chance, game = random.Random(seed), variety(name)
    weights = asdict(usual_weights(variety_called(name)))
    late: list[dict[str, float]] = []
    for step in range(steps):
        signs = {one: chance.choice((-1.0, 1.0)) for one in weights if one not in FIXED and (not only or one in only)}
        sides = (Weights(**moved(weights, signs, MOVE)), Weights(**moved(weights, signs, -MOVE)))
        gain = advantage(game, sides, range(step * deals, (step + 1) * deals), rounds, seats)
        slowing = pace / (1 + 2 * step / steps)
        weights = moved(weights, signs, max(-0.12, min(0.12, slowing * gain)))
        if step >= steps * 2 // 3:
            late.append(weights)
        if sys.stderr.isatty() or step % 20 == 19:
            print(f"{name} {step + 1}/{steps}: {gain:+.1f}", file=sys.stderr, flush=True)
    return Weights(**{one: round(sum(each[one] for each in late) / len(late), 3) for one in weights})


def written(fitted: Mapping[str, Weights]) -> str:
    """The module with these weights."""
    lines = ['"""Weights fitted by self-play. Written by rummynet_research.training.tune."""', ""]
    lines += ["from collections.abc import Mapping", "from typing import Final", ""]
    lines += ["from rummynet.bots.evaluation.weights import Weights", "", "STRONG: Final[Mapping[str, Weights]] = {"]
    for name, weights in fitted.items():
        lines.append(f'    "{name}": Weights(')
        lines += [f"        {one}={value}," for one, value in asdict(weights).items()]
        lines.append("    ),")
    return "\n".join([*lines, "}", '"""By game: the weights of ``strong``."""', ""])


def main() -> int:
    """Fit the games named; the others keep what they have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=NAMES)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of each deal, 7 for all contracts of crummy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", type=float, default=PACE, help="relative step for each point won, at first")
    parser.add_argument(
        "--players", type=int, choices=(2, 4, 6), default=PLAYERS, help="with four or six: for more than two"
    )
    parser.add_argument("--only", nargs="+", default=(), choices=tuple(asdict(Weights())), help="weights to be fitted")
    args = parser.parse_args()
    fitted = dict(fitted_weights.STRONG)
    for name in args.games:
        key = name if args.players == PLAYERS else name + MORE
        found = tuned(name, args.steps, args.deals, args.rounds, args.seed, args.pace, args.only, args.players)
        fitted[key] = replace(found, **CHOSEN.get(key, {}))
    TARGET.write_text(written(fitted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
