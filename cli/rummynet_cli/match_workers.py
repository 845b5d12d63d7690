"""Plays the games of an arena's match, in processes of their own where several jobs are asked for."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from rummynet.bots.arena.match import DuplicateGame, Match


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
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    # Ctrl-C reaches every process of the terminal: this one ends the workers, who say nothing.
    with context.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, match.jobs())


def _play_game(match: Match, number: int) -> DuplicateGame:
    return match.play_game(number, time.process_time)
