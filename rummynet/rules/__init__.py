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
    from rummynet.rules.library.card_game import CardGame, card, name, shuffled, text, variety
    from rummynet.rules.library.chance import Chance, ChanceOutcome, Randomness, Seeded
    from rummynet.rules.library.game_state import ActionSpace, GameState, determinize
    from rummynet.rules.library.observation import Observation, Pool
    from rummynet.rules.varieties import NAMES
    from rummynet_protocol.notation import parse

_NAMES: Final = {
    "rummynet.rules.core.errors": "IllegalAction",
    "rummynet.rules.core.options": "Options",
    "rummynet.rules.core.sight": "RoundLog",
    "rummynet.rules.core.state": "State",
    "rummynet.rules.library.card_game": "CardGame card name shuffled text variety",
    "rummynet.rules.library.chance": "Chance ChanceOutcome Randomness Seeded",
    "rummynet.rules.library.game_state": "ActionSpace GameState determinize",
    "rummynet.rules.library.observation": "Observation Pool",
    "rummynet.rules.varieties": "NAMES",
    "rummynet_protocol.notation": "parse",
}
_PLACES: Final = {name: module for module, names in _NAMES.items() for name in names.split()}


if not TYPE_CHECKING:  # else every name would be taken to exist

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})


__all__ = [
    "NAMES", "ActionSpace", "CardGame", "Chance", "ChanceOutcome", "GameState", "IllegalAction", "Observation",
    "Options", "Pool", "Randomness", "RoundLog", "Seeded", "State", "card", "determinize", "name", "parse", "shuffled",
    "text", "variety",
]  # fmt: skip
