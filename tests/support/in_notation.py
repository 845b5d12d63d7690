"""What positions hold as actions, written in the notation, as the pages and the tests name them."""

from collections.abc import Callable, Iterable

from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy


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


def written(said: Action | str) -> str:
    """What a screen sends, as text: an action in notation, or a command as it is."""
    return said if isinstance(said, str) else notation.text(said)


def texts(actions: Iterable[Action]) -> list[str]:
    """Actions in notation."""
    return [notation.text(action) for action in actions]


def recorder(sent: list[str]) -> Callable[[Action | str], None]:
    """What takes what a screen sends, and notes it as text."""
    return lambda said: sent.append(written(said))
