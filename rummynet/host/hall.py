"""Joins the tables to the world: inputs in, their effects done in order, the journal always first.

All inputs that arrive in one turn of the reactor are recorded in one transaction, and only then is anybody told.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from twisted.internet.interfaces import IReactorTime

from rummynet.host.archive import Archive, JournalError
from rummynet.host.clocks import Clocks
from rummynet.host.logbook import Logbook
from rummynet.host.transcripts import Transcripts
from rummynet.table.effects import (
    Effect,
    RecallBot,
    Record,
    Report,
    SpawnBot,
    StartClock,
    StopBot,
    StopClock,
    Tell,
)
from rummynet.table.inputs import Asked, BotFailed, Connected, Input, Lost, Rang, Restarted
from rummynet.table.lobby import Lobby
from rummynet.table.resume import Resumed, give_back
from rummynet_protocol.wire.messages import Done, Message, Refused, Request, View


class Peer(Protocol):
    """A connection whose key has been proven."""

    def send(self, message: Message) -> None:
        """Send a message, if the connection is still open."""

    def goodbye(self, code: str, says: str) -> None:
        """Say bye and close."""


class Crew(Protocol):
    """Starts and ends bots."""

    def hire(self, table: int, strategy: str) -> None:
        """Start a bot for this table; the hall is told of it by ``BotHired`` or ``BotFailed``."""

    def recall(self, table: int, key: bytes) -> None:
        """Start a bot of an earlier run again; the hall is told by ``BotFailed`` if that cannot be done."""

    def dismiss(self, key: bytes) -> None:
        """End the bot that has this key."""


class Hall:
    """``failed`` is called once, when the journal cannot be written; from then on nothing is done or told."""

    def __init__(
        self,
        lobby: Lobby,
        archive: Archive,
        transcripts: Transcripts,
        reactor: IReactorTime,
        unix: Callable[[], float],
        logbook: Logbook,
        failed: Callable[[Exception], None],
    ) -> None:
        self.lobby = lobby
        self.crew: Crew | None = None
        self.clocks = Clocks(reactor, lambda clock: self.take(Rang(clock)))
        self._archive = archive
        self._transcripts = transcripts
        self._reactor = reactor
        self._unix = unix
        self._logbook = logbook
        self._failed = failed
        self._broken = False
        self._peers: dict[bytes, Peer] = {}
        self._waiting: list[tuple[Effect, Peer | None]] = []
        self._is_due = False
        self._behind = 0

    @property
    def ms(self) -> int:
        """Milliseconds of the tables' time. It stands while the host is down: so much is given back to every clock."""
        return int(self._reactor.seconds() * 1000) - self._behind

    @property
    def peers(self) -> tuple[Peer, ...]:
        """Everybody who is connected."""
        return tuple(self._peers.values())

    # -- from the connections

    def came(self, key: bytes, name: str, peer: Peer) -> None:
        """A connection has proven this key. An older one of the same key is told and closed."""
        old = self._peers.pop(key, None)
        if old is not None:
            old.goodbye("replaced", "you are connected from somewhere else now; this connection is closed")
            self.take(Lost(key))
        self._peers[key] = peer
        self.take(Connected(key, name))

    def asked(self, key: bytes, request: Request, peer: Peer) -> None:
        """A connection made a request."""
        if self._peers.get(key) is peer:
            self.take(Asked(key, request), peer)

    def went(self, key: bytes, peer: Peer) -> None:
        """A connection is gone."""
        if self._peers.get(key) is peer:
            del self._peers[key]
            self.take(Lost(key))

    # -- inputs and effects

    def take(self, came: Input, peer: Peer | None = None) -> None:
        """Something happened; *peer* asked for it and gets the answer."""
        if self._broken:
            return
        effects = self.lobby.take(came, self.ms, int(self._unix()))
        self._waiting.extend((effect, peer) for effect in effects)
        if self._waiting and not self._is_due:
            self._is_due = True
            self._reactor.callLater(0, self.flush)

    def close(self) -> None:
        """Make everything durable and take nothing more: who leaves from now on leaves because the host does."""
        self.flush()
        self._broken = True

    def resume(self, resumed: Sequence[Resumed]) -> None:
        """Go on with these tables; nobody is connected to them yet. To be called before anything else happens."""
        if not resumed:
            return
        self._behind += self.ms - max(one.ms for one in resumed)
        for one in resumed:
            self.lobby.adopt(one.table)
            give_back(one.clocks, self.ms)
            for clock, due in one.clocks.items():
                self.clocks.start(clock, due - self.ms)
            self.take(Restarted(one.table.number))

    def flush(self) -> None:
        """Record everything that waits, then do it."""
        self._is_due = False
        waiting, self._waiting = self._waiting, []
        rows = [effect.row for effect, _ in waiting if isinstance(effect, Record)]
        if self._broken:
            return
        try:
            if rows:
                self._archive.append(rows)
                self._transcripts.append(rows)
        except (JournalError, OSError) as problem:
            self._broken = True
            self._failed(problem)
            return
        for effect, peer in waiting:
            try:
                self._do(effect, peer)
            except Exception as problem:
                # What is recorded has happened: one effect that fails must not keep the others from being done.
                self._logbook.trouble("an effect could not be done", problem, effect=type(effect).__name__)

    def _do(self, effect: Effect, peer: Peer | None) -> None:
        match effect:
            case Tell(to, message):
                self._tell(to, message, peer)
            case StartClock(clock, millis):
                self.clocks.start(clock, millis)
            case StopClock(clock):
                self.clocks.stop(clock)
            case SpawnBot(table, strategy):
                if self.crew is None:
                    self.take(BotFailed(table, None))
                else:
                    self.crew.hire(table, strategy)
            case RecallBot(table, key):
                if self.crew is None:
                    self.take(BotFailed(table, key))
                else:
                    self.crew.recall(table, key)
            case StopBot(key):
                if self.crew is not None:
                    self.crew.dismiss(key)
            case Report(table, says, error):
                if error is None:
                    self._logbook.note(says, table=table)
                else:
                    self._logbook.trouble(says, error, table=table)

    def _tell(self, to: tuple[bytes, ...], message: Message, asker: Peer | None) -> None:
        if isinstance(message, Done | Refused | View):
            # An answer belongs to the connection that asked, not to a later one of the same key.
            if asker is not None:
                self._send(asker, message)
            return
        for key in to:
            peer = self._peers.get(key)
            if peer is not None:
                self._send(peer, message)

    def _send(self, peer: Peer, message: Message) -> None:
        """Send it; a peer that misses a message because of our mistake is let go, so that it asks for all anew."""
        try:
            peer.send(message)
        except Exception as problem:
            self._logbook.trouble("a message could not be sent", problem, kind=message.kind)
            peer.goodbye("trouble", "the host made a mistake on this connection; connect again")
