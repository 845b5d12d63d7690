"""The games for PettingZoo: ``env`` is an agent-environment cycle, ``parallel_env`` the same with all agents at once.

Observations are dictionaries with ``observation`` (``tensor.layout``) and ``action_mask``; actions are the numbers of
``words.WORDS``. Rewards are those of ``Episode.points``: the points of a round at its end, or in a whole game what the
seat's share of the first place is above an equal one.
"""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from rummynet.rules import CardGame, Seeded, variety
from rummynet_research.env import tensor
from rummynet_research.env.episode import Episode, begun
from rummynet_research.env.words import WORDS


def env(
    name: str, players: int = 3, *, whole: bool = False, render_mode: str | None = None, **options: object
) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an action that is not legal ends it at -1 point."""
    raw = RummyEnv(name, players, whole=whole, render_mode=render_mode, **options)
    # In this order, as PettingZoo's own environments: bounds are checked before legality, order before both.
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(
    name: str, players: int = 3, *, whole: bool = False, render_mode: str | None = None, **options: object
) -> ParallelEnv:
    """The same for programs that step all agents at once: only the action of the one that acts counts."""
    return turn_based_aec_to_parallel(RummyEnv(name, players, whole=whole, render_mode=render_mode, **options))


class RummyEnv(AECEnv):
    """A round or a whole game among agents ``player_0``, ``player_1``, ..; a reset deals the next."""

    metadata = {"render_modes": ["ansi"], "name": "rummynet_v1", "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        players: int = 3,
        *,
        whole: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._game: CardGame = variety(name, **options)
        self._game.deck(players)  # refuses a number of players before anybody asks for a space
        self._whole = whole
        mask = spaces.Box(0, 1, (len(WORDS),), np.int8)
        seen = spaces.Box(-np.inf, np.inf, (tensor.size(players),), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(WORDS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What ``observe`` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all words."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; the same seed gives the same cards, reshuffles and later rounds included."""
        # One source for the deck and all later stocks, so that a seed repeats everything.
        self._random = Seeded(secrets.randbits(64) if seed is None else seed)
        self._episode: Episode = begun(self._game, len(self.possible_agents), whole=self._whole, random=self._random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and which words it may choose now (none unless it has to act)."""
        seat = self.possible_agents.index(agent)
        episode = self._episode
        acts = seat == episode.actor
        words = episode.spelling.chosen if acts else ()
        numbers = tensor.vector(episode.state.observation(seat), episode.actor, bool(episode.turns.asked), words)
        mask = np.zeros(len(WORDS), np.int8)
        if acts:
            mask[episode.legal()] = 1
        return {"observation": np.array(numbers, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent's next word. Raises IllegalAction for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        after, _ = self._episode.with_word(int(action))
        self._episode = after.resolved(self._random)
        # PettingZoo's order: what the agent collected before its action is cleared, then this step's rewards are added.
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self._episode.over:
            self.rewards = dict(zip(self.agents, self._episode.points(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position, every card shown, as text."""
        return str(self._episode.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _select(self) -> None:
        actor = self._episode.actor
        assert actor is not None
        self.agent_selection = self.possible_agents[actor]
