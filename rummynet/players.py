"""Players in one's own program: bots by name, and an arena for them and one's own. Pure.

    from rummynet import players, rules
    players.named("strong", seed=1).choose(state.observation(0))

docs/library.md describes it.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from rummynet.bots.arena.figures import as_json
from rummynet.bots.arena.match import STEP_MS, Match
from rummynet.bots.arena.virtual_table import MOST_ROUNDS
from rummynet.bots.budget import DECISION_MS, Budget, StepClock
from rummynet.bots.characters import CHARACTERS
from rummynet.bots.levels import NAMES
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategies.simple_strategy import Simple
from rummynet.bots.strategy import NothingToDo, Strategy
from rummynet.rules import CardGame, Observation, Seeded
from rummynet.rules.varieties import variety_of
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.notation import parse

__all__ = ["CHARACTER_NAMES", "LEVELS", "NamedPlayer", "OwnPlayer", "arena", "named"]

LEVELS: Final = NAMES
"""The levels, weakest first."""
CHARACTER_NAMES: Final = tuple(CHARACTERS)
"""The characters, each of which plays at one of the levels (docs/bots.md)."""


class OwnPlayer(Protocol):
    """What the arena can seat: anything that chooses by what its seat knows."""

    def choose(self, observation: Observation, /) -> Action | str:
        """The seat's action or its notation."""


class NamedPlayer:
    """A level or a character. Its choices follow from its name, its seed, and the observations that it was asked about.

    Raises NoSuchStrategy.
    """

    def __init__(self, name: str, seed: int = 0, budget_ms: int = DECISION_MS) -> None:
        self.name = name
        self._strategy, self._chance, self._budget_ms = strategy(name), Seeded(seed).randrange, budget_ms

    def choose(self, observation: Observation) -> Action:
        """The action of the observation's seat, never a call out of turn. Raises NothingToDo if it has none to do."""
        if observation.seat is None or observation.chance is not None:
            raise NothingToDo("a player chooses for a seat, when chance has nothing to decide")
        view = SeatView(observation.seat, observation.position, observation.log)
        # A number of steps, not of milliseconds: the choice must not depend on the machine.
        budget = Budget(self._budget_ms, StepClock(STEP_MS))
        return self._strategy.choose_action(variety_of(view.position), view, self._chance, budget)

    def rummy(self, observation: Observation) -> CallRummy | None:
        """The call out of turn that it makes now; None if there is none, or if it overlooks them.

        Ask once after each action: asked twice it has two chances to see them.
        """
        seat = observation.seat
        claims = [claim for claim in observation.position.claims if claim.by != seat]
        planned = None if seat is None or not claims else self._strategy.notice_call(claims, seat, self._chance)
        return None if planned is None else planned.action


def named(name: str, seed: int = 0, budget_ms: int = DECISION_MS) -> NamedPlayer:
    """The level or character of that name. *budget_ms* bounds the steps of a search. Raises NoSuchStrategy."""
    return NamedPlayer(name, seed, budget_ms)


def arena(
    entrants: Sequence[str | OwnPlayer],
    game: CardGame,
    *,
    players: int = 2,
    games: int = 100,
    most_rounds: int = MOST_ROUNDS,
    seed: int = 1,
) -> dict[str, Any]:
    """*games* deals played from every seating: what ``rummynet arena --json`` prints (docs/bots.md).

    An entrant is a name, or a player of your own, which is told nothing but its observations; it sees rummies and takes
    its time as ``simple`` does. Raises NoSuchStrategy, BadSeats, IllegalAction for what a player of yours chooses.
    """
    own = {
        f"{type(one).__name__}:{at}": _OwnStrategy(one) for at, one in enumerate(entrants) if not isinstance(one, str)
    }
    names = [one if isinstance(one, str) else f"{type(one).__name__}:{at}" for at, one in enumerate(entrants)]

    def load(name: str) -> Strategy:
        return own[name] if name in own else strategy(name)

    match = Match(tuple(names), game.name, game.options, players, games, most_rounds, seed, DECISION_MS, load)
    match.check()
    # No clock: nothing of the result may depend on the machine.
    return as_json(match, [match.play_game(number, lambda: 0.0) for number in match.jobs()], timed=False)


class _OwnStrategy(Simple):
    """A player of the caller's, who sees rummies and takes its time as ``simple`` does."""

    def __init__(self, player: OwnPlayer) -> None:
        self._player = player

    def choose_observed(self, observation: Observation) -> Action:
        """The player's action, for which the virtual table asks in place of ``choose_action``."""
        chosen = self._player.choose(observation)
        return parse(chosen) if isinstance(chosen, str) else chosen
