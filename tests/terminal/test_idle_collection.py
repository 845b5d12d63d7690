"""Garbage is collected between keys, after some frames and a moment in which none is drawn."""

import asyncio
from collections.abc import Callable

from rummynet_client.terminal.idle_collection import IDLE_SECONDS, LEAST_FRAMES, IdleCollection


class Clock:
    """Timers that run when the test says so."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.timers: list[tuple[float, Callable[[], object], asyncio.TimerHandle]] = []

    def later(self, seconds: float, do: Callable[[], object]) -> asyncio.TimerHandle:
        timer = self._loop.call_later(seconds, lambda: None)
        self.timers.append((seconds, do, timer))
        return timer

    def ring(self) -> None:
        for _seconds, do, timer in self.timers:
            if not timer.cancelled():
                do()
        self.timers.clear()


def test_it_waits_for_a_moment_without_a_frame_and_for_enough_of_them() -> None:
    loop = asyncio.new_event_loop()
    clock, runs = Clock(loop), list[int]()
    collection = IdleCollection(clock.later, lambda: runs.append(1))
    for _ in range(LEAST_FRAMES - 1):
        collection.frame_drawn()
    clock.ring()
    assert not runs
    for _ in range(3):
        collection.frame_drawn()
    assert [seconds for seconds, _do, timer in clock.timers if not timer.cancelled()] == [IDLE_SECONDS]
    clock.ring()
    assert len(runs) == 1
    collection.frame_drawn()
    clock.ring()
    assert len(runs) == 1, "the frames are counted again"
    loop.close()
