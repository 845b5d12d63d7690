"""Hands the connections at one port to the processes of one machine, each to the one that its TLS hello names.

Nothing of TLS is done here, and what was read stays in the socket for the process that gets it. No connection is
refused here either: limits are the processes', so one that says nothing for too long, or no name, goes to any of them.
"""

import asyncio
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rummynet.host.net.client_hello import MOST_HELLO, server_name
from rummynet.host.net.passed_port import BROWSER, CLIENT

# A client sends its hello as its first data; a slower client gets any process, which has the longer time for a
# greeting.
HELLO_SECONDS: Final = 2.0
# Connections that have said too little, a file each; for one more the oldest goes to any process, so silent ones
# keep nobody out.
MOST_WAITING: Final = 256
# Pause before more of a hello is looked for: what has come stays unread, so the loop would find it again at once, and
# turn without end.
LOOK_AGAIN_SECONDS: Final = 0.1


@dataclass(eq=False)
class _Process:
    sock: socket.socket
    unanswered: int = 0
    """Connections that it was handed and has not taken yet."""
    last: int = 0
    """The running number of the connection that it was handed last."""


class ConnectionRouter:
    """Knows which processes take connections, by server name, and has the connections that have not said enough."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._processes: dict[str, _Process] = {}
        self._waiting: dict[socket.socket, asyncio.TimerHandle] = {}
        """Oldest first, with the call that ends the wait."""
        self._count = 0

    # -- processes

    def add_process(self, name: str, sock: socket.socket) -> None:
        """Hand connections to the process at the other end of this UNIX socket, until that is closed."""
        sock.setblocking(False)
        self._processes[name] = _Process(sock)
        self._loop.add_reader(sock, self._read_answers, name)

    def remove_process(self, name: str) -> None:
        """The process has ended: what it was handed and has not taken is lost, and clients dial again."""
        process = self._processes.pop(name, None)
        if process is not None:
            self._loop.remove_reader(process.sock)
            process.sock.close()

    def _read_answers(self, name: str) -> None:
        process = self._processes[name]
        try:
            answers = process.sock.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            answers = b""
        if not answers:
            self.remove_process(name)
        process.unanswered -= len(answers)

    # -- connections

    def take(self, sock: socket.socket, address: str) -> None:
        """Take a connection that was accepted (``Take``)."""
        sock.setblocking(False)
        if len(self._waiting) >= MOST_WAITING:
            self._hand_over(next(iter(self._waiting)), "")
        self._waiting[sock] = self._loop.call_later(HELLO_SECONDS, self._hand_over, sock, "")
        self._loop.add_reader(sock, self._look, sock)

    def take_browser(self, sock: socket.socket, address: str) -> None:
        """Take a browser's connection: any process serves it, or passes it on once it knows what is asked for."""
        sock.setblocking(False)
        self._give(sock, "", BROWSER)

    def close(self) -> None:
        """Close what waits, and the ways to the processes."""
        for sock in list(self._waiting):
            self._forget(sock)
            sock.close()
        for name in list(self._processes):
            self.remove_process(name)

    def _look(self, sock: socket.socket) -> None:
        """See whether its hello is there."""
        try:
            received = sock.recv(MOST_HELLO, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        name = server_name(received) if received else ""
        if name is not None:
            self._hand_over(sock, name)
            return
        self._loop.remove_reader(sock)
        self._loop.call_later(LOOK_AGAIN_SECONDS, self._look_again, sock)

    def _look_again(self, sock: socket.socket) -> None:
        if sock in self._waiting:
            self._loop.add_reader(sock, self._look, sock)

    def _forget(self, sock: socket.socket) -> None:
        self._waiting.pop(sock).cancel()
        self._loop.remove_reader(sock)

    def _hand_over(self, sock: socket.socket, name: str) -> None:
        """Give the connection to the process of this name, or else to the one with the least to do."""
        self._forget(sock)
        self._give(sock, name, CLIENT)

    def _give(self, sock: socket.socket, name: str, kind: bytes) -> None:
        named = self._processes.get(name)
        rest = sorted(self._processes.values(), key=lambda one: (one is not named, one.unanswered, one.last))
        self._count += 1
        with sock:
            for process in rest:
                with suppress(OSError):  # it has ended, or is stopped and has as many as its socket holds
                    socket.send_fds(process.sock, [kind], [sock.fileno()])
                    process.unanswered += 1
                    process.last = self._count
                    return
