"""Connections that one process accepts and others serve: who gets which, and what becomes of those that say little."""

import asyncio
import json
import os
import socket
import ssl
from collections.abc import Awaitable, Callable

import pytest

from rummynet.host.cluster import connection_router
from rummynet.host.cluster.connection_router import ConnectionRouter
from rummynet.host.net.client_hello import server_name
from rummynet.host.net.passed_port import VARIABLE, PassedPort, PassedPortSettings, take_settings
from rummynet.host.net.ports import ConnectionStarter, ListeningPort, bound_socket
from tests.host.test_client_hello import hello
from tests.support.programs import PATIENCE
from tests.support.tls_ends import LOOPS, Acceptor, Loop, host_context, run, until

pytestmark = pytest.mark.parametrize("loop", LOOPS)


class Machine:
    """A port, and processes behind it that keep what they are handed."""

    def __init__(self, *names: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.router = ConnectionRouter(self.loop)
        self.port = ListeningPort(self.loop, bound_socket("127.0.0.1", 0), self.router.take)
        self.taken: list[tuple[str, socket.socket, str]] = []
        self.ended: list[str] = []
        self.passed: dict[str, PassedPort] = {}
        self.dialled: list[socket.socket] = []
        for name in names:
            self.begin(name)

    def begin(self, name: str) -> None:
        """Start a process."""
        theirs = self.silent(name)
        settings = PassedPortSettings(name, self.port.host, self.port.port, False)
        self.passed[name] = PassedPort(
            self.loop, settings, theirs, lambda sock, address: self.taken.append((name, sock, address)),
            lambda: self.ended.append(name),
        )  # fmt: skip

    def silent(self, name: str) -> socket.socket:
        """A process that takes nothing: its end of the way."""
        ours, theirs = socket.socketpair()
        self.router.add_process(name, ours)
        return theirs

    def dial(self, *data: bytes) -> socket.socket:
        """A client that sends this."""
        client = socket.create_connection(("127.0.0.1", self.port.port), 10)
        self.dialled.append(client)
        for one in data:
            client.sendall(one)
        return client

    async def given(self, count: int) -> list[str]:
        """The processes that have been given a connection, once there are so many."""
        await until(lambda: len(self.taken) >= count)
        return self.names

    @property
    def names(self) -> list[str]:
        """The processes that have been given a connection, in order."""
        return [name for name, _, _ in self.taken]

    def close(self) -> None:
        self.port.stop()
        self.router.close()
        for port in self.passed.values():
            port.stop()
        for one in [*self.dialled, *(sock for _, sock, _ in self.taken)]:
            one.close()


def tried(loop: Loop, work: Callable[[Machine], Awaitable[None]], *names: str) -> None:
    """Run the work with a machine that has these processes."""

    async def inside() -> None:
        machine = Machine(*names)
        try:
            await work(machine)
        finally:
            machine.close()

    run(loop, inside)


def test_a_connection_goes_to_the_process_that_it_names_and_nothing_of_it_is_read(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        for number, name in enumerate(("b", "c", "a", "b"), start=1):
            first = hello(name)
            client = machine.dial(first)
            assert (await machine.given(number))[-1] == name
            _, sock, address = machine.taken[-1]
            assert (address, sock.getpeername()) == ("127.0.0.1", client.getsockname())
            sock.setblocking(True)
            assert sock.recv(2**16) == first

    tried(loop, work, "a", "b", "c")


def test_connections_without_a_name_that_is_known_go_to_all_in_turn(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        for number, data in enumerate([hello(None), hello("nobody"), b"GET / HTTP/1.1\r\n"] * 2, start=1):
            machine.dial(data)
            await machine.given(number)
        names = await machine.given(6)
        assert sorted(names[:3]) == sorted(names[3:]) == ["a", "b", "c"]

    tried(loop, work, "a", "b", "c")


def test_a_hello_in_pieces_is_waited_for_without_asking_all_the_time(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    def look(data: bytes) -> str | None:
        looks.append(len(data))
        return server_name(data)

    monkeypatch.setattr(connection_router, "server_name", look)
    monkeypatch.setattr(connection_router, "LOOK_AGAIN_SECONDS", 0.001)
    monkeypatch.setattr(connection_router, "HELLO_SECONDS", 1000)  # the pieces take longer than two on a busy machine

    async def work(machine: Machine) -> None:
        data = hello("b")
        cuts = (3, 5, 90)
        client = machine.dial(data[: cuts[0]])
        for seen, cut in zip(cuts, [*cuts[1:], len(data)], strict=True):
            await until(lambda seen=seen: seen in looks)  # type: ignore[misc]
            client.sendall(data[seen:cut])
        assert await machine.given(1) == ["b"]

    tried(loop, work, "a", "b")


def test_a_look_that_finds_too_little_is_not_repeated_at_once(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(connection_router, "server_name", lambda data: looks.append(len(data)))
    monkeypatch.setattr(connection_router, "LOOK_AGAIN_SECONDS", 1000)

    async def work(machine: Machine) -> None:
        machine.dial(b"\x16\x03")
        await until(lambda: bool(looks))
        for _ in range(50):
            await asyncio.sleep(0)
        assert looks == [2]

    tried(loop, work, "a")


def test_who_says_nothing_is_handed_on_when_the_time_is_over(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_router, "HELLO_SECONDS", 0.01)

    async def work(machine: Machine) -> None:
        machine.dial()
        machine.dial(b"\x16\x03\x01")
        assert await machine.given(2) == ["a", "a"]

    tried(loop, work, "a")


def test_with_too_many_that_say_nothing_the_oldest_is_handed_on(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_router, "MOST_WAITING", 3)
    monkeypatch.setattr(connection_router, "HELLO_SECONDS", 1000)

    async def work(machine: Machine) -> None:
        clients = [machine.dial() for _ in range(5)]
        await machine.given(2)
        assert [sock.getpeername() for _, sock, _ in machine.taken] == [one.getsockname() for one in clients[:2]]

    tried(loop, work, "a")


def test_who_goes_before_the_hello_is_whole_is_forgotten(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        machine.dial().close()
        machine.dial(hello("b"))
        await until(lambda: "b" in machine.names)
        assert machine.names in (
            ["b"],
            ["a", "b"],
            ["b", "a"],
        )  # a has one that has gone already

    tried(loop, work, "a", "b")


def test_connections_of_a_process_that_has_ended_go_to_another_until_it_is_there_again(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        machine.passed["b"].stop()
        machine.dial(hello("b"))
        assert await machine.given(1) == ["a"]
        machine.router.remove_process("b")
        machine.dial(hello("b"))
        assert await machine.given(2) == ["a", "a"]
        machine.begin("b")
        machine.dial(hello("b"))
        assert await machine.given(3) == ["a", "a", "b"]

    tried(loop, work, "a", "b")


def test_a_process_that_takes_nothing_is_given_no_more_than_the_named_ones(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        stopped = machine.silent("a")
        machine.dial(hello("a"))
        stopped.settimeout(PATIENCE)
        await asyncio.to_thread(stopped.recv, 1, socket.MSG_PEEK)  # it is there
        for number in range(1, 4):
            machine.dial(hello(None))
            assert (await machine.given(number))[-1] == "b"
        stopped.close()

    tried(loop, work, "b")


def test_a_process_with_a_full_way_is_passed_over(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        stopped = machine.silent("a")
        machine.dialled.append(stopped)
        count = 0
        while not machine.taken:  # the system holds some hundreds
            machine.dial(hello("a"))
            count += 1
            await asyncio.sleep(0)
            assert count < 5000
        assert machine.taken[0][0] == "b"

    tried(loop, work, "b")


def test_without_a_process_a_connection_is_closed(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        client = machine.dial(hello("a"))
        client.settimeout(PATIENCE)
        with pytest.raises(ConnectionResetError):
            assert await asyncio.to_thread(client.recv, 1) == b""
            raise ConnectionResetError  # an end is as good

    tried(loop, work)


def test_a_process_is_told_when_the_one_that_accepts_has_gone(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        machine.router.close()
        await until(lambda: len(machine.ended) == 2)
        assert sorted(machine.ended) == ["a", "b"]

    tried(loop, work, "a", "b")


def test_a_process_that_stops_by_itself_is_told_nothing(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        machine.passed["a"].stop()
        machine.router.close()
        await until(lambda: machine.ended == ["b"])

    tried(loop, work, "a", "b")


def test_descriptors_are_left_to_no_other_program(loop: Loop) -> None:
    async def work(machine: Machine) -> None:
        machine.dial(hello("a"))
        await machine.given(1)
        assert not machine.taken[0][1].get_inheritable()

    tried(loop, work, "a")


def test_settings_are_taken_out_of_the_environment(loop: Loop) -> None:
    settings = PassedPortSettings("process-2", "0.0.0.0", 7866, True)
    environ = {"HOME": "/", **settings.environment(7)}
    assert json.loads(environ[VARIABLE])[0] == 7
    assert take_settings(environ) == (7, settings)
    assert environ == {"HOME": "/"} and take_settings(environ) is None
    assert VARIABLE not in os.environ


def test_tls_is_begun_by_the_process_that_is_named(loop: Loop) -> None:
    """A real handshake through the port: what was looked at is still there for TLS."""

    async def work(machine: Machine) -> None:
        acceptor = Acceptor()
        starter = ConnectionStarter(machine.loop, host_context(), acceptor)
        theirs = machine.silent("b")
        settings = PassedPortSettings("b", "127.0.0.1", machine.port.port, False)
        machine.passed["b"] = PassedPort(machine.loop, settings, theirs, starter.begin, lambda: None)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
        _, writer = await asyncio.open_connection("127.0.0.1", machine.port.port, ssl=tls, server_hostname="b")
        writer.write(b"to b")
        await until(lambda: bool(acceptor.users) and b"to b" in acceptor.users[0].data)
        writer.close()
        await until(lambda: "lost" in acceptor.users[0].calls)

    tried(loop, work, "a")
