"""Disks for tests: one that stands still until it is told to go on, one that takes little at once or has no room."""

import errno
import os

from rummynet.host.storage.journal_writer import Work, WriteDone, outcome


def write_synchronously(work: Work, done: WriteDone) -> None:
    """A ``Write`` without a thread: it calls back before it returns."""
    done(outcome(work))


class Disk:
    """A ``Write``. ``written`` counts what it has done."""

    def __init__(self) -> None:
        self.stands = False
        self.written = 0
        self._waits: list[tuple[Work, WriteDone]] = []

    def __call__(self, work: Work, told: WriteDone) -> None:
        assert not self._waits, "asked to write a second thing before the first was answered"
        if self.stands:
            self._waits.append((work, told))
        else:
            self._write(work, told)

    @property
    def waits(self) -> int:
        return len(self._waits)

    def crank(self) -> None:
        """Write the one thing that waits, and go on standing still."""
        work, told = self._waits.pop()
        self._write(work, told)

    def go_on(self) -> None:
        """Stand still no more."""
        self.stands = False
        if self._waits:
            self.crank()

    def _write(self, work: Work, told: WriteDone) -> None:
        self.written += 1
        write_synchronously(work, told)


class TightDisk:
    """In place of ``files.write_some``: takes at most *at_once* bytes in one write, and *room* bytes in all."""

    def __init__(self, at_once: int, room: int = 2**30) -> None:
        self.at_once = at_once
        self.members = room

    def __call__(self, descriptor: int, data: memoryview) -> int:
        if self.members <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = os.write(descriptor, data[: min(self.at_once, self.members)])
        self.members -= count
        return count
