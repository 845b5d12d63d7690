"""``scripts/networks/lan_check`` beside the tests: a run's first process starts it, any reads how it ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "networks" / "lan_check"
_PATIENCE = 600.0


class LanRun:
    """One run of the script; its folder is shared by the processes of a test run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._script: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the script, unless another process has. Its exit status is written last."""
        try:
            self._folder.mkdir()
        except FileExistsError:
            return
        shell = '"$0" "$1" >out 2>errors; echo $? >status.new; mv status.new status'
        command = ("sh", "-c", shell, sys.executable, str(SCRIPT))
        self._script = subprocess.Popen(command, cwd=self._folder, start_new_session=True)

    def result(self) -> tuple[int, str, str]:
        """Exit status, standard output and standard error, once it has ended."""
        end, status = time.monotonic() + _PATIENCE, self._folder / "status"
        while not status.exists():
            assert time.monotonic() < end, "the script does not end"
            time.sleep(0.1)
        return int(status.read_text()), (self._folder / "out").read_text(), (self._folder / "errors").read_text()

    def end(self, *, at_once: bool) -> None:
        """Wait for the script, if it was started here, or interrupt it, so that it takes its network away."""
        if self._script is not None:
            if at_once and self._script.poll() is None:
                os.killpg(self._script.pid, signal.SIGINT)
            self._script.wait(_PATIENCE)
