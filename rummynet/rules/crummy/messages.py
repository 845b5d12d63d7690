"""What people should see of a position of crummy rummy beside cards and points, in words."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Contract, Presentation
from rummynet.rules.core.wording import seats_named, times
from rummynet.rules.crummy.contracts import in_words, of_round
from rummynet.rules.crummy.melds import is_wild
from rummynet.rules.crummy.state import CrummyState, asked_next, own
from rummynet_protocol import cards
from rummynet_protocol.sentences import said


class CrummyPresentation(Presentation):
    """A contract before anything else, wild cards, and who is asked."""

    def facts(self, state: State) -> tuple[str, ...]:
        """The contract and who has laid it, what is wild, who is asked, what is left of picking up."""
        return tuple(_facts(own(state)))

    def contract(self, state: State, seat: int) -> Contract | None:
        """The contract of the round, until the seat has laid it."""
        return None if own(state).laid[seat] else of_round(state.round)

    def is_wild(self, state: State, card: int) -> bool:
        """Jokers and twos."""
        return is_wild(card)


def _facts(state: CrummyState) -> Iterator[str]:
    yield said("contract: {contract}", contract=in_words(of_round(state.round)))
    laid = [seat for seat, has_laid in enumerate(state.laid) if has_laid]
    yield said("laid by {seats}", seats=seats_named(laid))
    yield said("twos and jokers are wild")
    if state.asked is not None:
        card, seat = cards.face(state.discard[-1]), state.asked
        after = asked_next(state)
        if after:
            then = seats_named(after)
            yield said("{card} is offered to seat {seat}, then to {then}", card=card, seat=seat, then=then)
        else:
            yield said("{card} is offered to seat {seat}", card=card, seat=seat)
    if state.discard and not state.can_take:
        yield said("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
    yield said(
        "the pile can become the stock {times}", times=times(state.options["reshuffle_limit"] - state.reshuffles)
    )
