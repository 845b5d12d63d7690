"""Keilty rummy for OpenSpiel, as a Python game: ``pyspiel.load_game("python_rummynet_keilty(players=3)")``.

One round with chance as explicit nodes: the deck card by card, and so each new stock. Importing this module registers
the game. Utilities are the points of the round.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from rummynet.env import tensor
from rummynet.env.turns import TurnState
from rummynet.rules import ChanceOutcome, variety
from rummynet.rules.core.sight import told_to
from rummynet_protocol.events import Event, to_dict

_ALL_POINTS: Final = 380
"""What the 52 cards are worth: the bound of what a round wins or loses."""
# OpenSpiel wants a bound of the length, which only has to be above every round.
_LONGEST: Final = 20_000
# The defaults of a table; an adapter that let them vary would be several games to OpenSpiel.
_RESHUFFLES: Final = 10
_IDLE_STOCKS: Final = 1
_FEWEST, _MOST = 2, 6  # Keilty's seats

_TYPE: Final = pyspiel.GameType(
    short_name="python_rummynet_keilty",
    long_name="Keilty rummy (rummynet)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    # The points of a round have no constant sum: cards that are laid bring something and cost nobody.
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST,
    min_num_players=_FEWEST,
    provides_information_state_string=True,
    # The history of a round has no fixed size; perfect recall is there as text.
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": _FEWEST,
        "hand": 0,
        "reshuffle_limit": _RESHUFFLES,
        "idle_stocks": _IDLE_STOCKS,
    },
)


class KeiltyGame(pyspiel.Game):
    """One round of Keilty rummy; ``players``, ``hand``, ``reshuffle_limit`` and ``idle_stocks`` as at a table."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.players = int(given["players"])
        self.card_game = variety(
            "keilty", **{name: int(given[name]) for name in ("hand", "reshuffle_limit", "idle_stocks")}
        )
        space = self.card_game.deal(self.players).action_space
        assert space is not None
        self.labels = space.labels
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.labels),
            max_chance_outcomes=len(self.card_game.deck()),
            num_players=self.players,
            min_utility=-_ALL_POINTS,
            max_utility=_ALL_POINTS,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "KeiltyState":
        """The state before the deal."""
        return KeiltyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of how many cards are put in order in a round."""
        return len(self.card_game.deck()) * (1 + int(self.card_game.options["reshuffle_limit"]))

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "KeiltyObserver":
        """What a player sees: the present position, or with perfect recall all that it has seen."""
        if params:
            raise ValueError(f"the observer takes no parameters, but got {sorted(params)}")
        return KeiltyObserver(self.players, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class KeiltyState(pyspiel.State):
    """A state of the round, with the events that led to it."""

    def __init__(self, game: KeiltyGame) -> None:
        super().__init__(game)
        self.labels = game.labels
        self.turns = TurnState(game.card_game.deal(game.players))
        self.events: tuple[Event, ...] = ()
        self.first_hands: tuple[str, ...] = ()
        """By seat: what it saw when the cards were dealt."""

    def current_player(self) -> int:
        """The seat that acts, or OpenSpiel's number for chance or the end."""
        if self.turns.state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self.turns.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        # OpenSpiel requires ascending ids.
        return sorted(int(self.turns.state.action_id(action)) for action in self.turns.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next, all equally likely."""
        chance = self.turns.state.chance
        outcomes = () if chance is None else chance.outcomes
        return [(outcome.value, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.turns.state.is_chance:
            self.turns, events = self.turns.decide(ChanceOutcome("card", action))
            if not self.first_hands and not self.turns.state.is_chance:
                state = self.turns.state
                self.first_hands = tuple(str(state.observation(seat)) for seat in range(state.players))
        else:
            self.turns, events = self.turns.step(self.turns.state.action_of(action))
        self.events += events

    def _action_to_string(self, player: int, action: int) -> str:
        return str(ChanceOutcome("card", action)) if player == pyspiel.PlayerId.CHANCE else self.labels[action]

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.turns.state.over

    def returns(self) -> list[float]:
        """The points of the round by seat."""
        return [float(points) for points in self.turns.state.returns()]

    def __str__(self) -> str:
        asked = f"\nasked for a call: {self.turns.asked}" if self.turns.asked else ""
        return f"{self.turns.state}{asked}"


class KeiltyObserver:
    """The tensor and the text of what a player sees."""

    def __init__(self, players: int, kind: pyspiel.IIGObservationType) -> None:
        self._recalls = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recalls:
            self.tensor = np.zeros(tensor.size(players), np.float32)
            at = 0
            for name, shape in tensor.layout(players).items():
                length = int(np.prod(shape))
                self.dict[name] = self.tensor[at : at + length].reshape(shape)
                at += length

    def set_from(self, state: KeiltyState, player: int) -> None:
        """Make the tensor that of *player* in this state; zeros before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.turns.state.dealt_position is not None:
            observation = state.turns.state.observation(player)
            self.tensor[:] = tensor.vector(observation, state.turns.actor, bool(state.turns.asked))

    def string_from(self, state: KeiltyState, player: int) -> str:
        """The same as text; with perfect recall the cards dealt and every event since."""
        if not state.first_hands:
            return f"player {player} before the deal"
        asked = f"\nasked: {state.turns.asked}" if state.turns.asked else ""
        if not self._recalls:
            return f"player {player}\n{state.turns.state.observation(player)}{asked}"
        seen = [str(to_dict(told_to(event, player))) for event in state.events]
        return "\n".join([f"player {player}", state.first_hands[player], *seen]) + asked


pyspiel.register_game(_TYPE, KeiltyGame)
