"""The OpenSpiel games pass OpenSpiel's own random playthroughs, where the extra is installed."""

import random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the package of research/ is not installed")

import numpy as np
import pyspiel

import rummynet_research.env.open_spiel_game  # noqa: F401 - registers the games
from rummynet.rules import NAMES
from rummynet_research.env import tensor


def moved(state: Any, rng: random.Random) -> None:  # noqa: ANN401 - pyspiel has no types
    actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    state.apply_action(rng.choice(actions))


def played(game: Any, seed: int, steps: int = 80) -> Any:  # noqa: ANN401 - pyspiel has no types
    """A random state somewhere in play, with every card dealt."""
    rng, state = random.Random(seed), game.new_initial_state()
    while steps > 0 or state.is_chance_node():
        if state.is_terminal():
            return played(game, seed + 1)
        moved(state, rng)
        steps -= 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_they_pass_the_random_playthroughs(name: str) -> None:
    for parameters in ("(players=2)", "(players=3)"):
        game = pyspiel.load_game(f"python_rummynet_{name}{parameters}")
        pyspiel.random_sim_test(game, num_sims=1, serialize=name == "keilty", verbose=False)


@pytest.mark.parametrize("name", ["keilty(whole=true,target=60,hand=3)", "crummy(whole=true)"])
def test_a_whole_game_is_won_by_somebody(name: str) -> None:
    game, rng = pyspiel.load_game(f"python_rummynet_{name}"), random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        moved(state, rng)
    position = state.episode.state.position
    assert position.round > 1 and position.finished
    assert sorted(state.returns()) == [-0.5, 0.5] and state.returns()[position.winner] == 0.5


def test_a_copy_goes_its_own_way() -> None:
    state = played(pyspiel.load_game("python_rummynet_keilty"), 1)
    copy, before = state.clone(), str(state)
    assert str(copy) == before
    # One word may be the beginning of an action only, which moves no card.
    while str(copy) == before:
        moved(copy, random.Random(1))
    assert str(state) == before


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_sees_is_told_by_tensor_and_text(name: str) -> None:
    game = pyspiel.load_game(f"python_rummynet_{name}(players=3)")
    assert game.observation_tensor_shape() == [tensor.size(3)]
    assert game.information_state_tensor_shape() == [tensor.size(3, recalls=True)]
    state = played(game, 2, 250)
    for player in range(3):
        numbers = state.observation_tensor(player)
        assert len(numbers) == tensor.size(3) and any(numbers)
        recalled = state.information_state_tensor(player)
        assert recalled[: len(numbers)] == numbers and any(recalled[len(numbers) :])
        assert "??" in state.observation_string(player)
        lines = state.information_state_string(player).splitlines()
        assert lines[0] == f"player {player}"
        draws = [line for line in lines if "'event': 'drew'" in line]
        assert {f"'seat': {seat}" in line for line in draws for seat in range(3)} == {True, False}
        for line in draws:
            assert ("'card': None" in line) == (f"'seat': {player}" not in line)


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_its_player_and_tells_nothing_of_the_true_one(name: str) -> None:
    game = pyspiel.load_game(f"python_rummynet_{name}(players=3)")
    differs = 0
    for seed in range(4):
        state = played(game, 10 * seed, 230)
        for player in range(3):
            sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            for neighbour in range(3):
                if neighbour != player:
                    hand = " ".join(other.episode.state.hand(neighbour))
                    assert hand in other.information_state_string(neighbour)
                    differs += hand != " ".join(state.episode.state.hand(neighbour))
            while not other.is_terminal() and other.move_number() < 100_000:
                moved(other, random.Random(seed + other.move_number()))
                if other.episode.state.position.round > 1:
                    break
    assert differs


@pytest.mark.parametrize("name", NAMES)
def test_information_set_search_runs(name: str) -> None:
    from open_spiel.python.algorithms import ismcts

    class Even:
        def evaluate(self, state: Any) -> Any:  # noqa: ANN401 - pyspiel has no types
            return np.zeros(state.num_players())

        def prior(self, state: Any) -> list[tuple[int, float]]:  # noqa: ANN401
            legal = state.legal_actions()
            return [(one, 1 / len(legal)) for one in legal]

    state = played(pyspiel.load_game(f"python_rummynet_{name}(players=2)"), 3, 150)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=Even(),
        uct_c=2.0,
        max_simulations=30,
        max_world_samples=-1,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_utilities_are_the_points_of_the_round() -> None:
    game = pyspiel.load_game("python_rummynet_keilty(players=2,hand=3)")
    rng, state = random.Random(3), game.new_initial_state()
    while not state.is_terminal():
        moved(state, rng)
    points = state.episode.state.position.round_scores
    assert points is not None and any(points)
    assert state.returns() == [float(one) for one in points]
    assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())
