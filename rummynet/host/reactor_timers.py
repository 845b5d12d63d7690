"""The tables' timers, run by the reactor."""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.table.effects import TimerId


class ReactorTimers:
    """One-shot timers by id. On expiry *expired* is called with the id; starting a running timer restarts it."""

    def __init__(self, reactor: IReactorTime, ring: Callable[[TimerId], None]) -> None:
        self._reactor = reactor
        self._ring = ring
        self._running: dict[TimerId, IDelayedCall] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, clock: TimerId, millis: int) -> None:
        """Start or restart a timer that expires after *millis*."""
        self.stop(clock)
        self._running[clock] = self._reactor.callLater(millis / 1000, self._rang, clock)

    def stop(self, clock: TimerId) -> None:
        """Stop a timer; no effect if it does not run."""
        call = self._running.pop(clock, None)
        if call is not None and call.active():
            call.cancel()

    def stop_all(self) -> None:
        """Stop every timer."""
        for clock in list(self._running):
            self.stop(clock)

    def _rang(self, clock: TimerId) -> None:
        del self._running[clock]
        self._ring(clock)
