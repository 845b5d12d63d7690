"""The PettingZoo environment passes PettingZoo's own tests, where the extra is installed."""

import random
import warnings

import pytest

pytest.importorskip("pettingzoo", reason="the extra rummynet[research] is not installed")
pytest.importorskip("gymnasium", reason="the extra rummynet[research] is not installed")

from rummynet.env.pettingzoo_env import KeiltyEnv, env
from rummynet.env.turns import TurnState
from rummynet.rules import IllegalAction, Seeded, shuffled, variety


@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_passes_the_api_test(players: int) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of gymnasium's and pettingzoo's own
        api_test(env(players), num_cycles=300)


def test_the_same_seed_gives_the_same_round() -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: env(3), num_cycles=60)


def test_rewards_are_the_points_of_the_round() -> None:
    raw, game, rng = KeiltyEnv(4, hand=5), variety("keilty", hand=5), random.Random(1)
    for seed in range(5):
        raw.reset(seed=seed)
        total = dict.fromkeys(raw.agents, 0)
        chance = Seeded(seed)
        turns = TurnState(game.deal(4, shuffled(game, 4, random=chance)))
        while not any(raw.terminations.values()):
            mask = raw.observe(raw.agent_selection)["action_mask"]
            chosen = rng.choice([number for number, allowed in enumerate(mask) if allowed])
            raw.step(chosen)
            after = turns.apply(turns.state.action_of(chosen))
            turns = TurnState(after.state.resolved(chance), after.asked)
            for agent, reward in raw.rewards.items():
                total[agent] += reward
        scores = turns.state.returns()
        assert list(total.values()) == list(scores) and any(scores)


def test_an_action_that_is_not_legal_is_refused_and_ends_a_wrapped_round() -> None:
    raw = KeiltyEnv(3)
    raw.reset(seed=1)
    with pytest.raises(IllegalAction):
        raw.step(2)  # throw out, before picking up
    wrapped = env(3)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(2)
    assert wrapped.rewards[agent] == -1 and all(wrapped.terminations.values())


def test_only_the_agent_that_acts_has_actions() -> None:
    raw = KeiltyEnv(3, render_mode="ansi")
    raw.reset(seed=1)
    allowed = {agent: raw.observe(agent)["action_mask"].sum() for agent in raw.agents}
    assert [agent for agent, count in allowed.items() if count] == [raw.agent_selection]
    assert "keilty, round 1" in (raw.render() or "")
