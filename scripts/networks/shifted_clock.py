"""Runs ``rummynet`` with clocks that are off: python scripts/networks/shifted_clock.py SECONDS host ...

The wall clock is off by so many seconds, and the monotonic clock counts from another beginning, as on another machine.
"""

import runpy
import sys
import time
from typing import Final

BOOTED_SECONDS: Final = 12_345.0
"""By how much monotonic clocks differ, for each second that the wall clocks do."""


def shift(seconds: float) -> None:
    """Shift the clocks of this process. To be called before anything else is imported: modules copy the functions."""
    wall, wall_ns, monotonic, named = time.time, time.time_ns, time.monotonic, time.clock_gettime
    base = max(0.0, seconds) * BOOTED_SECONDS
    time.time = lambda: wall() + seconds
    time.time_ns = lambda: wall_ns() + int(seconds * 10**9)
    time.monotonic = lambda: monotonic() + base
    time.clock_gettime = lambda number: named(number) + base  # of the host's clocks, log time


if __name__ == "__main__":
    shift(float(sys.argv.pop(1)))
    runpy.run_module("rummynet", run_name="__main__")
