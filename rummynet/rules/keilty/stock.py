"""Keilty rummy: the pile becomes the stock."""

from collections.abc import Sequence

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step
from rummynet.rules.keilty.apply import watched
from rummynet.rules.shared.one_deck_parts import StockFromPile


class KeiltyStock(StockFromPile):
    """A new stock, and the claims that are left with the pile gone."""

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order; what could be called in it cannot be any more."""
        after, happened = super().reshuffle(state, order)
        return watched(after, state.turn), happened
