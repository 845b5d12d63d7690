"""The tables' timers, run by the reactor."""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.table.api.effects import TimerId


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
