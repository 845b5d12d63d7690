"""Starts and stops the bots of the host's tables: clients that connect and play like any other.

All bots share one process, started with the first and ended with the last: a process each would take some forty
megabytes per bot, sharing takes one and a half more. Each bot has a folder with its key, so that it returns as the same
player after a rest or a restart of the host. The process ends with its host, however that ends.
"""

import json
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from twisted.internet.error import ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from rummynet.bots.characters import ANYBODY, CHARACTERS, name_of, somebody
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.ops.logbook import Logbook
from rummynet.keyfile import identity_folder, secret
from rummynet.rules.sealed_decks import is_sealed
from rummynet.table.api.inputs import BotFailed, BotStarted
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer

PLAYER_KEY: Final = "player.key"
"""The file in which a client keeps its key; created here first, so that the host knows the keys of its bots."""
STRATEGY: Final = "strategy"  # the file in a bot's folder with its strategy
NAME: Final = "name"  # the file in a bot's folder with its name
_MOST_TAIL: Final = 300  # of standard error, for one line of the log: the last lines of a traceback say what failed
POOL: Final = "rummynet_client.bots.bot_pool"
"""The module that runs the bots. It is a client's, and referred to here only, by name."""
# A process of bots that has lived so long is started again when it is killed, as for want of memory. One that dies
# sooner would be started again and again: its bots have failed.
LIVED_SECONDS: Final = 10.0
# Bytes kept of a line that has not ended: the pool's longest has 300 characters and a key, so a fault there fills no
# memory.
_MOST_LINE: Final = 4096

remove_folder: Final = partial(shutil.rmtree, ignore_errors=True)
"""What cannot be removed now is at the next start."""

Reactor = Any  # Twisted's reactor: spawns processes and schedules calls


@dataclass(slots=True)
class Bot:
    """A bot that runs or waits for its start. ``pool`` is its process, None while it waits.

    ``then`` is what follows its end: ``fails`` (it ended by itself), ``rests`` (kept, not running), ``goes`` (deleted),
    ``returns`` (started again).
    """

    table: int
    folder: Path
    strategy: str
    name: str
    pool: "BotPoolProcess | None" = None
    then: Literal["fails", "rests", "goes", "returns"] = "fails"


class BotPoolProcess(ProcessProtocol):
    """The process in which bots run: one line of JSON per start or stop, and one line back per bot that has ended."""

    def __init__(
        self, ended: Callable[["BotPoolProcess", bytes, str], None], gone: Callable[["BotPoolProcess", str], None]
    ) -> None:
        self._ended, self._gone = ended, gone
        self._line = b""
        self._last = b""

    def order(self, **fields: object) -> None:
        """Write one line of JSON."""
        if self.transport is not None:
            self.transport.write(json.dumps(fields).encode() + b"\n")

    def outReceived(self, data: bytes) -> None:
        """Read the lines about bots that have ended."""
        *lines, self._line = (self._line + data).split(b"\n")
        self._line = self._line[-_MOST_LINE:]
        for line in lines:
            found = json.loads(line)
            self._ended(self, bytes.fromhex(found["ended"]), found["why"])

    def errReceived(self, data: bytes) -> None:
        """Keep the tail of standard error."""
        self._last = (self._last + data)[-_MOST_TAIL:]

    def processEnded(self, reason: Failure) -> None:
        """Report the end of the process, and with it of all its bots."""
        self._gone(self, f"the process of the bots ended: {self._last!r}")


class BotManager:
    """All bots of this host.

    ``address`` is where they connect, ``home`` (created if missing) contains their folders.
    """

    def __init__(self, dispatcher: Dispatcher, reactor: Reactor, logbook: Logbook, address: str, home: Path) -> None:
        self._dispatcher = dispatcher
        self._reactor = reactor
        self._logbook = logbook
        self._address = address
        self._home = home
        self._bots: dict[bytes, Bot] = {}
        self._queue: list[bytes] = []
        self._pool: BotPoolProcess | None = None
        self._started_at = self._opened_at = float("-inf")
        self._is_due = False
        self._closing = False

    def __len__(self) -> int:
        return len(self._bots)

    # -- requests of the tables

    def hire(self, table: int, strategy: str) -> None:
        """Start a new bot for this table."""
        try:
            key = self._make_folder(table, strategy)
        except (OSError, RummynetError) as problem:
            self._logbook.trouble("a bot could not be started", problem, table=table)
            # The table keeps a seat for it: without the input it would wait for ever.
            self._dispatcher.take_input(BotFailed(table, None))
            return
        if self._dispatcher.moves.cluster is not None:
            self._dispatcher.moves.cluster.bot_made(table, key)
        self._dispatcher.take_input(BotStarted(table, key))
        self._enqueue(table, key)

    def recall(self, table: int, key: bytes) -> None:
        """Start a bot of an earlier run, or one that rests, again with its key."""
        found = self._bots.get(key)
        if found is None:
            self._enqueue(table, key)
        elif found.then == "rests":
            found.then = "returns"

    def rest(self, key: bytes) -> None:
        """Stop this bot and keep its folder; it will be recalled."""
        if self._end(key, "rests"):
            self._bots.pop(key, None)
            self._close_pool_if_idle()

    def dismiss(self, key: bytes) -> None:
        """Stop this bot and delete its folder."""
        if self._end(key, "goes"):
            self._bots.pop(key, None)
            remove_folder(self._home / key.hex())
            self._close_pool_if_idle()

    def remove_stale_folders(self, kept: Collection[bytes]) -> None:
        """Delete the folders of bots that no table has: an earlier run ended before it could."""
        names = {key.hex() for key in kept}
        for folder in self._home.iterdir() if self._home.exists() else ():
            if folder.name not in names:
                remove_folder(folder)

    def dismiss_all(self) -> None:
        """Kill the bots' process. They lose nothing by it and are recalled when the host starts again."""
        self._closing = True
        if self._pool is not None and self._pool.transport is not None:
            with suppress(ProcessExitedAlready):
                self._pool.transport.signalProcess("KILL")

    # -- starting, one after another

    def _make_folder(self, table: int, strategy: str) -> bytes:
        self._home.mkdir(mode=0o700, exist_ok=True)
        # Renamed when it is complete: one that a crash left half made is deleted at the next start, as no table has it.
        folder = Path(tempfile.mkdtemp(prefix="new-", dir=self._home))
        key = Signer(secret(identity_folder(folder), PLAYER_KEY)).public
        taken = {bot.name for bot in self._bots.values() if bot.table == table}
        who = somebody(secrets.randbelow(len(CHARACTERS)), taken) if strategy == ANYBODY else strategy
        (folder / STRATEGY).write_text(who, encoding="utf-8")
        name = name_of(who, table, taken)
        (folder / NAME).write_text(name, encoding="utf-8")
        folder.rename(self._home / key.hex())
        return key

    def _enqueue(self, table: int, key: bytes) -> None:
        folder = self._home / key.hex()
        try:
            strategy, name = ((folder / file).read_text(encoding="utf-8") for file in (STRATEGY, NAME))
        except OSError as problem:  # as where a backup was put back without it
            self._logbook.warn("a bot's folder in host/bots cannot be read", table=table, why=str(problem))
            self._dispatcher.take_input(BotFailed(table, key))
            return
        self._bots[key] = Bot(table, folder, strategy, name)
        self._queue.append(key)
        self._start_soon()

    def _start_soon(self) -> None:
        """Schedule the next start, ``bot_millis`` after the last: starting many at once would slow everybody down."""
        if self._queue and not self._is_due and not self._closing:
            self._is_due = True
            due = self._started_at + self._dispatcher.lobby.context.limits.bot_millis / 1000
            self._reactor.callLater(max(0.0, due - self._reactor.seconds()), self._start_next)

    def _start_next(self) -> None:
        self._is_due = False
        if self._closing or not self._queue:
            return
        key = self._queue.pop(0)
        try:
            self._start(key, self._bots[key])
        except OSError as problem:
            self._failed(key, str(problem))
        self._started_at = self._reactor.seconds()
        self._start_soon()

    def _start(self, key: bytes, bot: Bot) -> None:
        """Raises OSError."""
        bot.pool = pool = self._pool or self._open_pool()
        table = self._dispatcher.lobby.tables.get(bot.table)
        sealed = table is not None and is_sealed(table.options)
        pool.order(
            start=key.hex(), folder=str(bot.folder), table=bot.table, sealed=sealed, strategy=bot.strategy,
            name=bot.name,
        )  # fmt: skip

    def _open_pool(self) -> BotPoolProcess:
        """Raises OSError."""
        pool = BotPoolProcess(self._ended, self._pool_ended)
        self._reactor.spawnProcess(pool, sys.executable, [sys.executable, "-m", POOL, self._address], env=None)
        self._pool, self._opened_at = pool, self._reactor.seconds()
        return pool

    # -- ending

    def _end(self, key: bytes, then: Literal["rests", "goes"]) -> bool:
        """Ask this bot to end. True if it does not run, or not yet."""
        bot = self._bots.get(key)
        if bot is None:
            return True
        if bot.pool is None:
            self._queue.remove(key)
            return True
        if bot.then == "fails":
            bot.pool.order(stop=key.hex())  # else it has been told already
        bot.then = then
        return False

    def _ended(self, pool: BotPoolProcess, key: bytes, why: str) -> None:
        """A bot has ended; *why* is empty if it was to."""
        bot = self._bots.get(key)
        if self._closing or bot is None or bot.pool is not pool:
            return
        match bot.then:
            case "fails":
                self._failed(key, why)
            case "rests":
                del self._bots[key]
            case "goes":
                del self._bots[key]
                # Its table will not recall it, and a new bot gets a new key.
                remove_folder(bot.folder)
            case "returns":
                del self._bots[key]
                self._enqueue(bot.table, key)
        self._close_pool_if_idle()

    def _failed(self, key: bytes, why: str) -> None:
        """A bot has ended by itself, or could not be started."""
        bot = self._bots.pop(key)
        remove_folder(bot.folder)
        if why:
            self._logbook.warn("a bot has failed", table=bot.table, said=why)
        self._dispatcher.take_input(BotFailed(bot.table, key))

    def _pool_ended(self, pool: BotPoolProcess, why: str) -> None:
        ended = [key for key, bot in self._bots.items() if bot.pool is pool]
        if pool is self._pool:
            self._pool = None
            if ended and not self._closing and self._reactor.seconds() >= self._opened_at + LIVED_SECONDS:
                self._logbook.warn("the bots are started again", why=why)
                for key in ended:
                    if self._bots[key].then == "fails":
                        self._bots[key].then = "returns"
        for key in ended:
            self._ended(pool, key, why)

    def _close_pool_if_idle(self) -> None:
        """End the process after the last of its bots."""
        if self._pool is not None and not self._bots:
            pool, self._pool = self._pool, None
            if pool.transport is not None:
                # The pool ends at the end of its input, after its last words are sent; a signal would cut these off.
                pool.transport.closeStdin()
