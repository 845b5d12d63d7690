"""What positions hold as actions, written in the notation, as the pages and the tests name them."""

from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy


def call(text: str) -> CallRummy:
    action = notation.parse(text)
    assert isinstance(action, CallRummy)
    return action


def claim(text: str, by: int) -> Claim:
    return Claim(call(text), by)


def clock_texts(variety: Variety, state: State) -> list[str | None]:
    """What each timer of the position does, in order; None where that depends on a hidden card."""
    actions = [timer.action for timer in variety.timers(state)]
    return [None if action is None else notation.text(action) for action in actions]
