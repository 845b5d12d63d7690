"""Basic rummy out of turn: calls on the card just thrown out, and the wait for them."""

from rummynet.rules.basic.state import own
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Offers
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy, LayOff


class BasicCalls(Offers):
    """A throw-out that fits a meld can be called until the next pick-up."""

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The top of the pile, if that is the card called."""
        if not isinstance(action, CallRummy) or not isinstance(action.play, LayOff) or not state.discard:
            return ()
        return state.discard[-1:] if action.play.cards == (cards.face(state.discard[-1]),) else ()

    def holds(self, state: State) -> int:
        """While a throw-out can be called, what is not a call waits: a pick-up if anything lies on the table."""
        thrown = own(state).thrown_by is not None
        waits = state.phase == "call" or (state.phase == "pickup" and thrown and bool(state.melds))
        return int(state.options["call_seconds"]) if waits else 0
