"""The host's TLS over real sockets, on each loop that a host may run on."""

import asyncio
import select
import socket
import ssl

import pytest

from rummynet.host.net.tls_transport import READ_BYTES, WRITE_BYTES, DialledTransport
from rummynet_client.net.tls import context
from tests.support.tls_ends import ALERT, APPLICATION, LOOPS, Acceptor, Client, Loop, Notes, listen, run, until

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


def test_bytes_pass_both_ways_in_tls_1_3(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        await client.send(b"x" * 300_000)
        await until(lambda: len(notes.data) == 300_000)
        notes.transport.write(b"y" * 300_000)
        assert await client.receive(300_000) == b"y" * 300_000
        assert client.tls.version() == "TLSv1.3"
        client.close()
        await until(lambda: "lost" in notes.calls)

    run(loop, work)


def test_what_one_turn_writes_is_one_record(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        for number in range(3):
            for data in (b"entry", b"done", b"state"):
                notes.transport.write(data)
            assert notes.transport.unsent == 14
            assert await client.receive(14) == b"entrydonestate"
            assert client.records == [APPLICATION] * (number + 1)
            assert notes.transport.unsent == 0
        client.close()
        await until(lambda: "lost" in notes.calls)

    run(loop, work)


def test_a_turn_that_writes_much_is_paused_before_its_end(loop: Loop) -> None:
    """Else a log of megabytes would wait in no queue and under no limit."""

    async def work() -> None:
        client, notes = await ends(receive_buffer=4096)
        written = 0
        while notes.calls == ["made"]:
            notes.transport.write(b"x" * 1000)
            written += 1000
        paused = int(notes.calls[1].removeprefix("pause "))
        assert WRITE_BYTES < paused <= 3 * WRITE_BYTES
        assert notes.transport.unsent == paused
        assert written < 2_000_000, "no more than the system buffers"
        assert await client.receive(written) == b"x" * written
        await until(lambda: len(notes.calls) == 3)
        assert notes.calls[2] == "resume 0"
        client.close()
        await until(lambda: "lost" in notes.calls)

    run(loop, work)


def test_little_is_read_at_a_time_and_nothing_while_paused(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        notes.transport.pause_reading()
        sending = asyncio.create_task(client.send(b"x" * 20_000_000))
        await asyncio.sleep(0.05)
        assert not notes.data and not sending.done()
        notes.transport.resume_reading()
        await sending
        await until(lambda: len(notes.data) == 20_000_000)
        assert notes.longest <= 2 * READ_BYTES, "what was read, and the rest of a record that had come in part"
        client.close()
        await until(lambda: "lost" in notes.calls)

    run(loop, work)


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


def test_aborted_while_it_waits_for_the_peers_end(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends()
        notes.transport.close()
        notes.transport.abort()
        await until(lambda: "lost" in notes.calls)
        client.close()

    run(loop, work)


def test_abort_discards_what_the_system_has_buffered(loop: Loop) -> None:
    async def work() -> None:
        client, notes = await ends(receive_buffer=4096)
        while len(notes.calls) == 1:
            notes.transport.write(b"x" * 1000)
        notes.transport.abort()
        await until(lambda: "lost" in notes.calls)
        with pytest.raises(ConnectionResetError):
            await client.drain()
        client.close()

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


@pytest.mark.parametrize("junk", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + bytes(70_000), b"\xff" * 100])
def test_bytes_that_are_no_tls_get_an_alert_at_most(loop: Loop, junk: bytes) -> None:
    async def work() -> None:
        acceptor = Acceptor()
        port = listen(acceptor)
        client = await Client.dial(port.port)
        await asyncio.get_running_loop().sock_sendall(client.sock, junk)
        told = await client.drain()
        assert not told or told[0] == ALERT
        client.close()
        await until(lambda: acceptor.users and "lost" in acceptor.users[0].calls)
        assert acceptor.users[0].calls == ["made", "eof", "lost"] and acceptor.users[0].data == b""
        port.stop()

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


def test_before_the_handshake_nothing_is_written_and_an_end_ends_it(loop: Loop) -> None:
    async def work() -> None:
        acceptor = Acceptor()
        port = listen(acceptor)
        client = await Client.dial(port.port)
        await until(lambda: acceptor.users and acceptor.users[0].calls)
        transport = acceptor.users[0].transport
        transport.write(b"in the clear")
        assert transport.unsent == 0
        transport.close()
        assert await client.drain() == b""
        client.close()
        await until(lambda: "lost" in acceptor.users[0].calls)
        port.stop()

    run(loop, work)


def test_a_handshake_byte_by_byte_is_one(loop: Loop) -> None:
    async def work() -> None:
        acceptor = Acceptor()
        port = listen(acceptor)
        client = await Client.dial(port.port)
        with pytest.raises(ssl.SSLWantReadError):
            client.tls.do_handshake()
        for byte in client.outgoing.read():
            await asyncio.get_running_loop().sock_sendall(client.sock, bytes([byte]))
            await asyncio.sleep(0)
        await client.shake_hands()
        await client.send(b"hello")
        await until(lambda: acceptor.users[0].data == b"hello")
        client.close()
        await until(lambda: "lost" in acceptor.users[0].calls)
        port.stop()

    run(loop, work)


def test_a_connection_that_was_dialled_reads_after_a_pause_what_came_before_its_end(loop: Loop) -> None:
    """The loops' own TLS does not on uvloop."""

    async def work() -> None:
        acceptor, notes = Acceptor(), Notes()
        port = listen(acceptor)
        transport = DialledTransport(asyncio.get_running_loop(), context(), notes)
        tcp, _ = await asyncio.get_running_loop().create_connection(lambda: transport, "127.0.0.1", port.port)
        tls = await transport.secured
        assert tls is not None and tls.version() == "TLSv1.3"
        transport.write(b"hello")
        await until(lambda: acceptor.users and acceptor.users[0].data == b"hello")
        transport.pause_reading()
        (served,) = acceptor.users
        served.transport.write(b"x" * 60_000)
        served.transport.close()
        poll = select.poll()
        poll.register(tcp.get_extra_info("socket").fileno(), select.POLLRDHUP)
        await until(lambda: poll.poll(0))  # the end has come to this system
        assert notes.data == b"" and notes.calls == ["made"]
        transport.resume_reading()
        await until(lambda: "lost" in notes.calls)
        assert notes.data == b"x" * 60_000 and notes.calls == ["made", "eof", "lost"]
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
