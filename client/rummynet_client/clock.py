"""The named clock whose time signed statements carry: milliseconds, also counted while the computer sleeps.

Its zero is the moment it was named. If the steady clock and the wall clock disagree on how long something took, one of
them was set or stood still, and a clock with a new name begins. Source: FAIRNESS.md, "Time".
"""

import sys
import time
from collections.abc import Callable
from typing import Final

from rummynet_protocol.fairness.statements import CLOCK_SIZE

# Tolerated between two readings of both clocks. NTP slews by up to 0.5 ms a second, and a reading may wait for the
# scheduler; a clock that was set, or stood still, is off by more.
TOLERATED_MILLIS: Final = 2000

Random = Callable[[int], bytes]
Millis = Callable[[], int]


def steady_millis() -> int:
    """Milliseconds of the system's steady clock, including sleep if the system has such a clock."""
    number = _sleepless()
    return (time.monotonic_ns() if number is None else time.clock_gettime_ns(number)) // 1_000_000


def wall_millis() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class StatementClock:
    """The clock. ``now`` reads it, ``renew`` starts another. Tests pass *random*, *steady* and *wall*."""

    def __init__(self, random: Random, steady: Millis = steady_millis, wall: Millis = wall_millis) -> None:
        self._random, self._steady, self._wall = random, steady, wall
        self._name = b""
        self._began = self._read_steady = self._read_wall = 0
        self.renew()

    def now(self) -> tuple[bytes, int]:
        """The clock's name, and milliseconds since it was named."""
        steady, wall = self._steady(), self._wall()
        passed = steady - self._read_steady
        if passed < 0 or abs(passed - (wall - self._read_wall)) > TOLERATED_MILLIS:
            self.renew()
        else:
            self._read_steady, self._read_wall = steady, wall
        return self._name, self._read_steady - self._began

    def wall(self) -> int:
        """Unix time in milliseconds."""
        return self._wall()

    def renew(self) -> None:
        """Start another clock with a new name; nothing is claimed about the time between the two."""
        self._name = self._random(CLOCK_SIZE)
        self._began = self._read_steady = self._steady()
        self._read_wall = self._wall()


def _sleepless() -> int | None:
    """The id of the system's clock that counts sleep; None if unknown."""
    # On Linux CLOCK_MONOTONIC stands still in sleep (clock_gettime(2)); on macOS it goes on.
    if sys.platform == "linux":
        return time.CLOCK_BOOTTIME
    if sys.platform == "darwin":
        return time.CLOCK_MONOTONIC
    return None
