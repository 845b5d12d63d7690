"""Processor time that strategy ``simple`` takes for a decision, in whole rounds of three such bots."""

import random
import time
from typing import Any, Final

from rummynet.bots.budget import DECISION_MS, Budget
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety

PLAYERS: Final = 3
GAMES: Final = 3
LONGEST: Final = 2000
"""Decisions after which a round is given up."""


def bots() -> dict[str, Any]:
    """Milliseconds a decision of ``simple`` in Crummy, all its rounds in turn: the mean, and what 99 of 100 keep to."""
    spent = sorted(_decisions("crummy"))
    return {
        "what": "a decision of the strategy simple, crummy, three players",
        "unit": "ms of processor time",
        "decisions": len(spent),
        "mean": round(sum(spent) / len(spent), 3),
        "p99": round(spent[int(len(spent) * 0.99)], 3),
    }


def _decisions(name: str) -> list[float]:
    """Milliseconds of each decision of ``GAMES`` whole games, the same ones at every run."""
    game, chance, spent = variety(name), random.Random(1), list[float]()
    for _ in range(GAMES):
        _play_game(game, chance, spent)
    return spent


def _play_game(game: Variety, chance: random.Random, spent: list[float]) -> None:
    options = game.resolve({})
    state: State | None = None
    while state is None or not state.finished:
        deck = game.deck(options, state, PLAYERS)
        chance.shuffle(deck)
        state = (game.deal(options, PLAYERS, 0, deck) if state is None else game.next_round(state, deck))[0]
        state = _play_round(game, state, chance, spent)
        if state.phase != "over":
            return


def _play_round(game: Variety, state: State, chance: random.Random, spent: list[float]) -> State:
    simple = strategy("simple")
    for _ in range(LONGEST):
        if state.phase == "over":
            break
        aside = game.chance.insertions(state)
        if aside:
            size = len(state.stock)
            state, _ = game.chance.insert(state, [chance.randint(0, size + n) for n in range(aside)])
        seat = game.actors(state)[0]
        view = view_without_log(state, seat)
        budget = Budget(DECISION_MS, time.monotonic)
        begin = time.process_time()
        action = simple.choose_action(game, view, chance.randrange, budget)
        spent.append((time.process_time() - begin) * 1000)
        try:
            state, _ = game.apply(state, seat, game.explicit(state, seat, action))
        except NeedsShuffle:
            order = game.chance.reshuffle_cards(state) or []
            chance.shuffle(order)
            state, _ = game.chance.reshuffle(state, order)
    return state
