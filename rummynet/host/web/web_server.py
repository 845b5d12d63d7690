"""The pages of a running host: certificate, ports, links. Opened by the service, closed with it."""

import asyncio
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from ipaddress import ip_address
from pathlib import Path

from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.net.ports import ListeningPort, listen_on
from rummynet.host.ops.logbook import Logbook
from rummynet.host.web.carried import Carrier
from rummynet.host.web.web_certificate import own_identity, read_identity
from rummynet.host.web.web_coach import Transcript, WebCoach
from rummynet.host.web.web_connection import WebFactory
from rummynet.host.web.web_origins import WebOrigins
from rummynet.host.web.web_pages import COMMON_HEADERS, WebPage, web_pages
from rummynet.interfaces import without_link_local
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


class WebServer:
    """The pages' ports. *addresses* are the host's at each moment, *now* is the time, with a zone.

    ``names`` are those to reach it by, before its addresses; ``certificate`` is the SHA-256 of that, "" without TLS.
    """

    def __init__(
        self,
        settings: WebSettings,
        folder: Path,
        addresses: Callable[[], Sequence[str]],
        now: Callable[[], datetime],
        carrier: Carrier | None = None,
    ) -> None:
        """Read or make the certificate. Raises BadWebCertificate, OSError."""
        self._settings, self._folder, self._addresses, self._now = settings, folder, addresses, now
        self._ports, self.carrier, self.names = list[ListeningPort](), carrier, settings.names
        self._context: ssl.SSLContext | None = None
        self.certificate = ""
        self.renew()

    def renew(self) -> None:
        """Take a given certificate as it is now; make the own one again if an address is new or it runs out soon.

        Connections from now on see it. Raises BadWebCertificate, and goes on with the one before; OSError.
        """
        settings = self._settings
        if settings.plain:
            return
        if settings.certificate is not None:
            identity = read_identity(settings.certificate, settings.key or settings.certificate)
            self.names = tuple(name for name in dict.fromkeys((*settings.names, *identity.names)) if _is_name(name))
        else:
            # Loopback for the person at the machine itself, whatever the host listens on.
            addresses = tuple(dict.fromkeys((*self._addresses(), "127.0.0.1", "::1")))
            identity = own_identity(self._folder, (*own_names(), *settings.names), addresses, self._now())
        self._context, self.certificate = identity.context, identity.digest

    def listen(
        self,
        loop: asyncio.AbstractEventLoop,
        bind: str,
        factory: HostFactory,
        logbook: Logbook,
        transcript: Transcript,
        handovers: bytes,
    ) -> None:
        """Listen for browsers. Raises OSError."""
        pages = web_pages(handovers)
        warns = self._settings.certificate is None and not self._settings.plain
        answer = plain_answer(pages["/invite"], warns)

        def wrap(incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO) -> HelpfulTls | ClearBio:
            if self._context is None:
                return ClearBio(incoming, outgoing)
            return HelpfulTls(self._context, answer, incoming, outgoing)

        if self._context is None:
            logbook.warn(PLAIN_WARNING)
        origins = WebOrigins((*own_names(), *self.names), secure=not self._settings.plain)
        signer = factory.context.signer
        web = WebFactory(factory, pages, origins, signer, WebCoach(transcript), self.places, warns, self.carrier)
        self._ports = listen_on(loop, bind, self._settings.port, wrap, web.build_protocol)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self._ports[0].port

    @property
    def is_carrying(self) -> bool:
        """Whether pages are passed on to other hosts."""
        return self.carrier is not None and bool(self.carrier.carried)

    def stop(self) -> None:
        """Accept no connections any more."""
        for port in self._ports:
            port.stop()

    def places(self) -> list[str]:
        """Names and addresses that others reach it by, the likeliest first."""
        with suppress(OSError):  # the interfaces cannot be listed
            return [*self.names, *(one for one in self._addresses() if not _is_near(one))]
        return list(self.names)

    def links(self, public: bytes) -> list[str]:
        """Links to the page, the likeliest first; behind the sign # the host's fingerprint, which browsers keep."""
        scheme, mark = "http" if self._settings.plain else "https", key_fingerprint(public).removeprefix("sha256:")
        places = (*self.names, *without_link_local(self._addresses()))
        return [f"{scheme}://{address(one, self.port)}/#{mark}" for one in places]


def own_names() -> tuple[str, ...]:
    """The names of this machine, as its network may know them."""
    try:
        # A browser that is given a name with umlauts asks by what DNS has in its place.
        name = socket.gethostname().lower().rstrip(".").encode("idna").decode()
    except UnicodeError:  # also a part that is empty or longer than DNS allows
        name = ""
    # What is no host name in a URL would make the certificate invalid for all of its names.
    fit = name.replace("-", "").replace(".", "").isalnum()
    found = (name, f"{name.partition('.')[0]}.local", "localhost") if fit else ("localhost",)
    return tuple(dict.fromkeys(found))


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
