"""What a match has shown, in numbers, lines and JSON: means with 95 % intervals, differences paired by deal."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from msgspec import to_builtins

from rummynet.bots.arena.match import DuplicateGame, Match
from rummynet.bots.arena.virtual_table import GameResult
from rummynet_protocol.text import shortened
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


_LEAST_NAME: Final = 12  # columns: every name of a level or character
_MOST_NAME: Final = 30  # a program's command; with more the figures would leave a terminal of 100 columns


def progress(done: int, games: int) -> str:
    """How far a match is."""
    return f"arena: {done}/{games} games"


def lines(match: Match, games: Sequence[DuplicateGame], *, timed: bool) -> list[str]:
    """What was played, a heading, and a line for each entrant; *timed*: with processor times."""
    rounds = _rounds(games)
    played = f"{match.variant}, {match.players} players, seed {match.seed}: {match.games} games, {rounds} rounds"
    return [played, *_table(standings(match, games), timed=timed)]


def as_json(match: Match, games: Sequence[DuplicateGame], *, timed: bool) -> dict[str, Any]:
    """The standings as JSON-able values. Without processor times, equal matches give equal values."""
    rows = [to_builtins(row) for row in standings(match, games)]
    for row in rows:
        # Times differ from run to run: left in, two runs of one seed could not be compared as text.
        if not timed:
            del row["decision_ms"]
    return {
        "variant": match.variant,
        "options": dict(match.options),
        "players": match.players,
        "games": match.games,
        "seed": match.seed,
        "budget_ms": match.budget_ms,
        "rounds": _rounds(games),
        "standings": rows,
    }


def _rounds(games: Sequence[DuplicateGame]) -> int:
    return sum(result.rounds for game in games for _, result in game.played)


def _table(rows: Sequence[EntrantResult], *, timed: bool) -> list[str]:
    """Lines of text: a heading, and a line for each entrant."""
    names = [shortened(row.strategy, _MOST_NAME) for row in rows]
    width = max(_LEAST_NAME, *map(len, names))
    heading = f"{'strategy':<{width}}{'points a round':>18}{'won':>18}{'over ' + shortened(names[-1], 16):>22}"
    lines = [heading + (f"{'ms a decision':>16}" if timed else "")]
    for name, row in zip(names, rows, strict=True):
        won = f"{100 * row.wins.mean:.1f} ± {100 * row.wins.half_width:.1f} %"
        over = "" if row.over_last is None else str(row.over_last)
        line = f"{name:<{width}}{row.points!s:>18}{won:>18}{over:>22}"
        lines.append(line + (f"{row.decision_ms:>16.2f}" if timed else ""))
    return lines
