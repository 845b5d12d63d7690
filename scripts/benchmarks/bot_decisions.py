"""Processor time that strategy ``simple`` takes for a decision, in whole games of three such bots."""

import time
from typing import Any, Final

from rummynet.bots.arena.virtual_table import SeatedStrategy, VirtualTable
from rummynet.bots.budget import DECISION_MS, Budget
from rummynet.bots.strategies.named import strategy
from rummynet.rules import variety

PLAYERS: Final = 3
GAMES: Final = 3
ROUNDS: Final = 7
"""Of a whole game of Crummy."""


def bots() -> dict[str, Any]:
    """Milliseconds a decision of ``simple`` in Crummy, all its rounds in turn: the mean, and what 99 of 100 keep to."""
    looks = list[float]()

    def stopwatch() -> float:
        """Read before and after each decision."""
        looks.append(time.process_time())
        return looks[-1]

    players = [SeatedStrategy(strategy("simple"), seat, stopwatch) for seat in range(PLAYERS)]
    table = VirtualTable(variety("crummy"), players, lambda: Budget(DECISION_MS, time.monotonic))
    for deal in range(1, GAMES + 1):
        table.play(deal, ROUNDS)
    spent = sorted(1000 * (end - begin) for begin, end in zip(looks[::2], looks[1::2], strict=True))
    return {
        "what": "a decision of the strategy simple, crummy, three players",
        "unit": "ms of processor time",
        "decisions": len(spent),
        "mean": round(sum(spent) / len(spent), 3),
        "p99": round(spent[int(len(spent) * 0.99)], 3),
    }
