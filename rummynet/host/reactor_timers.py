"""The clocks of the tables, run by the reactor."""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.table.effects import TimerId


class ReactorTimers:
    """Each clock rings once, by calling *ring* with its name; started again it begins anew."""

    def __init__(self, reactor: IReactorTime, ring: Callable[[TimerId], None]) -> None:
        self._reactor = reactor
        self._ring = ring
        self._running: dict[TimerId, IDelayedCall] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, clock: TimerId, millis: int) -> None:
        """Let it ring after *millis*."""
        self.stop(clock)
        self._running[clock] = self._reactor.callLater(millis / 1000, self._rang, clock)

    def stop(self, clock: TimerId) -> None:
        """Do not let it ring, if it runs."""
        call = self._running.pop(clock, None)
        if call is not None and call.active():
            call.cancel()

    def stop_all(self) -> None:
        """Stop every clock."""
        for clock in list(self._running):
            self.stop(clock)

    def _rang(self, clock: TimerId) -> None:
        del self._running[clock]
        self._ring(clock)
