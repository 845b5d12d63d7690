"""The games this house knows, by name."""

from importlib import import_module
from typing import Final

from rummynet.rules.refusals import BadOption
from rummynet.rules.variety import Variety

NAMES: Final = ("keilty", "basic", "vegas", "crummy", "joker")


def variety(name: str) -> Variety:
    """The variety called *name*; its module is read when it is first asked for. Raises BadOption."""
    if name not in NAMES:
        raise BadOption(f"there is no variant {name[:20]!r}; there are: {', '.join(NAMES)}")
    found: Variety = import_module(f"rummynet.rules.{name}").VARIETY
    return found
