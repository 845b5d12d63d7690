"""The PettingZoo environments pass PettingZoo's own tests, where the extra is installed."""

import random
import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the package of research/ is not installed")
pytest.importorskip("gymnasium", reason="the package of research/ is not installed")

from rummynet.rules import NAMES, IllegalAction, Seeded, variety
from rummynet_research.env.episode import begun
from rummynet_research.env.pettingzoo_env import RummyEnv, env, parallel_env
from rummynet_research.env.words import WORDS


@pytest.fixture(autouse=True)
def _quiet() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of gymnasium's and pettingzoo's own
        yield


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("whole", [False, True])
def test_they_pass_the_api_tests(name: str, whole: bool) -> None:
    from pettingzoo.test import api_test, parallel_api_test

    for players in (2, 3, 6):
        api_test(env(name, players, whole=whole), num_cycles=200)
    parallel_api_test(parallel_env(name, whole=whole), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_round(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: env(name, 3), num_cycles=60)


def finished(raw: RummyEnv, seed: int) -> tuple[list[float], list[int]]:
    """The rewards of random play, and its words."""
    rng, words = random.Random(seed), []
    raw.reset(seed=seed)
    total = dict.fromkeys(raw.agents, 0.0)
    while not any(raw.terminations.values()):
        mask = raw.observe(raw.agent_selection)["action_mask"]
        words.append(rng.choice([number for number, allowed in enumerate(mask) if allowed]))
        raw.step(words[-1])
        for agent, reward in raw.rewards.items():
            total[agent] += reward
    return list(total.values()), words


@pytest.mark.parametrize("whole", [False, True])
def test_rewards_are_those_of_the_same_words(whole: bool) -> None:
    options: dict[str, Any] = {"hand": 5, "target": 100}
    for seed in range(5):
        rewards, words = finished(RummyEnv("keilty", 4, whole=whole, **options), seed)
        chance = Seeded(seed)
        episode = begun(variety("keilty", **options), 4, whole=whole, random=chance)
        for word in words:
            episode = episode.with_word(word)[0].resolved(chance)
        assert episode.over and rewards == list(episode.points()) and any(rewards)
        assert not whole or (sum(rewards) == 0 and episode.state.game_over)


def test_an_action_that_is_not_legal_is_refused_and_ends_a_wrapped_round() -> None:
    throw = WORDS.index("throw")  # before picking up
    raw = RummyEnv("keilty", 3)
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(throw)
    wrapped = env("keilty", 3)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(throw)
    assert wrapped.rewards[agent] == -1 and all(wrapped.terminations.values())


def test_only_the_agent_that_acts_has_actions() -> None:
    raw = RummyEnv("keilty", 3, render_mode="ansi")
    raw.reset(seed=1)
    allowed = {agent: raw.observe(agent)["action_mask"].sum() for agent in raw.agents}
    assert [agent for agent, count in allowed.items() if count] == [raw.agent_selection]
    assert "keilty, round 1" in (raw.render() or "")
