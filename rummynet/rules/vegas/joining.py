"""Vegas rummy: who comes in to a game that has begun."""

from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.rules.core.errors import BadSeats
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Newcomers
from rummynet.rules.vegas.score import entry_terms
from rummynet.rules.vegas.state import VegasState, own
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace

MOST_SEATS: Final = 12


class BuyingIn(Newcomers):
    """Anybody may buy in before a round, also those who declined to."""

    @property
    def may_join(self) -> bool:
        """Yes, for the buy-in."""
        return True

    def outside(self, state: State) -> tuple[int, ...]:
        """Those who declined."""
        return tuple(seat for seat, plays in enumerate(own(state).playing) if not plays)


def joined(state: VegasState, join: Sequence[int]) -> VegasState:
    """The table with the new players: seats that sat out, or further ones. Raises BadSeats."""
    players = _seats_with(state, join)
    price, total = entry_terms(state)
    more = players - state.players

    def row(old: Iterable[int], gap: int = 0) -> list[int]:
        return [*old, *[gap] * more]

    scores, expiries, paid = row(state.scores), row(state.expiries), row(state.paid)
    for seat in join:
        scores[seat], expiries[seat], paid[seat] = total, 0, paid[seat] + price
    playing = [*state.playing, *[True] * more]
    return replace(
        state,
        players=players,
        playing=tuple(plays or seat in join for seat, plays in enumerate(playing)),
        scores=tuple(scores),
        expiries=tuple(expiries),
        paid=tuple(paid),
        hidden=(0,) * players,
    )


def _seats_with(state: VegasState, join: Sequence[int]) -> int:
    """How many seats there are once *join* have come in. Raises BadSeats."""
    new = sorted(seat for seat in join if seat >= state.players)
    if len(set(join)) < len(join) or any(seat < 0 for seat in join):
        raise BadSeats("join names each seat once, counted from 0")
    if any(state.playing[seat] for seat in join if seat < state.players):
        raise BadSeats("join names a seat that is playing already; only others can come in")
    if new != list(range(state.players, state.players + len(new))):
        raise BadSeats(
            said("new seats are numbered on from the last; the next one is {players}", players=state.players)
        )
    if state.players + len(new) > MOST_SEATS:
        raise BadSeats(said("a table has {most_seats} seats at most", most_seats=MOST_SEATS))
    return state.players + len(new)
