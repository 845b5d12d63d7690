"""Strategies alone: what they choose, what they notice, and that they get through whole games of every variety."""

import random
from collections.abc import Callable
from functools import cache
from time import thread_time

from rummynet.bots.levels import NAMES
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import MIDDLING, choices
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from tests.support import keilty_play
from tests.support.bots import bot_action
from tests.support.games import moved, put_back, shuffled

KEILTY = variety("keilty")


def position(hand: str, pile: str = "KC", melds: tuple[tuple[str, str], ...] = (), phase: str = "play") -> State:
    """Two players; seat 0 is on turn with *hand*, seat 1 holds three hidden-to-the-test low clubs."""
    laid = tuple(f"{shown} by {' '.join(by)}" for shown, by in melds)
    return keilty_play.at([hand, "2C 4C 6C"], pile, laid, phase=phase)


def chosen(state: State, name: str = "simple", chance: Callable[[int], int] = lambda most: 0) -> str:
    return notation.text(bot_action(name, KEILTY, state, 0, chance))


def test_pauses_are_human() -> None:
    for name in NAMES:
        assert all(0.4 <= strategy(name).thinking_seconds(random.Random(n).randrange, MIDDLING) <= 3 for n in range(50))


@cache
def play_out(name: str, players: int, names: tuple[str, ...], seed: int) -> State:
    """How a whole game ends, everybody seeing all (strategies look at their own hand only)."""
    game, chance = variety(name), random.Random(seed)
    options = game.resolve({})
    state, _ = game.deal(options, players, 0, shuffled(game, chance, None, players, options))
    while True:
        while state.phase != "over":
            state = put_back(game, chance, state)
            seat = game.actors(state)[0]
            action = bot_action(names[seat % len(names)], game, state, seat, chance.randrange)
            state = moved(game, chance, state, seat, action)
        if state.finished or state.round >= 30:
            return state
        state, _ = game.next_round(state, shuffled(game, chance, state, players, options))


def test_a_long_list_of_actions_is_chosen_from_quickly() -> None:
    """The whole pile is spread and the hand is large: hundreds of takes, weighed in a fraction of a second."""
    names = [cards.face(code) for code in cards.full_deck()]
    hand = " ".join(name for name in names if name[0] in "3579J")
    pile = " ".join(name for name in names if name[0] in "8TQKA")
    state = position(hand, pile=pile, phase="pickup")
    assert len(choices(KEILTY, state, 0)) > 50
    began = thread_time()  # and not the time that other programs take
    chosen(state)
    assert thread_time() - began < 5
