"""Who sits where, so that no strategy has the better cards or the better seat."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rummynet.rules.core.errors import BadSeats

MOST_SEATINGS: Final = 1000

Seating = tuple[int, ...]
"""By seat: the number of the entrant that sits there."""


def seatings(entrants: int, players: int) -> tuple[Seating, ...]:
    """Every arrangement in which each entrant has as many seats as any other, or one more.

    Raises BadSeats if that is more than ``MOST_SEATINGS``.
    """
    each, over = divmod(players, entrants)
    found: list[Seating] = []
    for favoured in combinations(range(entrants), over):
        for seating in _arrangements(Counter({one: each + (one in favoured) for one in range(entrants)}), players):
            found.append(seating)
            if len(found) > MOST_SEATINGS:
                raise BadSeats(f"{players} seats have more than {MOST_SEATINGS} seatings; take fewer seats or entrants")
    return tuple(found)


def _arrangements(left: Counter[int], places: int) -> Iterator[Seating]:
    """Every different order of the entrants that are left."""
    if not places:
        yield ()
        return
    for one in sorted(left):
        if left[one]:
            left[one] -= 1
            for rest in _arrangements(left, places - 1):
                yield (one, *rest)
            left[one] += 1
