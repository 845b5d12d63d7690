"""What people should see of a position of crummy rummy beside cards and points, in words."""

from collections.abc import Iterable, Iterator

from rummynet.rules.crummy_contracts import CONTRACTS
from rummynet.rules.crummy_state import CrummyState
from rummynet.rules.wording import seats_named, times
from rummynet_protocol import cards


def facts(state: CrummyState, asked_next: Iterable[int]) -> tuple[str, ...]:
    """One fact each; *asked_next* are the seats whose answer will count after that of the seat asked."""
    return tuple(_facts(state, tuple(asked_next)))


def _facts(state: CrummyState, asked_next: tuple[int, ...]) -> Iterator[str]:
    yield f"contract: {CONTRACTS[state.round - 1]}"
    laid = [seat for seat, has_laid in enumerate(state.laid) if has_laid]
    yield f"laid by {seats_named(laid)}"
    yield "twos and jokers are wild"
    if state.asked is not None:
        then = f", then to {seats_named(asked_next)}" if asked_next else ""
        yield f"{cards.face(state.discard[-1])} is offered to seat {state.asked}{then}"
    if state.discard and not state.can_take:
        yield f"{state.takes} turns in a row began with a take: somebody has to draw now"
    yield f"the pile can become the stock {times(state.options['reshuffle_limit'] - state.reshuffles)}"
