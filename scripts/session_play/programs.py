"""Programs of a session: each in a group of its own, which ends with it, and with the one who started it."""

import ctypes
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pyte
from networks.two_homes import children

ROOT: Final = Path(__file__).resolve().parents[2]
STARTUP: Final = Path(__file__).parent / "startup"
PACKAGES: Final = os.pathsep.join(map(str, (STARTUP, ROOT, ROOT / "client", ROOT / "protocol")))
"""``PYTHONPATH`` of the programs of a session: this tree goes before what is installed."""
PR_SET_PDEATHSIG: Final = 1
"""prctl(2)."""
KEPT: Final = 400_000
"""Characters of a program's output that are kept: a session's, and what a finding has to show is at its end."""


class Clock:
    """The time of a session: *speed* times as fast as the system's, the same in all programs."""

    def __init__(self, speed: float, ahead: float = -30 * 86_400.0) -> None:
        """Begin now. A month back: no certificate that a program makes is from the future for a browser."""
        self.speed: Final = speed
        self._wall, self._steady = time.time(), time.monotonic()
        self._begin = self._wall + ahead

    @property
    def line(self) -> str:
        """For ``RUMMYNET_PLAY_CLOCK``."""
        return f"{self.speed}:{self._wall!r}:{self._steady!r}:{self._begin!r}"

    def now(self) -> float:
        """Fast Unix time in seconds."""
        return self._begin + (time.time() - self._wall) * self.speed

    def script(self) -> str:
        """What a page runs first."""
        values = f"{self.speed}, {self._wall * 1000!r}, {self._begin * 1000!r}"
        return (Path(__file__).parent / "fast_clock.js").read_text("utf-8") + f"\nquicken({values});"


def environment(clock: Clock, home: Path) -> dict[str, str]:
    """Of a program of a session."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "NO_COLOR")}
    path = os.pathsep.join(filter(None, (PACKAGES, os.environ.get("PYTHONPATH", ""))))
    return {
        **kept, "PYTHONPATH": path, "RUMMYNET_HOME": str(home), "RUMMYNET_PLAY_CLOCK": clock.line, "LANG": "C.UTF-8",
        "LANGUAGE": "en", "TERM": "xterm-256color",
    }  # fmt: skip


def ends_with_us() -> None:
    """For a child between fork and exec: the kernel kills it when the one who started it is gone."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Program:
    """``rummynet`` with these words; its output is read without waiting. With *size* it has a terminal."""

    def __init__(
        self, words: Sequence[str], clock: Clock, home: Path, size: tuple[int, int] | None = None,
        before: Sequence[str] = (),
    ) -> None:  # fmt: skip
        home.mkdir(parents=True, exist_ok=True)
        self.words, self._clock, self._home, self._size = list(words), clock, home, size
        self._before = before
        self.output = ""
        """Of a program with pipes; of one in a terminal what stood on its screen is ``screen``."""
        self.screen: pyte.Screen | None = None
        self._partial = b""
        self._frozen = False
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        """Start it, also again."""
        command = [*self._before, sys.executable, "-m", "rummynet", *self.words]
        env = environment(self._clock, self._home)
        errors = (self._home / "errors.txt").open("ab")
        if self._size is None:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env, cwd=self._home,
                start_new_session=True, preexec_fn=ends_with_us,
            )  # fmt: skip
            assert self.process.stdout is not None and self.process.stdin is not None
            self._out, self._in = self.process.stdout.fileno(), self.process.stdin.fileno()
        else:
            columns, rows = self._size
            self.screen = pyte.Screen(columns, rows)
            self._stream = pyte.ByteStream(self.screen)
            own, theirs = os.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

            def prepare() -> None:
                ends_with_us()
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)

            self.process = subprocess.Popen(
                command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=self._home, start_new_session=True,
                preexec_fn=prepare,
            )  # fmt: skip
            os.close(theirs)
            self._out = self._in = own
        errors.close()
        os.set_blocking(self._out, False)
        self._frozen = False

    def read(self) -> str:
        """What it has written since; what is on a screen goes there."""
        data = b""
        try:
            while select.select([self._out], [], [], 0)[0] and (part := os.read(self._out, 65536)):
                data += part
        except (BlockingIOError, OSError):
            pass
        if self.screen is not None:
            if data:
                self._stream.feed(data)
            return ""
        whole, end, rest = (self._partial + data).rpartition(b"\n")
        self._partial = rest
        text = (whole + end).decode("utf-8", "replace")
        self.output = (self.output + text)[-KEPT:]
        return text

    def write(self, text: str) -> None:
        """Type it."""
        try:
            os.write(self._in, text.encode())
        except OSError:
            pass  # it has just ended

    def text(self) -> str:
        """What is to be seen now."""
        if self.screen is None:
            return "\n".join(self.output.splitlines()[-40:])
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    def stop(self, number: int) -> None:
        """Send a signal to it and to what it has started."""
        try:
            if number in (signal.SIGSTOP, signal.SIGCONT):  # the way to another home is in a session of its own
                for child in children(self.process.pid):
                    os.kill(child, number)
            os.killpg(self.process.pid, number)
        except (ProcessLookupError, FileNotFoundError):
            return
        self._frozen = number == signal.SIGSTOP or (self._frozen and number != signal.SIGCONT)

    def end(self, number: int = signal.SIGKILL, patience: float = 20.0) -> int | None:
        """End it, and wait; the exit status."""
        if self._frozen:
            self.stop(signal.SIGCONT)
        until = time.monotonic() + patience
        try:  # of the program alone: what it has started is its own affair, unless it is killed
            if number == signal.SIGKILL:
                self.stop(number)
            else:
                self.process.send_signal(number)
            while self.process.poll() is None and time.monotonic() < until:
                self.read()  # a full pipe would keep it
                time.sleep(0.02)
        finally:
            status = self.process.poll()
            self.stop(signal.SIGKILL)
            self.process.wait()
            self.read()
            if self.screen is None:
                for pipe in (self.process.stdin, self.process.stdout):
                    if pipe is not None:
                        try:
                            pipe.close()
                        except OSError:
                            pass
            else:
                os.close(self._out)
        return status
