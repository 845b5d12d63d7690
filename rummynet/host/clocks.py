"""The clocks of the tables, run by the reactor."""

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from rummynet.table.effects import Clock


class Clocks:
    """Each clock rings once, by calling *ring* with its name; started again it begins anew."""

    def __init__(self, reactor: IReactorTime, ring: Callable[[Clock], None]) -> None:
        self._reactor = reactor
        self._ring = ring
        self._running: dict[Clock, IDelayedCall] = {}

    def __len__(self) -> int:
        return len(self._running)

    def start(self, clock: Clock, millis: int) -> None:
        """Let it ring after *millis*."""
        self.stop(clock)
        self._running[clock] = self._reactor.callLater(millis / 1000, self._rang, clock)

    def stop(self, clock: Clock) -> None:
        """Do not let it ring, if it runs."""
        call = self._running.pop(clock, None)
        if call is not None and call.active():
            call.cancel()

    def stop_all(self) -> None:
        """Stop every clock."""
        for clock in list(self._running):
            self.stop(clock)

    def _rang(self, clock: Clock) -> None:
        del self._running[clock]
        self._ring(clock)
