"""Real programs for end-to-end tests: started, spoken to line by line, waited for by what they print, never by time."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from tests.support.compact_lines import compact
from tests.support.forked_program import Forked
from tests.support.join_schema import check

PATIENCE = 120.0  # where many programs wait for two cores, one starts for half a minute
"""Seconds without a line after which a test gives up."""


SHIFTED_CLOCK = Path(__file__).parents[2] / "scripts" / "networks" / "shifted_clock.py"


class Program:
    """A ``rummynet`` child process with its lines of standard output; its clocks are off by *clock* seconds.

    *begin* is what a new interpreter runs in place of the command, *more* what its environment has besides.
    """

    def __init__(
        self,
        *words: str,
        home: Path,
        clock: int = 0,
        begin: tuple[str, ...] = (),
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        begin = (str(SHIFTED_CLOCK), str(clock)) if clock else begin
        self.lines: list[str] = []
        self._came: queue.Queue[str | None] = queue.Queue()
        pipe, env = subprocess.PIPE, {**os.environ, "RUMMYNET_HOME": str(home), **more}
        line = [sys.executable, *begin, *words]
        self.process = (
            subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=home, env=env)
            if begin
            else Forked(words, env, home, stdin=pipe)
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._came.put(line.rstrip("\n"))
        self._came.put(None)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        """The next line, those of ``--json`` in short. Raises AssertionError with what was said if there is none."""
        line = self._came.get(timeout=PATIENCE)
        if line is None:
            raise AssertionError(f"the program ended: {self.lines[-10:]} {self.errors()}")
        self.lines.append(compact(check(line)))
        return self.lines[-1]

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The first further line that is wanted."""
        while not wanted(line := self.hear()):
            pass
        return line

    def until_kind(self, kind: str) -> str:
        return self.until(lambda line: line.startswith(kind + " "))

    def end(self) -> int:
        """End of input; all remaining lines; the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.wait()

    def wait(self) -> int:
        while (line := self._came.get(timeout=PATIENCE)) is not None:
            self.lines.append(compact(check(line)))
        return self.process.wait(PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.wait()

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read() if self.process.poll() is not None else ""

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass


@contextmanager
def program(*words: str, home: Path) -> Iterator[Program]:
    home.mkdir(parents=True, exist_ok=True)
    started = Program(*words, home=home)
    try:
        yield started
    finally:
        started.close()


@contextmanager
def bots(folder: Path, address: str, table: int) -> Iterator[Program]:
    """Two fast bots that play one game at a table."""
    home = folder / f"bots-{table}"
    with program(
        "bot", "--fast", "--count", "2", "--table", str(table), "--data", str(home), address, home=home
    ) as two:
        yield two


@contextmanager
def host(folder: Path, port: int = 0) -> Iterator[tuple[Program, str]]:
    """A host on a loopback port, and its address."""
    words = (*"host --bind 127.0.0.1 --no-announce --name Inn --port".split(), str(port), "--data", str(folder))
    with program(*words, home=folder) as started:
        _, address, _, fingerprint = started.hear().split(" ")
        assert fingerprint.startswith("sha256:")
        yield started, address
