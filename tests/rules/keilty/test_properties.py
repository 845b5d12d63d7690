"""What holds in every position of every game."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.notation import parse, text
from tests.support.keilty_play import legal, new_game, play

games = st.builds(
    lambda seed, players, limit, target: new_game(random.Random(seed), players, reshuffle_limit=limit, target=target),
    st.integers(0, 2**32),
    st.integers(2, 6),
    st.integers(0, 2),
    st.sampled_from([1, 50, 500]),
)
seeds = st.integers(0, 2**32)


def every_card(state: State) -> list[int]:
    held = [code for hand in state.hands for code in cards.members(hand)]
    laid = [code for meld in state.melds for code in meld.cards]
    return sorted([*held, *state.stock, *state.discard, *laid])


@settings(max_examples=40)
@given(games, seeds)
def test_the_52_cards_are_always_there(start: State, seed: int) -> None:
    for state, seat, action in play(random.Random(seed), start):
        assert every_card(state) == list(range(52))
        assert every_card(VARIETY.apply(state, seat, action)[0]) == list(range(52))


@settings(max_examples=40)
@given(games, seeds)
def test_there_is_always_something_to_do_for_the_seat_on_turn_and_lists_are_sorted(start: State, seed: int) -> None:
    for state, _, _ in play(random.Random(seed), start):
        listed = [a for a in VARIETY.legal(state, state.turn) if not isinstance(a, CallRummy)]
        assert listed and VARIETY.actors(state) == (state.turn,)
        for seat in range(state.players):
            assert legal(state, seat) == sorted(set(legal(state, seat)))


@settings(max_examples=40)
@given(games, seeds)
def test_every_legal_action_reads_back_and_is_accepted(start: State, seed: int) -> None:
    for state, _, _ in play(random.Random(seed), start):
        for seat in range(state.players):
            for action in VARIETY.legal(state, seat):
                assert parse(text(action)) == action
                if text(action) != "draw" or state.stock:
                    VARIETY.apply(state, seat, action)


def counted_again(position: dict[str, Any]) -> list[int]:
    """Round scores from the position alone, by the words of the rules page."""
    worth = {rank: 5 for rank in "23456789"} | {rank: 10 for rank in "TJQK"} | {"A": 15}
    points = [0] * position["players"]
    for meld in position["melds"]:
        for card, seat in zip(meld["cards"], meld["by"], strict=True):
            points[seat] += worth[card[0]]
    for seat, hand in enumerate(position["hands"]):
        points[seat] -= sum(worth[card[0]] for card in hand)
    return points


@settings(max_examples=60)
@given(games, seeds)
def test_scores_counted_again(start: State, seed: int) -> None:
    state, seat, action = list(play(random.Random(seed), start))[-1]
    over = VARIETY.apply(state, seat, action)[0]
    assert over.round_scores is not None
    assert list(over.round_scores) == counted_again(VARIETY.positions.write(over))
    assert over.scores == tuple(a + b for a, b in zip(state.scores, over.round_scores, strict=True))
    assert (over.out is None) == (text(action) == "pass")
    assert over.out is None or not over.count(over.out)


@settings(max_examples=40)
@given(games, seeds)
def test_positions_are_read_back(start: State, seed: int) -> None:
    for state, seat, action in play(random.Random(seed), start):
        assert VARIETY.positions.read(VARIETY.positions.write(state)) == state
        after = VARIETY.apply(state, seat, action)[0]
        assert VARIETY.positions.read(VARIETY.positions.write(after)) == after


@settings(max_examples=40)
@given(games, seeds)
def test_a_state_is_a_value(start: State, seed: int) -> None:
    for state, seat, action in play(random.Random(seed), start):
        before = VARIETY.positions.write(state)
        assert VARIETY.apply(state, seat, action) == VARIETY.apply(state, seat, action)
        assert VARIETY.positions.write(state) == before and hash(state.melds) == hash(state.melds)


@settings(max_examples=40)
@given(games, seeds, st.data())
def test_what_one_seat_may_do_another_may_not(start: State, seed: int, data: st.DataObject) -> None:
    for state, _, action in play(random.Random(seed), start):
        other = (state.turn + 1) % state.players
        if not isinstance(action, CallRummy):
            try:
                VARIETY.apply(state, other, action)
            except IllegalAction as refusal:
                assert refusal.code == "not_your_turn"
            else:
                raise AssertionError(notation.text(action))


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
