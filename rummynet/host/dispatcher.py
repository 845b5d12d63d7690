"""Joins the tables to the world: inputs in, their effects done in order, the journal always first.

All inputs that arrive while the disk is busy, or in one turn of the reactor, are recorded in one transaction, and only
then is anybody told. Who writes is somebody else (``journal_writer``): meanwhile connections and clocks go on.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from twisted.internet.interfaces import IReactorTime

from rummynet.host.net.log_pieces import LogPieces
from rummynet.host.net.outgoing import Packed
from rummynet.host.net.table_updates import LOBBY, Peer, TableUpdates
from rummynet.host.ops.logbook import Logbook
from rummynet.host.reactor_timers import ReactorTimers
from rummynet.host.storage.finished_logs import FinishedLogs
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.effects import (
    Answer,
    Append,
    Effect,
    OperatorNote,
    RecallBot,
    RestBot,
    Send,
    SendEntries,
    SendStoredLog,
    SpawnBot,
    StartTimer,
    StopBot,
    StopTimer,
)
from rummynet.table.inputs import (
    BotFailed,
    Connected,
    Disconnected,
    HostRestarted,
    Input,
    RequestReceived,
    TimerExpired,
)
from rummynet.table.journal.records import JournalRow
from rummynet.table.journal.resume import Resumed
from rummynet.table.lobby import Lobby
from rummynet_protocol.sentences import said
from rummynet_protocol.wire.messages import Done, LobbyShown, Refused, Request, TableShown, Told, View

MOST_WAITING: Final = 50_000
"""Effects that may wait for the disk; whoever asks for more then has to come back later."""
SLOW_SECONDS: Final = 1.0
"""A group that takes longer to write is worth a line in the log."""


class BotStarter(Protocol):
    """Starts and ends bots."""

    def hire(self, table: int, strategy: str) -> None:
        """Start a bot for this table; the dispatcher is told of it by ``BotStarted`` or ``BotFailed``."""

    def recall(self, table: int, key: bytes) -> None:
        """Start a bot of an earlier run again; the dispatcher is told by ``BotFailed`` if that cannot be done."""

    def rest(self, key: bytes) -> None:
        """End the program of the bot that has this key, which will be recalled."""

    def dismiss(self, key: bytes) -> None:
        """End the bot that has this key for good."""


class Dispatcher:
    """``failed`` is called once, when the journal cannot be written; from then on nothing is done or told."""

    def __init__(
        self,
        lobby: Lobby,
        journal: Journal,
        transcripts: Transcripts,
        reactor: IReactorTime,
        unix: Callable[[], float],
        monotonic: Callable[[], float],
        logbook: Logbook,
        failed: Callable[[Exception], None],
        write: Write,
    ) -> None:
        self.lobby = lobby
        self.bot_manager: BotStarter | None = None
        self.clocks = ReactorTimers(reactor, lambda clock: self.take(TimerExpired(clock)))
        self.updates = TableUpdates(reactor, self._send, lambda: lobby.context.limits.table_millis / 1000)
        self._pieces = LogPieces()
        self._journal = journal
        self._transcripts = transcripts
        self._reactor = reactor
        self._unix = unix
        self._monotonic = monotonic
        self._logbook = logbook
        self._failed = failed
        self._write = write
        self._broken = False
        self._is_closed = False
        self._then: Callable[[], None] | None = None
        self._peers: dict[bytes, Peer] = {}
        self._waiting: list[tuple[Effect, tuple[Peer, ...]]] = []
        self._is_due = False
        self._is_writing = False
        self._behind = 0

    @property
    def ms(self) -> int:
        """Milliseconds of the tables' time, which is that of the logs: no setting of the machine's clock moves it.

        It stands while the host is down: so much is given back to every clock.
        """
        return int(self._monotonic() * 1000) - self._behind

    @property
    def peers(self) -> tuple[Peer, ...]:
        """Everybody who is connected."""
        return tuple(self._peers.values())

    # -- from the connections

    def came(self, key: bytes, name: str, peer: Peer) -> None:
        """A connection has proven this key. An older one of the same key is told and closed."""
        old = self._peers.pop(key, None)
        if old is not None:
            old.goodbye("replaced", said("you are connected from somewhere else now; this connection is closed"))
            self.updates.remove(old)
            self.take(Disconnected(key))
        self._peers[key] = peer
        self.take(Connected(key, name))

    def asked(self, key: bytes, request: Request, peer: Peer) -> int:
        """A connection made a request; how many effects came of it, each entry of a log that is told counted."""
        if self._peers.get(key) is not peer:
            return 0
        if len(self._waiting) >= MOST_WAITING:
            peer.goodbye(
                "too_fast", said("the disk of this host is behind with what has been asked; connect again later")
            )
            return 0
        before = len(self._waiting)
        self.take(RequestReceived(key, request), peer)
        return sum(len(one.rows) if isinstance(one, SendEntries) else 1 for one, _ in self._waiting[before:])

    def went(self, key: bytes, peer: Peer) -> None:
        """A connection is gone."""
        self.updates.remove(peer)
        if self._peers.get(key) is peer:
            del self._peers[key]
            self.take(Disconnected(key))

    # -- inputs and effects

    @property
    def unrecorded(self) -> int:
        """Effects that wait because something has to be on the disk first."""
        return len(self._waiting)

    @property
    def is_writing(self) -> bool:
        """Whether a group is on its way to the disk."""
        return self._is_writing

    def take(self, came: Input, peer: Peer | None = None) -> None:
        """Something happened; *peer* asked for it and gets the answer."""
        if self._broken or self._is_closed:
            return
        for effect in self.lobby.take_input(came, self.ms, int(self._unix())):
            if isinstance(effect, StartTimer | StopTimer):
                # Nobody is told anything by a clock that runs; one that ran on until the disk has answered would ring
                # for a turn that is over.
                self._attempt(effect, ())
            else:
                self._waiting.append((effect, self._hearers(effect, peer)))
        if self._waiting and not self._is_due and not self._is_writing:
            self._is_due = True
            self._reactor.callLater(0, self.flush)

    def close(self, then: Callable[[], None]) -> None:
        """Take nothing more: who leaves from now on leaves because the host does. *then*: when all is durable."""
        self._is_closed, self._then = True, then
        self.flush()

    def resume(self, resumed: Sequence[Resumed]) -> None:
        """Go on with these tables; nobody is connected to them yet. To be called before anything else happens."""
        if not resumed:
            return
        self._behind += self.ms - max(one.ms for one in resumed)
        for one in resumed:
            self.lobby.adopt_table(one.table, one.journal)
            one.journal.extend_timers(self.ms)
            for clock, due in one.timers.items():
                self.clocks.start(clock, due - self.ms)
            self.take(HostRestarted(one.table.number))

    def flush(self) -> None:
        """Have everything that waits recorded and then do it; what comes while a group is written is the next group."""
        self._is_due = False
        if self._is_writing:
            return
        group, self._waiting = self._waiting, []
        if self._broken or not group:
            self._rest()
            return
        rows = [effect.row for effect, _ in group if isinstance(effect, Append)]
        logs = FinishedLogs(effect for effect, _ in group if isinstance(effect, SendStoredLog))
        if not rows and not logs:
            self._written(group)
            return
        begun = self._reactor.seconds()
        self._is_writing = True
        self._write(lambda: self._record(rows, logs), lambda problem: self._recorded(group, logs, begun, problem))

    def _record(self, rows: Sequence[JournalRow], logs: FinishedLogs) -> None:
        """In the writer's thread: nobody else touches these two while the host runs."""
        if rows:
            self._journal.append(rows)
            self._transcripts.append(rows)
        logs.read(self._journal)

    def _recorded(
        self,
        group: list[tuple[Effect, tuple[Peer, ...]]],
        logs: FinishedLogs,
        begun: float,
        problem: Exception | None,
    ) -> None:
        self._is_writing = False
        if problem is not None:
            self._broken = True
            self._failed(problem)
            self.flush()
            return
        if (seconds := self._reactor.seconds() - begun) >= SLOW_SECONDS:
            self._logbook.warn("the disk is slow", seconds=round(seconds, 1), waiting=len(self._waiting))
        self._written([(told, peers) for effect, peers in group for told in logs.told(effect)])

    def _written(self, group: list[tuple[Effect, tuple[Peer, ...]]]) -> None:
        for effect, peers in group:
            self._attempt(effect, peers)
        self.flush()

    def _rest(self) -> None:
        """Nothing waits and nothing is being written."""
        then, self._then = self._then, None
        if then is not None:
            then()

    def _hearers(self, effect: Effect, asker: Peer | None) -> tuple[Peer, ...]:
        """Who is to be told: those who are here now, not a later connection, which asks for everything itself."""
        match effect:
            case Send(_, Done() | Refused() | View()):
                # An answer belongs to the connection that asked.
                return () if asker is None else (asker,)
            case Send(to, _):
                return tuple(self._peers[key] for key in to if key in self._peers)
            case SendStoredLog(to) | SendEntries(to):
                return (self._peers[to],) if to in self._peers else ()
        return ()

    def _attempt(self, effect: Effect, peers: tuple[Peer, ...]) -> None:
        try:
            self._do(effect, peers)
        except Exception as problem:
            # What is recorded has happened: one effect that fails must not keep the others from being done.
            self._logbook.trouble("an effect could not be done", problem, effect=type(effect).__name__)

    def _do(self, effect: Effect, peers: tuple[Peer, ...]) -> None:
        match effect:
            case Send(_, message):
                self._tell(message, peers)
            case SendEntries(table=table):
                self.updates.release(peers, table)
                for packed in self._pieces.of(effect):
                    for peer in peers:
                        self._send(peer, packed)
            case StartTimer(clock, millis):
                self.clocks.start(clock, millis)
            case StopTimer(clock):
                self.clocks.stop(clock)
            case SpawnBot(table, strategy):
                if self.bot_manager is None:
                    self.take(BotFailed(table, None))
                else:
                    self.bot_manager.hire(table, strategy)
            case RecallBot(table, key):
                if self.bot_manager is None:
                    self.take(BotFailed(table, key))
                else:
                    self.bot_manager.recall(table, key)
            case RestBot(key):
                if self.bot_manager is not None:
                    self.bot_manager.rest(key)
            case StopBot(key):
                if self.bot_manager is not None:
                    self.bot_manager.dismiss(key)
            case OperatorNote(table, says, error):
                if error is None:
                    self._logbook.note(says, table=table)
                else:
                    self._logbook.trouble(says, error, table=table)

    def _tell(self, message: Told | Answer, peers: tuple[Peer, ...]) -> None:
        """Send it to all of them, behind what is held back for them."""
        packed = Packed(message)
        match message:
            case TableShown(table=table):
                self.updates.offer(table, packed, peers)
                return
            case LobbyShown() if len(peers) > 1:
                self.updates.offer(LOBBY, packed, peers)
                return
            case LobbyShown():  # for one who has just come: newer than what may be held back
                self.updates.drop(LOBBY, peers)
            case Done() | Refused() | View():
                self.updates.release(peers, None)
            case _:
                self.updates.release(peers, message.table)
        for peer in peers:
            self._send(peer, packed)

    def _send(self, peer: Peer, packed: Packed) -> None:
        """Send it; a peer that misses a message because of our mistake is let go, so that it asks for all anew."""
        try:
            peer.send(packed)
        except Exception as problem:
            self._logbook.trouble("a message could not be sent", problem, kind=packed.message.kind)
            peer.goodbye("trouble", said("the host made a mistake on this connection; connect again"))
