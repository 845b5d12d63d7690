"""A page at the other end of a host's connection, in memory: HTTP and a WebSocket around the client of ``dialling``."""

from unittest.mock import AsyncMock

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Event, Request

from rummynet.host.web.web_coach import WebCoach
from rummynet.host.web.web_connection import SUBPROTOCOL, WIRE_PATH, WebConnection, WebFactory
from rummynet.host.web.web_origins import WebOrigins
from rummynet.host.web.web_pages import WebPage
from rummynet_protocol.fairness.signing import verify, web_payload
from tests.support.dialling import Building, Dialler, Wire
from tests.support.people import HOST, Person

AUTHORITY = "host.local:7867"
ORIGIN = f"https://{AUTHORITY}"
CHALLENGE = bytes(range(32))
HTML = b"<!doctype html><style>b { color: red }</style><p>\xc3\xa9</p><script>let a = 1 < 2;</script><script>a</script>"


def web_factory(building: Building, secure: bool = True) -> WebFactory:
    """The host's web factory, with one page and no finished game."""
    origins = WebOrigins(["host.local"], secure=secure)
    coach = WebCoach(AsyncMock(return_value=None))
    return WebFactory(building.factory, {"/": WebPage.of(HTML)}, origins, building.house.signer, coach, lambda: ())


def connect(building: Building, address: str = "10.0.0.1") -> tuple[WebConnection, Wire]:
    """A connection of a browser that has sent nothing."""
    connection = web_factory(building).build_protocol(address)
    assert connection is not None
    wire = Wire()
    connection.connection_made(wire)
    return connection, wire


def fetch(building: Building, request: bytes) -> bytes:
    """What the host answers to these bytes."""
    connection, wire = connect(building)
    connection.data_received(request)
    return wire.value()


def get(path: str = "/", **headers: str) -> bytes:
    """A request for a page; *headers* with _ for -."""
    given = {"Host": AUTHORITY} | {name.replace("_", "-"): value for name, value in headers.items()}
    return f"GET {path} HTTP/1.1\r\n".encode() + b"".join(f"{k}: {v}\r\n".encode() for k, v in given.items()) + b"\r\n"


class WebWire:
    """Both the protocol that a ``Dialler`` feeds and the wire that it reads, with a WebSocket in between."""

    def __init__(self, building: Building, address: str, origin: str | None = ORIGIN) -> None:
        self.connection, self.wire = connect(building, address)
        self.socket = WSConnection(ConnectionType.CLIENT)
        extra = [] if origin is None else [(b"origin", origin.encode())]
        ask = Request(AUTHORITY, WIRE_PATH, subprotocols=[SUBPROTOCOL], extra_headers=extra)
        self.connection.data_received(self.socket.send(ask))
        self.answer = self.wire.value()
        self.is_open = self.answer.startswith(b"HTTP/1.1 101 ")
        self._came = b""
        if self.is_open:
            self.events()
            self.send(CHALLENGE)
            self.events()
            proof, self._came = self._came[:96], self._came[96:]
            assert proof[:32] == HOST.public
            verify(HOST.public, "web", web_payload(HOST.public, CHALLENGE, ORIGIN), proof[32:])

    def send(self, data: bytes) -> None:
        self.send_event(BytesMessage(data))

    def send_event(self, event: Event) -> None:
        self.connection.data_received(self.socket.send(event))

    def events(self) -> list[Event]:
        """What has come, the bytes of messages apart."""
        data = self.wire.value()
        self.wire.clear()
        if data:
            self.socket.receive_data(data)
        found = list(self.socket.events())
        for event in found:
            match event:
                case BytesMessage():
                    self._came += bytes(event.data)
                case CloseConnection():
                    assert event.code == 1000
                case AcceptConnection():
                    assert event.subprotocol == SUBPROTOCOL
        return found

    # -- as a protocol and a wire

    def data_received(self, data: bytes) -> None:
        self.send(data)

    def connection_lost(self) -> None:
        self.connection.connection_lost()

    @property
    def closed(self) -> bool:
        return self.wire.closed

    def value(self) -> bytes:
        self.events()
        return self._came

    def clear(self) -> None:
        self._came = b""


class WebDialler(Dialler):
    """A client by hand on a page."""

    def __init__(self, host: Building, person: Person, address: str = "10.0.0.1") -> None:
        super().__init__(host, person, address)
        self.protocol.drop()
        self.protocol.connection_lost()
        self.web = WebWire(host, address)
        self.protocol = self.web  # type: ignore[assignment]
        self.wire = self.web  # type: ignore[assignment]
