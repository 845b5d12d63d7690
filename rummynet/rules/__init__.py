"""The games as values: positions, legal actions, scoring. Pure.

The names below are the library, for research and bots (docs/library.md); they are read when they are first used, so
that the host's ``import rummynet.rules.core.state`` reads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rummynet.rules.core.errors import IllegalAction
    from rummynet.rules.core.options import Options
    from rummynet.rules.core.sight import RoundLog
    from rummynet.rules.core.state import State
    from rummynet.rules.library.action_ids import ActionSpace
    from rummynet.rules.library.card_game import CardGame, shuffled, variety
    from rummynet.rules.library.chance import Chance, ChanceOutcome
    from rummynet.rules.library.determinization import determinize
    from rummynet.rules.library.game_state import GameState
    from rummynet.rules.library.naming import card, name, text
    from rummynet.rules.library.observation import Observation, Pool
    from rummynet.rules.library.randomness import Randomness, Seeded
    from rummynet.rules.varieties import NAMES
    from rummynet_protocol.notation import parse

_PLACES: Final = {
    "NAMES": "rummynet.rules.varieties",
    "ActionSpace": "rummynet.rules.library.action_ids",
    "CardGame": "rummynet.rules.library.card_game",
    "Chance": "rummynet.rules.library.chance",
    "ChanceOutcome": "rummynet.rules.library.chance",
    "GameState": "rummynet.rules.library.game_state",
    "IllegalAction": "rummynet.rules.core.errors",
    "Observation": "rummynet.rules.library.observation",
    "Options": "rummynet.rules.core.options",
    "Pool": "rummynet.rules.library.observation",
    "Randomness": "rummynet.rules.library.randomness",
    "RoundLog": "rummynet.rules.core.sight",
    "Seeded": "rummynet.rules.library.randomness",
    "State": "rummynet.rules.core.state",
    "card": "rummynet.rules.library.naming",
    "determinize": "rummynet.rules.library.determinization",
    "name": "rummynet.rules.library.naming",
    "parse": "rummynet_protocol.notation",
    "shuffled": "rummynet.rules.library.card_game",
    "text": "rummynet.rules.library.naming",
    "variety": "rummynet.rules.library.card_game",
}
"""By public name: the module that has it."""


if not TYPE_CHECKING:  # else every name would be taken to exist

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})


__all__ = [
    "NAMES",
    "ActionSpace",
    "CardGame",
    "Chance",
    "ChanceOutcome",
    "GameState",
    "IllegalAction",
    "Observation",
    "Options",
    "Pool",
    "Randomness",
    "RoundLog",
    "Seeded",
    "State",
    "card",
    "determinize",
    "name",
    "parse",
    "shuffled",
    "text",
    "variety",
]
