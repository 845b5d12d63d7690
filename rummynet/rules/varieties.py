"""The games this house knows, by name."""

from importlib import import_module
from typing import Final

from rummynet.rules.core.errors import BadOption
from rummynet.rules.core.variety import Variety
from rummynet_protocol.sentences import said

NAMES: Final = ("keilty", "basic", "vegas", "crummy", "joker")


def variety(name: str) -> Variety:
    """The variety called *name*; its module is read when it is first asked for. Raises BadOption."""
    if name not in NAMES:
        raise BadOption(
            said("there is no variant {name!r}; there are: {names}", name=name[:20], names=", ".join(NAMES))
        )
    found: Variety = import_module(f"rummynet.rules.{name}.game").VARIETY
    return found
