"""Connections that another process accepts and passes on: a process of ``--processes`` has no port itself.

They come over a UNIX socket, one descriptor with one byte each (which of the two ports it came to), and each is
answered with a byte. The socket ends when
either process does.
"""

import asyncio
import json
import os
import socket
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from typing import Final

from rummynet.host.net.ports import Take
from rummynet_protocol.values import Value, asdict

CLIENT: Final = b"\0"
BROWSER: Final = b"\1"
"""The byte with a connection: from the port of programs, or of pages."""
VARIABLE: Final = "RUMMYNET_PASSED_PORT"
"""The environment variable with a process's port settings."""


def process_name(number: int) -> str:
    """The server name that leads to the process with this number, from 1."""
    return f"process-{number}"


class PassedPortSettings(Value):
    """The server name that leads to a process, and the port that all processes share."""

    server_name: str
    host: str
    port: int
    is_dual: bool
    """Whether it is a port for IPv6 besides."""
    number: int = 1
    """Of the process, from 1."""
    count: int = 1
    """How many processes share the port."""
    lobby: str = ""
    """The file that the processes share where they have no database; else empty."""
    web_port: int = 0
    """The port for browsers, which all share too; 0 without pages."""
    certificate: str = ""
    """The file with the host's own certificate for them, if that is used."""

    def environment(self, descriptor: int) -> dict[str, str]:
        """What to add to the environment of a process that has its UNIX socket under this descriptor."""
        return {VARIABLE: json.dumps([descriptor, asdict(self)])}


def take_settings(environ: MutableMapping[str, str]) -> tuple[int, PassedPortSettings] | None:
    """The descriptor and settings in this environment, which loses them; None for a host that has a port itself."""
    # Taken out: programs that this one starts must not take the descriptor for theirs.
    given = environ.pop(VARIABLE, None)
    if given is None:
        return None
    descriptor, fields = json.loads(given)
    return descriptor, PassedPortSettings(**fields)


class PassedPort:
    """The port of a process that accepts for this one; *ended* is called when that is gone.

    *way* is the UNIX socket to it.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        settings: PassedPortSettings,
        way: socket.socket,
        take: Take,
        ended: Callable[[], None],
    ) -> None:
        self.host: str = settings.host
        self.port: int = settings.port
        self._loop, self._take, self._ended = loop, take, ended
        self._take_browser: Take | None = None
        self._sock = way
        self._sock.set_inheritable(False)  # else it would not end with this process while it has others
        self._sock.setblocking(False)
        self._is_stopped = False
        loop.add_reader(self._sock, self._receive)

    def take_browsers(self, take: Take) -> None:
        """Have *take* get what comes to the port for browsers."""
        self._take_browser = take

    def stop(self) -> None:
        """Accept no more connections; open ones stay."""
        if not self._is_stopped:
            self._is_stopped = True
            self._loop.remove_reader(self._sock)
            self._sock.close()

    def _receive(self) -> None:
        """Take one connection, as a listening port does in one turn of the loop."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self._sock, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if not data:
            self.stop()
            self._ended()
            return
        with suppress(OSError):  # the other process has ended; the next turn says so
            self._sock.send(data)
        for descriptor in descriptors:  # empty where the limit of open files is reached
            os.set_inheritable(descriptor, False)
            take = self._take_browser if data == BROWSER else self._take
            self._take_socket(socket.socket(fileno=descriptor), take)

    def _take_socket(self, sock: socket.socket, take: Take | None) -> None:
        try:
            address = sock.getpeername()[0]
        except OSError:  # it has gone again
            sock.close()
            return
        if take is None:
            sock.close()
        else:
            take(sock, address)
