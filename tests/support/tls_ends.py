"""Both ends of a connection over real sockets: the host's TLS, whose user notes all, and a client that sees records."""

import asyncio
import socket
import ssl
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from rummynet.host.net.certificate import server_context
from rummynet.host.net.ports import ListeningPort, listen_on
from rummynet.host.net.tls_transport import TlsTransport, host_end
from rummynet_client.net.tls import context
from tests.support.programs import PATIENCE

SEED = b"\x51" * 32
APPLICATION, ALERT = 23, 21
LOOPS = [pytest.param(asyncio.SelectorEventLoop, id="asyncio")]
"""The loops on which a host may run."""
try:
    import uvloop
except ImportError:
    pass
else:
    LOOPS.append(pytest.param(uvloop.new_event_loop, id="uvloop"))

Loop = Callable[[], asyncio.AbstractEventLoop]


def run(loop: Loop, work: Callable[[], Awaitable[None]]) -> None:
    """Run to the end on a new loop."""

    async def all_of_it() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(all_of_it())


class Notes:
    """A user of a ``TlsTransport`` that writes down what happens to it."""

    def __init__(self) -> None:
        self.transport: TlsTransport
        self.data = bytearray()
        self.longest = 0
        self.calls: list[str] = []

    def connection_made(self, transport: TlsTransport) -> None:
        self.transport = transport
        self.calls.append("made")

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.longest = max(self.longest, len(data))

    def eof_received(self) -> None:
        self.calls.append("eof")
        self.transport.close()

    def connection_lost(self) -> None:
        self.calls.append("lost")

    def pause_writing(self) -> None:
        self.calls.append(f"pause {self.transport.unsent}")

    def resume_writing(self) -> None:
        self.calls.append(f"resume {self.transport.unsent}")


class Acceptor:
    """Takes every connection; ``users`` in the order in which they came."""

    def __init__(self) -> None:
        self.users: list[Notes] = []

    def build_protocol(self, address: str) -> Notes | None:
        self.users.append(Notes())
        return self.users[-1]


def host_context(seed: bytes = SEED) -> ssl.SSLContext:
    """TLS as a host with this key speaks it."""
    with tempfile.TemporaryDirectory() as folder:
        return server_context(seed, Path(folder))


def listen(acceptor: Any) -> ListeningPort:  # noqa: ANN401 - whatever builds protocols
    """A host's port on the running loop."""
    end = host_end(host_context())
    return listen_on(asyncio.get_running_loop(), "127.0.0.1", 0, end, acceptor.build_protocol)[0]


class Client:
    """A client's end: TLS by hand over a socket. ``records`` are the types of the records that have come."""

    def __init__(self, sock: socket.socket, tls: ssl.SSLContext | None = None) -> None:
        self.sock = sock
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = (tls or context()).wrap_bio(self.incoming, self.outgoing)
        self.records: list[int] = []
        self._raw = b""
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def dial(cls, port: int, tls: ssl.SSLContext | None = None, receive_buffer: int = 0) -> "Client":
        sock = socket.socket()
        sock.setblocking(False)
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        return cls(sock, tls)

    async def shake_hands(self) -> None:
        while True:
            try:
                self.tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                await self._send_records()
                assert await self._receive_some(), "the host has ended the connection"
        await self._send_records()
        self.records.clear()

    async def send(self, data: bytes) -> None:
        self.tls.write(data)
        await self._send_records()

    async def receive(self, count: int) -> bytes:
        """As many bytes as asked for; fewer if the connection ends before."""
        found = b""
        while len(found) < count:
            try:
                piece = self.tls.read(count - len(found))
                if not piece:
                    break
                found += piece
            except ssl.SSLWantReadError:
                if not await self._receive_some():
                    break
        return found

    async def drain(self) -> bytes:
        """Raw bytes until the host ends the TCP connection."""
        found = b""
        while piece := await self._loop.sock_recv(self.sock, 65536):
            found += piece
        return found

    def close(self) -> None:
        self.sock.close()

    async def _send_records(self) -> None:
        await self._loop.sock_sendall(self.sock, self.outgoing.read())

    async def _receive_some(self) -> bool:
        data = await self._loop.sock_recv(self.sock, 65536)
        self.incoming.write(data)
        self._raw += data
        while len(self._raw) >= 5 and len(self._raw) >= (end := 5 + int.from_bytes(self._raw[3:5], "big")):
            self.records.append(self._raw[0])
            self._raw = self._raw[end:]
        return bool(data)


async def until(condition: Callable[[], object]) -> None:
    """Wait for it."""
    while not condition():
        await asyncio.sleep(0.005)
