"""The games that shared checks are made for: all of the list, and a toy game that stands for one that is added.

A check that holds for every game takes its names from here (``EVERY``); so a new game is in it by being in the list.
What a check has to know besides has a default that fits a new game.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import MODULES, NAMES, variety
from rummynet_protocol.actions import Action

TOY: Final = "tiny"
MODULES[TOY] = "tests.tiny.game"
EVERY: Final = (*NAMES, TOY)


def short(name: str) -> dict[str, Any]:
    """Options of a game that ends soon."""
    return dict(variety(name).short_options)


def shuffled(game: Variety, chance: random.Random, state: State | None, players: int, options: Any) -> list[int]:  # noqa: ANN401
    """The deck of the coming round."""
    deck = game.deck(options, state, players)
    chance.shuffle(deck)
    return deck


def new_round(name: str, chance: random.Random, most: int = 4, **options: Any) -> State:  # noqa: ANN401
    """A round just dealt to some players, cards put back where the game has to."""
    game = variety(name)
    players = chance.randint(game.seats[0], min(game.seats[-1], most))
    resolved = game.resolve({**short(name), **options})
    deck = shuffled(game, chance, None, players, resolved)
    state, _ = game.deal(resolved, players, chance.randrange(players), deck)
    return put_back(game, chance, state)


def put_back(game: Variety, chance: random.Random, state: State) -> State:
    """Chance has placed the cards that were turned up and go back into the stock, where there are some."""
    count = game.chance.insertions(state)
    places = [chance.randrange(len(state.stock) + at + 1) for at in range(count)]
    return game.chance.insert(state, places)[0] if count else state


def moved(game: Variety, chance: random.Random, state: State, seat: int, action: Action) -> State:
    """The position after an action; where that needs a new stock, the one in which it has come."""
    try:
        return game.apply(state, seat, action)[0]
    except NeedsShuffle:
        order = game.chance.reshuffle_cards(state)
        assert order is not None
        chance.shuffle(order)
        renewed: State = game.chance.reshuffle(state, order)[0]
        return renewed


def random_round(name: str, seed: int, **options: Any) -> Iterator[tuple[State, int, Action]]:  # noqa: ANN401
    """Every position of a round of random play, with who does what in it."""
    game, chance = variety(name), random.Random(f"{name} {seed}")
    state = new_round(name, chance, **options)
    while state.phase != "over":
        may = {seat: game.legal(state, seat) for seat in range(state.players)}
        seat = chance.choice([seat for seat, listed in may.items() if listed])
        action = game.explicit(state, seat, chance.choice(may[seat]))
        yield state, seat, action
        state = moved(game, chance, state, seat, action)
