"""What a process has used, read from /proc: processor time, memory, bytes written to the disk. Linux only."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Usage:
    """A process at one moment: ``time`` and ``cpu`` in seconds, ``resident`` and ``written`` in bytes."""

    time: float
    cpu: float
    resident: int
    written: int


class Process:
    """A running process by its number."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._folder = Path("/proc") / str(pid)
        self._ticks = os.sysconf("SC_CLK_TCK")

    def usage(self) -> Usage:
        """What it has used up to now, all of its threads together."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        pages = int((self._folder / "statm").read_text().split()[1])
        lines = (self._folder / "io").read_text().splitlines()
        written = next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))
        cpu = (int(fields[11]) + int(fields[12])) / self._ticks
        return Usage(time.monotonic(), cpu, pages * os.sysconf("SC_PAGE_SIZE"), written)
