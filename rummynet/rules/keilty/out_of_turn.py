"""Keilty rummy out of turn: calls of what the pile offers."""

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Offers
from rummynet.rules.keilty.apply import taken_by_call
from rummynet_protocol.actions import Action, CallRummy


class KeiltyCalls(Offers):
    """Everybody but who made a rummy possible may call it at any time."""

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The pile from the lowest card of the play up; nothing if the play's cards do not all lie there."""
        return taken_by_call(state, action) if isinstance(action, CallRummy) else ()
