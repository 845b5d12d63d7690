"""The second ear of a host that listens everywhere: IPv6, on the port that it has in IPv4."""

import socket
from typing import Any

from twisted.internet.interfaces import IOpenSSLContextFactory, IProtocolFactory
from twisted.protocols.tls import TLSMemoryBIOFactory


def listen_on_ipv6(reactor: Any, port: int, factory: IProtocolFactory, contexts: IOpenSSLContextFactory) -> Any:  # noqa: ANN401
    """A listening port on every IPv6 address and no IPv4 address. Raises OSError where the system has no IPv6.

    A socket of our own, as Twisted's would take IPv4 as well and so collide with the first.
    """
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as made:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("::", port))
        made.listen(128)
        made.setblocking(False)
        secured = TLSMemoryBIOFactory(contexts, False, factory)
        return reactor.adoptStreamPort(made.fileno(), socket.AF_INET6, secured)
