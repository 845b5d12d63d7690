"""Listening sockets: how many connections one turn of the loop accepts, and what becomes of those that begin no TLS."""

import asyncio
import io
import resource
import socket
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rummynet.host.net import ports
from rummynet.host.net.ports import ConnectionStarter, ListeningPort, bound_socket, listen_on
from rummynet.host.net.tls_transport import host_end
from tests.support.dialling import Building
from tests.support.tls_ends import LOOPS, Acceptor, Client, Loop, host_context, listen, run, until

pytestmark = pytest.mark.parametrize("loop", LOOPS)


def dialled(port: int, count: int) -> list[socket.socket]:
    """Connections that say nothing."""
    return [socket.create_connection(("127.0.0.1", port), 10) for _ in range(count)]


def is_ended(sock: socket.socket) -> bool:
    """Whether the host has ended the connection; it must not have said anything."""
    sock.setblocking(False)
    with suppress(BlockingIOError):
        try:
            assert sock.recv(1) == b""
        except ConnectionResetError:
            pass
        return True
    return False


def test_a_connection_that_is_refused_gets_no_byte(loop: Loop) -> None:
    class Closed:
        def build_protocol(self, address: str) -> None:
            assert address == "127.0.0.1"

    async def work() -> None:
        port = listen(Closed())
        (one,) = dialled(port.port, 1)
        one.sendall(b"\x16\x03\x01")
        await until(lambda: is_ended(one))
        one.close()
        port.stop()

    run(loop, work)


def test_a_stopped_port_takes_nobody_and_connections_stay(loop: Loop) -> None:
    async def work() -> None:
        acceptor = Acceptor()
        port = listen(acceptor)
        client = await Client.dial(port.port)
        await client.shake_hands()
        port.stop()
        port.stop()
        with pytest.raises(ConnectionRefusedError):
            dialled(port.port, 1)
        await client.send(b"still here")
        await until(lambda: acceptor.users[0].data == b"still here")
        client.close()
        await until(lambda: "lost" in acceptor.users[0].calls)

    run(loop, work)


def test_without_descriptors_it_waits_and_accepts_later(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "RETRY_SECONDS", 0.1)
    tried: list[float] = []

    class Counting(socket.socket):
        def accept(self) -> tuple[socket.socket, Any]:
            tried.append(time.monotonic())
            return super().accept()

    async def work() -> None:
        acceptor = Acceptor()
        sock = bound_socket("127.0.0.1", 0)
        starter = ConnectionStarter(asyncio.get_running_loop(), host_end(host_context()), acceptor.build_protocol)
        port = ListeningPort(asyncio.get_running_loop(), Counting(fileno=sock.detach()), starter.begin)
        people = dialled(port.port, 2)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))  # all numbers below it are in use
        try:
            await until(lambda: len(tried) == 4)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert not acceptor.users
        assert all(after - before > 0.09 for before, after in pairwise(tried)), "it does not ask all the time"
        await until(lambda: len(acceptor.users) == 2)
        for one in people:
            one.close()
        await until(lambda: all("lost" in one.calls for one in acceptor.users))
        port.stop()

    run(loop, work)


def test_ipv6_is_beside_ipv4_on_one_port(loop: Loop) -> None:
    async def work() -> None:
        both, loop = Acceptor(), asyncio.get_running_loop()
        found = listen_on(loop, "0.0.0.0", 0, host_end(host_context()), both.build_protocol)
        with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
            assert len(found) == 2
        if len(found) == 1:
            found[0].stop()
            pytest.skip("a system without IPv6")
        port, other = found
        with bound_socket("127.0.0.1", 0) as sock:
            assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 1, "a restart may come at once"
        assert (other.host, other.port) == ("::", port.port)
        people = [socket.create_connection((host, port.port), 10) for host in ("127.0.0.1", "::1")]
        await until(lambda: len(both.users) == 2)
        for one in people:
            one.close()
        await until(lambda: all("lost" in one.calls for one in both.users))
        port.stop()
        other.stop()

    run(loop, work)


def test_a_host_that_closes_leaves_nobody_in_the_handshake(loop: Loop, tmp_path: Path) -> None:
    building = Building(tmp_path, io.StringIO())

    async def work() -> None:
        port = listen(building.factory)
        (one,) = dialled(port.port, 1)
        await until(lambda: building.factory.connections)
        building.dispatcher.close(lambda: building.factory.close("good night"))
        await until(lambda: is_ended(one))
        one.close()
        await until(lambda: not building.factory.connections)
        assert building.factory.build_protocol("127.0.0.1") is None
        port.stop()

    run(loop, work)
    building.close()
