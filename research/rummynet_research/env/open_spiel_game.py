"""The games for OpenSpiel, as Python games: ``pyspiel.load_game("python_rummynet_keilty(players=3)")``.

One round, or with ``whole=true`` a whole game, with chance as explicit nodes: the deck card by card, and so each new
stock. Importing this module registers a game for each variety. Utilities are those of ``Episode.points``.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from rummynet.rules import NAMES, ChanceOutcome, determinize, variety
from rummynet_protocol.cards import MOST_DECKS, PER_DECK
from rummynet_protocol.events import Drew, Event, to_dict
from rummynet_protocol.values import replace
from rummynet_research.env import tensor
from rummynet_research.env.episode import Episode, begun
from rummynet_research.env.words import WORDS

# Bounds that OpenSpiel asks for, which only have to be above every round and every game. The dearest card of all games
# costs 25, and basic rummy counts it twice.
_MOST_POINTS: Final = 50
_LONGEST_ROUND: Final = 100_000
_MOST_ROUNDS: Final = 100
_OWN: Final = {"players": 2, "whole": False}
"""Parameters beside the game's options."""


def _type(name: str) -> pyspiel.GameType:
    game = variety(name)
    return pyspiel.GameType(
        short_name=f"python_rummynet_{name}",
        long_name=f"{game.title} (rummynet)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # The points of a round have no constant sum: cards that are laid bring something and cost nobody.
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        # Of a fixed size, so it forgets events that are long past; the text has all.
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        # OpenSpiel's parameters are numbers and words; a list or nothing keeps its default.
        parameter_specification={**_OWN, **{key: one for key, one in game.options.items() if isinstance(one, int)}},
    )


class RummyGame(pyspiel.Game):
    """A game of rummy; ``players``, ``whole``, and the game's options that are numbers or yes and no."""

    def __init__(self, kind: pyspiel.GameType, params: dict[str, Any] | None = None) -> None:
        given = {**kind.parameter_specification, **(params or {})}
        self.players, self.whole = int(given["players"]), bool(given["whole"])
        options = {key: value for key, value in given.items() if key not in _OWN}
        self.card_game = variety(kind.short_name.removeprefix("python_rummynet_"), **options)
        cards = len(self.card_game.deck(self.players))
        most = 1.0 if self.whole else float(_MOST_POINTS * cards)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(WORDS),
            max_chance_outcomes=PER_DECK * MOST_DECKS,
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            max_game_length=_LONGEST_ROUND * (_MOST_ROUNDS if self.whole else 1),
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> "RummyState":
        """The state before the deal."""
        return RummyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of how many cards are put in order."""
        return _LONGEST_ROUND * (_MOST_ROUNDS if self.whole else 1)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "RummyObserver":
        """What a player sees: the present position, or with perfect recall also what it has seen before."""
        if params:
            raise ValueError(f"the observer takes no parameters, but got {sorted(params)}")
        return RummyObserver(self.players, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class RummyState(pyspiel.State):
    """A state of play, with what each player has seen of it."""

    def __init__(self, game: RummyGame) -> None:
        super().__init__(game)
        self.episode: Episode = begun(game.card_game, game.players, whole=game.whole)
        self.seen: tuple[tuple[str, ...], ...] = ((),) * game.players
        """By seat, as lines: its hand after each deal, every event, and every word that it chose itself."""

    def current_player(self) -> int:
        """The seat that acts, or OpenSpiel's number for chance or the end."""
        if self.episode.state.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self.episode.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards or places that may come next, all equally likely."""
        chance = self.episode.state.chance
        outcomes = () if chance is None else chance.outcomes
        return [(outcome.value, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        chance, actor = self.episode.state.chance, self.episode.actor
        if chance is None:
            self.episode, events = self.episode.with_word(action)
            self._see(lambda seat: [WORDS[action]] if seat == actor else [])
        else:
            self.episode, events = self.episode.decide(ChanceOutcome(chance.outcomes[0].kind, action))
        self._see(lambda seat: [_line(event, seat) for event in events])
        dealt = chance is not None and chance.kind == "deal" and not self.episode.state.is_chance
        if dealt:
            self._see(self._sight)

    def _see(self, lines: Callable[[int], list[str]]) -> None:
        self.seen = tuple((*before, *lines(seat)) for seat, before in enumerate(self.seen))

    def _sight(self, seat: int) -> list[str]:
        return [str(self.episode.state.observation(seat))]

    def _action_to_string(self, player: int, action: int) -> str:
        chance = self.episode.state.chance
        if player != pyspiel.PlayerId.CHANCE:
            return WORDS[action]
        return str(ChanceOutcome("card" if chance is None else chance.outcomes[0].kind, action))

    def is_terminal(self) -> bool:
        """Whether the round, or the whole game, is over."""
        return self.episode.over

    def returns(self) -> list[float]:
        """By seat, 0 until the end."""
        return list(self.episode.points()) if self.episode.over else [0.0] * self.episode.state.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RummyState":
        """A state that the player cannot tell from this one, its hidden cards drawn by *sampler*.

        What the other players have seen begins anew with the cards that they have in it.
        """
        episode = self.episode
        drawn = determinize(episode.state.observation(player), Random(sampler()))
        found: RummyState = self.clone()
        # Words of somebody else may be of an action that the drawn hand does not allow.
        found.episode = episode.with_state(drawn, keeps_words=episode.actor == player)
        found.seen = tuple(
            before if seat == player else (str(drawn.observation(seat)),) for seat, before in enumerate(self.seen)
        )
        return found

    def __str__(self) -> str:
        episode = self.episode
        asked = f"\nasked for a call: {episode.turns.asked}" if episode.turns.asked else ""
        words = " ".join(WORDS[one] for one in episode.spelling.chosen)
        return f"{episode.state}{asked}" + (f"\nchosen: {words}" if words else "")


class RummyObserver:
    """The tensor and the text of what a player sees."""

    def __init__(self, players: int, kind: pyspiel.IIGObservationType) -> None:
        self._recalls = kind.perfect_recall
        self.dict: dict[str, Any] = {}
        self.tensor = np.zeros(tensor.size(players, recalls=self._recalls), np.float32)
        at = 0
        for name, shape in tensor.layout(players, recalls=self._recalls).items():
            length = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + length].reshape(shape)
            at += length

    def set_from(self, state: RummyState, player: int) -> None:
        """Make the tensor that of *player* in this state; zeros before the deal."""
        self.tensor.fill(0)
        episode = state.episode
        if episode.state.dealt_position is not None:
            self.tensor[:] = tensor.vector(
                episode.state.observation(player),
                episode.actor,
                bool(episode.turns.asked),
                episode.spelling.chosen if episode.actor == player else (),
                recalls=self._recalls,
            )

    def string_from(self, state: RummyState, player: int) -> str:
        """The same as text; with perfect recall all that the player has seen."""
        episode = state.episode
        if episode.state.dealt_position is None:
            return f"player {player} before the deal"
        lines = [f"player {player}", *(state.seen[player] if self._recalls else state._sight(player))]
        if episode.turns.asked:
            lines.append(f"asked: {episode.turns.asked}")
        if episode.actor == player and episode.spelling.chosen:
            lines.append("chosen: " + " ".join(WORDS[one] for one in episode.spelling.chosen))
        return "\n".join(lines)


def _line(event: Event, seat: int) -> str:
    """The event as the seat may hear of it: a card drawn is for its drawer alone."""
    hidden = isinstance(event, Drew) and event.seat != seat
    return str(to_dict(replace(event, card=None) if hidden else event))


def _register(name: str) -> None:
    kind = _type(name)

    # OpenSpiel calls what it registers with nothing but the parameters.
    class Game(RummyGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, params)

    pyspiel.register_game(kind, Game)


for _name in NAMES:
    _register(_name)
