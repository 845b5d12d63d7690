"""Changes of a table, told to those at it at most once per interval: always the newest, and before whatever follows.

A table that many people watch and change would else cost a message for each change and each of them. What is held back
for somebody is released before anything else about that table, and before any answer, leaves for them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.net.outgoing import Packed

LOBBY: Final = 0
"""The number under which the lobby is held back; no request is answered by it."""
TOLD_AT_ONCE: Final = 20
"""Hearers who are told before others have their turn: a message costs some 70 microseconds each, mostly for TLS."""


class Peer(Protocol):
    """A connection whose key has been proven."""

    @property
    def is_behind(self) -> bool:
        """Whether messages wait already because it reads slowly."""

    def send(self, packed: Packed) -> None:
        """Send a message, if the connection is still open."""

    def goodbye(self, code: str, says: str) -> None:
        """Say bye and close."""


@dataclass(slots=True)
class _Held:
    """The newest state of one table, and who has not been told of it. While the timer runs nobody is.

    ``round`` are those who are told before the timer runs for the whole interval again.
    """

    newest: Packed
    hearers: dict[Peer, None] = field(default_factory=dict)
    round: list[Peer] = field(default_factory=list)
    timer: IDelayedCall | None = None


class TableUpdates:
    """Holds back the states of all tables; *send* is called with what is released, *interval* is in seconds."""

    def __init__(
        self, reactor: IReactorTime, send: Callable[[Peer, Packed], None], interval: Callable[[], float]
    ) -> None:
        self._reactor, self._send, self._interval = reactor, send, interval
        self._tables: dict[int, _Held] = {}

    def __len__(self) -> int:
        """States that are held back, counted for each who has not been told."""
        return sum(len(held.hearers) for held in self._tables.values())

    def offer(self, table: int, packed: Packed, hearers: Iterable[Peer]) -> None:
        """The table stands like this now: tell them, or hold it back until the interval is over."""
        held = self._tables.setdefault(table, _Held(packed))
        held.newest = packed
        held.hearers.update(dict.fromkeys(hearers))
        if held.timer is None:
            self._tell(table, held)

    def release(self, hearers: Iterable[Peer], table: int | None) -> None:
        """Something else is about to be told them about this table, or (None) an answer about any."""
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
        """They are told something newer about this table at once."""
        held = self._tables.get(table)
        if held is not None:
            for hearer in hearers:
                held.hearers.pop(hearer, None)

    def remove(self, hearer: Peer) -> None:
        """Nothing is to be told to this one any more."""
        for held in self._tables.values():
            held.hearers.pop(hearer, None)

    def _tell(self, table: int, held: _Held) -> None:
        """Tell some, the others soon; those who are behind are told the newest state once they are not."""
        held.timer = None
        if not held.round:
            held.round = [one for one in held.hearers if not one.is_behind]
            if not held.hearers:
                del self._tables[table]
                return
        some, held.round = held.round[:TOLD_AT_ONCE], held.round[TOLD_AT_ONCE:]
        for hearer in some:
            if hearer in held.hearers:  # they may have been told or be gone since
                del held.hearers[hearer]
                self._send(hearer, held.newest)
        held.timer = self._reactor.callLater(0.0 if held.round else self._interval(), self._tell, table, held)
