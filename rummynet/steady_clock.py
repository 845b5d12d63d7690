"""The steady clocks of client and host: no daemon sets them or changes their rate.

A time daemon corrects a clock by running it faster or slower: chrony by up to 83,333 ppm, a twelfth (``maxslewrate``,
chrony.conf(5)). On Linux ``CLOCK_MONOTONIC`` and ``CLOCK_BOOTTIME`` follow that, and log time would lead or lag behind
the players' clocks. ``CLOCK_MONOTONIC_RAW`` follows nothing (clock_gettime(2)). Source: FAIRNESS.md, "Time".
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final


class SteadyClock:
    """Milliseconds of this machine's steady clock, sleep included where the system can tell."""

    def __init__(self) -> None:
        self._slept = 0  # nanoseconds that this machine has slept: the most that was ever read

    def millis(self) -> int:
        """Read the clock. Its zero means nothing."""
        if sys.platform == "linux":
            # Neither steady clock counts sleep, but BOOTTIME and MONOTONIC differ by nothing else. BOOTTIME is read
            # first: a thread that is stopped between the two then reads too little sleep, never too much.
            booted = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
            self._slept = max(self._slept, booted - time.clock_gettime_ns(time.CLOCK_MONOTONIC))
            return (time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) + self._slept) // 1_000_000
        if sys.platform == "darwin":
            # There it counts sleep, and nothing adjusts it (macOS, clock_gettime(3)).
            return time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) // 1_000_000
        # On Windows this is GetTickCount64 or the performance counter: both count sleep, and SetSystemTimeAdjustment
        # moves neither. Elsewhere it is the best that Python has, and a slew may move it.
        return time.monotonic_ns() // 1_000_000


def awake_clock() -> Callable[[], float]:
    """Reads the seconds of the steady clock, without sleep where the system can tell: log time and the host's timers.

    Log time may lag, and a table whose host has slept goes on where it was.
    """
    # No function of ours around it: a host reads it a dozen times for each action.
    if sys.platform == "linux":
        return partial(time.clock_gettime, time.CLOCK_MONOTONIC_RAW)  # stands still in sleep
    if sys.platform == "darwin":
        return partial(time.clock_gettime, time.CLOCK_UPTIME_RAW)  # the same there
    return time.monotonic


awake_seconds: Final = awake_clock()
