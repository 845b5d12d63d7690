"""Runs first in every Python program of a session, bots that the host starts among them: clocks k times as fast.

Python imports a module of this name before the program's own code, so what copies ``time.monotonic`` at its import
gets the fast one. ``RUMMYNET_PLAY_CLOCK`` says ``SPEED:WALL:STEADY:BEGIN``: at the system's Unix time WALL and steady
time STEADY (seconds) the fast Unix time is BEGIN. All programs get the same line, so their wall clocks agree.

Waits of sockets (``settimeout``) and of SQLite stay as they are: they end later than they have to, never earlier.
"""

import os
import sys


def quicken(line: str) -> None:
    """Make the clocks of this process fast, and its waits short."""
    import select
    import selectors
    import threading
    import time
    from collections.abc import Callable
    from typing import Any

    parts = line.split(":")
    speed, wall_origin, steady_origin, begin = (float(part) for part in parts)
    begin_ns, wall_ns, steady_ns = (int(part * 10**9) for part in (begin, wall_origin, steady_origin))
    real_wall, real_steady, real_sleep = time.time_ns, time.monotonic_ns, time.sleep
    real_clock = time.clock_gettime_ns

    def wall() -> int:
        return begin_ns + int((real_wall() - wall_ns) * speed)

    def steady() -> int:
        return steady_ns + int((real_steady() - steady_ns) * speed)

    def named_clock(number: int) -> int:
        if number == time.CLOCK_REALTIME:
            return wall()
        steadies = {getattr(time, name, None) for name in ("CLOCK_MONOTONIC", "CLOCK_BOOTTIME", "CLOCK_MONOTONIC_RAW")}
        return int(real_clock(number) * speed) if number in steadies else real_clock(number)

    time.time_ns, time.monotonic_ns, time.perf_counter_ns = wall, steady, steady
    time.time = lambda: wall() / 10**9
    time.monotonic = time.perf_counter = lambda: steady() / 10**9
    time.clock_gettime_ns = named_clock
    time.clock_gettime = lambda number: named_clock(number) / 10**9
    time.sleep = lambda seconds: real_sleep(float(seconds) / speed)

    def shorter(wait: Callable[..., Any]) -> Callable[..., Any]:
        def waits(self: Any, timeout: float | None = None) -> Any:  # noqa: ANN401 - as the standard library has it
            return wait(self, timeout / speed if timeout is not None and timeout > 0 else timeout)

        return waits

    for name in ("EpollSelector", "PollSelector", "SelectSelector", "DevpollSelector", "KqueueSelector"):
        found = getattr(selectors, name, None)
        if found is not None and "select" in vars(found):
            found.select = shorter(found.select)
    real_epoll = select.epoll

    class Epoll:
        """Of Twisted, which has no selector in between."""

        def __init__(self, *sizes: int) -> None:
            self._real = real_epoll(*sizes)

        def poll(self, timeout: float | None = None, maxevents: int = -1) -> Any:  # noqa: ANN401
            return self._real.poll(timeout / speed if timeout is not None and timeout > 0 else timeout, maxevents)

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            return getattr(self._real, name)

    select.epoll = Epoll  # type: ignore[assignment, misc]
    if "select" not in vars(selectors.PollSelector):  # it has it from its base
        base = selectors.PollSelector.__mro__[1]
        base.select = shorter(base.select)  # type: ignore[attr-defined]
    threading.Condition.wait = shorter(threading.Condition.wait)  # type: ignore[method-assign]
    join = threading.Thread.join
    threading.Thread.join = shorter(join)  # type: ignore[method-assign]
    sys.modules["uvloop"] = None  # type: ignore[assignment] # its timers are C's


if os.environ.get("RUMMYNET_PLAY_CLOCK"):
    quicken(os.environ["RUMMYNET_PLAY_CLOCK"])
