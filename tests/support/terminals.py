"""A program in a real pseudo-terminal, its screen kept by pyte: what a person would see."""

import fcntl
import os
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

import pyte

from tests.support.programs import PATIENCE


class Terminal:
    """Runs *command* at a size; use it as a context."""

    def __init__(self, command: Sequence[str], columns: int, rows: int, env: Mapping[str, str]) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.raw = b""
        """Everything that was written to the terminal."""
        self._stream = pyte.ByteStream(self.screen)
        self._own, theirs = os.openpty()
        self._size(theirs, columns, rows)
        self.program = subprocess.Popen(
            list(command), stdin=theirs, stdout=theirs, stderr=theirs, env=dict(env), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0) and None,
        )  # fmt: skip
        os.close(theirs)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        if self._own >= 0:
            os.close(self._own)

    def resize(self, columns: int, rows: int) -> None:
        """As when a person pulls at the window's corner; the program is told by the system."""
        self.screen.resize(rows, columns)
        self._size(self._own, columns, rows)

    def close_window(self) -> int:
        """As when a person closes it; the exit status."""
        os.close(self._own)
        self._own = -1
        return self.program.wait(PATIENCE)

    def press(self, keys: str) -> None:
        os.write(self._own, keys.encode())

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, seen: Callable[[str], bool]) -> str:
        """The screen as soon as it looks like that; AssertionError with what it shows if it never does."""
        end = time.monotonic() + PATIENCE
        while not seen(self.text):
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"this never came; the screen shows:\n{self.text}")
        return self.text

    def play(self, keys: str, seen: Callable[[str], bool]) -> None:
        """Press these until they are taken: a key that comes with a change of the table is dropped."""
        while True:
            self.press(keys)
            if seen(self.until(lambda text: seen(text) or "just changed" in text)):
                return
            self.press("\x1b[D")
            self.until(lambda text: "just changed" not in text)

    def ended(self) -> int:
        """The exit status, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        return self.program.wait(PATIENCE)

    def _read(self, patience: float) -> bool:
        if patience <= 0 or not select.select([self._own], [], [], patience)[0]:
            return False
        try:
            data = os.read(self._own, 65536)
        except OSError:  # Linux says EIO when the other end is closed
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)

    @staticmethod
    def _size(file: int, columns: int, rows: int) -> None:
        fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
