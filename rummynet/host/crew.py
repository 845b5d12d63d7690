"""Bots that the host starts for its tables: child processes that connect and play like everybody else.

Each has a folder with its key, so that it comes back as the same player when the host has been away. A bot ends with
its host, however that ends (``leash``).
"""

import shutil
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from twisted.internet.error import ProcessExitedAlready
from twisted.internet.interfaces import IProcessTransport, IReactorProcess
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from rummynet.bots.names import bot_name
from rummynet.host.hall import Hall
from rummynet.host.logbook import Logbook
from rummynet.keyfile import identity_folder, secret
from rummynet.table.inputs import BotFailed, BotHired
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer

PLAYER_KEY = "player.key"
"""The file in which a client keeps its key; made here first, so that the host knows its bots."""
STRATEGY = "strategy"
"""The file in a bot's folder that says how it plays."""
NAME = "name"
"""The file in a bot's folder that says what it is called."""


class BotProcess(ProcessProtocol):
    """A running bot. What it writes is dropped, but for its last words when it fails."""

    def __init__(self, crew: "BotCrew", table: int, key: bytes, folder: Path) -> None:
        self.crew = crew
        self.table = table
        self.key = key
        self.folder = folder
        self.name = ""
        self.last = b""

    def errReceived(self, data: bytes) -> None:
        """Keep the end of what it says on standard error."""
        self.last = (self.last + data)[-300:]

    def processEnded(self, reason: Failure) -> None:
        """It is no more."""
        self.crew.ended(self, getattr(reason.value, "exitCode", None))


class BotCrew:
    """All bots of this host; ``address`` is where they connect, ``home`` (made if missing) has their folders."""

    def __init__(self, hall: Hall, reactor: IReactorProcess, logbook: Logbook, address: str, home: Path) -> None:
        self._hall = hall
        self._reactor = reactor
        self._logbook = logbook
        self._address = address
        self._home = home
        self._running: dict[bytes, tuple[BotProcess, IProcessTransport]] = {}
        self._closing = False

    def __len__(self) -> int:
        return len(self._running)

    def hire(self, table: int, strategy: str) -> None:
        """Start a bot for this table."""
        try:
            key, folder = self._make_folder(strategy)
        except (OSError, RummynetError) as problem:
            self._logbook.trouble("a bot could not be started", problem, table=table)
            self._hall.take(BotFailed(table, None))
            return
        self._hall.take(BotHired(table, key))
        self._start(table, key, folder)

    def recall(self, table: int, key: bytes) -> None:
        """Start a bot of an earlier run again, with the key it had."""
        self._start(table, key, self._home / key.hex())

    def forget(self, wanted: Collection[bytes]) -> None:
        """Remove the folders of bots that no table has: an earlier run had no time to."""
        names = {key.hex() for key in wanted}
        for folder in self._home.iterdir() if self._home.exists() else ():
            if folder.name not in names:
                shutil.rmtree(folder, ignore_errors=True)

    def _make_folder(self, strategy: str) -> tuple[bytes, Path]:
        self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="new-", dir=self._home))
        key = Signer(secret(identity_folder(made), PLAYER_KEY)).public
        (made / STRATEGY).write_text(strategy, encoding="utf-8")
        return key, made.rename(self._home / key.hex())

    def _start(self, table: int, key: bytes, folder: Path) -> None:
        process = BotProcess(self, table, key, folder)
        try:
            strategy = (folder / STRATEGY).read_text(encoding="utf-8")
            process.name = self._name(table, folder / NAME)
            self._running[key] = (process, self._spawn(process, table, strategy))
        except OSError as problem:
            self._logbook.trouble("a bot could not be started", problem, table=table)
            shutil.rmtree(folder, ignore_errors=True)
            self._hall.take(BotFailed(table, key))

    def _name(self, table: int, file: Path) -> str:
        """What a bot was called before; else a name that no other bot of the table has."""
        if file.exists():
            return file.read_text(encoding="utf-8")
        taken = {process.name for process, _ in self._running.values() if process.table == table}
        name = bot_name(table, taken)
        file.write_text(name, encoding="utf-8")
        return name

    def dismiss(self, key: bytes) -> None:
        """End the bot that has this key."""
        found = self._running.get(key)
        if found is not None:
            _signal(found[1], "TERM")

    def ended(self, process: BotProcess, status: int | None) -> None:
        """A bot's process is gone."""
        self._running.pop(process.key, None)
        if self._closing:
            return
        shutil.rmtree(process.folder, ignore_errors=True)
        if status not in (0, None):
            self._logbook.warn("a bot has failed", table=process.table, status=status, said=process.last)
        self._hall.take(BotFailed(process.table, process.key))

    def dismiss_all(self) -> None:
        """End every bot at once: they have nothing to lose, and come back with the host."""
        self._closing = True
        for _, transport in list(self._running.values()):
            _signal(transport, "KILL")

    def _spawn(self, process: BotProcess, table: int, strategy: str) -> Any:  # noqa: ANN401 - Twisted's own type
        words = [
            "bot",
            self._address,
            "--table",
            str(table),
            "--strategy",
            strategy,
            "--name",
            process.name,
            "--data",
            str(process.folder),
            "--stay",
        ]
        line = [sys.executable, "-m", "rummynet.host.leash", *words]
        return self._reactor.spawnProcess(process, sys.executable, line, env=None)


def _signal(transport: IProcessTransport, name: str) -> None:
    try:
        transport.signalProcess(name)
    except ProcessExitedAlready:
        pass
