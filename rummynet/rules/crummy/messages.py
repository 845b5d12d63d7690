"""What people should see of a position of crummy rummy beside cards and points, in words."""

from collections.abc import Iterable, Iterator

from rummynet.rules.core.wording import seats_named, times
from rummynet.rules.crummy.contracts import in_words, of_round
from rummynet.rules.crummy.state import CrummyState
from rummynet_protocol import cards
from rummynet_protocol.sentences import said


def facts(state: CrummyState, asked_next: Iterable[int]) -> tuple[str, ...]:
    """One fact each; *asked_next* are the seats whose answer will count after that of the seat asked."""
    return tuple(_facts(state, tuple(asked_next)))


def _facts(state: CrummyState, asked_next: tuple[int, ...]) -> Iterator[str]:
    yield said("contract: {contract}", contract=in_words(of_round(state.round)))
    laid = [seat for seat, has_laid in enumerate(state.laid) if has_laid]
    yield said("laid by {seats}", seats=seats_named(laid))
    yield said("twos and jokers are wild")
    if state.asked is not None:
        card, seat = cards.face(state.discard[-1]), state.asked
        if asked_next:
            then = seats_named(asked_next)
            yield said("{card} is offered to seat {seat}, then to {then}", card=card, seat=seat, then=then)
        else:
            yield said("{card} is offered to seat {seat}", card=card, seat=seat)
    if state.discard and not state.can_take:
        yield said("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
    yield said(
        "the pile can become the stock {times}", times=times(state.options["reshuffle_limit"] - state.reshuffles)
    )
