"""How the pile becomes a new stock, and what people should know about that."""

from collections.abc import Sequence
from typing import ClassVar

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import Phase, State
from rummynet.rules.core.variety import ChanceSteps, S, Step
from rummynet.rules.core.wording import FEW, times
from rummynet.rules.shared.rounds import can_renew, is_dead, is_last_stock, renew_stock
from rummynet_protocol.sentences import sentence


class StockFromPile(ChanceSteps[S]):
    """The pile but its top replaces an empty stock, as often as ``reshuffle_limit`` and ``idle_stocks`` say."""

    phases: ClassVar[tuple[Phase, ...]] = ("pickup",)  # when a card of the stock may be wanted

    def reshuffle_cards(self, state: S) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and a draw is possible."""
        if state.phase not in self.phases or state.stock or not can_renew(state):
            return None
        # Ascending, as FAIRNESS.md has the cards of a shuffle: the order of the pile must not enter the new one.
        return sorted(state.discard[:-1])

    def reshuffle(self, state: S, order: Sequence[int]) -> Step[S]:
        """The pile but its top becomes the stock in this order."""
        if self.reshuffle_cards(state) is None:
            raise IllegalAction(
                "the pile is shuffled only when somebody draws from an empty stock, and only as often as agreed"
            )
        return renew_stock(state, order)


def stock_words(state: State) -> tuple[str, ...]:
    """What to know about the next stock: that it is one of the last, or that the round ends, or ended, without a lay.

    At most one sentence.
    """
    left: int = state.options["reshuffle_limit"] - state.reshuffles
    if state.phase not in ("pickup", "play", "offer"):
        if is_dead(state):
            return (sentence("the round ended because nobody laid anything while a whole new stock was drawn"),)
    elif left and is_last_stock(state) and not state.stock:
        # In both phases: it would be told anew with every take if a throw-out changed it.
        return (
            sentence(
                "nobody laid anything while a whole new stock was drawn: there will be no other stock unless somebody "
                "lays"
            ),
        )
    elif left and is_last_stock(state):
        return (sentence("without a lay the round ends with this stock: nobody has laid since the shuffle"),)
    return (sentence("the pile can become the stock {times}", times=times(left)),) if left <= FEW else ()
