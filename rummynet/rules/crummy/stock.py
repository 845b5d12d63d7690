"""Crummy rummy: the pile becomes the stock, and wild cards turned up go back into it."""

from collections.abc import Sequence

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step
from rummynet.rules.crummy.state import own
from rummynet.rules.shared.one_deck_parts import StockFromPile
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace


class CrummyStock(StockFromPile):
    """A new stock for a draw or for a penalty card; places for cards put back."""

    phases = ("pickup", "offer")

    def insertions(self, state: State) -> int:
        """How many wild cards were turned up and are to be put back."""
        return len(own(state).aside)

    def insert(self, state: State, places: Sequence[int] | None) -> Step:
        """Put them back in the order turned up, each so that this many cards lie above it."""
        crummy = own(state)
        if not crummy.aside:
            raise IllegalAction("there is no card to put back into the stock")
        stock = list(state.stock)
        if places is None:
            stock = [HIDDEN] * (len(stock) + len(crummy.aside))
        elif len(places) != len(crummy.aside):
            raise IllegalAction(
                said(
                    "name {aside} places, one for each card turned up, not {places}",
                    aside=len(crummy.aside),
                    places=len(places),
                )
            )
        else:
            for code, place in zip(crummy.aside, places, strict=True):
                if place not in range(len(stock) + 1):
                    raise IllegalAction(
                        said(
                            "a place is from 0 to the {stock} cards of the stock, not {place}",
                            stock=len(stock),
                            place=place,
                        )
                    )
                stock.insert(place, code)
        return replace(crummy, stock=tuple(stock), aside=(), phase="pickup"), ()
