"""The engine's program as its parent has it: started, spoken to, and ended with it."""

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import sentence

PUBLIC_RENDEZVOUS: Final = "ws://relay.magic-wormhole.io:4000/v1"
PUBLIC_RELAY: Final = "tcp:transit.magic-wormhole.io:4001"
"""Both are magic-wormhole's own defaults, run by its author (docs/far.md, "Whose servers")."""
INSTALL: Final = (
    "pip install 'magic-wormhole[dilate]'"  # the extra `far`, also where rummynet was installed from a clone
)
_LONGEST: Final = 64 * 1024
_END_SECONDS: Final = 5.0


class NoEngine(RummynetError):
    """What makes ways between homes is not installed, or does not run here."""

    code = "no_far"


def check() -> None:
    """Raises NoEngine where this machine cannot play between homes."""
    if not hasattr(socket, "send_fds"):
        raise NoEngine(sentence("playing with another home needs Linux or macOS; this system lacks what it takes"))
    # The second makes its ways; magic-wormhole alone does not bring it.
    if find_spec("wormhole") is None or find_spec("noise") is None:
        raise NoEngine(sentence("to play with another home, install what it needs: {command}", command=INSTALL))


class WayProcess:
    """The engine as a child; ``control`` and ``way`` are this end's sockets (``way_maker``). Raises NoEngine."""

    def __init__(self, rendezvous: str | None, relay: str | None) -> None:
        check()
        self.control, theirs = socket.socketpair()
        self.way, their_way = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._read = b""
        handed = (theirs.fileno(), their_way.fileno())
        with theirs, their_way:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rummynet.far.way_maker", *map(str, handed)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=handed,
                start_new_session=True,  # Ctrl-C is for its parent, which ends it
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )  # fmt: skip
        self._send("servers", rendezvous=rendezvous or PUBLIC_RENDEZVOUS, relay=relay or PUBLIC_RELAY)

    def open(self, number: str, code: str | None, says: dict[str, Any]) -> None:
        """Begin a line."""
        self._send("open", id=number, code=code, says=says)

    def close_line(self, number: str) -> None:
        """End a line."""
        self._send("close", id=number)

    def connect(self, number: str) -> socket.socket:
        """Open a channel of that line, and return the end here; nothing comes out of it before there is a way."""
        ours, theirs = socket.socketpair()
        with theirs, suppress(OSError):  # it has ended: the channel ends at once
            socket.send_fds(self.way, [number.encode()], [theirs.fileno()])
        return ours

    def take(self) -> tuple[str, socket.socket] | None:
        """A channel that the other side of a line has opened, with the line's ID; None if there is none now."""
        try:
            number, descriptors, _, _ = socket.recv_fds(self.way, 64, 1)
        except OSError:
            return None
        if not descriptors:  # the limit of open files is reached
            return None
        os.set_inheritable(descriptors[0], False)
        return number.decode(), socket.socket(fileno=descriptors[0])

    def receive(self) -> list[dict[str, Any]] | None:
        """What it has said since; None once it has ended."""
        try:
            data = self.control.recv(_LONGEST)
        except BlockingIOError:
            return []
        except OSError:
            return None
        if not data:
            return None
        *lines, self._read = (self._read + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def end(self) -> None:
        """End it, and wait until it has told the servers so."""
        with suppress(OSError):
            self.control.shutdown(socket.SHUT_RDWR)  # a thread may be reading it, which closing would not end
        self.control.close()
        self.way.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, what: str, **fields: object) -> None:
        with suppress(OSError):  # it has ended, which ``receive`` tells
            self.control.sendall(json.dumps({"do": what, **fields}).encode() + b"\n")
