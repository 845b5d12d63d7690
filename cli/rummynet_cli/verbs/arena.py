"""``rummynet arena``: strategies against each other, on the same deals from every seat."""

import argparse
import json
import sys
from collections.abc import Callable

from rummynet.bots.arena.figures import Standing, as_json, standings
from rummynet.bots.arena.match import Match
from rummynet.rules.library.port import resolved
from rummynet_cli.match_workers import play_match
from rummynet_cli.progress import progress_line


def run(args: argparse.Namespace) -> int:
    """Play the match and print its figures. Raises NoSuchStrategy, BadOption, BadSeats."""
    match = Match(
        tuple(args.strategies),
        args.variant,
        resolved(args.variant, {}),
        args.players,
        args.games,
        args.rounds,
        args.seed,
        args.budget,
    )
    match.check()
    with progress_line() as show:
        games = play_match(match, args.jobs, _shown(show, args.games))
    if args.json:
        sys.stdout.write(json.dumps(as_json(match, games, timed=args.cpu)) + "\n")
        return 0
    rounds = sum(result.rounds for game in games for _, result in game.played)
    print(f"{args.variant}, {args.players} players, seed {args.seed}: {args.games} games, {rounds} rounds")
    print("\n".join(_table(standings(match, games), timed=args.cpu)))
    return 0


def _shown(show: Callable[[str], None] | None, games: int) -> Callable[[int], None]:
    return (lambda done: None) if show is None else (lambda done: show(f"arena: {done}/{games} games"))


def _table(rows: list[Standing], *, timed: bool) -> list[str]:
    """Lines of text: a heading, and a line for each entrant."""
    heading = f"{'strategy':<12}{'points a round':>18}{'won':>18}{'over ' + rows[-1].strategy[:12]:>22}"
    lines = [heading + (f"{'ms a decision':>16}" if timed else "")]
    for row in rows:
        won = f"{100 * row.wins.mean:.1f} ± {100 * row.wins.half_width:.1f} %"
        over = "" if row.over_last is None else str(row.over_last)
        line = f"{row.strategy:<12}{row.points!s:>18}{won:>18}{over:>22}"
        lines.append(line + (f"{row.decision_ms:>16.2f}" if timed else ""))
    return lines
