"""The order in which the messages of all connections are handled: one at a time, those of modest connections first.

A connection is modest until it has used up its share, and again when it has got half of it back. Of the modest ones
that wait, the one with the most left comes first. Those that are not modest wait until no modest one does, and as long
as there are modest ones all the others together are served no faster than ``spare_per_second``. So whoever asks little
waits for nobody who asks much, and a part of the processor stays free, however many send as much as they can.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.host.limits.bounds import TokenBucket

AT_ONCE: Final = 10
"""What messages may cost that are handled before sockets are looked at again."""
SPARE_BURST: Final = 50
"""What connections without a share may cost at once."""
QUIET_SECONDS: Final = 1.0
"""After so long without a modest message there is nobody for whom anything has to be kept free."""


class Reader(Protocol):
    """A connection with an inbox."""

    @property
    def is_modest(self) -> bool:
        """Whether it has a share left, and did not use it up just now."""

    @property
    def share_left(self) -> float:
        """What is left of its share."""

    @property
    def has_message(self) -> bool:
        """Whether a message waits to be handled."""

    def handle_message(self) -> int:
        """Handle the first message that waits; what it cost."""


class MessageScheduler:
    """Calls ``handle_message`` of connections in turn, from the reactor's loop, and each time *done* at the end."""

    def __init__(self, reactor: IReactorTime, spare_per_second: Callable[[], int], done: Callable[[], None]) -> None:
        self._reactor = reactor
        self._spare_per_second = spare_per_second
        self._done = done
        self._spare = TokenBucket(SPARE_BURST, spare_per_second(), reactor.seconds())
        self._modest_at = reactor.seconds()
        self._modest: list[Reader] = []
        self._greedy: deque[Reader] = deque()
        self._waiting: set[Reader] = set()
        self._run_at: IDelayedCall | None = None

    def __len__(self) -> int:
        """Connections that wait for their turn."""
        return len(self._waiting)

    def add(self, reader: Reader) -> None:
        """A message has come on this connection; it waits for its turn, at the end of its line."""
        if reader in self._waiting:
            return
        self._waiting.add(reader)
        (self._modest if reader.is_modest else self._greedy).append(reader)
        self._schedule()

    def _schedule(self) -> None:
        delay = 0.0
        if not self._modest:
            now = self._reactor.seconds()
            self._spare.per_second = self._spare_per_second()
            left = self._spare.left(now)
            delay = 0.0 if left > 0 else (1 - left) / self._spare.per_second
            delay = min(delay, max(0.0, self._modest_at + QUIET_SECONDS - now))
        if self._run_at is not None and self._run_at.active():
            if self._run_at.getTime() <= self._reactor.seconds() + delay:
                return
            self._run_at.cancel()
        self._run_at = self._reactor.callLater(delay, self._run)

    def _run(self) -> None:
        now, spent = self._reactor.seconds(), 0
        while self._modest and spent < AT_ONCE:
            self._modest_at = now
            first = max(range(len(self._modest)), key=lambda place: self._modest[place].share_left)
            spent += self._handle(self._modest.pop(first))
        may_spend = self._spare.left(now) > 0 or now - self._modest_at >= QUIET_SECONDS
        if not self._modest and self._greedy and spent < AT_ONCE and may_spend:
            # One, and what it brings about; then whoever is modest and has written meanwhile comes first again.
            self._spare.spend(now, self._handle(self._greedy.popleft()))
        self._done()
        if self._waiting:
            self._schedule()

    def _handle(self, reader: Reader) -> int:
        self._waiting.discard(reader)
        cost = max(1, reader.handle_message())
        if reader.has_message:
            self.add(reader)
        return cost
