"""Strategies alone: what they choose, what they notice, and that they get through whole games of every variety."""

from collections.abc import Callable
from functools import cache
from time import thread_time

from rummynet.bots.levels import NAMES
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import MIDDLING, choices
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.shuffle import Drbg, shuffle
from tests.support import keilty_play
from tests.support.bots import bot_action

KEILTY = variety("keilty")


def position(hand: str, pile: str = "KC", melds: tuple[tuple[str, str], ...] = (), phase: str = "play") -> State:
    """Two players; seat 0 is on turn with *hand*, seat 1 holds three hidden-to-the-test low clubs."""
    laid = tuple(f"{shown} by {' '.join(by)}" for shown, by in melds)
    return keilty_play.at([hand, "2C 4C 6C"], pile, laid, phase=phase)


def chosen(state: State, name: str = "simple", chance: Callable[[int], int] = lambda most: 0) -> str:
    return notation.text(bot_action(name, KEILTY, state, 0, chance))


def test_pauses_are_human() -> None:
    for name in NAMES:
        assert all(0.4 <= strategy(name).thinking_seconds(SeededChance(n), MIDDLING) <= 3 for n in range(50))


class SeededChance:
    """A deterministic ``Chance`` from a seed."""

    def __init__(self, number: int) -> None:
        self.source = Drbg(number.to_bytes(32, "big"))

    def __call__(self, most: int) -> int:
        return self.source.below(most) if most <= 256 else self.source.below(256) * (most // 256)


@cache
def play_out(
    name: str, players: int, names: tuple[str, ...], seed: int
) -> tuple[State, tuple[tuple[State, Action], ...]]:
    """A whole game, everybody seeing all (strategies look at their own hand only): how it ends, and every choice."""
    v, done = variety(name), list[tuple[State, Action]]()
    chance = SeededChance(seed)
    keys = iter(range(10**6))

    def order(deck: list[int]) -> list[int]:
        return shuffle(deck, (seed * 10**6 + next(keys)).to_bytes(32, "big"))

    options = v.resolve({})
    state, _ = v.deal(options, players, 0, order(v.deck(options, None, players)))
    while True:
        while state.phase != "over":
            count = v.chance.insertions(state)
            if count:
                state, _ = v.chance.insert(state, [chance(len(state.stock) + 1) for _ in range(count)])
            seat = v.actors(state)[0]
            action = bot_action(names[seat % len(names)], v, state, seat, chance)
            done.append((state, action))
            try:
                state, _ = v.apply(state, seat, action)
            except NeedsShuffle:
                state, _ = v.chance.reshuffle(state, order(v.chance.reshuffle_cards(state) or []))
        if state.finished or state.round >= 30:
            return state, tuple(done)
        state, _ = v.next_round(state, order(v.deck(options, state, players)))


def test_simple_beats_random() -> None:
    won = sum(play_out("keilty", 2, ("simple", "random"), seed)[0].winner == 0 for seed in range(12))
    assert won >= 8


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
