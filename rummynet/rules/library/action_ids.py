"""Actions as whole numbers, for programs that learn: the same number means the same action in every version."""

from typing import Protocol

from rummynet.rules.core.state import State
from rummynet.rules.library import port
from rummynet_protocol.actions import Action


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
    module = port.part_of(name, "action_space")
    found: ActionSpace | None = None if module is None else module.SPACE
    return found
