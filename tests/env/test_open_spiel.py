"""The OpenSpiel game passes OpenSpiel's own random playthroughs, where the extra is installed."""

import random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the extra rummynet[research] is not installed")

import pyspiel

from rummynet.env import open_spiel_game, tensor


def played(game: Any, seed: int) -> Any:  # noqa: ANN401 - pyspiel has no types
    """A random state somewhere in the round, with every card dealt."""
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(80):
        if not state.is_terminal():
            actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(rng.choice(actions))
    return state


@pytest.mark.parametrize("name", ["(players=2,hand=3,reshuffle_limit=1)", "(players=3)"])
def test_it_passes_the_random_playthroughs(name: str) -> None:
    game = pyspiel.load_game(f"python_rummynet_keilty{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=name.startswith("(players=2"), verbose=False)


def test_a_copy_goes_its_own_way() -> None:
    state = played(pyspiel.load_game("python_rummynet_keilty"), 1)
    copy, before = state.clone(), str(state)
    assert str(copy) == before
    actions = [one for one, _ in copy.chance_outcomes()] if copy.is_chance_node() else copy.legal_actions()
    copy.apply_action(actions[0])
    assert str(state) == before != str(copy)


def test_what_a_player_sees_is_told_by_tensor_and_text() -> None:
    game = pyspiel.load_game("python_rummynet_keilty(players=3)")
    assert game.observation_tensor_shape() == [tensor.size(3)]
    state = played(game, 2)
    for player in range(3):
        numbers = state.observation_tensor(player)
        assert len(numbers) == tensor.size(3) and any(numbers)
        assert "??" in state.observation_string(player)
        recalled = state.information_state_string(player)
        assert recalled.startswith(f"player {player}\nkeilty, round 1, pickup")
        draws = [line for line in recalled.splitlines() if "'event': 'drew'" in line]
        assert {f"'seat': {seat}" in line for line in draws for seat in range(3)} == {True, False}
        for line in draws:
            assert ("'card': None" in line) == (f"'seat': {player}" not in line)


def test_utilities_are_the_points_of_the_round() -> None:
    game = open_spiel_game.KeiltyGame({"players": 2, "hand": 3})
    rng, state = random.Random(3), game.new_initial_state()
    while not state.is_terminal():
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    points = state.turns.state.position.round_scores
    assert points is not None and any(points)
    assert state.returns() == [float(one) for one in points]
    assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())
