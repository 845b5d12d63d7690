"""Crummy rummy: what is held counts against a player; the lowest total after the last round wins."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.crummy.melds import value
from rummynet.rules.crummy.state import CrummyState, places
from rummynet.rules.shared.scoring import Scoring, totals_with
from rummynet_protocol import cards


def round_points(state: CrummyState) -> tuple[int, ...]:
    """By seat: what the cards it holds cost."""
    return tuple(sum(map(value, cards.members(hand))) for hand in state.hands)


def winner_of(totals: Sequence[int]) -> int | None:
    """The seat alone in the first place."""
    first = places(totals)[0]
    return first[0] if len(first) == 1 else None


SCORING: Final[Scoring[CrummyState]] = Scoring(
    round_points,
    lambda state, points: winner_of(totals_with(state, points)) if state.is_last_round else None,
    is_last=lambda state: state.is_last_round,
)
