"""The figures of a match: lines of English text for people, as the verifier's, and JSON-able values."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import to_builtins

from rummynet.bots.arena.figures import EntrantResult, standings
from rummynet.bots.arena.match import DuplicateGame, Match
from rummynet_protocol.text import shortened

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
