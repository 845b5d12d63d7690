"""What holds in every position of every game."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from tests.support.keilty_play import new_game

games = st.builds(
    lambda seed, players, limit, target: new_game(random.Random(seed), players, reshuffle_limit=limit, target=target),
    st.integers(0, 2**32),
    st.integers(2, 6),
    st.integers(0, 2),
    st.sampled_from([1, 50, 500]),
)
seeds = st.integers(0, 2**32)


@settings(max_examples=30)
@given(games, seeds)
def test_what_is_left_to_the_clock_is_legal_and_ends_every_round(start: State, seed: int) -> None:
    chance = random.Random(seed)
    options = VARIETY.resolve({**start.options, "turn_seconds": 5})
    state = VARIETY.deal(options, start.players, start.starter, sorted(range(52), key=lambda _: chance.random()))[0]
    done = 0
    while state.phase != "over":
        (timer,) = VARIETY.timers(state)
        assert (timer.seat, timer.seconds, timer.kind) == (state.turn, 5, "turn")
        assert timer.action in VARIETY.legal(state, timer.seat)
        order = VARIETY.chance.reshuffle_cards(state)
        state = (
            VARIETY.chance.reshuffle(state, order)[0] if order else VARIETY.apply(state, timer.seat, timer.action)[0]
        )
        done += 1
        assert done < 1000
    assert state.round_scores is not None
