"""Message scheduling: one message at a time across all connections, those of modest connections first.

A connection is modest until it has used up its share, and again when half of the share is back. Among modest
connections that wait, the one with the most left comes first. Others wait until no modest one does; while there are
modest ones, all others together are served at ``spare_per_second`` at most. So a connection that asks little waits for
none that asks much, and part of the processor stays free under any load.
"""

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.limits.token_bucket import TokenBucket

# Twenty units are a millisecond (``WEIGHTS``): two milliseconds are nothing to a player, and sockets fill meanwhile.
AT_ONCE: Final = 40
"""Total cost of messages handled before what they changed is written and sockets are polled; some milliseconds."""
# The dearest message costs 50 (``SPARE_BURST``): five seconds of waiting make up for it.
WAITING_PER_SECOND: Final = 10
"""What a second of waiting is worth, as if it had been left of the share: nobody waits without end."""
# As much as the dearest message costs (``WEIGHTS``).
SPARE_BURST: Final = 50  # cost that connections without a share may cause at once
# With nobody to disturb, holding back would only waste the processor.
QUIET_SECONDS: Final = 1.0
"""After this time without a message from a modest connection the limit for the others is suspended."""


class Reader(Protocol):
    """A connection with an inbox."""

    @property
    def share_left(self) -> float | None:
        """The rest of its share; None while it has none, or recovers from having used it up."""

    @property
    def has_message(self) -> bool:
        """Whether a message waits to be handled."""

    def handle_message(self) -> int:
        """Handle the first waiting message; return its cost."""


class MessageScheduler:
    """Calls ``handle_message`` of connections from the reactor's loop; *done* is called at the end of each turn."""

    def __init__(self, reactor: IReactorTime, spare_per_second: Callable[[], int], done: Callable[[], None]) -> None:
        self._reactor = reactor
        self._spare_per_second = spare_per_second
        self._done = done
        self._spare = TokenBucket(SPARE_BURST, spare_per_second(), reactor.seconds())
        self._modest_at = reactor.seconds()
        self._modest: list[tuple[float, int, Reader]] = []
        """A heap: the one with the most left first, where waiting counts as well (``WAITING_PER_SECOND``)."""
        self._added = count()
        self._greedy: deque[Reader] = deque()
        self._waiting: set[Reader] = set()
        self._run_at: IDelayedCall | None = None

    def __len__(self) -> int:
        """Connections that wait for their turn."""
        return len(self._waiting)

    def add(self, reader: Reader) -> None:
        """Queue a connection that has a message; no effect if it is queued."""
        if reader in self._waiting:
            return
        self._waiting.add(reader)
        left = reader.share_left
        if left is None:
            self._greedy.append(reader)
        else:
            place = WAITING_PER_SECOND * self._reactor.seconds() - left
            heappush(self._modest, (place, next(self._added), reader))
        self._schedule()

    def _schedule(self) -> None:
        delay = 0.0
        if not self._modest:
            now = self._reactor.seconds()
            self._spare.per_second = self._spare_per_second()
            left = self._spare.left(now)
            delay = 0.0 if left > 0 else (1 - left) / self._spare.per_second
            # The limit ends at that moment, so nobody waits beyond it.
            delay = min(delay, max(0.0, self._modest_at + QUIET_SECONDS - now))
        if self._run_at is not None:
            if self._run_at.getTime() <= self._reactor.seconds() + delay:
                return
            self._run_at.cancel()
        self._run_at = self._reactor.callLater(delay, self._run)

    def _run(self) -> None:
        self._run_at, now, spent = None, self._reactor.seconds(), 0
        while self._modest and spent < AT_ONCE:
            self._modest_at = now
            spent += self._handle(heappop(self._modest)[2])
        if not self._modest and self._greedy and spent < AT_ONCE:
            # One message only: a modest connection whose message arrives meanwhile comes before the next.
            is_quiet = now - self._modest_at >= QUIET_SECONDS
            if is_quiet or self._spare.left(now) > 0:
                cost = self._handle(self._greedy.popleft())
                self._spare.spend(now, 0 if is_quiet else cost)  # a debt would hold them up long after
        self._done()
        if self._waiting:
            self._schedule()

    def _handle(self, reader: Reader) -> int:
        self._waiting.discard(reader)
        # Also what turned out to be nothing costs something, or a turn could go on without end.
        cost = max(1, reader.handle_message())
        if reader.has_message:
            self.add(reader)
        return cost
