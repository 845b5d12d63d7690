"""Listening sockets, which accept a few connections at a time, IPv6 beside IPv4; and how TLS begins on a connection."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from rummynet.host.net.tls_transport import TlsTransport, TlsUser, WrapBio

# A thousand that do not read then hold 128 MB of the system's memory at most.
SEND_BUFFER: Final = 128 * 1024
"""The system's send buffer of a connection, in bytes; by default it would grow to megabytes for a slow reader."""

ACCEPTED_AT_ONCE: Final = 1
"""New connections accepted in one turn of the loop, at half a millisecond each with TLS. The others wait in the
system's queue: else players would wait for all of them."""

# Until then something may have closed; at once it would fail again, and keep the loop busy.
RETRY_SECONDS: Final = 1.0  # time without accepting, after the system has refused a descriptor or memory


Build = Callable[[str], TlsUser | None]
"""Decides about new connections: what uses the one from this address; None to close it before TLS."""
Take = Callable[[socket.socket, str], None]  # takes a connection, and the address that it comes from


class ConnectionStarter:
    """Begins TLS on connections that *build* does not refuse."""

    def __init__(self, loop: asyncio.AbstractEventLoop, wrap: WrapBio, build: Build) -> None:
        self._loop, self._wrap, self._build = loop, wrap, build
        self._connecting: set[asyncio.Task[None]] = set()

    def begin(self, sock: socket.socket, address: str) -> None:
        """Begin, or close the connection."""
        user = self._build(address)
        if user is None:
            sock.close()
            return
        with suppress(OSError):  # it has gone again
            # Small frames that answer each other: waiting to fill packets would cost 40 ms each.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport = TlsTransport(self._loop, self._wrap, user)
        task = self._loop.create_task(self._connect(transport, sock))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    async def _connect(self, transport: TlsTransport, sock: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: transport, sock)
        except OSError:
            # The client has gone again before TLS began.
            sock.close()


class ListeningPort:
    """A listening socket that accepts connections until it is stopped; ``host`` and ``port`` are its address."""

    def __init__(self, loop: asyncio.AbstractEventLoop, sock: socket.socket, take: Take) -> None:
        self._loop = loop
        self._sock = sock
        self._take = take
        self._is_stopped = False
        self.host: str
        self.port: int
        self.host, self.port = sock.getsockname()[:2]
        self._accept_again()

    def stop(self) -> None:
        """Close the socket; connections stay."""
        if not self._is_stopped:
            self._is_stopped = True
            self._loop.remove_reader(self._sock)
            self._sock.close()

    def _accept_again(self) -> None:
        if not self._is_stopped:
            self._loop.add_reader(self._sock, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, address = self._sock.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError:  # it would be asked again at once, and have nothing either
                self._loop.remove_reader(self._sock)
                self._loop.call_later(RETRY_SECONDS, self._accept_again)
                return
            self._take(sock, address[0])


def listen_on(
    loop: asyncio.AbstractEventLoop, interface: str, port: int, wrap: WrapBio, build: Build
) -> list[ListeningPort]:
    """Listen on an address; beside all of IPv4 on all of IPv6, if the system has that. Raises OSError."""
    begin = ConnectionStarter(loop, wrap, build).begin
    found = [ListeningPort(loop, bound_socket(interface, port), begin)]
    if interface == "0.0.0.0":
        with suppress(OSError):
            found.append(ListeningPort(loop, bound_socket("::", found[0].port, is_alone=False), begin))
    return found


def bound_socket(interface: str, port: int, is_alone: bool = True) -> socket.socket:
    """A socket that listens on an IPv4 or IPv6 address. *is_alone*: none has that port of IPv4. Raises OSError."""
    family = socket.AF_INET6 if ":" in interface else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        if not is_alone:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        # Or a restart would fail for a minute, while old connections are in TIME_WAIT.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # its connections inherit it
        sock.bind(socket.getaddrinfo(interface, port, family, socket.SOCK_STREAM)[0][4])
        sock.listen()
        sock.setblocking(False)
        return socket.socket(fileno=sock.detach())


def allow_files(wanted: int) -> int | None:
    """Raise the limit of open files towards *wanted*. Return the limit that holds then, None where there is none."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted
