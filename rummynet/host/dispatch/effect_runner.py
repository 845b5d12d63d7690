"""Runs the effects of inputs: messages to their recipients, timers, bots, lines of the log.

What is due first, the journal, is the dispatcher's.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.net.outgoing import LogPieces, Packed
from rummynet.host.net.table_updates import LOBBY, Peer, TableUpdates
from rummynet.host.ops.counts import Counts
from rummynet.host.ops.logbook import Logbook
from rummynet.table.api.effects import (
    VOIDED,
    Effect,
    OperatorNote,
    RecallBot,
    RestBot,
    Send,
    SendEntries,
    SpawnBot,
    StartTimer,
    StopBot,
    StopTimer,
    TimerId,
)
from rummynet.table.api.inputs import BotFailed
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.lifecycle import ANSWERS
from rummynet_protocol.wire.messages import LobbyShown, Message, Pong, TableShown


class Delays:
    """Milliseconds to the host and back, by key, of those whose way is long enough to be told.

    They are written into messages as these are sent, since no table knows them.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.known: dict[bytes, int] = {}

    def set(self, key: bytes, millis: int) -> bool:
        """Set the delay of a person, 0 for none to be told. Returns whether that has changed anything."""
        before = self.known.pop(key, 0)
        if millis:
            self.known[key] = millis
        return millis != before

    def add_to(self, message: Message) -> Message:
        """The message with the delays that it has a place for."""
        if isinstance(message, TableShown):
            found = tuple((seat, self.known[key]) for seat, key, *_ in message.seats if key in self.known)
            return replace(message, delays=found) if found else message
        if isinstance(message, LobbyShown):
            far = tuple(number for number, *_ in message.tables if self._is_far(number))
            return replace(message, far=far) if far else message
        return message

    def _is_far(self, number: int) -> bool:
        table = self._lobby.tables.get(number)
        return table is not None and any(seat.key in self.known for seat in table.seating.seats.values())


class ReactorTimers:
    """One-shot timers by id. On expiry *expired* is called with the id; starting a running timer restarts it."""

    def __init__(self, reactor: IReactorTime, expired: Callable[[TimerId], None]) -> None:
        self._reactor = reactor
        self._expired = expired
        self._running: dict[TimerId, IDelayedCall] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, timer: TimerId, millis: int) -> None:
        """Start or restart a timer that expires after *millis*."""
        self.stop(timer)
        self._running[timer] = self._reactor.callLater(millis / 1000, self._expire, timer)

    def stop(self, timer: TimerId) -> None:
        """Stop a timer; no effect if it does not run."""
        call = self._running.pop(timer, None)
        if call is not None and call.active():
            call.cancel()

    def stop_table(self, table: int) -> None:
        """Stop every timer of a table."""
        for timer in [one for one in self._running if one.table == table]:
            self.stop(timer)

    def stop_all(self) -> None:
        """Stop every timer."""
        for timer in list(self._running):
            self.stop(timer)

    def _expire(self, timer: TimerId) -> None:
        del self._running[timer]
        self._expired(timer)


class SendPong(Value):
    """The answer to a ping that is answered in order: behind all that its sender was owed when it was read."""

    number: int


class BotStarter(Protocol):
    """Starts and ends bots."""

    def hire(self, table: int, strategy: str) -> None:
        """Start a bot for this table; the outcome is the input ``BotStarted`` or ``BotFailed``."""

    def recall(self, table: int, key: bytes) -> None:
        """Start a bot of an earlier run again; the input ``BotFailed`` follows if that cannot be done."""

    def rest(self, key: bytes) -> None:
        """Stop the bot that has this key; it will be recalled."""

    def dismiss(self, key: bytes) -> None:
        """Stop the bot that has this key and delete it."""


class EffectRunner:
    """``updates`` are what is held back of tables and lobby; *table_seconds* returns for how long."""

    def __init__(
        self,
        reactor: IReactorTime,
        timers: ReactorTimers,
        table_seconds: Callable[[], float],
        logbook: Logbook,
        counts: Counts,
        delays: Delays,
    ) -> None:
        self.updates = TableUpdates(reactor, self.send, table_seconds)
        self._timers, self._logbook, self._counts = timers, logbook, counts
        self.delays = delays
        self._pieces = LogPieces()

    def run(self, effect: Effect | SendPong, peers: tuple[Peer, ...], bots: BotStarter | None) -> BotFailed | None:
        """Run one effect for its recipients. Return the input that follows where there is nobody to start bots."""
        match effect:
            case Send(_, decided):
                message: Any = self.delays.add_to(decided) if self.delays.known else decided
                kind = type(message)
                if kind is TableShown:
                    self.updates.offer(message.table, Packed(message), peers)
                elif kind is LobbyShown and len(peers) > 1:
                    self.updates.offer(LOBBY, Packed(message), peers)
                else:
                    if kind is LobbyShown:
                        self.updates.drop(LOBBY, peers)  # for a peer that has just connected: newer than what waits
                    else:
                        self.updates.release(peers, None if kind in ANSWERS else message.table)
                    self.send(peers, Packed(message))
            case SendPong(number):
                # A client that comes back doubts the host of a table that comes behind it (FAIRNESS.md, "Consent").
                self.updates.release(peers, None)
                self.send(peers, Packed(Pong(number)))
            case SendEntries(table=table):
                self.updates.release(peers, table)
                for packed in self._pieces.pieces(effect):
                    self.send(peers, packed)
            case StartTimer(timer, millis):
                self._timers.start(timer, millis)
            case StopTimer(timer):
                self._timers.stop(timer)
            case SpawnBot(table, strategy):
                if bots is None:
                    return BotFailed(table, None)
                bots.hire(table, strategy)
            case RecallBot(table, key):
                if bots is None:
                    return BotFailed(table, key)
                bots.recall(table, key)
            case RestBot(key):
                if bots is not None:
                    bots.rest(key)
            case StopBot(key):
                if bots is not None:
                    bots.dismiss(key)
            case OperatorNote(table, text, error):
                if text == VOIDED:
                    self._counts.shuffle_voided(table)
                elif error is None:
                    self._logbook.note(text, table=table)
                else:
                    self._logbook.trouble(text, error, table=table)
        return None

    def send(self, peers: Iterable[Peer], packed: Packed) -> None:
        """Send a message to each.

        If that fails by a fault of ours the peer is disconnected, so that it reconnects and fetches all.
        """
        for peer in peers:
            try:
                peer.send(packed)
            except Exception as problem:
                self._logbook.trouble("a message could not be sent", problem, kind=packed.message.kind)
                peer.goodbye("trouble", sentence("the host made a mistake on this connection; connect again"))
