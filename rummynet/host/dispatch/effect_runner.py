"""Runs the effects of inputs: messages to their recipients, timers, bots, lines of the log.

What is due first, the journal, is the dispatcher's.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from twisted.internet.interfaces import IReactorTime

from rummynet.host.dispatch.delays import Delays
from rummynet.host.dispatch.reactor_timers import ReactorTimers
from rummynet.host.net.log_pieces import LogPieces
from rummynet.host.net.outgoing import Packed
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
)
from rummynet.table.api.inputs import BotFailed
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value
from rummynet_protocol.wire.lifecycle import ANSWERS
from rummynet_protocol.wire.messages import LobbyShown, Message, Pong, TableShown


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
            case Send(_, message):
                self._send(self.delays.add_to(message), peers)
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

    def _send(self, message: Message, peers: tuple[Peer, ...]) -> None:
        kind = type(message)
        if kind is TableShown:
            self.updates.offer(message.table, Packed(message), peers)  # type: ignore[union-attr, arg-type]
        elif kind is LobbyShown and len(peers) > 1:
            self.updates.offer(LOBBY, Packed(message), peers)
        else:
            if kind is LobbyShown:
                self.updates.drop(LOBBY, peers)  # for a peer that has just connected: newer than what may be held back
            else:
                self.updates.release(peers, None if kind in ANSWERS else message.table)  # type: ignore[union-attr]
            self.send(peers, Packed(message))

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
