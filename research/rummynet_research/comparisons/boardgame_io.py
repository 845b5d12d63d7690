"""boardgame.io, a framework for games of turns, under the load of ``scripts/bench.py load --boardgame-io``.

Its server with its own transport, socket.io over TLS, and a game of one move a turn; two clients a match in another
process, who move when it is their turn. State is kept in memory, as it is without a database.

It is measured as it is, and with what a host promises: libsodium verifies a signature of each move's player and makes
one over the head of a chain of hashes, and SQLite has the move on the disk (``synchronous=FULL``, one transaction for
all moves of a turn of the loop) before anybody is told. Rules are not checked beyond whose turn it is.

Needs Node and npm; packages come from npm's registry into a folder that is deleted afterwards.
"""

import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, Protocol

VERSION: Final = "0.50.2"
PACKAGES: Final = (f"boardgame.io@{VERSION}", "sodium-native@5.1.0", "@photostructure/sqlite@1.2.1")
"""The last two are libsodium and SQLite with Node's own interface, built for common machines."""
PROGRAM: Final = str(Path(__file__).with_suffix(".cjs"))
INSTALLING_SECONDS: Final = 300
JOINING_SECONDS: Final = 120
"""500 matches join within 12 s, on a machine that other programs use too."""
WARM_UP_SECONDS: Final = 5.0
"""Not counted: at 500 matches Node takes a move 1.4 times as long in the first seconds, until it has compiled."""


class Usage(Protocol):
    """What a process has used at one moment, in seconds."""

    @property
    def time(self) -> float:
        """When that was."""

    @property
    def cpu(self) -> float:
        """Its processor time until then."""


def measure(
    matches: int,
    seconds: float,
    rate: float | None,
    data: str | None,
    certificate: tuple[bytes, bytes],
    usage: Callable[[int], Usage],
) -> dict[str, Any] | str:
    """Moves a second and processor time a move, or why nothing was measured. *rate*: moves a second and match.

    *data* is where the folder with the journal is made. *certificate* and its key are PEM; *usage* tells what a process
    of this number has used.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return "skipped: there is no node or no npm"
    with tempfile.TemporaryDirectory(prefix="rummynet-bench-", dir=data) as folder:
        installed = subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES],
            cwd=folder, capture_output=True, timeout=INSTALLING_SECONDS, check=False,
        )  # fmt: skip
        if installed.returncode:
            return "skipped: npm could not install boardgame.io"
        files = [str(Path(folder) / name) for name in ("certificate.pem", "key.pem", "journal.sqlite3")]
        for file, pem in zip(files, certificate, strict=False):
            Path(file).write_bytes(pem)

        def figures(*serves: str) -> dict[str, Any]:
            return _figures(node, Path(folder), matches, seconds, rate, usage, serves)

        return {"version": VERSION, **figures(*files[:2]), "with_a_hosts_promises": figures(*files)}


def _figures(
    node: str,
    folder: Path,
    matches: int,
    seconds: float,
    rate: float | None,
    usage: Callable[[int], Usage],
    serves: tuple[str, ...],
) -> dict[str, Any]:
    with _node(node, folder, "serve", *serves) as (server, _, said):
        port, promises = said.readline().strip(), str(len(serves) - 2)
        with _node(node, folder, "play", port, str(matches), str(rate or 0), promises) as (_, ask, answers):
            _wait_until_ready(answers)
            time.sleep(WARM_UP_SECONDS)
            before, count = usage(server), _moves(ask, answers)
            time.sleep(seconds)
            after, count = usage(server), _moves(ask, answers) - count
    return {
        "per_second": round(count / (after.time - before.time), 1),
        "cpu_us_per_move": round(1e6 * (after.cpu - before.cpu) / max(1, count), 1),
        "busy": round((after.cpu - before.cpu) / (after.time - before.time), 3),
    }


@contextmanager
def _node(node: str, folder: Path, *words: str) -> Iterator[tuple[int, IO[str], IO[str]]]:
    """The number of the program with its standard input and output; killed in the end."""
    env = {**os.environ, "NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    child = subprocess.Popen(
        [node, PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=env,
    )  # fmt: skip
    assert child.stdin is not None and child.stdout is not None
    try:
        yield child.pid, child.stdin, child.stdout
    finally:
        child.kill()
        child.communicate()


def _wait_until_ready(answers: IO[str]) -> None:
    """Wait until the clients have joined all matches. Raises TimeoutError, RuntimeError."""
    if not select.select([answers], [], [], JOINING_SECONDS)[0]:
        raise TimeoutError(f"the clients have not joined their matches within {JOINING_SECONDS} s")
    if answers.readline() != "ready\n":
        raise RuntimeError("the clients have ended before they had joined their matches")


def _moves(ask: IO[str], answers: IO[str]) -> int:
    """How many moves the clients have seen."""
    ask.write("\n")
    ask.flush()
    return int(answers.readline())
