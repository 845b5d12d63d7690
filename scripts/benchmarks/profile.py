"""What an action costs a host: calls of Python functions, and processor time by part under the load of ``load.py``.

See ``scripts/bench.py profile``.
"""

import itertools
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from benchmarks.host_calls import calls_per_action

PROGRAM: Final = str(Path(__file__).with_name("sampled_host.py"))
PARTS: Final = (
    ("Ed25519", ("/nacl/", "fairness/signing.py", "fairness/points.py")),
    ("the loop itself, journal's thread", ("asyncioreactor.py", "selectors.py")),
    ("wire: codec, frames, lifecycle", ("rummynet_protocol/wire/", "rummynet_protocol/codec.py", "protocol/shapes.py")),
    ("statements, entries, chain", ("rummynet_protocol/",)),
    ("rules", ("rummynet/rules/",)),
    ("table: game", ("rummynet/table/game/",)),
    ("table: journal", ("rummynet/table/journal/",)),
    ("table: the rest", ("rummynet/table/",)),
    ("host: journal, transcripts", ("rummynet/host/storage/",)),
    ("TLS", ("rummynet/host/net/tls_transport.py", "/ssl.py")),
    ("host: connections, limits", ("rummynet/host/net/", "rummynet/host/limits/")),
    ("host: dispatch, timers", ("rummynet/host/",)),
    ("reactor, asyncio", ("/twisted/", "/zope/", "/asyncio/")),
)
"""By part: what the file's name contains; the first part that fits the innermost frame counts. The loop itself is
uvloop's work on sockets, and its wait while another thread works."""
OTHER: Final = "the rest"
WRITING_SECONDS: Final = 10.0


def measure(tables: int, seats: int, variant: str, seconds: float, data: str | None, top: int) -> dict[str, Any]:
    """Calls and microseconds an action, both by function (the *top* ones), and the microseconds by part."""
    from benchmarks import load  # needs uvloop, as the rest here does not

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "samples.json"
        program, calls = [sys.executable, PROGRAM, str(out)], itertools.count()

        def toggle(pid: int) -> None:
            os.kill(pid, signal.SIGUSR1)
            if next(calls):
                _wait_for(out)

        figures = load.host_figures(tables, seats, variant, seconds, None, data, [], program=program, toggle=toggle)
        samples = [(tuple(stack), count) for stack, count in json.loads(out.read_text())]
    total = sum(count for _, count in samples)
    per_action: float = figures["cpu_us_per_action"]
    parts, functions, inclusive = Counter[str](), Counter[str](), Counter[str]()
    for stack, count in samples:
        parts[_part(stack[0])] += count
        functions[_short(stack[0])] += count
        for name in {_short(one) for one in stack}:
            inclusive[name] += count

    def cost(count: int) -> float:
        return float(round(per_action * count / total, 1))

    return {
        **call_figures(top),
        "us_per_action": per_action,
        "host": figures,
        "samples": total,
        "us_by_part": {name: cost(count) for name, count in parts.most_common()},
        "functions": {name: cost(count) for name, count in functions.most_common(top)},
        "with_what_they_call": {name: cost(count) for name, count in inclusive.most_common(2 * top)},
    }


def call_figures(top: int) -> dict[str, Any]:
    """Calls an action, of Keilty at a table of two, and the *top* functions (``host_calls``)."""
    calls = calls_per_action()
    return {
        "calls_per_action": round(sum(calls.values()), 1),
        "calls": {_short(name): round(count, 2) for name, count in list(calls.items())[:top]},
    }


def _wait_for(path: Path) -> None:
    """Wait until the host, which is killed next, has written this file. Raises TimeoutError."""
    until = time.monotonic() + WRITING_SECONDS
    while not path.exists():
        if time.monotonic() > until:
            raise TimeoutError(f"the host has not written {path.name}")
        time.sleep(0.05)


def _part(frame: str) -> str:
    return next((name for name, marks in PARTS if any(mark in frame for mark in marks)), OTHER)


def _short(frame: str) -> str:
    path, _, name = frame.rpartition(":")
    return f"{'/'.join(path.split('/')[-2:])}:{name}"
