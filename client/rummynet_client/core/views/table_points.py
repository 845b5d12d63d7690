"""The points on the table so far, in the games that count them."""

from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety


def laid_so_far(state: State) -> tuple[int, ...]:
    """By seat: the points it has on the table in this round; empty where the table does not count."""
    return variety(state.variety).presentation.points_on_table(state)
