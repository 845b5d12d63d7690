"""One connection at the host: the greeting, limits, pings; what is proven and well-formed goes on to the hall."""

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import Any, Final

from twisted.internet.interfaces import IAddress, IDelayedCall, IPushProducer, IReactorTime
from twisted.internet.protocol import Protocol, ServerFactory
from twisted.python.failure import Failure
from zope.interface import implementer

from rummynet import __version__
from rummynet.host.bounds import WEIGHTS, Allowance, Bounds, Talk
from rummynet.host.hall import Hall
from rummynet.host.logbook import Logbook
from rummynet.table.house import House
from rummynet.table.refusals import TooMuchChat
from rummynet_protocol.codec import Measure
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import BadSignature, hello_payload, verify
from rummynet_protocol.text import clean
from rummynet_protocol.wire.connection import Connection, Role, Stage
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.messages import (
    NAME,
    Bye,
    Challenge,
    Create,
    Hello,
    Message,
    Ping,
    Pong,
    Proof,
    Refused,
    Request,
    Say,
    Welcome,
)
from rummynet_protocol.wire.versions import agree

AGENT: Final = f"rummynet/{__version__}"


@implementer(IPushProducer)
class HostProtocol(Protocol):
    """A connection; ``key`` is set once it is proven."""

    factory: "HostFactory"

    def __init__(self, factory: "HostFactory", address: str) -> None:
        self.factory = factory
        self.key: bytes | None = None
        self.name = ""
        self._address = address
        bounds = factory.bounds
        self._connection = Connection(Role.HOST, Measure(bounds.frame_bytes, bounds.items, bounds.depth))
        self._hello: Hello | None = None
        self._nonce = b""
        self._ended = False
        self._paused = False
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._heard_at = factory.reactor.seconds()
        self._allowance = Allowance(bounds.burst, bounds.messages_per_second, self._heard_at)
        self._timer: IDelayedCall | None = None
        self._pings = 0
        self._wire: Any = None
        """The transport, once there is one: a TCP connection under TLS, or a test's."""

    @property
    def unsent(self) -> int:
        """Bytes that wait here for a slow reader."""
        return self._unsent_bytes

    # -- the transport's side

    def connectionMade(self) -> None:
        """Someone dialled; nothing is said until they say hello."""
        self._wire = self.transport
        self._wire.registerProducer(self, True)
        self._wire.setTcpNoDelay(True)  # small frames that answer each other: waiting to fill packets costs 40 ms each
        self.factory.connections.add(self)
        full = self.factory.full(self._address)
        if full:
            self.goodbye("full", full)
            return
        self._set_timer(self.factory.bounds.greeting_seconds, self._greeting_is_late)

    def dataReceived(self, data: bytes) -> None:
        """Bytes came; what is wrong with them is said once, then the connection ends."""
        if self._ended:
            return
        self._heard_at = self.factory.reactor.seconds()
        problem: RemoteProtocolError | None = None
        try:
            messages = self._connection.receive(data)
        except RemoteProtocolError as wrong:
            problem, messages = wrong, list(wrong.earlier)
        for message in messages:
            if not self._ended:
                self._message(message)
        if problem is not None:
            self.goodbye(problem.code, str(problem))

    def connectionLost(self, reason: Failure | None = None) -> None:
        """The connection is gone, whoever ended it."""
        self._ended = True
        self._stop_timer()
        self.factory.gone(self, self._address)
        if self.key is not None:
            self.factory.hall.went(self.key, self)
            self.factory.logbook.note("left", peer=self._address, name=self.name)

    def pauseProducing(self) -> None:
        """The reader is slow: what is sent now waits here."""
        self._paused = True

    def resumeProducing(self) -> None:
        """The reader has caught up."""
        self._paused = False
        while self._unsent and not self._paused:
            data = self._unsent.popleft()
            self._unsent_bytes -= len(data)
            self._write(data)

    def stopProducing(self) -> None:
        """The transport takes nothing more."""
        self._forget_unsent()

    # -- what the hall asks

    def send(self, message: Message) -> None:
        """Send a message, if the connection is still open."""
        if self._ended or self._connection.stage is not Stage.OPEN:
            return
        data = self._connection.send(message)
        if not self._paused:
            self._write(data)
            return
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        if self._unsent_bytes > self.factory.bounds.unread_bytes:
            self.factory.logbook.warn("too slow a reader", peer=self._address, name=self.name)
            self.factory.too_slow += 1
            self._forget_unsent()
            self._abort()

    def goodbye(self, code: str, says: str) -> None:
        """Say bye once and close."""
        if self._ended:
            return
        self._ended = True
        self.factory.goodbyes[code[:30]] += 1
        if self._connection.stage is not Stage.CLOSED:
            self._write(self._connection.send(Bye(code[:30], clean(says, 400))))
        self._forget_unsent()
        self._wire.unregisterProducer()
        self._wire.loseConnection()
        self._set_timer(self.factory.bounds.farewell_seconds, self._abort)

    # -- inside

    def _forget_unsent(self) -> None:
        self._unsent.clear()
        self._unsent_bytes = 0

    def _message(self, message: Message) -> None:
        self.factory.came += 1
        if not self._allowance.take(self.factory.reactor.seconds(), WEIGHTS.get(type(message), 1)):
            self.goodbye("too_fast", "you send too many messages; connect again and send fewer")
            return
        match message:
            case Hello():
                self._greet(message)
            case Proof():
                self._prove(message)
            case Ping(number):
                self.send(Pong(number))
            case Pong():
                pass
            case Bye():
                self._ended = True
                self._wire.loseConnection()
            case _ if self.key is not None:
                self._request(self.key, message)  # type: ignore[arg-type]

    def _request(self, key: bytes, request: Request) -> None:
        """What is asked goes on to the hall, texts cut to what this host allows."""
        bounds = self.factory.bounds
        match request:
            case Say(n=n) if not self.factory.talk.may(key, self.factory.reactor.seconds()):
                says = f"you have said {bounds.chat_per_minute} lines within a minute; wait a little and say it again"
                self.send(Refused(n, TooMuchChat.code, says))
                return
            case Say(text=text):
                request = replace(request, text=clean(text, bounds.chat_characters))
            case Create(name=name):
                request = replace(request, name=clean(name, bounds.name_characters))
        self.factory.hall.asked(key, request, self)

    def _greet(self, hello: Hello) -> None:
        try:
            version = agree(hello.low, hello.high)
        except RummynetError as problem:
            self.goodbye(problem.code, str(problem))
            return
        self._hello, self._nonce = hello, self.factory.house.chance(32)
        self._write(self._connection.send(Challenge(version, self._nonce)))

    def _prove(self, proof: Proof) -> None:
        hello, host, bounds = self._hello, self.factory.house, self.factory.bounds
        if hello is None:
            return
        try:
            verify(hello.key, "hello", hello_payload(host.signer.public, self._nonce, hello.key), proof.signature)
        except BadSignature:
            self.goodbye("proof", "you have not proven that this key is yours; check that you know the right host")
            return
        self.key, self.name = hello.key, clean(hello.name, bounds.name_characters)
        self.name = self.name or f"guest {hello.key[:2].hex()}"
        self._write(self._connection.send(Welcome(clean(host.name, NAME), self.name, AGENT)))
        self.factory.logbook.note("came", peer=self._address, name=self.name)
        self._set_timer(bounds.ping_seconds, self._check_life)
        self.factory.hall.came(self.key, self.name, self)

    def _check_life(self) -> None:
        bounds = self.factory.bounds
        silent = self.factory.reactor.seconds() - self._heard_at
        if silent >= bounds.idle_seconds:
            self.goodbye("idle", "nothing was heard from you; connect again")
            return
        if silent >= bounds.ping_seconds:
            self._pings += 1
            self.send(Ping(self._pings))
        self._set_timer(bounds.ping_seconds, self._check_life)

    def _greeting_is_late(self) -> None:
        self.goodbye("greeting", "the greeting took too long; connect again")

    def _set_timer(self, seconds: float, do: object) -> None:
        self._stop_timer()
        self._timer = self.factory.reactor.callLater(seconds, do)  # type: ignore[arg-type]

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    def _write(self, data: bytes) -> None:
        self._wire.write(data)

    def _abort(self) -> None:
        self._ended = True
        self._wire.abortConnection()


@dataclass(eq=False)
class HostFactory(ServerFactory):
    """Makes a connection's protocol; knows them all."""

    hall: Hall
    house: House
    reactor: IReactorTime
    logbook: Logbook
    bounds: Bounds = Bounds()
    connections: set[HostProtocol] = field(default_factory=set)
    by_address: Counter[str] = field(default_factory=Counter)
    closing: bool = False
    came: int = 0
    """Messages that have come since the host was started."""
    too_slow: int = 0
    """Connections that were cut because they read too slowly."""
    goodbyes: Counter[str] = field(default_factory=Counter)
    """Connections that the host ended, by the code of its bye."""
    talk: Talk = field(init=False)

    def __post_init__(self) -> None:
        self.talk = Talk(self.bounds.chat_per_minute)

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: ANN401 - as Twisted has it
        """The protocol for a new connection."""
        if self.closing:
            return None
        host = str(getattr(addr, "host", "local"))
        self.by_address[host] += 1
        return HostProtocol(self, host)

    def full(self, address: str) -> str:
        """Why the newest connection is one too many, of all or of its address; "" if it is not."""
        if len(self.connections) > self.bounds.connections:
            return "this host has as many connections as it takes; try again later"
        if self.by_address[address] > self.bounds.per_address:
            most = self.bounds.per_address
            return f"this host takes no more connections from your address than {most}; end one of them and try again"
        return ""

    def gone(self, protocol: HostProtocol, address: str) -> None:
        """A connection has ended."""
        self.connections.discard(protocol)
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]

    def close(self, says: str) -> None:
        """Say bye to everybody."""
        self.closing = True
        for protocol in list(self.connections):
            protocol.goodbye("closing", says)
