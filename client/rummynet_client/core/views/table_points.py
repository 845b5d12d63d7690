"""What lies on the table so far, in points, in the games that count it."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared.scoring import on_table

_COUNTED: Final = frozenset({"keilty", "joker"})
"""The games in which a round's score is what one has laid less what one holds; the others count hands alone."""


def laid_so_far(state: State) -> tuple[int, ...]:
    """By seat: the points it has on the table in this round; empty where the table does not count."""
    return tuple(on_table(state.melds, state.players)) if state.variety in _COUNTED else ()
