"""What a coach has found, as values: who shows them need not load the search."""

from typing import Final

from rummynet.bots.coach.play_reasons import Reason
from rummynet.bots.seat_view import SeatView
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value

CLEAR: Final = 1.96  # standard errors on each side of a 95 % interval
_MOST_ERROR: Final = 2 / 3  # of a figure: "about 30 ± 29 points better" says no more than "about equal"


class Advice(Value):
    """An action and the reasons for it."""

    action: Action
    reasons: tuple[Reason, ...]


class Decision(Value):
    """What a seat saw, and what it did."""

    view: SeatView
    action: Action


class Moment(Value):
    """A decision that cost points: what was done, the better play, and the expected difference in points."""

    number: int  # index of the decision in the round
    turn: int  # the seat's turn in the round, from 1
    decision: Decision
    better: Advice
    cost: float
    """Points of the round over the best of the others: the mean of the better play less that of what was done."""
    error: float  # standard error of the cost


def is_told(points: float, error: float) -> bool:
    """Whether a figure with this standard error is worth telling: it stands well clear of it."""
    return 0 < half_interval(error) <= _MOST_ERROR * round(points)


def half_interval(error: float) -> int:
    """Half the 95 % interval of a figure with this standard error, in whole points, one at least."""
    return max(1, round(CLEAR * error))
