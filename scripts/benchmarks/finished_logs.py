"""Whole logs checked and opened: ``scripts/bench.py verify replay``. A game of three of about 3,000 entries.

On a machine that does other work beside it, elapsed time says little: compare the processor time of each process.
"""

import os
import resource
import time
from collections.abc import Callable
from typing import Any, Final

from benchmarks.recorded_game import recorded_game
from benchmarks.timing import beside
from rummynet.verifier.offline import check
from rummynet_cli.signature_workers import check_on_all_processors, on_all_processors
from rummynet_client.terminal.replay import replay_so_far
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript

ACTIONS: Final = 2_640
TURNS: Final = 3


def verify() -> dict[str, Any]:
    """``rummynet verify`` on all processors, beside one."""
    data, entries = _log()
    alone = _quickest(lambda: check(data, partial=True))
    together = _quickest(lambda: check_on_all_processors(data, partial=True))
    unsigned = _quickest(lambda: check(data, partial=True, verify=_believe))
    what = f"entries verified on {os.cpu_count()} processors, signatures among them"
    return {
        **beside(entries / together["elapsed"], entries / alone["elapsed"], "entries/s", what, "the same on one"),
        "entries_a_second_of_one_processor": round(entries / alone["own"]),
        "of_them_without_signatures": round(entries / unsigned["own"]),
        "processor_seconds": _rounded(
            {"alone": alone["own"], "audit": together["own"], "workers": together["workers"]}
        ),
    }


def replay() -> dict[str, Any]:
    """A game opened by ``rummynet replay``, from its bytes to the first step that can be shown."""
    data, entries = _log()
    opened = _quickest(
        lambda: on_all_processors(len(data), lambda verify: replay_so_far(read_transcript(data), verify))
    )
    alone = _quickest(lambda: replay_so_far(read_transcript(data)))
    return {
        **beside(opened["elapsed"], alone["elapsed"], "s", f"a game of {entries} entries opened", "the same on one, s"),
        "processor_seconds": _rounded({"alone": alone["own"], "audit": opened["own"], "workers": opened["workers"]}),
    }


def _log() -> tuple[bytes, int]:
    """A transcript and the number of its entries."""
    data = recorded_game(3, ACTIONS).transcript
    return data, sum(isinstance(record, EntryRecord) for record in read_transcript(data).records)


def _quickest(work: Callable[[], object]) -> dict[str, float]:
    """Seconds elapsed, of this process and of those that it started; each the least of some turns."""
    turns: list[dict[str, float]] = []
    for _ in range(TURNS):
        begun, own, others = time.perf_counter(), time.process_time(), _of_children()
        work()
        elapsed = time.perf_counter() - begun
        turns.append({"elapsed": elapsed, "own": time.process_time() - own, "workers": _of_children() - others})
    return {name: min(turn[name] for turn in turns) for name in turns[0]}


def _of_children() -> float:
    """Processor seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _rounded(seconds: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in seconds.items()}


def _believe(_key: bytes, _kind: str, _payload: bytes, _signature: bytes) -> None:
    pass
