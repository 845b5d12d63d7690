"""The host's TLS over real sockets, on each loop that a host may run on."""

import asyncio
import socket
import ssl

import pytest

from rummynet.host.net.tls_transport import WRITE_BYTES, DialledTransport
from rummynet_client.net.tls import context
from tests.support.tls_ends import LOOPS, Acceptor, Client, Loop, Notes, listen, run, until

pytestmark = pytest.mark.parametrize("loop", LOOPS)


async def ends(receive_buffer: int = 0) -> tuple[Client, Notes]:
    """A client and the host's end of it, after the handshake."""
    acceptor = Acceptor()
    port = listen(acceptor)
    client = await Client.dial(port.port, receive_buffer=receive_buffer)
    await client.shake_hands()
    await client.send(b"hello")
    await until(lambda: acceptor.users and acceptor.users[0].data)
    port.stop()
    assert acceptor.users[0].data == b"hello"
    acceptor.users[0].data.clear()
    return client, acceptor.users[0]


def test_writing_to_a_peer_that_has_just_gone_is_silent(loop: Loop, caplog: pytest.LogCaptureFixture) -> None:
    """A page of 600 kB to a browser that was closed: asyncio printed a line on each further write."""

    async def work() -> None:
        client, notes = await ends()
        client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
        for _ in range(40):
            notes.transport.write(b"x" * WRITE_BYTES)
        await until(lambda: "lost" in notes.calls)

    run(loop, work)
    assert caplog.records == []


def test_the_last_words_reach_a_peer_that_has_sent_what_nobody_reads(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        notes.transport.write(b"bye")
        notes.transport.close()
        notes.transport.write(b"too late")
        await client.send(b"x" * 200_000)
        assert await client.receive(100) == b"bye", "and then the end of TLS"
        assert await client.drain() == b""
        assert notes.data == b"" and "lost" not in notes.calls, "it waits for the peer's end"
        client.close()
        await until(lambda: "lost" in notes.calls)

    run(loop, work)


@pytest.mark.parametrize("how", ["end of TLS", "end of TCP", "reset"])
def test_the_peers_end_is_noticed(loop: Loop, how: str) -> None:
    async def work() -> None:
        client, notes = await ends()
        if how == "end of TLS":
            with pytest.raises(ssl.SSLWantReadError):
                client.tls.unwrap()
            await asyncio.get_running_loop().sock_sendall(client.sock, client.outgoing.read())
            await until(lambda: "eof" in notes.calls)
            client.close()
        elif how == "end of TCP":
            client.sock.shutdown(socket.SHUT_WR)
            await until(lambda: "eof" in notes.calls)
            assert await client.receive(1) == b""
            client.close()
        else:
            client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.close()
        await until(lambda: "lost" in notes.calls)
        assert notes.calls.count("lost") == 1 and notes.calls.count("eof") <= 1
        notes.transport.write(b"nobody is there")
        notes.transport.close()
        notes.transport.abort()

    run(loop, work)


def test_a_record_that_was_changed_on_the_way_ends_the_connection(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        client.tls.write(b"good")
        good = client.outgoing.read()
        client.tls.write(b"changed")
        changed = bytearray(client.outgoing.read())
        changed[-1] ^= 1
        await asyncio.get_running_loop().sock_sendall(client.sock, good + changed)
        with pytest.raises(ssl.SSLError) as alert:
            await client.receive(1)
        assert "BAD_RECORD_MAC" in alert.value.reason
        await until(lambda: "eof" in notes.calls)
        client.close()
        await until(lambda: "lost" in notes.calls)
        assert notes.data == b"good" and notes.calls == ["made", "eof", "lost"]

    run(loop, work)


def test_a_client_of_tls_1_2_is_turned_away(loop: Loop) -> None:
    async def work() -> None:
        acceptor = Acceptor()
        port = listen(acceptor)
        old = context()
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
        client = await Client.dial(port.port, old)
        with pytest.raises(ssl.SSLError) as alert:
            await client.shake_hands()
        assert "PROTOCOL" in alert.value.reason
        client.close()
        await until(lambda: acceptor.users and "lost" in acceptor.users[0].calls)
        port.stop()

    run(loop, work)


def test_a_connection_that_was_dialled_and_lost_before_the_handshake_is_not_secured(loop: Loop) -> None:
    async def work() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            transport = DialledTransport(asyncio.get_running_loop(), context(), Notes())
            await asyncio.get_running_loop().create_connection(lambda: transport, *listening.getsockname())
            other, _ = listening.accept()
            other.close()
            assert await transport.secured is None

    run(loop, work)
