"""Table updates, sent to each peer at most once per interval: the newest state, and before any later message.

Otherwise a table with many members would cost a message per change and member. The update held back for a peer is
released before any other message about that table, and before any answer, is sent to it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.net.outgoing import Packed

LOBBY: Final = 0
"""Pseudo table number of the lobby; no answer releases its updates."""
TOLD_AT_ONCE: Final = 20
"""Peers that get an update in one turn of the reactor: a message costs some 70 microseconds each, mostly for TLS."""


class Peer(Protocol):
    """A connection whose key has been proven."""

    @property
    def is_behind(self) -> bool:
        """Whether messages wait because it reads slowly."""

    def send(self, packed: Packed) -> None:
        """Send a message; no effect once the connection has ended."""

    def goodbye(self, code: str, says: str) -> None:
        """Send a bye and close."""


@dataclass(slots=True)
class _Held:
    """The newest state of one table, and the peers that have not got it. Nothing is sent while the timer runs.

    ``round`` are the peers that get it before the timer runs for a whole interval again.
    """

    newest: Packed
    hearers: dict[Peer, None] = field(default_factory=dict)
    round: list[Peer] = field(default_factory=list)
    timer: IDelayedCall | None = None


class TableUpdates:
    """Holds back the updates of all tables; *send* is called with what is released, *interval* is in seconds."""

    def __init__(
        self, reactor: IReactorTime, send: Callable[[Peer, Packed], None], interval: Callable[[], float]
    ) -> None:
        self._reactor, self._send, self._interval = reactor, send, interval
        self._tables: dict[int, _Held] = {}

    def __len__(self) -> int:
        """Updates held back, one for each table and peer."""
        return sum(len(held.hearers) for held in self._tables.values())

    def offer(self, table: int, packed: Packed, hearers: Iterable[Peer]) -> None:
        """Set the newest state of a table: send it now, or at the end of the running interval."""
        held = self._tables.setdefault(table, _Held(packed))
        held.newest = packed
        held.hearers.update(dict.fromkeys(hearers))
        if held.timer is None:
            self._tell(table, held)

    def release(self, hearers: Iterable[Peer], table: int | None) -> None:
        """Send what is held back, before another message about this table or, with None, before an answer."""
        if table is None:
            found = [held for number, held in self._tables.items() if number != LOBBY]
        else:
            found = [self._tables[table]] if table in self._tables else []
        for held in found:
            for hearer in hearers if held.hearers else ():
                if hearer in held.hearers:
                    del held.hearers[hearer]
                    self._send(hearer, held.newest)

    def drop(self, table: int, hearers: Iterable[Peer]) -> None:
        """Discard what is held back: something newer is being sent directly."""
        held = self._tables.get(table)
        if held is not None:
            for hearer in hearers:
                held.hearers.pop(hearer, None)

    def remove(self, hearer: Peer) -> None:
        """Discard everything for a peer that has gone."""
        for held in self._tables.values():
            held.hearers.pop(hearer, None)

    def _tell(self, table: int, held: _Held) -> None:
        """Send to some peers now and to the others in the next turns.

        Peers that are behind get the state of that later time.
        """
        held.timer = None
        if not held.round:
            held.round = [one for one in held.hearers if not one.is_behind]
            if not held.hearers:
                del self._tables[table]
                return
        some, held.round = held.round[:TOLD_AT_ONCE], held.round[TOLD_AT_ONCE:]
        for hearer in some:
            if hearer in held.hearers:  # it may have been released or removed since
                del held.hearers[hearer]
                self._send(hearer, held.newest)
        held.timer = self._reactor.callLater(0.0 if held.round else self._interval(), self._tell, table, held)
