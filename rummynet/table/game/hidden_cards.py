"""The cards of a round with a sealed deck, of which the host knows what its log says, until all keys are open."""

from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.state import State
from rummynet.table.game.dealt_cards import MixedDeck, Play, RoundStart, receivers


class HiddenPlay(Play):
    """As ``Play``; ``full`` is the position of the *ledger*, and there once ``is_dealt``."""

    def __init__(self, begin: RoundStart, deck: MixedDeck, ledger: Ledger) -> None:
        self.variety, self.options = begin.variety, begin.options
        self._ledger = ledger
        # Who begins, and who gets how many cards, is the same whatever their order is.
        order = begin.cards()
        ordered, _ = begin.deal_step(order, deck.z, deck.s_pub)
        self.starter, self.to = ordered.starter, receivers(ordered, order)

    @property
    def full(self) -> State:  # type: ignore[override] # nobody sets it
        """The position that the log shows: the host knows no more."""
        play = self._ledger.play
        assert play is not None  # the log knows the round that is played
        return play.present

    @property
    def is_dealt(self) -> bool:
        """Whether all cards that the deal turns up are known."""
        return self._ledger.state is not None

    @property
    def is_open(self) -> bool:
        """Whether all keys are open, and every card is known."""
        return self._ledger.is_shown
