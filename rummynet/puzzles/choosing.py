"""The list of puzzles, and which comes next: one a day, others by rating. Pure: day and chance are given."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Final

from rummynet.puzzles.scores import PuzzleScores
from rummynet.rules.varieties import NAMES

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


def puzzle_lines(games: tuple[str, ...] = NAMES) -> dict[str, str]:
    """The lines of the list by the puzzles' names, in its order. A game without a list has no puzzles.

    They are not parsed: who wants one puzzle need not play a hundred rounds.
    """
    found = {}
    for one in (files(__package__) / f"{game}.jsonl" for game in games):
        for line in one.read_text("utf-8").splitlines() if one.is_file() else ():
            found[line.partition('"id":"')[2].partition('"')[0]] = line
    return found


def first_rating(line: str) -> int:
    """The rating in a line."""
    return int(line.partition('"rating":')[2].partition(",")[0])
