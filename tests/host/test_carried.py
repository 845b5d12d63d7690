"""Pages' connections that another process serves: what is passed on, held back and ended. First without sockets."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator

import pytest

from rummynet.host.net.ports import ConnectionStarter
from rummynet.host.net.tls_transport import TlsTransport
from rummynet.host.web.carried import LOOK_SECONDS, Carried, CarriedPort, OtherProcesses
from rummynet.host.web.clear_tls import ClearContext
from rummynet.host.web.web_connection import WebConnection
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Create
from tests.support.dialling import Building, Wire
from tests.support.tls_ends import LOOPS, Acceptor, Loop, run, until
from tests.support.web_dialling import fetch, get, web_factory


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
        self.is_gone = False
        self.browser, self.process = Side(), Side()
        self.carried = Carried(self, self.browser, lambda: self.is_gone, 5, self.ended.append)

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
    made.carried.process.connection_made(made.process)
    return made


def test_bytes_go_both_ways_and_wait_until_the_way_is_there() -> None:
    made = Passage()
    assert not made.browser.reads
    made.carried.browser.data_received(b"GET ")
    made.carried.process.connection_made(made.process)
    assert made.process.value() == b"GET " and made.browser.reads
    made.carried.browser.data_received(b"/wire")
    made.carried.process.data_received(b"101")
    assert (made.process.value(), made.browser.value()) == (b"GET /wire", b"101")


def test_a_side_that_does_not_read_stops_the_other_one(passage: Passage) -> None:
    for end, other in (
        (passage.carried.browser, passage.process),
        (passage.carried.process, passage.browser),
    ):
        end.pause_writing()
        assert not other.reads
        end.resume_writing()
        assert other.reads


@pytest.mark.parametrize("how", ["eof_received", "connection_lost"])
@pytest.mark.parametrize("side", ["browser", "process"])
def test_the_end_of_one_side_is_that_of_the_other_and_of_its_place(passage: Passage, side: str, how: str) -> None:
    ends = [passage.carried.browser, passage.carried.process]
    wires = [passage.browser, passage.process]
    if side == "process":
        ends.reverse()
        wires.reverse()
    ends[0].pause_writing()
    getattr(ends[0], how)()
    assert wires[1].disconnecting and not wires[1].aborted and wires[1].reads, "or its end would not be seen"
    assert not passage.ended
    for end in ends:
        end.connection_lost()
    assert passage.ended and passage.timers[-1].is_cancelled


def test_a_side_that_does_not_end_is_cut_off(passage: Passage) -> None:
    passage.carried.process.eof_received()
    assert passage.ring() == 5 and passage.browser.aborted


def test_a_process_that_goes_while_the_browser_does_not_read_is_noticed(passage: Passage) -> None:
    passage.carried.browser.pause_writing()
    assert passage.ring() == LOOK_SECONDS and not passage.browser.disconnecting
    passage.is_gone = True
    passage.ring()
    assert passage.browser.disconnecting


def test_a_browser_that_goes_before_the_way_is_there_ends_it() -> None:
    made = Passage()
    made.carried.browser.connection_lost()
    assert made.ended
    made.carried.process.connection_made(made.process)
    assert made.process.aborted


# -- over sockets


class Seven:
    """Process 2 has table 7, and had table 6."""

    def owner_of(self, table: int) -> str:
        return "process-2" if table in (6, 7) else ""

    def open_elsewhere(self) -> dict[int, str]:
        return {7: "process-2"}


class Neighbours:
    """Process 1, which passes on to process 2."""

    def __init__(self, building: Building) -> None:
        loop = asyncio.get_running_loop()
        self.inbox, way = socket.socketpair(type=socket.SOCK_DGRAM)
        self.building = building
        self.acceptor = Acceptor()
        self.farewell = 15.0
        self.others = OtherProcesses(loop, "process-1", {"process-2": way}, lambda: self.farewell)
        self.others.owners = Seven()
        self.addresses: list[str] = []
        begin = ConnectionStarter(loop, ClearContext(), self.acceptor).begin

        def take(sock: socket.socket, address: str) -> None:
            self.addresses.append(address)
            begin(sock, address)

        self.port = CarriedPort(loop, self.inbox, take)
        self.factory = replace(web_factory(building), others=self.others)
        self.way = way

    async def dial(self) -> socket.socket:
        """A browser at process 1, without TLS."""
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        user = self.factory.build_protocol("192.0.2.7")
        assert isinstance(user, WebConnection)
        theirs.setblocking(False)
        ours.setblocking(False)
        transport = TlsTransport(loop, ClearContext(), theirs, user)
        await loop.connect_accepted_socket(lambda: transport, theirs)
        return ours

    def close(self) -> None:
        self.port.stop()
        self.way.close()


WIRE = get("/wire?at=process-2")


def tried(loop: Loop, building: Building, work: Callable[[Neighbours], object]) -> None:
    async def inside() -> None:
        made = Neighbours(building)
        try:
            await work(made)  # type: ignore[misc]
        finally:
            made.close()

    run(loop, inside)


@pytest.fixture(params=LOOPS)
def loop(request: pytest.FixtureRequest) -> Iterator[Loop]:
    yield request.param


def test_a_connection_is_served_by_the_process_that_it_names_and_counted_there(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        for path in ("/wire?at=process-2", "/coach/6/1/0"):
            browser = await made.dial()
            await asyncio.get_running_loop().sock_sendall(browser, get(path))
            count = len(made.acceptor.users)
            await until(lambda count=count: len(made.acceptor.users) > count)  # type: ignore[misc]
            served = made.acceptor.users[-1]
            await until(lambda served=served, path=path: bytes(served.data) == get(path))  # type: ignore[misc]
            assert made.addresses[-1] == "192.0.2.7"
            assert not building.factory.connections and len(building.factory.admission) == 0
            served.transport.write(b"answer")
            assert await asyncio.get_running_loop().sock_recv(browser, 100) == b"answer"
            browser.close()
            await until(lambda served=served: "lost" in served.calls)  # type: ignore[misc]
        await until(lambda: not made.others.carried)

    tried(loop, building, work)


@pytest.mark.parametrize("path", ["/wire?at=process-1", "/wire?at=process-9", "/wire", "/coach/8/1/0", "/"])
def test_other_requests_stay(loop: Loop, building: Building, path: str) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, get(path))
        assert (await asyncio.get_running_loop().sock_recv(browser, 9)).startswith(b"HTTP/1.1")
        assert not made.acceptor.users
        browser.close()

    tried(loop, building, work)


def test_another_site_is_refused_before_anything_is_passed_on(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, get("/wire?at=process-2", Host="evil.example"))
        assert b" 403 " in await asyncio.get_running_loop().sock_recv(browser, 100)
        browser.close()

    tried(loop, building, work)


def test_a_page_is_told_which_process_has_which_table(loop: Loop, building: Building) -> None:
    assert fetch(building, get("/places")).endswith(b"\r\n\r\nnull"), "a host in one process has no places"
    building.guest("Ann").ask(Create, "keilty", {}, "one")

    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, get("/places"))
        found = await asyncio.get_running_loop().sock_recv(browser, 10_000)
        assert json.loads(found.partition(b"\r\n\r\n")[2]) == {"1": "process-1", "7": "process-2"}
        browser.close()

    tried(loop, building, work)


def test_a_crowd_that_is_passed_on_at_once_arrives(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        browsers = [await made.dial() for _ in range(60)]  # more than the system keeps
        for browser in browsers:
            await asyncio.get_running_loop().sock_sendall(browser, WIRE)
        await until(lambda: sum(user.data == WIRE for user in made.acceptor.users) == 60)
        for browser in browsers:
            browser.close()
        await until(lambda: not made.others.carried)

    tried(loop, building, work)


def test_where_a_process_takes_nothing_the_page_is_cut_off_in_the_end(
    loop: Loop, building: Building, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rummynet.host.web.carried.AGAIN_SECONDS", 0.001)

    async def work(made: Neighbours) -> None:
        asyncio.get_running_loop().remove_reader(made.inbox)
        made.inbox.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        sides = [Side() for _ in range(600)]
        for side in sides:
            made.others.begin("process-2", "192.0.2.7", side, b"")
            await asyncio.sleep(0)
        await until(lambda: any(side.aborted for side in sides))
        for one in list(made.others.carried):
            one.abort()
        await asyncio.gather(*made.others.connecting)

    tried(loop, building, work)


def test_what_was_passed_on_to_a_process_that_is_being_started_waits_for_it(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        asyncio.get_running_loop().remove_reader(made.inbox)
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, WIRE)
        await until(lambda: made.others.carried)
        again = socket.socket(fileno=socket.dup(made.inbox.fileno()))
        began = ConnectionStarter(asyncio.get_running_loop(), ClearContext(), made.acceptor).begin
        port = CarriedPort(asyncio.get_running_loop(), again, began)
        await until(lambda: made.acceptor.users and made.acceptor.users[0].data == WIRE)
        browser.close()
        await until(lambda: not made.others.carried)
        port.stop()

    tried(loop, building, work)


def test_a_browser_that_reads_nothing_is_cut_off_when_the_process_that_serves_it_goes(
    loop: Loop, building: Building, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nothing is read of that process any more, so that its end is not."""
    monkeypatch.setattr("rummynet.host.web.carried.LOOK_SECONDS", 0.01)

    async def work(made: Neighbours) -> None:
        made.farewell = 0.01
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, WIRE)
        await until(lambda: made.acceptor.users and made.acceptor.users[0].data == WIRE)
        served = made.acceptor.users[0]
        while not any(call.startswith("pause") for call in served.calls):
            served.transport.write(b"x" * 10_000)
            await asyncio.sleep(0)
        assert served.transport.unsent < 200_000, "what waits is in the system's buffers and there"
        served.transport.abort()
        await until(lambda: not made.others.carried)
        browser.close()

    tried(loop, building, work)


def test_a_slow_browser_gets_all_that_a_process_said_before_it_closed(loop: Loop, building: Building) -> None:
    async def work(made: Neighbours) -> None:
        browser = await made.dial()
        await asyncio.get_running_loop().sock_sendall(browser, WIRE)
        await until(lambda: made.acceptor.users and made.acceptor.users[0].data == WIRE)
        served = made.acceptor.users[0]
        served.transport.write(b"x" * 300_000)
        served.transport.close()
        found = 0
        while data := await asyncio.get_running_loop().sock_recv(browser, 50_000):
            found += len(data)
        browser.close()
        assert found == 300_000
        await until(lambda: not made.others.carried)

    tried(loop, building, work)
