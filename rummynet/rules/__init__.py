"""The games as values: positions, legal actions, scoring. Pure.

The names below are the library, for research and bots (docs/library.md); they are read when they are first used, so
that the host's ``import rummynet.rules.core.state`` reads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rummynet.rules.core.errors import IllegalAction
    from rummynet.rules.core.options import Options
    from rummynet.rules.core.state import State
    from rummynet.rules.library.action_space import ActionSpace
    from rummynet.rules.library.card_game import CardGame, shuffled, variety
    from rummynet.rules.library.chance import Chance, Outcome
    from rummynet.rules.library.determinization import determinize
    from rummynet.rules.library.game_state import GameState
    from rummynet.rules.library.observation import Observation, Pool
    from rummynet.rules.library.randomness import Randomness, Seeded
    from rummynet.rules.varieties import NAMES

_PLACES: Final = {
    "NAMES": "varieties",
    "ActionSpace": "library.action_space",
    "CardGame": "library.card_game",
    "Chance": "library.chance",
    "GameState": "library.game_state",
    "IllegalAction": "core.errors",
    "Observation": "library.observation",
    "Options": "core.options",
    "Outcome": "library.chance",
    "Pool": "library.observation",
    "Randomness": "library.randomness",
    "Seeded": "library.randomness",
    "State": "core.state",
    "determinize": "library.determinization",
    "shuffled": "library.card_game",
    "variety": "library.card_game",
}
"""By public name: the module that has it."""


if not TYPE_CHECKING:  # else every name would be taken to exist

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})


__all__ = [
    "NAMES",
    "ActionSpace",
    "CardGame",
    "Chance",
    "GameState",
    "IllegalAction",
    "Observation",
    "Options",
    "Outcome",
    "Pool",
    "Randomness",
    "Seeded",
    "State",
    "determinize",
    "shuffled",
    "variety",
]
