"""Listening sockets: TLS that can refuse a connection before the handshake, and IPv6 beside IPv4."""

import socket
from typing import Any, Final

from twisted.internet.interfaces import IAddress
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol

SEND_BUFFER: Final = 128 * 1024
"""The system's send buffer of a connection, in bytes; by default it would grow to megabytes for a slow reader."""

ACCEPTED_AT_ONCE: Final = 4
"""New connections accepted in one turn of the reactor."""


class Secured(TLSMemoryBIOFactory):
    """TLS for a factory. Where that makes no protocol, the connection is closed before the handshake."""

    def buildProtocol(self, addr: IAddress | None) -> TLSMemoryBIOProtocol | None:  # type: ignore[override]
        """The protocol for a new connection; None to close it."""
        inner = self.wrappedFactory.buildProtocol(addr)
        return None if inner is None else self.protocol(self, inner)


def listen_on(reactor: Any, interface: str, port: int, secured: Secured) -> Any:  # noqa: ANN401 - Twisted's own types
    """A listening port. Raises CannotListenError."""
    listening = reactor.listenTCP(port, secured, backlog=128, interface=interface)
    listening.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # its connections inherit it
    return _limit_accepts(listening)


def listen_on_ipv6(reactor: Any, port: int, secured: Secured) -> Any:  # noqa: ANN401
    """A listening port on every IPv6 address and no IPv4 address. Raises OSError where the system has no IPv6.

    The socket is created here, as Twisted's would accept IPv4 too and collide with the port for IPv4.
    """
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as sock:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        sock.bind(("::", port))
        sock.listen(128)
        sock.setblocking(False)
        return _limit_accepts(reactor.adoptStreamPort(sock.fileno(), socket.AF_INET6, secured))


def _limit_accepts(port: Any) -> Any:  # noqa: ANN401
    """Limit the connections that this port accepts in one turn of the reactor; the others wait in the system's queue.

    Twisted accepts a hundred and more, at half a millisecond each, and players would wait for all of them.
    """
    accept = port.doRead

    def accept_few() -> None:
        port.numberAccepts = ACCEPTED_AT_ONCE
        accept()

    port.doRead = accept_few
    return port


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
