"""The points on the table so far, in the games that count them."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared.scoring import on_table

_COUNTED: Final = frozenset({"keilty", "joker"})
"""Games whose round score is the points laid minus the points held; the others count hands only."""


def laid_so_far(state: State) -> tuple[int, ...]:
    """Points on the table in this round by seat; empty if the game does not count them."""
    return tuple(on_table(state.melds, state.players)) if state.variety in _COUNTED else ()
