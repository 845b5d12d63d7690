"""Ratings of a player and of the puzzles that the player has answered, by Elo. Pure.

A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978): a puzzle is an opponent who wins where the answer is
wrong. Source of the numbers below, where none is named: what chess federations use.
"""

from collections.abc import Mapping
from typing import Any, Final

from rummynet_protocol.values import Value, field, replace

FIRST_RATING: Final = 1200.0
_SCALE: Final = 400  # points with which one is ten times as likely to be right as wrong
_STEP_AT_FIRST, _STEP = 40, 20
"""Most points that one answer moves a player: twice as many at first, as nothing is known yet."""
_NEW: Final = 20  # answers after which a player is no longer new
_PUZZLE_STEP: Final = 10  # a puzzle is answered once by each player, so it moves slower


class Answered(Value):
    """What the first answer to a puzzle has left."""

    rating: float  # the rating of the puzzle since then, on this machine
    right: bool


class PuzzleScores(Value):
    """The rating of the player, and the puzzles answered, by their names."""

    rating: float = FIRST_RATING
    puzzles: Mapping[str, Answered] = field(default_factory=dict)

    def rating_of(self, puzzle: str, first: int) -> float:
        """The rating of a puzzle, whose first one is given."""
        return self.puzzles[puzzle].rating if puzzle in self.puzzles else float(first)

    def answered(self, puzzle: str, first: int, *, right: bool) -> "PuzzleScores":
        """The scores after an answer. Only the first answer to a puzzle counts."""
        if puzzle in self.puzzles:
            return self
        expected = 1 / (1 + 10 ** ((first - self.rating) / _SCALE))
        step = _STEP_AT_FIRST if len(self.puzzles) < _NEW else _STEP
        rated = Answered(round(first - _PUZZLE_STEP * (right - expected), 1), right)
        rating = round(self.rating + step * (right - expected), 1)
        return replace(self, rating=rating, puzzles={**self.puzzles, puzzle: rated})

    @property
    def right(self) -> int:
        """How many first answers were right."""
        return sum(one.right for one in self.puzzles.values())


def to_values(scores: PuzzleScores) -> dict[str, Any]:
    """The scores as JSON-able values."""
    puzzles = {id: {"rating": one.rating, "right": one.right} for id, one in scores.puzzles.items()}
    return {"form": 1, "rating": scores.rating, "puzzles": puzzles}


def from_values(values: Mapping[str, Any]) -> PuzzleScores:
    """The scores that ``to_values`` wrote. Raises ValueError, LookupError, TypeError, AttributeError for others."""
    if values["form"] != 1:
        raise ValueError("a newer form")
    puzzles = {str(id): Answered(float(one["rating"]), bool(one["right"])) for id, one in values["puzzles"].items()}
    return PuzzleScores(float(values["rating"]), puzzles)
