"""Listening sockets: TLS that can turn a caller away before it begins, and IPv6 beside IPv4."""

import socket
from typing import Any, Final

from twisted.internet.interfaces import IAddress
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol

SEND_BUFFER: Final = 128 * 1024
"""Bytes of a connection that the system keeps for a slow reader; left to itself it would keep megabytes."""

ACCEPTED_AT_ONCE: Final = 4
"""New connections that are taken before others have their turn."""


class Secured(TLSMemoryBIOFactory):
    """TLS for a factory; where that makes no protocol, the connection is closed and costs no handshake."""

    def buildProtocol(self, addr: IAddress | None) -> TLSMemoryBIOProtocol | None:  # type: ignore[override]
        """The protocol for a new connection, if there is to be one."""
        inner = self.wrappedFactory.buildProtocol(addr)
        return None if inner is None else self.protocol(self, inner)


def listen_on(reactor: Any, interface: str, port: int, secured: Secured) -> Any:  # noqa: ANN401 - Twisted's own types
    """A listening port. Raises CannotListenError."""
    made = reactor.listenTCP(port, secured, backlog=128, interface=interface)
    made.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # its connections inherit it
    return _patient(made)


def listen_on_ipv6(reactor: Any, port: int, secured: Secured) -> Any:  # noqa: ANN401
    """A listening port on every IPv6 address and no IPv4 address. Raises OSError where the system has no IPv6.

    A socket of our own, as Twisted's would take IPv4 as well and so collide with the first.
    """
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as made:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        made.bind(("::", port))
        made.listen(128)
        made.setblocking(False)
        return _patient(reactor.adoptStreamPort(made.fileno(), socket.AF_INET6, secured))


def _patient(port: Any) -> Any:  # noqa: ANN401
    """The port, which now takes few new connections in a turn of the reactor; the others wait in the system's queue.

    Twisted takes a hundred and more, at half a millisecond each, and whoever plays would wait for all of them.
    """
    accept = port.doRead

    def few() -> None:
        port.numberAccepts = ACCEPTED_AT_ONCE
        accept()

    port.doRead = few
    return port


def allow_files(wanted: int) -> int | None:
    """Raise the limit of open files to *wanted*, as far as allowed; what it is then, None if there is none to see."""
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
