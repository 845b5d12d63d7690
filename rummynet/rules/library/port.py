"""How the library finds the variety of a name or a position, and its questions that take more than one call.

Actions are whole numbers for programs that learn: the same number means the same action in every version.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.varieties import variety as find_variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action

# No player meets their sentences, so no catalogue has them.


class NotDealt(IllegalAction):
    """There is no position yet: chance is still dealing."""

    code = "not_dealt"


class NoSuchMove(IllegalAction):
    """The move means nothing in this state: no outcome of its chance, no id of an action, nobody to act."""

    code = "no_such_move"


@cache
def variety_called(name: str) -> Variety:
    """The variety. Raises BadOption."""
    return find_variety(name)


@cache
def part_of(name: str, module: str) -> Any:  # noqa: ANN401 - a module
    """The module of that name beside the variety's ``game``, None if it has none."""
    place = f"{type(variety_called(name)).__module__.rpartition('.')[0]}.{module}"
    return None if find_spec(place) is None else import_module(place)


def resolved(name: str, given: Mapping[str, object]) -> Options:
    """Every option of the variety, defaults filled in. Raises BadOption."""
    return variety_called(name).resolve(given)


def deck(name: str, options: Options, players: int, before: State | None = None, joining: int = 0) -> list[int]:
    """The codes of the coming round's cards, ascending. Raises BadOption, BadSeats."""
    game = variety_called(name)
    if before is None:
        game.check(options, players)
    return game.deck(options, before, players, joining)


def first_deal(name: str, options: Options, players: int, starter: int | None, order: Sequence[int]) -> Step:
    """Round 1; the starter not given is the one that the options name, else seat 0. Raises Refusal."""
    game = variety_called(name)
    if starter is None:
        starter = game.first_starter.named(options, players) or 0
    return game.deal(options, players, starter, order)


def parsed(action: Action | str) -> Action:
    """The action, from its notation if it is text. Raises BadNotation."""
    return notation.parse(action) if isinstance(action, str) else action


def variety_of(state: State) -> Variety:
    """The variety of a position."""
    return variety_called(state.variety)


class ActionSpace(Protocol):
    """A fixed table of the actions of one variety."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The actions by id, in words."""
        ...

    def id_of(self, state: State, action: Action) -> int:
        """The id of an action that is legal in the position. Raises IllegalAction for one that is in no position."""
        ...

    def action_of(self, state: State, number: int) -> Action:
        """The action that the id means in the position. Raises IllegalAction where it means none."""
        ...


def space_of(name: str) -> ActionSpace | None:
    """The table in the variety's module ``action_space``, None if it has none: then text is an action's only id."""
    module = part_of(name, "action_space")
    found: ActionSpace | None = None if module is None else module.SPACE
    return found
