"""``rummynet arena``: strategies against each other, on the same deals from every seat."""

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from rummynet.bots.arena.figures import as_json, lines, progress
from rummynet.bots.arena.match import DuplicateGame, Match
from rummynet.keyfile import home
from rummynet.rules.varieties import variety as variety_called
from rummynet_cli.console import progress_line
from rummynet_client.bots.command_strategy import load_entrant
from rummynet_client.storage.settings import apply_kept_language


def run(args: argparse.Namespace) -> int:
    """Play the match and print its figures. Raises NoSuchStrategy, BadOption, BadSeats, BotProgramFailed."""
    apply_kept_language(home(None))
    match = Match(
        tuple(args.strategies),
        args.variant,
        variety_called(args.variant).resolve({}),
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


def play_match(match: Match, jobs: int, played: Callable[[int], object]) -> list[DuplicateGame]:
    """Every game of the match, in no order; ``played(n)`` is called when n games are done."""
    games: list[DuplicateGame] = []
    for game in _results(match, jobs):
        games.append(game)
        played(len(games))
    return games


def _results(match: Match, jobs: int) -> Iterator[DuplicateGame]:
    play = partial(_play_game, match)
    if jobs == 1:
        yield from map(play, match.jobs())
        return
    # As in ``signature_workers``: a fork has all modules loaded already.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    # Ctrl-C reaches every process of the terminal: this one ends the workers, who say nothing.
    with context.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        # Results are sums over games, so the order does not matter and no worker waits for a slow one.
        yield from pool.imap_unordered(play, match.jobs())


def _play_game(match: Match, number: int) -> DuplicateGame:
    return match.play_game(number, time.process_time)
