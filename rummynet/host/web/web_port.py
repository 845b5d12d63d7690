"""``host --web PORT``: the ports at which browsers connect, and what they are told of."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from rummynet.host.net.ports import ListeningPort, listen_on, listen_on_ipv6
from rummynet.host.net.server import HostFactory
from rummynet.host.net.tls_transport import TlsContext
from rummynet.host.web.web_connection import WebConnection
from rummynet.host.web.web_origins import WebOrigins
from rummynet.host.web.web_pages import WebPage
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.values import Value


class WebFactory(Value):
    """Makes the connections of browsers: the host's factory decides about them as about all others."""

    host: HostFactory
    pages: Mapping[str, WebPage]
    origins: WebOrigins
    signer: Signer

    def build_protocol(self, address: str) -> WebConnection | None:
        """What uses the connection from *address*; None to close it before TLS."""
        protocol = self.host.build_protocol(address)
        return None if protocol is None else WebConnection(self, protocol)


def listen_for_browsers(
    loop: asyncio.AbstractEventLoop, bind: str, port: int, context: TlsContext, factory: WebFactory
) -> list[ListeningPort]:
    """Listen on the address, and on all of IPv6 beside all of IPv4. Raises OSError."""
    ports = [listen_on(loop, bind, port, context, factory)]
    if bind == "0.0.0.0":
        with suppress(OSError):  # the system has no IPv6
            ports.append(listen_on_ipv6(loop, ports[0].port, context, factory))
    return ports
