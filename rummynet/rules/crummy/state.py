"""A position of crummy rummy: what it has besides the common fields."""

from rummynet.rules.core.state import State
from rummynet.rules.shared.rounds import can_draw, can_renew
from rummynet_protocol.events import Event


class CrummyState(State, kw_only=True):
    """A position of crummy rummy. ``turn`` is the seat on turn also while others are asked."""

    laid: tuple[bool, ...]
    """By seat: whether its contract lies on the table."""
    asked: int | None = None
    """The seat that has to answer the offer."""
    aside: tuple[int, ...] = ()
    """Wild cards turned up, in that order, that chance has to put back into the stock."""
    takes: int = 0
    """Turns in a row that began with a take."""

    @property
    def decks(self) -> int:
        """Decks in play."""
        return decks_for(self.players)

    @property
    def ace_low(self) -> bool:
        """Whether an ace may lie below the two's place."""
        return bool(self.options["ace_low"])

    @property
    def can_renew(self) -> bool:
        """Whether the pile but its top may become a new stock."""
        return can_renew(self)

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, if need be after a shuffle."""
        return can_draw(self)

    @property
    def can_take(self) -> bool:
        """Whether the top of the pile may be taken; after two turns of everybody that began so, a draw is due."""
        return bool(self.discard) and self.takes < 2 * self.players


Move = tuple[CrummyState, tuple[Event, ...]]
"""The position after an action, and what happened."""


def own(state: State) -> CrummyState:
    """The position as one of crummy rummy."""
    if not isinstance(state, CrummyState):
        raise TypeError(f"a position of {state.variety} came to crummy rummy")
    return state


def decks_for(players: int) -> int:
    """A deck for every two players, rounded up."""
    return (players + 1) // 2


def asked_next(state: CrummyState) -> tuple[int, ...]:
    """The seats that are asked after the one whose answer is due, nearest first."""
    if state.asked is None:
        return ()
    after = (state.asked - state.turn) % state.players + 1
    return tuple((state.turn + step) % state.players for step in range(after, state.players))
