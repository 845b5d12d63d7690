"""``rummynet arena``: strategies against each other, on the same deals from every seat."""

import argparse
import json
import sys

from rummynet.bots.arena.arena_report import as_json, lines, progress
from rummynet.bots.arena.match import Match
from rummynet.keyfile import home
from rummynet.rules.library.port import resolved
from rummynet_cli.match_workers import play_match
from rummynet_cli.progress import progress_line
from rummynet_client.command_strategy import load_entrant
from rummynet_client.storage.settings import apply_kept_language


def run(args: argparse.Namespace) -> int:
    """Play the match and print its figures. Raises NoSuchStrategy, BadOption, BadSeats, BotProgramFailed."""
    apply_kept_language(home(None))
    match = Match(
        tuple(args.strategies),
        args.variant,
        resolved(args.variant, {}),
        args.players,
        args.games,
        args.rounds,
        args.seed,
        args.budget,
        load_entrant,
    )
    match.check()
    with progress_line() as show:
        games = play_match(match, args.jobs, lambda done: show and show(progress(done, match.games)))
    if args.json:
        sys.stdout.write(json.dumps(as_json(match, games, timed=args.cpu)) + "\n")
    else:
        print("\n".join(lines(match, games, timed=args.cpu)))
    return 0
