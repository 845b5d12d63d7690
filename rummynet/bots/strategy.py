"""What a strategy answers, and the strategies by name.

A strategy sees a position as its seat knows it (a client's own state), never more. Chance is an argument, and time is
an answer: a strategy says how long it would think, whoever runs it waits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol

from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Refusal

Chance = Callable[[int], int]
"""``chance(m)`` is an even choice of 0 .. m-1."""


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A rummy to be called, in the notation, once this many seconds have gone by (if it is still possible then)."""

    action: str
    seconds: float


class Strategy(Protocol):
    """A way to play. Stateless: the same position and the same chance give the same answer."""

    name: str

    def choose_action(self, variety: Variety, state: State, seat: int, chance: Chance) -> Action:
        """What the seat does now; it is due to act, or may answer ahead. Raises NothingToDo if it has no action."""

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """Whether the seat sees one of these rummies that have just become possible, and how fast."""

    def thinking_seconds(self, chance: Chance) -> float:
        """Seconds of thinking before an action in turn."""


class NoSuchStrategy(Refusal):
    """A strategy was named that does not exist."""

    code = "strategy"


class NothingToDo(Refusal):
    """A strategy was asked for an action where the seat has none."""

    code = "nothing_to_do"


NAMES: Final = ("random", "simple")


def strategy(name: str) -> Strategy:
    """The strategy called *name*. Raises NoSuchStrategy."""
    if name not in NAMES:
        raise NoSuchStrategy(f"there is no strategy {name[:20]!r}; there are: {', '.join(NAMES)}")
    found: Strategy = import_module(f"rummynet.bots.{_MODULES.get(name, name)}").STRATEGY
    return found


def choices(variety: Variety, state: State, seat: int) -> Sequence[Action]:
    """The seat's legal actions without calls, which are noticed and not chosen. Raises NothingToDo."""
    found = [action for action in variety.legal(state, seat) if not isinstance(action, CallRummy)]
    if not found:
        raise NothingToDo(f"seat {seat} has nothing to do now")
    return found


_MODULES: Final = {"random": "at_random"}  # a module called random would hide the library's in a traceback
