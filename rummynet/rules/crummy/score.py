"""Crummy rummy: what is held counts against a player; the lowest total after the last round wins."""

from collections.abc import Sequence

from rummynet.rules.crummy.contracts import ROUNDS
from rummynet.rules.crummy.melds import value
from rummynet.rules.crummy.state import CrummyState, Move
from rummynet.rules.shared.scoring import booked, totals_with
from rummynet_protocol import cards


def settled(state: CrummyState) -> Move:
    """The round scored, if every hand is known: what each holds counts against it."""
    if not state.all_known:
        return state, ()
    points = round_points(state)
    ends = state.round == ROUNDS
    return booked(state, points, winner_of(totals_with(state, points)) if ends else None, ends=ends)


def round_points(state: CrummyState) -> tuple[int, ...]:
    """By seat: what it holds costs so much."""
    return tuple(sum(map(value, cards.members(hand))) for hand in state.hands)


def places(totals: Sequence[int]) -> list[list[int]]:
    """The seats by place, the lowest total first; equal totals share a place."""
    return [[seat for seat, total in enumerate(totals) if total == best] for best in sorted(set(totals))]


def winner_of(totals: Sequence[int]) -> int | None:
    """The seat alone in the first place."""
    first = places(totals)[0]
    return first[0] if len(first) == 1 else None
