"""boardgame.io, a framework for games of turns, under the load of ``scripts/bench.py load --boardgame-io``.

Its server with its own transport, socket.io over TLS, and a game of one move a turn; two clients a match in another
process, who move when it is their turn. State is kept in memory, as it is without a database.

It does what a host promises: libsodium verifies a signature of each move's player and makes one over the head of a
chain of hashes, and SQLite has the move on the disk (``synchronous=FULL``, one transaction for all moves of a turn of
the loop) before anybody is told. Rules are not checked beyond whose turn it is.

Needs Node and npm; packages come from npm's registry into a folder that is deleted afterwards.
"""

import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final

VERSION: Final = "0.50.2"
PACKAGES: Final = (f"boardgame.io@{VERSION}", "sodium-native@5.1.0", "@photostructure/sqlite@1.2.1")
"""The last two are libsodium and SQLite with Node's own interface, built for common machines."""
PROGRAM: Final = str(Path(__file__).with_suffix(".cjs"))
INSTALLING_SECONDS: Final = 300
JOINING_SECONDS: Final = 120
"""500 matches join within 12 s, on a machine that other programs use too."""


class Peer:
    """A server under load, by the number of its process, *server*; it stands still until ``go``."""

    def __init__(self, server: int, clients: int, ask: IO[str], answers: IO[str]) -> None:
        self.server, self._both, self._ask, self._answers = server, (server, clients), ask, answers

    def go(self) -> None:
        """Go on."""
        self._send(signal.SIGCONT)

    def stand_still(self) -> None:
        """Use no processor until ``go``: for less than 20 s, after which socket.io gives up a connection."""
        self._send(signal.SIGSTOP)

    def moves(self) -> int:
        """How many moves the clients have seen."""
        self._ask.write("\n")
        self._ask.flush()
        return int(self._answers.readline())

    def _send(self, number: int) -> None:
        for process in self._both:
            os.kill(process, number)


@contextmanager
def running(matches: int, rate: float | None, data: str | None, certificate: tuple[bytes, bytes]) -> Iterator[Peer]:
    """A server whose clients have joined. *rate*: moves a second and match. Raises RuntimeError, TimeoutError.

    *data* is where the folder with the journal is made. *certificate* and its key are PEM.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise RuntimeError("boardgame.io needs node and npm, and one of them is not there")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rummynet-bench-", dir=data)))
        installed = subprocess.run(
            [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES],
            cwd=folder, capture_output=True, timeout=INSTALLING_SECONDS, check=False,
        )  # fmt: skip
        if installed.returncode:
            raise RuntimeError("npm could not install boardgame.io")
        files = [str(folder / name) for name in ("certificate.pem", "key.pem", "journal.sqlite3")]
        for file, pem in zip(files, certificate, strict=False):
            Path(file).write_bytes(pem)
        server = stack.enter_context(_node(node, folder, "serve", *files))
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        clients = stack.enter_context(_node(node, folder, "play", port, str(matches), str(rate or 0)))
        assert clients.stdin is not None
        assert clients.stdout is not None
        if not select.select([clients.stdout], [], [], JOINING_SECONDS)[0]:
            raise TimeoutError(f"the clients have not joined their matches within {JOINING_SECONDS} s")
        if clients.stdout.readline() != "ready\n":
            raise RuntimeError("the clients have ended before they had joined their matches")
        yield Peer(server.pid, clients.pid, clients.stdin, clients.stdout)


@contextmanager
def _node(node: str, folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The program of ``boardgame_io.cjs``; killed in the end."""
    env = {**os.environ, "NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    child = subprocess.Popen(
        [node, PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=env,
    )  # fmt: skip
    try:
        yield child
    finally:
        child.kill()
        child.communicate()
