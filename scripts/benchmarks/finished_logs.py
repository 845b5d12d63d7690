"""Whole logs checked and opened: ``scripts/bench.py verify replay``. A game of three of about 3,000 entries.

Each turn is a process of its own, as ``rummynet verify`` is: with workers, one that has much in memory is slower, as
pages that it shares with them are copied when they change. Run as a program, this measures one turn: what is done, and
with which file. On a machine that does other work beside it, elapsed time says little: compare the processor time.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from benchmarks.timing import beside
from rummynet.verifier.offline import check
from rummynet_cli.signature_workers import check_on_all_processors, on_all_processors
from rummynet_client.terminal.replay.replay import replay_so_far
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript

SCRIPTS: Final = Path(__file__).resolve().parents[1]
ACTIONS: Final = 2_640
TURNS: Final = 5


def verify() -> dict[str, Any]:
    """``rummynet verify`` on all processors, beside one."""
    data, entries = _log()
    alone, together, unsigned = (_quickest(work, data) for work in ("verify-alone", "verify", "verify-unsigned"))
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
    opened, alone = _quickest("replay", data), _quickest("replay-alone", data)
    return {
        **beside(opened["elapsed"], alone["elapsed"], "s", f"a game of {entries} entries opened", "the same on one, s"),
        "processor_seconds": _rounded({"alone": alone["own"], "audit": opened["own"], "workers": opened["workers"]}),
    }


WORK: Final[dict[str, Callable[[bytes], object]]] = {
    "verify": lambda data: check_on_all_processors(data, partial=True),
    "verify-alone": lambda data: check(data, partial=True),
    "verify-unsigned": lambda data: check(data, partial=True, verify=_believe),
    "replay": lambda data: on_all_processors(len(data), lambda verify: replay_so_far(read_transcript(data), verify)),
    "replay-alone": lambda data: replay_so_far(read_transcript(data)),
}


def _log() -> tuple[bytes, int]:
    """A transcript and the number of its entries."""
    from benchmarks.client_core import played

    data = played(3, ACTIONS)[0].transcript
    return data, sum(isinstance(record, EntryRecord) for record in read_transcript(data).records)


def _quickest(work: str, data: bytes) -> dict[str, float]:
    """Seconds elapsed, of a process and of those that it starts; each the least of some turns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.rummy"
        path.write_bytes(data)
        line = [sys.executable, "-m", "benchmarks.finished_logs", work, str(path)]
        turns = [json.loads(subprocess.check_output(line, cwd=SCRIPTS)) for _ in range(TURNS)]
    return {name: min(turn[name] for turn in turns) for name in turns[0]}


def _turn(work: str, path: Path) -> dict[str, float]:
    data = path.read_bytes()
    begun, own = time.perf_counter(), time.process_time()
    WORK[work](data)
    elapsed = time.perf_counter() - begun
    return {"elapsed": elapsed, "own": time.process_time() - own, "workers": _of_children()}


def _of_children() -> float:
    """Processor seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _rounded(seconds: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in seconds.items()}


def _believe(_key: bytes, _kind: str, _payload: bytes, _signature: bytes) -> None:
    pass


if __name__ == "__main__":
    print(json.dumps(_turn(sys.argv[1], Path(sys.argv[2]))))
