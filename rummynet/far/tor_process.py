"""``tor`` as a child of this program's, with a configuration of its own: for a host's onion services, or for a guest.

Nothing here uses a Tor that runs already, nor its configuration. Whoever starts this has asked for Tor.
"""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummynet.far.way_process import NoEngine
from rummynet.files import MOST_SETTINGS, read_file, replace_file
from rummynet_protocol.sentences import sentence

NETWORK: Final = "RUMMYNET_TORRC"
"""The environment variable that names a file of lines for the configuration: another Tor network than the public one.

Tests have one without any network, or one of their own on loopback.
"""
_END_SECONDS: Final = 5.0


def check() -> None:
    """Raises NoEngine where this machine cannot play through Tor."""
    if not hasattr(socket, "AF_UNIX"):
        raise NoEngine(sentence("playing through Tor needs Linux or macOS; this system lacks what it takes"))
    if shutil.which("tor") is None:
        raise NoEngine(sentence("to play through Tor, install the program tor (Debian: apt install tor)"))


class TorProcess:
    """The child; its data are in *folder*. *lines* are its configuration beyond that. Raises NoEngine, OSError."""

    def __init__(self, folder: Path, lines: Sequence[str]) -> None:
        check()
        self._folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(lines)
        self.process = self._started()

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process.poll() is not None

    def restart(self) -> None:
        """Start it again, once it has ended."""
        self.process = self._started()

    def configure(self, lines: Sequence[str]) -> None:
        """Go on with these lines in place of the former ones. Raises NoEngine, OSError."""
        self._write(lines)
        if not self.has_ended:
            self.process.send_signal(signal.SIGHUP)

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def why(self) -> str:
        """The last thing that went wrong, in Tor's words."""
        with suppress(OSError):
            log = (self._folder / "log").read_text(errors="replace").splitlines()
            wrong = [line for line in log if "[err]" in line or "[warn]" in line]
            return wrong[-1].partition("] ")[2] if wrong else ""
        return ""

    def _write(self, lines: Sequence[str]) -> None:
        network = os.environ.get(NETWORK)
        try:
            first = read_file(network, MOST_SETTINGS).decode() if network else ""
        except (OSError, UnicodeDecodeError):
            # Never the public network in place of the one that was meant.
            raise NoEngine(sentence("{path}, which {name} names, cannot be read", path=network, name=NETWORK)) from None
        own = [
            f"DataDirectory {quoted(self._folder / 'data')}",
            f"Log warn file {self._folder / 'log'}",  # the rest of the line is its path, without quotes
            "TruncateLogFile 1",
            f"__OwningControllerProcess {os.getpid()}",  # a host that was killed takes it along, within 15 seconds
            *lines,
        ]
        replace_file(self._folder / "torrc", f"{first}\n".encode() + "".join(f"{one}\n" for one in own).encode())

    def _started(self) -> "subprocess.Popen[bytes]":
        words = ["tor", "--defaults-torrc", os.devnull, "-f", str(self._folder / "torrc"), "--quiet"]
        if shutil.which("setpriv") is not None:  # Linux: at once
            words = ["setpriv", "--pdeathsig", "TERM", *words]
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for its parent, which ends it
        )  # fmt: skip


def quoted(path: Path) -> str:
    """A path as Tor's configuration has it."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
