"""Actions as whole numbers, for programs that learn: the same number means the same action in every version."""

from importlib import import_module
from typing import Final, Protocol

from rummynet.rules.core.state import State
from rummynet_protocol.actions import Action

_NUMBERED: Final = frozenset({"keilty"})
"""The varieties that have a module ``action_space``; in the others actions are too many, and text is their name."""


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
    """The table of the variety, None if it has none."""
    if name not in _NUMBERED:
        return None
    found: ActionSpace = import_module(f"rummynet.rules.{name}.action_space").SPACE
    return found
