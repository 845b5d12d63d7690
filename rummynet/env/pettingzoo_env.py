"""Keilty rummy for PettingZoo: an agent-environment cycle of one round.

Observations are dictionaries with ``observation`` (``tensor.layout``) and ``action_mask``; actions are the ids of
``GameState.action_space``. Rewards are the points of the round, all at its end.
"""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rummynet.env import tensor
from rummynet.env.turns import TurnState
from rummynet.rules import CardGame, Seeded, shuffled, variety
from rummynet_protocol.actions import Action


def env(players: int = 3, render_mode: str | None = None, **options: object) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an action that is not legal ends the round at -1 point."""
    # In this order, as PettingZoo's own environments: bounds are checked before legality, order before both.
    wrapped = wrappers.TerminateIllegalWrapper(KeiltyEnv(players, render_mode, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class KeiltyEnv(AECEnv):
    """One round of Keilty rummy among agents ``player_0``, ``player_1``, ..; a reset deals the next."""

    metadata = {"render_modes": ["ansi"], "name": "rummynet_keilty_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, players: int = 3, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._game: CardGame = variety("keilty", **options)
        # PettingZoo asks for spaces before the first reset; their sizes come from a state, whose cards are not played.
        self._turns = TurnState(self._game.deal(players, shuffled(self._game, players, seed=0)))
        space = self._turns.state.action_space
        assert space is not None
        self._actions = len(space.labels)
        mask = spaces.Box(0, 1, (self._actions,), np.int8)
        seen = spaces.Box(-np.inf, np.inf, (tensor.size(players),), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What ``observe`` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The ids of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; the same seed gives the same cards, reshuffles included."""
        players = len(self.possible_agents)
        # One source for the deck and all later stocks, so that a seed repeats the whole round.
        self._random = Seeded(secrets.randbits(64) if seed is None else seed)
        self._turns = TurnState(self._game.deal(players, shuffled(self._game, players, random=self._random)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and which actions it may choose now (none unless it has to act)."""
        seat = self.possible_agents.index(agent)
        turns = self._turns
        numbers = tensor.vector(turns.state.observation(seat), turns.actor, bool(turns.asked))
        mask = np.zeros(self._actions, np.int8)
        if seat == turns.actor:
            mask[[turns.state.action_id(action) for action in turns.legal()]] = 1
        return {"observation": np.array(numbers, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent's action. Raises IllegalAction for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        chosen: Action = self._turns.state.action_of(int(action))
        after = self._turns.apply(chosen)
        self._turns = TurnState(after.state.resolved(self._random), after.asked)
        # PettingZoo's order: what the agent collected before its action is cleared, then this step's rewards are added.
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._turns.state.over:
            returns = self._turns.state.returns()
            self.rewards = dict(zip(self.agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position, every card shown, as text."""
        return str(self._turns.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _select(self) -> None:
        actor = self._turns.actor
        assert actor is not None
        self.agent_selection = self.possible_agents[actor]
