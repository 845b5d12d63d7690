"""Table updates, sent to each peer at most once per interval: the newest state, and before any later message.

Otherwise a table with many members would cost a message per change and member. The update held back for a peer is
released before any other message about that table, and before any answer, is sent to it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.net.outgoing import Packed
from rummynet_protocol.wire.messages import Redirect

LOBBY: Final = 0  # pseudo table number of the lobby; no answer releases its updates
# So 1.4 ms a turn, and a crowd of spectators delays nobody's action by more.
PEERS_PER_TURN: Final = 20
"""Peers that get an update in one turn of the reactor: a message costs some 70 microseconds each, mostly for TLS."""


class Peer(Protocol):
    """A connection whose key has been proven."""

    @property
    def is_behind(self) -> bool:
        """Whether messages wait because it reads slowly."""

    def send(self, packed: Packed) -> None:
        """Send a message; no effect unless the connection is open."""

    def goodbye(self, code: str, says: str) -> None:
        """Send a bye and close."""

    def redirect(self, to: Redirect) -> None:
        """Send the peer to another host, and close."""


@dataclass(slots=True)
class _Held:
    """The newest state of one table, and the peers that have not got it. Nothing is sent while the timer runs.

    ``batch`` are the peers that get it before the timer runs for a whole interval again.
    """

    newest: Packed
    peers: dict[Peer, None] = field(default_factory=dict)
    batch: list[Peer] = field(default_factory=list)
    timer: IDelayedCall | None = None


class TableUpdates:
    """Holds back the updates of all tables; *send* is called with what is released, *interval* is in seconds."""

    def __init__(
        self, reactor: IReactorTime, send: Callable[[Iterable[Peer], Packed], None], interval: Callable[[], float]
    ) -> None:
        self._reactor, self._send, self._interval = reactor, send, interval
        self._tables: dict[int, _Held] = {}

    def __len__(self) -> int:
        """Updates held back, one for each table and peer."""
        return sum(len(held.peers) for held in self._tables.values())

    def offer(self, table: int, packed: Packed, peers: Iterable[Peer]) -> None:
        """Set the newest state of a table: send it now, or at the end of the running interval."""
        held = self._tables.setdefault(table, _Held(packed))
        held.newest = packed
        held.peers.update(dict.fromkeys(peers))
        if held.timer is None:
            self._send_batch(table, held)

    def release(self, peers: Iterable[Peer], table: int | None) -> None:
        """Send what is held back, before another message about this table or, with None, before an answer."""
        # An answer may be about any table; the lobby is promised to be behind by a moment.
        for number in tuple(self._tables) if table is None else (table,):
            held = self._tables.get(number)
            if held is not None and held.peers and number != LOBBY:
                self._send_newest(held, peers)

    def drop(self, table: int, peers: Iterable[Peer]) -> None:
        """Discard what is held back: something newer is being sent directly."""
        held = self._tables.get(table)
        if held is not None:
            for peer in peers:
                held.peers.pop(peer, None)

    def remove(self, peer: Peer) -> None:
        """Discard everything for a peer that has gone."""
        for held in self._tables.values():
            held.peers.pop(peer, None)

    def _send_batch(self, table: int, held: _Held) -> None:
        """Send to some peers now and to the others in the next turns.

        Peers that are behind get the state of that later time.
        """
        held.timer = None
        if not held.batch:
            # A slow reader would only collect states that are old when they arrive.
            held.batch = [one for one in held.peers if not one.is_behind]
            if not held.peers:
                del self._tables[table]
                return
        some, held.batch = held.batch[:PEERS_PER_TURN], held.batch[PEERS_PER_TURN:]
        self._send_newest(held, some)
        # Between two batches the loop serves others; the interval begins after the last one.
        held.timer = self._reactor.callLater(0.0 if held.batch else self._interval(), self._send_batch, table, held)

    def _send_newest(self, held: _Held, peers: Iterable[Peer]) -> None:
        """Send the newest state to those of these peers that have not got it."""
        waiting = [peer for peer in peers if peer in held.peers]  # it may have been released or removed since
        for peer in waiting:
            del held.peers[peer]
        self._send(waiting, held.newest)
