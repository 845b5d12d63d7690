"""The pages of a running host: certificate, ports, links. Opened by the service, closed with it."""

import asyncio
import socket
import ssl
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.net.ports import ListeningPort, listen_on, listen_on_ipv6
from rummynet.host.net.tls_transport import WrapBio
from rummynet.host.ops.logbook import Logbook
from rummynet.host.web.carried import Carrier
from rummynet.host.web.web_certificate import WebIdentity, own_identity, read_identity
from rummynet.host.web.web_coach import Transcript, WebCoach
from rummynet.host.web.web_connection import WebFactory
from rummynet.host.web.web_origins import WebOrigins
from rummynet.host.web.web_pages import COMMON_HEADERS, WebPage, other_files, page_files, web_pages
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import address, key_fingerprint

PLAIN_WARNING = (
    "the pages go out without TLS, as asked: everybody on the way can read the cards of those who play on a page, and "
    "can send them another page that gives their key away; behind a program that speaks HTTPS, or on this machine "
    "alone, that is as it should be"
)


class HelpfulTls:
    """In the place of an ``ssl.SSLObject``: TLS, but who begins with plain HTTP gets *answer* and the end."""

    def __init__(
        self, context: ssl.SSLContext, answer: bytes, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO
    ) -> None:
        self._tls = tls = context.wrap_bio(incoming, outgoing, server_side=True)
        self._incoming, self._outgoing, self._answer = incoming, outgoing, answer
        self._is_first = True
        self.read, self.write, self.pending, self.unwrap = tls.read, tls.write, tls.pending, tls.unwrap

    def do_handshake(self) -> None:
        """Go on with the handshake. Raises SSLError, the answer being written, if this is no TLS but a method."""
        if self._is_first and self._incoming.pending:
            self._is_first = False
            data = self._incoming.read()
            if data[:1].isupper():  # a record of TLS begins with 22, a request with the letters of its method
                self._outgoing.write(self._answer)
                raise ssl.SSLError("plain HTTP")
            self._incoming.write(data)
        self._tls.do_handshake()


class ClearBio:
    """In the place of an ``ssl.SSLObject``: bytes pass as they are, for pages behind a program that has TLS."""

    def __init__(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    def do_handshake(self) -> None:
        """Nothing to agree on."""

    def read(self, size: int) -> bytes:
        """What has come. Raises SSLWantReadError if that is nothing."""
        data = self._incoming.read(size)
        if not data:
            raise ssl.SSLWantReadError
        return data

    def write(self, data: bytes) -> int:
        """Take all of it."""
        return self._outgoing.write(data)

    def pending(self) -> int:
        """Bytes kept here beside those in the buffers."""
        return 0

    def unwrap(self) -> None:
        """Nothing to end."""


def plain_answer(page: WebPage, warns: bool) -> bytes:
    """What plain HTTP gets at a port of TLS: the page that leads to HTTPS. The status is nginx's for this.

    The page speaks of the browser's warning only if it *warns*. It cannot ask the host: it came without TLS.
    """
    body = page.body if warns else page.body.replace(b'data-warns="yes"', b'data-warns="no"', 1)
    headers = [(b"Content-Type", page.kind), (b"Content-Length", str(len(body)).encode())]
    lines = [name + b": " + text + b"\r\n" for name, text in (*headers, *COMMON_HEADERS, (b"Connection", b"close"))]
    return b"HTTP/1.1 400 Bad Request\r\n" + b"".join(lines) + b"\r\n" + body


class WebSettings(Value):
    """What ``host`` was told about its pages. *certificate* and *key* are PEM files; without TLS if *plain*."""

    port: int
    certificate: Path | None = None
    key: Path | None = None
    plain: bool = False
    names: tuple[str, ...] = ()


class WebServer(Value):
    """The open ports of the pages."""

    ports: tuple[ListeningPort, ...]
    port: int
    scheme: str
    names: tuple[str, ...]  # names to reach it by, before its addresses
    certificate: str  # SHA-256 of the certificate; empty without TLS
    carrier: Carrier | None = None  # passes pages on to other hosts; None for a host by itself

    @property
    def is_carrying(self) -> bool:
        """Whether pages are passed on to other hosts."""
        return self.carrier is not None and bool(self.carrier.carried)

    def stop(self) -> None:
        """Accept no connections any more."""
        for port in self.ports:
            port.stop()

    def links(self, addresses: Sequence[str], public: bytes) -> list[str]:
        """Links to the page, the likeliest first; behind the sign # the host's fingerprint, which browsers keep."""
        usable = [one for one in addresses if not ip_address(one.partition("%")[0]).is_link_local] or list(addresses)
        mark = key_fingerprint(public).removeprefix("sha256:")
        return [f"{self.scheme}://{address(one, self.port)}/#{mark}" for one in (*self.names, *usable)]


def own_names() -> tuple[str, ...]:
    """The names of this machine, as its network may know them."""
    name = socket.gethostname().lower().rstrip(".")
    # What is no host name in a URL would make the certificate invalid for all of its names.
    fit = name.replace("-", "").replace(".", "").isalnum() and name.isascii() and len(name) < 64
    found = (name, f"{name.partition('.')[0]}.local", "localhost") if fit else ("localhost",)
    return tuple(dict.fromkeys(found))


class WebNames(Value):
    """What browsers see of the host: its certificate (None without TLS) and names."""

    identity: WebIdentity | None
    names: tuple[str, ...]  # by which it may be asked
    shown: tuple[str, ...]  # of links, before its addresses


def web_names(settings: WebSettings, folder: Path, addresses: Sequence[str], now: datetime) -> WebNames:
    """By the settings; the host's own certificate is in *folder*, made if need be. Raises BadWebCertificate."""
    names, shown = (*own_names(), *settings.names), settings.names
    if settings.plain:
        return WebNames(None, names, shown)
    if settings.certificate is not None:
        identity = read_identity(settings.certificate, settings.key or settings.certificate)
        shown = tuple(name for name in dict.fromkeys((*settings.names, *identity.names)) if _is_name(name))
        return WebNames(identity, (*names, *identity.names), shown)
    # For the person at the machine itself, whatever the host listens on.
    loopback = ("127.0.0.1", "::1")
    return WebNames(own_identity(folder, names, tuple(dict.fromkeys((*addresses, *loopback))), now), names, shown)


def open_web(
    loop: asyncio.AbstractEventLoop,
    bind: str,
    settings: WebSettings,
    folder: Path,
    addresses: Sequence[str],
    factory: HostFactory,
    logbook: Logbook,
    now: datetime,
    transcript: Transcript,
    handovers: bytes,
    carrier: Carrier | None = None,
) -> WebServer:
    """Listen for browsers; beside all of IPv4 on all of IPv6. *now* has a zone. Raises OSError, BadWebCertificate."""
    pages = {**web_pages(page_files()), **other_files(handovers)}
    warns = settings.certificate is None and not settings.plain
    seen = web_names(settings, folder, addresses, now)
    wrap: WrapBio = ClearBio
    if seen.identity is not None:
        wrap = partial(HelpfulTls, seen.identity.context, plain_answer(pages["/invite"], warns))
    else:
        logbook.warn(PLAIN_WARNING)
    origins = WebOrigins(seen.names, secure=not settings.plain)
    places = (*seen.shown, *(one for one in addresses if not _is_near(one)))
    web = WebFactory(factory, pages, origins, factory.context.signer, WebCoach(transcript), places, warns, carrier)
    digest = seen.identity.digest if seen.identity is not None else ""
    ports = [listen_on(loop, bind, settings.port, wrap, web.build_protocol)]
    if bind == "0.0.0.0":
        with suppress(OSError):  # the system has no IPv6
            ports.append(listen_on_ipv6(loop, ports[0].port, wrap, web.build_protocol))
    return WebServer(tuple(ports), ports[0].port, origins.scheme, seen.shown, digest, carrier)


def _is_near(one: str) -> bool:
    """Whether no other machine reaches this address, or only one that knows the name of its own interface."""
    found = ip_address(one.partition("%")[0])
    return found.is_loopback or found.is_link_local


def _is_name(text: str) -> bool:
    """Whether it is a name that a browser can be sent to, and no address or pattern."""
    try:
        ip_address(text)
    except ValueError:
        return "*" not in text
    return False
