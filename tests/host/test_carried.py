"""Pages whose table is at another host: what is passed on, held back and ended. First without sockets."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Request

from rummynet.host.limits.bounds import Bounds
from rummynet.host.net.ports import listen_on
from rummynet.host.net.tls_transport import TlsTransport, host_end
from rummynet.host.web.carried import Carried, Carrier
from rummynet.host.web.web_connection import SUBPROTOCOL, WebConnection
from rummynet.host.web.web_server import ClearBio
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.values import replace
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Create, Forwarded
from tests.support.dialling import Building, Wire
from tests.support.people import HOST
from tests.support.tls_ends import LOOPS, SEED, Acceptor, Loop, Notes, host_context, run, until
from tests.support.web_dialling import AUTHORITY, CHALLENGE, fetch, get, web_factory


class Side(Wire):
    """A transport that notes whether it is read of."""

    reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


class Timer:
    """One call to come."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds, self.call, self.is_cancelled = seconds, call, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Passage:
    """A connection that is passed on, with its two sides and its timers."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []
        self.ended: list[Carried] = []
        self.browser, self.host = Side(), Side()
        self.carried = Carried(cast(Any, self), self.browser, 5, 60, self.ended.append)

    def call_later(self, delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        self.timers.append(Timer(delay, callback))
        return self.timers[-1]  # type: ignore[return-value]

    def ring(self) -> float:
        """Let the newest timer ring; its seconds."""
        timer = self.timers[-1]
        assert not timer.is_cancelled
        timer.call()
        return timer.seconds


@pytest.fixture
def passage() -> Passage:
    """One that is connected."""
    made = Passage()
    made.carried.begin(made.host)
    return made


def test_a_side_that_does_not_end_is_cut_off(passage: Passage) -> None:
    passage.carried.host.eof_received()
    passage.carried.host.connection_lost()
    assert passage.ring() == 5 and passage.browser.aborted


def test_sides_of_which_one_takes_nothing_for_too_long_are_cut_off(passage: Passage) -> None:
    """Nothing is read of the other meanwhile, so its end would not be seen."""
    passage.carried.browser.pause_writing()
    passage.carried.host.pause_writing()
    passage.carried.browser.resume_writing()
    assert not passage.timers[-1].is_cancelled, "one still takes nothing"
    passage.carried.host.resume_writing()
    assert passage.timers[-1].is_cancelled
    passage.carried.browser.pause_writing()
    assert passage.ring() == 60 and passage.browser.aborted and passage.host.aborted


def test_a_host_by_itself_knows_no_other_place() -> None:
    assert Carrier(cast(Any, None), Signer(SEED), Bounds).places([1]) == {}


@pytest.mark.parametrize("how", ["connection_lost", "drop"])
def test_a_browser_that_goes_before_the_way_is_there_ends_it(how: str) -> None:
    made = Passage()
    getattr(made.carried.browser, how)()
    made.carried.browser.connection_lost()
    assert made.ended
    made.carried.begin(made.host)
    assert made.host.aborted


# -- over sockets


class OtherHost:
    """The other host, at ``port``, which has table 7."""

    port = 0
    addresses: tuple[str, ...] = ()

    def addresses_here(self) -> tuple[str, ...]:
        return ("192.0.2.1:7866",)

    def addresses_with(self, address: str) -> tuple[str, ...]:
        return self.addresses if address in self.addresses else ()

    def open_elsewhere(self) -> dict[int, str]:
        return {7: self.addresses[0]}


class Neighbours:
    """A host with pages, and another one, whose key is *seed*."""

    def __init__(self, building: Building, seed: bytes) -> None:
        self.loop = asyncio.get_running_loop()
        self.bounds = Bounds()
        self.acceptor = Acceptor()
        (self.port,) = listen_on(self.loop, "127.0.0.1", 0, host_end(host_context(seed)), self.acceptor.build_protocol)
        self.there = f"127.0.0.1:{self.port.port}"
        self.carrier = Carrier(self.loop, Signer(SEED), lambda: self.bounds)
        self.carrier.others = self.others = cast(Any, OtherHost())
        self.others.addresses = (self.there,)
        self.factory = replace(web_factory(building), carrier=self.carrier)
        self.browsers: list[Browser] = []

    async def dial(self, request: bytes | None = None) -> "Browser":
        """A browser at this host, without TLS, that asks for the other one or as in *request*."""
        ours, theirs = socket.socketpair()
        user = self.factory.build_protocol("192.0.2.7")
        assert isinstance(user, WebConnection)
        for one in (ours, theirs):
            one.setblocking(False)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 10_000)
        transport = TlsTransport(self.loop, ClearBio, user)
        await self.loop.connect_accepted_socket(lambda: transport, theirs)
        made = Browser(self.loop, ours, self.there)
        self.browsers.append(made)
        await self.loop.sock_sendall(ours, made.ask if request is None else request)
        return made

    async def served(self, at: int = 0) -> Notes:
        """The user of a connection at the other host, once it knows where the page is."""
        await until(lambda: len(self.acceptor.users) > at)
        user = self.acceptor.users[at]
        await until(lambda: len(user.data) >= 4)
        return user

    def close(self) -> None:
        self.port.stop()
        for browser in self.browsers:
            browser.sock.close()
        for user in self.acceptor.users:
            user.transport.abort()


class Browser:
    """A page's end, by hand."""

    def __init__(self, loop: asyncio.AbstractEventLoop, sock: socket.socket, there: str) -> None:
        self.loop, self.sock = loop, sock
        self.socket = WSConnection(ConnectionType.CLIENT)
        self.ask = self.socket.send(Request(AUTHORITY, f"/wire?at={quote(there)}", subprotocols=[SUBPROTOCOL]))
        self.came = b""
        self.is_open = self.is_closed = False

    async def send(self, data: bytes) -> None:
        await self.loop.sock_sendall(self.sock, self.socket.send(BytesMessage(data)))

    async def receive(self, size: int) -> bytes:
        """So many bytes of messages; fewer if the WebSocket ends before."""
        while len(self.came) < size and not self.is_closed:
            await self._receive()
        found, self.came = self.came[:size], self.came[size:]
        return found

    async def ends(self) -> bool:
        """Whether it is cut off, without a word of the WebSocket."""
        while data := await self.loop.sock_recv(self.sock, 1000):
            self.socket.receive_data(data)
        return not any(isinstance(event, CloseConnection) for event in self.socket.events())

    async def _receive(self) -> None:
        self.socket.receive_data(await self.loop.sock_recv(self.sock, 65536) or None)
        for event in self.socket.events():
            match event:
                case AcceptConnection():
                    self.is_open = True
                case BytesMessage():
                    self.came += bytes(event.data)
                case CloseConnection():
                    self.is_closed = True

    async def greet(self) -> bytes:
        """Open the WebSocket and send the challenge; the key that this host shows."""
        while not self.is_open:
            await self._receive()
        await self.send(CHALLENGE)
        return (await self.receive(96))[:32]


def tried(loop: Loop, building: Building, work: Callable[[Neighbours], object], seed: bytes = SEED) -> None:
    async def inside() -> None:
        made = Neighbours(building, seed)
        try:
            await work(made)  # type: ignore[misc]
            await until(lambda: not made.carrier.dialling)
        finally:
            made.close()

    run(loop, inside)


@pytest.fixture(params=LOOPS)
def loop(request: pytest.FixtureRequest) -> Iterator[Loop]:
    yield request.param


def forwarded(data: bytes) -> tuple[Forwarded, bytes]:
    """What another host says of the page first, and the rest."""
    length = 4 + int.from_bytes(data[:4], "big")
    (message,) = Connection(Role.HOST).receive(data[:length])
    assert isinstance(message, Forwarded)
    return message, data[length:]


def test_another_site_is_refused_before_anything_is_passed_on(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        for header in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            browser = await made.dial(get(f"/wire?at={quote(made.there)}", **header))
            assert b" 403 " in await made.loop.sock_recv(browser.sock, 100)
            assert not made.carrier.carried and not made.acceptor.users

    tried(loop, building, work)


def test_a_page_is_told_which_host_has_which_table(loop: Loop, building: Building) -> None:
    assert fetch(building, get("/places")).endswith(b"\r\n\r\nnull"), "a host by itself has no places"
    building.guest("Ann").ask(Create, "keilty", {}, "one")

    async def work(made: Neighbours) -> None:
        browser = await made.dial(get("/places"))
        found = await made.loop.sock_recv(browser.sock, 10_000)
        assert json.loads(found.partition(b"\r\n\r\n")[2]) == {"1": "192.0.2.1:7866", "7": made.there}

    tried(loop, building, work)


def test_an_address_that_nothing_answers_at_is_followed_by_the_next(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        with socket.socket() as closed:  # bound and not listening: refused
            closed.bind(("127.0.0.1", 0))
            made.others.addresses = (f"127.0.0.1:{closed.getsockname()[1]}", made.there)
            await made.dial(get(f"/wire?at={quote(made.others.addresses[0])}", **UPGRADE))
            await made.served()

    tried(loop, building, work)


UPGRADE = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": "x3JJHMbDL1EzLkh9GBhXDw==",
    "Sec_WebSocket_Version": "13", "Sec_WebSocket_Protocol": SUBPROTOCOL,
}  # fmt: skip


def test_a_host_with_another_key_is_told_nothing_and_the_page_is_cut_off(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await until(lambda: made.acceptor.users and "lost" in made.acceptor.users[0].calls)
        assert made.acceptor.users[0].data == b""
        await until(lambda: not made.carrier.carried)
        assert await browser.ends()

    tried(loop, building, work, seed=b"\x52" * 32)


def test_a_host_passes_on_as_many_as_it_may_have_itself(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        made.bounds = Bounds(connections=1)
        await made.dial()
        await made.served()
        assert await (await made.dial()).ends()
        assert len(made.carrier.carried) == 1 and len(building.factory.admission) == 0

    tried(loop, building, work)


def test_a_host_that_ends_closes_what_it_passes_on(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await browser.greet()
        served = await made.served()
        made.carrier.end()
        assert await browser.receive(1) == b"" and browser.is_closed
        await until(lambda: "eof" in served.calls)

    tried(loop, building, work)


def test_a_slow_page_gets_all_that_the_host_said_before_it_closed_and_little_waits_here(
    loop: Loop, building: Building
) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await browser.greet()
        served = await made.served()
        while not any(call.startswith("pause") for call in served.calls):
            served.transport.write(b"x" * 10_000)
            await asyncio.sleep(0)
        count = 10 * 10_000
        served.transport.write(b"y" * count)
        served.transport.close()
        found = b""
        while piece := await browser.receive(10_000):
            found += piece
        assert found.endswith(b"y" * count) and found.strip(b"y").strip(b"x") == b"", "all of it"

    tried(loop, building, work)


# -- at the other host


def test_nobody_else_can_say_where_a_page_is(building: Building) -> None:
    ann = building.dial("Ann", "10.0.0.9")
    ann.say(Forwarded("192.0.2.7", HOST.sign("forwarded", b"192.0.2.8")))
    assert ann.protocol.group == "10.0.0.9" and [bye.code for bye in ann.hear() if isinstance(bye, Bye)] == ["proof"]


def test_pages_that_connect_too_often_are_dropped_also_through_another_host(building: Building) -> None:
    building.factory.set_bounds(replace(building.factory.bounds, dials_burst=2))
    for at in range(3):
        ann = building.dial("Ann", f"10.0.0.{at}")
        ann.say(Forwarded("192.0.2.7", HOST.sign("forwarded", b"192.0.2.7")))
        assert ann.wire.aborted == (at == 2)
    assert building.factory.turned_away == 1 and len(building.factory.admission) == 2


def test_what_comes_from_another_host_is_not_turned_away_however_often(building: Building) -> None:
    building.factory.set_bounds(replace(building.factory.bounds, dials_burst=1))
    building.dispatcher.moves.cluster = cast(Any, SimpleNamespace(other_addresses=lambda: ("192.0.2.2:7866",)))
    for _ in range(3):
        assert building.factory.build_protocol("192.0.2.2") is not None
    assert building.factory.build_protocol("192.0.2.3") is not None
    assert building.factory.build_protocol("192.0.2.3") is None
