"""What a strategy is given: nothing hidden, and the same for positions that differ in hidden cards alone."""

import random

import pytest

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.levels import NAMES
from rummynet.bots.seat_view import SeatView, view_of, view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.library.determinization import determinize
from rummynet.rules.library.game_state import GameState
from rummynet.rules.library.port import resolved, variety_called
from rummynet.rules.shared.rounds import known_cards
from rummynet_protocol.events import Dealt, Drew, ThrewOut, Took, TurnedUp
from rummynet_protocol.values import replace
from tests.support.games import EVERY

FACES = (1 << 54) - 1
"""The first deck: a name without a deck may mean any."""


def some_round(name: str, seed: int, turns: int) -> tuple[GameState, RoundLog]:
    """A round of three after so many random actions, with its log; None of it is over."""
    chance = random.Random(seed)
    state = CardGame(name, resolved(name, {})).deal(3).resolved(seed)
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


def test_a_view_without_a_log_shows_the_sizes_of_other_hands() -> None:
    state, _ = some_round("keilty", 1, 0)
    view = view_without_log(state.position, 1)
    assert view.hand == state.position.hands[1]
    assert view.position.hidden == (7, 0, 7) and view.position.hands[0] == 0


class TestRoundLog:
    def test_a_card_drawn_is_not_in_it(self) -> None:
        log = RoundLog().extended([Dealt((7, 7)), TurnedUp("KC"), Drew(0, "2H"), ThrewOut(0, "3H")])
        assert log.events == (Dealt((7, 7)), TurnedUp("KC"), Drew(0, None), ThrewOut(0, "3H"))
        assert log.shown & FACES == 1 << 12 | 1 << 28

    def test_a_deal_begins_it_anew(self) -> None:
        log = RoundLog().extended([ThrewOut(0, "3H")]).extended([Dealt((7, 7)), TurnedUp("KC")])
        assert log.shown & FACES == 1 << 12 and len(log.events) == 2

    def test_cards_of_several_decks(self) -> None:
        log = RoundLog().extended([Took(1, ("AC.1", "2C.0"))])
        assert log.shown == 1 << 54 | 1 << 1
