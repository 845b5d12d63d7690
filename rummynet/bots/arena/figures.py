"""What a match has shown: means over deals with 95 % intervals, differences paired by deal."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rummynet.bots.arena.match import DuplicateGame, Match
from rummynet.bots.arena.virtual_table import GameResult
from rummynet_protocol.values import Value

# Half of a 95 % interval in standard errors; games of a match are many, so Student's t is the normal distribution.
_NORMAL_95: Final = 1.959964


class Estimate(Value):
    """A mean and the half-width of its 95 % interval; that is infinite for a single deal."""

    mean: float
    half_width: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.half_width:.1f}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, one for each deal."""
    count = len(values)
    mean = sum(values) / count
    # One deal says nothing of chance; an interval of 0 would claim that it says everything.
    if count < 2:
        return Estimate(mean, float("inf"))
    # One less than the deals, as the mean comes from the same values.
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, _NORMAL_95 * sqrt(variance / count))


class EntrantResult(Value):
    """How one entrant did."""

    strategy: str
    points: Estimate  # points a round
    wins: Estimate  # share of the games won
    over_last: Estimate | None  # points a round more than the last entrant, paired by deal; None for the last
    over_last_wins: Estimate | None  # share of games won more than by the last entrant, paired by deal
    decisions: int
    decision_ms: float  # mean processor time of a decision


def standings(match: Match, games: Sequence[DuplicateGame]) -> list[EntrantResult]:
    """One standing for each entrant, in their order."""
    # Jobs end in any order; sums of floats depend on it, and equal matches have to give equal figures.
    games = sorted(games, key=lambda game: game.number)
    last = len(match.entrants) - 1
    points = [[game.mean_of(one, _points_a_round) for game in games] for one in range(len(match.entrants))]
    wins = [[game.mean_of(one, _win) for game in games] for one in range(len(match.entrants))]
    return [
        EntrantResult(
            name,
            estimate(points[one]),
            estimate(wins[one]),
            _difference(points[one], points[-1]) if one < last else None,
            _difference(wins[one], wins[-1]) if one < last else None,
            *_cost(one, games),
        )
        for one, name in enumerate(match.entrants)
    ]


def _points_a_round(result: GameResult, seat: int) -> float:
    return result.points[seat] / result.rounds


def _win(result: GameResult, seat: int) -> float:
    return result.wins[seat]


def _difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    # Deal by deal: what the cards bring to both is gone, and the interval much narrower than of two means.
    return estimate([one - other for one, other in zip(ours, theirs, strict=True)])


def _cost(entrant: int, games: Sequence[DuplicateGame]) -> tuple[int, float]:
    """How many decisions the entrant made, and the milliseconds of each."""
    decisions, seconds = 0, 0.0
    for game in games:
        for seating, result in game.played:
            for seat, one in enumerate(seating):
                if one == entrant:
                    decisions += result.decisions[seat]
                    seconds += result.seconds[seat]
    # An entrant may have no decision in a match of one short round.
    return decisions, 1000 * seconds / max(decisions, 1)
