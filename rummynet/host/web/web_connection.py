"""One connection of a browser: a page and the end, or a WebSocket that carries the frames of the wire protocol.

To the host it is a connection like others: it counts as one that has not greeted, with the time and the limits of such,
until the greeting inside the WebSocket has proven a key. HTTP is h11's, the WebSocket wsproto's; both only turn bytes
into events. Source: RFC 9112, RFC 6455; PROTOCOL.md, "Browsers".
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from io import BytesIO
from typing import Final

import h11
import segno
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Ping, Request
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from rummynet.host.connections.host_protocol import HostFactory, HostProtocol
from rummynet.host.limits.token_bucket import TokenBucket
from rummynet.host.net.outgoing import Transport
from rummynet.host.web.carried import CarriedEnd, Carrier
from rummynet.host.web.web_coach import WebCoach
from rummynet.host.web.web_origins import WebOrigins
from rummynet.host.web.web_pages import COMMON_HEADERS, Headers, WebPage
from rummynet_protocol.fairness.signing import Signer, web_payload
from rummynet_protocol.values import Value
from rummynet_protocol.wire.address import key_fingerprint

WIRE_PATH: Final = "/wire"
INVITATION_PATH: Final = "/invitation"
PLACES_PATH: Final = "/places"
COACH_PATH: Final = "/coach/"
SUBPROTOCOL: Final = "rummynet"
JSON: Final[Headers] = [(b"Content-Type", b"application/json")]
# Bytes that a page sends first, and the host signs: long enough that no answer can be recorded and used again.
CHALLENGE: Final = 32
# Bytes of a request's head: browsers send one or two kilobytes, and cookies of other services at this name some more;
# a head without end fills no memory.
LONGEST_HEAD: Final = 16 * 1024
# Bytes of a page that are written at a time: a slow reader makes the transport pause after a few, and the rest is not
# encrypted for it.
PIECE: Final = 32 * 1024

_LOOPBACK: Final = re.compile(r"localhost\Z|127\.|\[::1\]")
_TEXTS: Final = {
    400: b"this is no request of a browser",
    403: b"this page is another site's, or the name that led here is not this host's; open the host's own page",
    404: b"there is no such page; the pages of this host are /, /watch, /verify, /replay and /invite",
    405: b"a page can only be fetched",
    426: b"this path is for the page's own connection",
}


class WebFactory(Value):
    """Makes the connections of browsers: the host's factory decides about them as about all others."""

    host: HostFactory
    pages: Mapping[str, WebPage]  # by path
    origins: WebOrigins
    signer: Signer
    coach: WebCoach
    places: Callable[[], Sequence[str]]  # names and addresses that others reach it by, the likeliest first
    warns: bool = False  # whether browsers warn of the certificate, as they do of the host's own
    carrier: Carrier | None = None  # passes pages on to other hosts; None for a host by itself

    def build_protocol(self, address: str) -> "WebConnection | None":
        """What uses the connection from *address*; None to close it before TLS."""
        protocol = self.host.build_protocol(address)
        return None if protocol is None else WebConnection(self, protocol)


def invitation(source: WebFactory, authority: str) -> dict[str, str | bool]:
    """``url`` of the seat's page for others, ``code`` as SVG, ``warns``. *authority*: by which the browser came.

    What came by the machine's own name, a screen that is plugged in say, names a place that others reach.
    """
    host, _, port = authority.rpartition(":") if re.search(r":[0-9]+\Z", authority) else (authority, "", "")
    if _LOOPBACK.match(host) and (places := source.places()):
        place = places[0]
        authority = (f"[{place}]" if ":" in place else place) + (f":{port}" if port else "")
    url = f"{source.origins.scheme}://{authority}/#{key_fingerprint(source.signer.public).removeprefix('sha256:')}"
    drawn = BytesIO()
    segno.make_qr(url, error="l").save(drawn, kind="svg", light="#fff", xmldecl=False, omitsize=True)
    return {"url": url, "code": drawn.getvalue().decode(), "warns": source.warns}


class _Stage(Enum):
    HTTP = 1
    CHALLENGE = 2
    FRAMES = 3
    ENDED = 4


class WebConnection:
    """Uses a transport, and is the transport of *protocol*, which hears of the frames alone."""

    def __init__(self, source: WebFactory, protocol: HostProtocol) -> None:
        self._source = source
        self._protocol: HostProtocol | CarriedEnd = protocol
        """What hears of the frames: another host's end once that serves this connection."""
        self._factory, self._address = protocol.factory, protocol.address
        self._stage = _Stage.HTTP
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self._socket = WSConnection(ConnectionType.SERVER)
        self._transport: Transport
        self._page = memoryview(b"")  # what is still to be written of a page
        self._is_paused = self._is_head = False
        self._challenge = b""
        self._origin = ""
        bounds = self._factory.bounds
        self._events = TokenBucket(bounds.burst, bounds.messages_per_second, self._factory.reactor.seconds())
        """WebSocket frames of any kind: one costs the host as much as a message, though it may be empty."""

    # -- the transport's side

    def connection_made(self, transport: Transport) -> None:
        """Begin as a connection that has not greeted."""
        self._transport = transport
        assert isinstance(self._protocol, HostProtocol)
        self._protocol.connection_made(self)

    def data_received(self, data: bytes) -> None:
        """Handle decrypted bytes."""
        if self._stage is _Stage.HTTP:
            self._receive_http(data)
        elif self._stage is not _Stage.ENDED:
            self._receive_frames(data)

    def eof_received(self) -> None:
        """The browser has ended the connection."""
        self._protocol.eof_received()

    def connection_lost(self) -> None:
        """The connection is closed."""
        self._stage = _Stage.ENDED
        self._protocol.connection_lost()

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        self._is_paused = True
        if self._stage is not _Stage.HTTP:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The transport's buffer is empty."""
        self._is_paused = False
        if self._stage is _Stage.HTTP:
            self._write_page()
        else:
            self._protocol.resume_writing()

    # -- the protocol's side: a transport

    @property
    def unsent(self) -> int:
        """Bytes that wait for the socket."""
        return self._transport.unsent

    def write(self, data: bytes) -> None:
        """Write frames of the wire protocol as one message; nothing before the WebSocket stands."""
        if self._stage is _Stage.FRAMES:
            self._transport.write(self._socket.send(BytesMessage(data)))

    def pause_reading(self) -> None:
        """Receive nothing."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Receive again."""
        self._transport.resume_reading()

    def close(self) -> None:
        """Send what waits and the end of the WebSocket."""
        if self._stage in (_Stage.CHALLENGE, _Stage.FRAMES):
            try:
                self._transport.write(self._socket.send(CloseConnection(1000)))
            except LocalProtocolError:  # the browser has ended it
                pass
        self._stage = _Stage.ENDED
        self._transport.close()

    def abort(self) -> None:
        """End at once."""
        self._stage = _Stage.ENDED
        self._transport.abort()

    # -- HTTP

    def _receive_http(self, data: bytes) -> None:
        if self._http.our_state is not h11.IDLE:
            # Pages are one file: keeping connections open for a second request would cost places of ``ungreeted``.
            return  # one request a connection
        try:
            self._http.receive_data(data)
            event = self._http.next_event()
        except h11.RemoteProtocolError:
            self._answer_text(400)
            return
        if isinstance(event, h11.Request):
            self._handle_request(event)

    def _handle_request(self, request: h11.Request) -> None:
        self._is_head = request.method == b"HEAD"
        headers: dict[bytes, bytes] = {}
        for name, value in request.headers:
            if name in (b"host", b"origin") and name in headers:  # which of them would count?
                self._answer_text(400)
                return
            headers[name] = value
        # Links may carry a query of a messenger's own; pages take none.
        path, _, query = request.target.decode("ascii", "replace").partition("?")
        authority = self._source.origins.authority(headers.get(b"host"))
        carrier = self._source.carrier
        if authority is None:
            self._answer_text(403)
        elif path == WIRE_PATH:
            # After the name: a page that was led here by another name must not reach the wire (DNS rebinding).
            self._upgrade(request, headers, query)
        elif request.method not in (b"GET", b"HEAD"):
            self._answer_text(405)
        elif path == INVITATION_PATH:
            self._answer(200, JSON, json.dumps(invitation(self._source, authority)).encode())
        elif path == PLACES_PATH:
            found = carrier.places(self._factory.dispatcher.lobby.tables) if carrier is not None else None
            self._answer(200, JSON, json.dumps(found).encode())
        elif path.startswith(COACH_PATH):
            status, body = self._source.coach.answer(path)
            self._answer(status, [(b"Content-Type", b"application/jsonl")], body)
        elif path in self._source.pages:
            self._answer_page(self._source.pages[path], authority, headers)
        else:
            self._answer_text(404)

    def _answer_page(self, page: WebPage, authority: str, headers: Mapping[bytes, bytes]) -> None:
        origins = self._source.origins
        about = [(b"ETag", page.etag), (b"Vary", b"Accept-Encoding")]
        if headers.get(b"if-none-match") == page.etag:
            self._answer(304, about, b"")
            return
        about.append((b"Content-Type", page.kind))
        about.append((b"Content-Security-Policy", page.policy(authority, origins.scheme)))
        if b"gzip" in headers.get(b"accept-encoding", b""):
            self._answer(200, [*about, (b"Content-Encoding", b"gzip")], page.compressed)
        else:
            self._answer(200, about, page.body)

    def _answer_text(self, status: int) -> None:
        self._answer(
            status,
            [(b"Content-Type", b"text/plain; charset=utf-8"), (b"Content-Security-Policy", b"default-src 'none'")],
            _TEXTS[status] + b"\n",
        )

    def _answer(self, status: int, headers: Headers, body: bytes) -> None:
        """Write an answer, to HEAD without its body, and end the connection."""
        length = [] if status == 304 else [(b"Content-Length", str(len(body)).encode())]
        response = h11.Response(
            status_code=status, headers=[*headers, *length, *COMMON_HEADERS, (b"Connection", b"close")]
        )
        try:
            pieces = [self._http.send(response)]
            if status != 304 and not self._is_head:
                pieces.append(self._http.send(h11.Data(body)))
            pieces.append(self._http.send(h11.EndOfMessage()))
        except h11.LocalProtocolError:  # the request was so broken that nothing can answer it
            self.eof_received()
            return
        self._page = memoryview(b"".join(piece for piece in pieces if piece))
        self._write_page()

    def _write_page(self) -> None:
        while self._page and not self._is_paused:
            self._transport.write(bytes(self._page[:PIECE]))
            self._page = self._page[PIECE:]
        if not self._page and self._http.our_state is not h11.IDLE and not self._is_paused:
            self.eof_received()

    # -- the WebSocket

    def _upgrade(self, request: h11.Request, headers: Mapping[bytes, bytes], query: str) -> None:
        origin = self._source.origins.page_origin(headers.get(b"host"), headers.get(b"origin"))
        if origin is None:
            self._answer_text(403)
            return
        try:
            self._socket.initiate_upgrade_connection(list(request.headers), request.target.decode("ascii", "replace"))
            asked = next(self._socket.events())
            if request.method != b"GET" or not isinstance(asked, Request) or SUBPROTOCOL not in asked.subprotocols:
                raise RemoteProtocolError("no WebSocket of ours")
            # The subprotocol keeps out pages that were made for other WebSockets at this address.
            accepted = self._socket.send(AcceptConnection(subprotocol=SUBPROTOCOL))
        except (RemoteProtocolError, LocalProtocolError, StopIteration, ValueError):  # wsproto reads headers as ASCII
            self._answer_text(426)
            return
        self._origin = origin
        self._stage = _Stage.CHALLENGE
        self._transport.write(accepted)
        carrier = self._source.carrier
        if carrier is not None and (addresses := carrier.addresses(query)):
            self._carry(carrier, addresses)
        # Frames may come in one packet with the request.
        early, _ = self._http.trailing_data
        if early:
            self._receive_frames(early)

    def _carry(self, carrier: Carrier, addresses: tuple[str, ...]) -> None:
        """Have another host serve the connection, which counts there from now on, and not here."""
        here, there = self._protocol, carrier.begin(addresses, self._address, self)
        if there is None:
            here.drop()
            return
        self._protocol = there
        here.connection_lost()

    def _receive_frames(self, data: bytes) -> None:
        seconds = self._factory.reactor.seconds()
        try:
            self._socket.receive_data(data)
            for event in self._socket.events():
                if self._stage is _Stage.ENDED:
                    return
                # Empty frames and pings reach no other limit: the protocol counts messages only.
                if not self._events.take(seconds):
                    self._protocol.drop()
                    return
                self._handle_event(event)
        except (RemoteProtocolError, LocalProtocolError):
            self._protocol.drop()

    def _handle_event(self, event: object) -> None:
        match event:
            case BytesMessage():
                self._receive_bytes(bytes(event.data))
            case Ping():
                if not self._is_paused:  # of several pings the newest has to be answered, and not by who cannot
                    self._transport.write(self._socket.send(event.response()))
            case CloseConnection():
                self._protocol.eof_received()
            case _:
                self._protocol.drop()

    def _receive_bytes(self, data: bytes) -> None:
        """The challenge, then frames."""
        if self._stage is _Stage.CHALLENGE:
            missing = CHALLENGE - len(self._challenge)
            self._challenge, data = self._challenge + data[:missing], data[missing:]
            if len(self._challenge) < CHALLENGE:
                return
            # The page checks the host's signature over its challenge before it sends a key.
            self._stage = _Stage.FRAMES
            signer = self._source.signer
            self.write(signer.public + signer.sign("web", web_payload(signer.public, self._challenge, self._origin)))
        if data:
            self._protocol.data_received(data)
