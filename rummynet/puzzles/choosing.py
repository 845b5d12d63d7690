"""Which puzzle comes next: one a day for everybody, and others by rating. Pure: day and chance are arguments."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from rummynet.puzzles.scores import PuzzleScores

# The next puzzle is drawn among so many, the nearest to one's own rating: the very nearest would be the same for all
# who begin.
_NEAREST: Final = 5


def of_day(ids: Sequence[str], day: int) -> str:
    """The puzzle of a day, counted from any fixed one: the same wherever the list is the same.

    Each puzzle comes once before any comes again. Raises LookupError for an empty list.
    """
    cycle, place = divmod(day, len(ids))
    # By a hash, so that the order is no secret and nobody's choice; by cycle, so that it differs the next time.
    order = sorted(ids, key=lambda id: sha256(f"rummynet puzzle {cycle} {id}".encode()).digest())
    return order[place]


def next_one(
    ids: Sequence[str], ratings: Callable[[str], int], scores: PuzzleScores, chance: Callable[[int], int]
) -> str | None:
    """A puzzle that has not been answered yet, about as hard as one's own rating; None if all have been."""
    left = [id for id in ids if id not in scores.puzzles]
    nearest = sorted(left, key=lambda id: (abs(scores.rating_of(id, ratings(id)) - scores.rating), id))[:_NEAREST]
    return nearest[chance(len(nearest))] if nearest else None
