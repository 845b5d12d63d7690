"""The strategies by name."""

from importlib import import_module

from rummynet.bots.characters import CHARACTERS
from rummynet.bots.levels import NAMES
from rummynet.bots.strategies.character_strategy import CharacterStrategy
from rummynet.bots.strategy import Strategy
from rummynet_protocol.errors import Refusal


class NoSuchStrategy(Refusal):
    """No strategy has that name."""

    code = "strategy"


def strategy(name: str) -> Strategy:
    """The strategy of that name: a level's, or a character's. Raises NoSuchStrategy."""
    if name in CHARACTERS:
        return CharacterStrategy(name, CHARACTERS[name], strategy(CHARACTERS[name].level))
    if name not in NAMES:
        known = ", ".join((*NAMES, *CHARACTERS))
        raise NoSuchStrategy(f"there is no strategy {name[:20]!r}; there are: {known}")
    # By name: `expert` reads its tables' modules, which who plays against `simple` need not wait for.
    loaded: Strategy = import_module(f"rummynet.bots.strategies.{name}_strategy").STRATEGY
    return loaded
