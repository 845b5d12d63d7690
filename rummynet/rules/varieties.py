"""The list of games, by name."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from rummynet.rules.core.errors import BadOption
from rummynet_protocol.sentences import did_you_mean, sentence

if TYPE_CHECKING:  # the command's help needs the names alone
    from rummynet.rules.core.state import State
    from rummynet.rules.core.variety import Variety

# By name of module, not by import: `--version` and help show the names and should not load the games.
MODULES: Final[dict[str, str]] = {
    "keilty": "rummynet.rules.keilty.game",
    "basic": "rummynet.rules.basic.game",
    "vegas": "rummynet.rules.vegas.game",
    "crummy": "rummynet.rules.crummy.game",
    "joker": "rummynet.rules.joker.game",
}
"""The list of games: by name the module whose ``VARIETY`` is the game."""
NAMES: Final = tuple(MODULES)  # in this order people choose; the first is played where nobody says which


@cache
def variety(name: str) -> "Variety":
    """The variety called *name*; its module is read when it is first asked for. Raises BadOption."""
    if name not in MODULES:
        hint = did_you_mean(name[:20], NAMES, sentence("the variants are: {names}", names=", ".join(NAMES)))
        raise BadOption("there is no variant {name!r}; {hint}", name=name[:20], hint=hint)
    found: Variety = import_module(MODULES[name]).VARIETY
    return found


def variety_of(state: "State") -> "Variety":
    """The game of a position."""
    return variety(state.variety)
