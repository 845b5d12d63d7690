"""What a seat knows of a position, for tests that choose by one."""

from rummynet.bots.seat_view import SeatView
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import HIDDEN, State
from rummynet_protocol.values import replace


def seen(state: State, seat: int, shown: int) -> SeatView:
    """What the seat knows where all have seen *shown*."""
    hands = [hand if one == seat else hand & shown for one, hand in enumerate(state.hands)]
    hidden = [hand.bit_count() - known.bit_count() for hand, known in zip(state.hands, hands, strict=True)]
    known = replace(state, hands=tuple(hands), hidden=tuple(hidden), stock=(HIDDEN,) * len(state.stock))
    return SeatView(seat, known, RoundLog((), shown))
