"""The host's TLS with an Ed25519 certificate on one side, the client's on the other, over real sockets."""

import asyncio
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rummynet_client.net.tls import CannotConnect, NotAHost, connect, context
from rummynet_protocol.fairness.signing import Signer
from tests.support.errors import raises
from tests.support.programs import PATIENCE

pytestmark = pytest.mark.drawn(3)

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))


@contextmanager
def echo_host(which: str) -> Iterator[int]:
    command = [sys.executable, "-m", "tests.support.echo_host", which]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None and program.stdout is not None
        yield int(program.stdout.readline())
        program.stdin.close()
        assert program.wait(PATIENCE) == 0


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with echo_host(SEED.hex()) as port:
        yield port


def test_the_key_of_the_certificate_is_the_identity_key_and_bytes_pass_both_ways(port: int) -> None:
    async def talk() -> tuple[bytes, bytes, str]:
        reader, writer, key = await connect("127.0.0.1", port)
        writer.write(b"x" * 100_000)
        back = await reader.readexactly(100_000)
        version = writer.get_extra_info("ssl_object").version()
        writer.close()
        await writer.wait_closed()
        return key, back, version

    key, back, version = asyncio.run(talk())
    assert key == Signer(SEED).public
    assert back == b"x" * 100_000
    assert version == "TLSv1.3"


def test_a_client_of_tls_1_2_is_turned_away(port: int) -> None:
    old = context()
    old.minimum_version = ssl.TLSVersion.TLSv1_2
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as plain, pytest.raises(ssl.SSLError) as alert:
        old.wrap_socket(plain)
    assert "PROTOCOL" in alert.value.reason


def test_plain_bytes_get_no_echo(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as plain:
        plain.sendall(b"\0\0\0\1\xc0" * 40)
        plain.shutdown(socket.SHUT_WR)
        said = b""
        while piece := plain.recv(4096):
            said += piece
    assert not said or said[0] == 21, "a TLS alert at most"


def test_a_server_with_another_kind_of_certificate_is_no_host() -> None:
    with echo_host("rsa") as port, raises(NotAHost, "not_a_host", f"127.0.0.1:{port}"):
        asyncio.run(connect("127.0.0.1", port))


def test_a_server_without_tls_is_no_host() -> None:
    async def meet() -> None:
        async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"220 mail.example ready\r\n")
            await reader.read()
            writer.close()
            await writer.wait_closed()
            gone.set()

        gone = asyncio.Event()

        async with await asyncio.start_server(hello, "127.0.0.1", 0) as server:
            try:
                await connect("127.0.0.1", server.sockets[0].getsockname()[1])
            finally:
                await gone.wait()

    with raises(NotAHost, "not_a_host", "is not a rummynet host; check the address"):
        asyncio.run(meet())


def test_nobody_there_says_what_to_check() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: nobody else gets the port
        free = taken.getsockname()[1]
        with raises(CannotConnect, "cannot_connect", f"127.0.0.1:{free}", "connection refused"):
            asyncio.run(connect("127.0.0.1", free))


def test_silence_ends_after_the_time_given() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with raises(CannotConnect, "cannot_connect", 0.05):
            asyncio.run(connect("127.0.0.1", silent.getsockname()[1], seconds=0.05))
