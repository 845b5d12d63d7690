"""``rummynet host --processes N``: N hosts of one cluster on one machine, one for each core.

Each is a process with its own port and its own folder, ``processes/1`` and so on in the data directory, under the same
identity key. New players come to the first port, and are sent on. One that ends by itself is started again; its tables
are at the others by then.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from rummynet.host.storage.upkeep import HOST_KEY
from rummynet.keyfile import identity_folder, secret, store

AGAIN_SECONDS: Final = 1.0
"""Pause before a process is started again."""
LOOK_SECONDS: Final = 0.2
FAREWELL_SECONDS: Final = 10.0
INTERRUPTED: Final = 130


class HostProcesses:
    """The processes of *count* hosts. *words* are the flags that all of them have; *out* is where their lines go."""

    def __init__(self, data: Path, port: int, count: int, words: Sequence[str], out: IO[str]) -> None:
        """Make the folders. Raises KeyFileError, OSError."""
        self._words, self._out = list(words), out
        key = secret(identity_folder(data), HOST_KEY)
        self._own: list[list[str]] = []
        for number in range(count):
            folder = data / "processes" / str(number + 1)
            store(identity_folder(folder), HOST_KEY, key)
            self._own.append(["--data", str(folder), "--port", str(port + number if port else 0)])
        self._processes: list[subprocess.Popen[str]] = []
        self._again_at: dict[int, float] = {}
        self._status: int | None = None

    def run(self) -> int:
        """Run until a signal. 0 after SIGTERM, 130 after Ctrl-C, else the status of a host that could not start."""
        for sign, status in {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}.items():
            signal.signal(sign, lambda *_, status=status: self._end(status))
        for number in range(len(self._own)):
            if self._status is None:
                self._processes.append(self._start(number))
        while self._status is None:
            time.sleep(LOOK_SECONDS)
            self._look_after(time.monotonic())
        return self._finish(self._status)

    def _end(self, status: int) -> None:
        self._status = status

    def _start(self, number: int) -> subprocess.Popen[str]:
        """Start one and wait for its line; if there is none all end, with its status."""
        words = [sys.executable, "-m", "rummynet", "host", *self._words, *self._own[number]]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        if line:
            self._out.write(line)
            self._out.flush()
        elif self._status is None:
            self._status = process.wait() or 3
        return process

    def _look_after(self, now: float) -> None:
        for number, process in enumerate(self._processes):
            if process.poll() is None or self._status is not None:
                continue
            if now >= self._again_at.setdefault(number, now + AGAIN_SECONDS):
                del self._again_at[number]
                if process.stdout is not None:
                    process.stdout.close()
                self._processes[number] = self._start(number)

    def _finish(self, status: int) -> int:
        for process in self._processes:
            if process.poll() is None:
                process.terminate()
        until = time.monotonic() + FAREWELL_SECONDS
        for process in self._processes:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        return status
