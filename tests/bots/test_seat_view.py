"""What a strategy is given: nothing hidden, and the same for positions that differ in hidden cards alone."""

import random

import pytest

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.levels import NAMES
from rummynet.bots.seat_view import SeatView, view_of
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.library.game_state import GameState, determinize
from rummynet.rules.shared.rounds import known_cards
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol.values import replace
from tests.support.games import EVERY

"""The first deck: a name without a deck may mean any."""


def some_round(name: str, seed: int, turns: int) -> tuple[GameState, RoundLog]:
    """A round of three after so many random actions, with its log; None of it is over."""
    chance = random.Random(seed)
    state = CardGame(name, variety_called(name).resolve({})).deal(3).resolved(seed)
    log = RoundLog((), known_cards(state.public))
    for _ in range(turns):
        actions = state.legal()
        after, events = state.step(chance.choice(list(actions)))
        if after.is_chance or after.over:
            break
        state, log = after, log.extended(events)
    return state, log


def chosen(name: str, state: GameState, view: SeatView, seed: int) -> object:
    choose = strategy(name).choose_action
    return choose(variety_called(state.name), view, random.Random(seed).randrange, Budget(20, StepClock(1)))


@pytest.mark.parametrize("name", EVERY)
def test_states_that_differ_in_hidden_cards_alone_lead_to_the_same_view_and_choice(name: str) -> None:
    differed = 0
    for seed in range(6):
        state, log = some_round(name, seed, 4 * seed)
        seat = state.actor
        assert seat is not None
        view = view_of(state.public, state.position, seat, log)
        for other in range(2):
            twin = determinize(state.observation(seat), other)
            differed += twin.position != state.position
            twin_view = view_of(twin.public, twin.position, seat, log)
            assert twin_view == view
            for level in NAMES:
                assert chosen(level, state, view, other) == chosen(level, twin, twin_view, other)
    assert differed > 6


@pytest.mark.parametrize("name", EVERY)
def test_a_view_refuses_a_card_that_its_seat_cannot_know(name: str) -> None:
    state, log = some_round(name, 2, 5)
    seen = view_of(state.public, state.position, 0, log).position
    with pytest.raises(ValueError):
        SeatView(0, replace(seen, hands=state.position.hands, hidden=(0, 0, 0)), log)
    if state.position.stock and not state.position.stock[0] == -1:
        with pytest.raises(ValueError):
            SeatView(0, replace(seen, stock=state.position.stock), log)
