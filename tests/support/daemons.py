"""Hosts as programs, for tests of what an operator does to them."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Protocol

from tests.support.forked_program import Forked
from tests.support.programs import PATIENCE


class Start(Protocol):
    def __call__(self, *words: str, fresh: bool = False) -> "Daemon": ...


class Daemon:
    """A host as a program; ``port`` is where it listens. *fresh*: its Python starts too, as the environment says."""

    def __init__(self, *words: str, folder: Path, fresh: bool = False) -> None:
        line = ["host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--data", str(folder / "data"), *words]
        command, pipe = [sys.executable, "-m", "rummynet", *line], subprocess.PIPE
        self.process: subprocess.Popen[str] = (
            subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True)
            if fresh
            else Forked(line, os.environ, folder)
        )
        assert self.process.stdout is not None and self.process.stderr is not None
        self.errors = self.process.stderr
        said = self.process.stdout.readline()
        found = re.match(r"listening 127\.0\.0\.1:(\d+) ", said)
        if found is None:  # it may run on, and would never close what is read here
            self.process.kill()
            rest, errors = self.process.communicate()
            raise AssertionError(f"its first line is no address of ours: {said + rest + errors}")
        self.port = int(found[1])

    def until(self, wanted: str) -> str:
        """The next line of its log with this in it."""
        while wanted not in (line := self.errors.readline()):
            assert line, f"it ended without saying {wanted!r}"
        return line

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Its exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)
