"""The named clock whose time signed statements carry: milliseconds, also counted while the computer sleeps.

Its zero is the moment it was named. If the steady clock and the wall clock disagree on how long something took, one of
them was set or stood still, and a clock with a new name begins. Source: FAIRNESS.md, "Time".
"""

import time
from collections.abc import Callable
from typing import Final

from rummynet.steady_clock import SteadyClock
from rummynet_protocol.fairness.statements import CLOCK_SIZE

# Tolerated between two readings of both clocks, which are a second apart in a game. A daemon slews the wall clock by up
# to 83 ms a second, and a reading may wait for the scheduler; a clock that was set, or stood still, is off by more.
TOLERATED_MILLIS: Final = 2000

Random = Callable[[int], bytes]
Millis = Callable[[], int]


def wall_millis() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class StatementClock:
    """The clock. ``now`` reads it, ``renew`` starts another. Tests pass *random*, *steady* and *wall*."""

    def __init__(self, random: Random, steady: Millis | None = None, wall: Millis = wall_millis) -> None:
        self._random, self._steady, self._wall = random, steady or SteadyClock().millis, wall
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
