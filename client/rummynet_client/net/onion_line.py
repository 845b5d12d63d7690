"""The way to a host that is an onion service, through a ``tor`` of this program's own (``rummynet.far.tor_process``).

TLS with the host's key runs inside it.
"""

import asyncio
import socket
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from rummynet.far.tor_process import TorProcess, quoted
from rummynet_client.language import _
from rummynet_client.net.tls import CannotConnect, connect
from rummynet_client.storage.own_folder import own_folder

FOLDER: Final = "onion"
"""In the data directory: the relays that Tor knows, so that it need not ask for them each time."""
# Tor fetches its list of relays first, a few megabytes; it gives a request up by itself after two minutes.
_FIRST_SECONDS: Final = 120.0
_AGAIN_SECONDS: Final = 45.0
"""Later ones: a circuit to a host that is there takes some seconds, and a lost one is noticed by then."""
_GLANCE_SECONDS: Final = 0.1
# A host shows its link at once. Tor's relays know the service once the host has told them, up to half a minute later.
NEW_SECONDS: Final = 60.0
"""For which a service that no relay knows is asked for again, before the first answer."""
PAUSE_SECONDS: Final = 2.0
"""Between two such requests."""
# RFC 1928, and Tor's own answers (socks-extensions, "Extended error codes").
_NO_LOGIN: Final = b"\x05\x01\x00"
_CONNECT: Final = b"\x05\x01\x00\x03"
_REST: Final = {1: 6, 4: 18}
"""Bytes of the address and port in an answer, which say nothing here: IPv4 or IPv6."""
_NOBODY: Final = (0xF0, 0xF2, 0xF3, 0xF6, 0xF7)
"""There is no such service now, or it cannot be reached."""


class NoService(CannotConnect):
    """No relay knows this onion service, or it does not answer."""

    code = "no_service"


class OnionLine:
    """The way to onion services; ``dial`` is for ``HostLink``. To be closed at the end. Raises NoEngine, OSError."""

    def __init__(self, data: Path) -> None:
        self._ended = ExitStack()
        with ExitStack() as started:
            folder = started.enter_context(own_folder(data / FOLDER))
            # The path of a UNIX socket has 108 bytes at most, which that of the data directory may have already.
            sockets = started.enter_context(tempfile.TemporaryDirectory(prefix="rummynet-onion-"))
            self._socks = Path(sockets) / "socks"
            lines = [f"SocksPort unix:{quoted(self._socks)} ExtendedErrors", "ClientOnly 1"]
            self._tor = TorProcess(folder, lines)
            started.callback(self._tor.end)
            self._ended = started.pop_all()
        self._has_answered = False

    async def dial(
        self, host: str, port: int, seconds: float, server_name: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """As ``tls.connect``, within more than *seconds* if need be."""
        most = max(seconds, _AGAIN_SECONDS if self._has_answered else _FIRST_SECONDS)
        with ExitStack() as failed:
            try:
                async with asyncio.timeout(most):
                    sock = await self._way(host, port)
                    failed.callback(sock.close)
                    told = await connect(host, port, most, server_name, sock)
            except TimeoutError:
                raise CannotConnect(
                    _("nothing came through Tor within {seconds:g} seconds; is this machine online?", seconds=most)
                ) from None
            except OSError:  # Tor has ended meanwhile
                raise CannotConnect(_("Tor has no way to this address now; try again")) from None
            failed.pop_all()
        self._has_answered = True
        return told

    def close(self) -> None:
        """End the way."""
        self._ended.close()

    async def _way(self, host: str, port: int) -> socket.socket:
        """A way to the service, which may be so new that no relay knows it yet. Raises CannotConnect, OSError."""
        loop = asyncio.get_running_loop()
        late = loop.time() + (0 if self._has_answered else NEW_SECONDS)
        while True:
            sock = socket.socket(socket.AF_UNIX)
            sock.setblocking(False)
            try:
                await self._reach(sock, host, port)
                return sock
            except BaseException as problem:
                sock.close()
                if not isinstance(problem, NoService) or loop.time() >= late:
                    raise
            await asyncio.sleep(PAUSE_SECONDS)

    async def _reach(self, sock: socket.socket, host: str, port: int) -> None:
        """Ask Tor for the service. Raises CannotConnect, NoService."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.sock_connect(sock, str(self._socks))
                break
            except OSError:  # it has just been started
                if self._tor.has_ended:
                    raise CannotConnect(_("tor has ended: {reason}", reason=self._tor.why())) from None
                await asyncio.sleep(_GLANCE_SECONDS)
        name = host.encode()
        await loop.sock_sendall(sock, _NO_LOGIN)
        await _read(loop, sock, 2)
        await loop.sock_sendall(sock, _CONNECT + bytes([len(name)]) + name + port.to_bytes(2))
        answer = await _read(loop, sock, 4)
        if answer[1] in _NOBODY:
            raise NoService(
                _(
                    "nobody answers at this .onion address: the host is not running with --onion, or the invitation "
                    "was taken back or has expired"
                )
            )
        if answer[1]:
            raise CannotConnect(_("Tor has no way to this address now; try again"))
        await _read(loop, sock, _REST.get(answer[3], 0))


async def _read(loop: asyncio.AbstractEventLoop, sock: socket.socket, count: int) -> bytes:
    """So many bytes. Raises CannotConnect if Tor ends before."""
    data = b""
    while len(data) < count:
        more = await loop.sock_recv(sock, count - len(data))
        if not more:
            raise CannotConnect(_("Tor has no way to this address now; try again"))
        data += more
    return data


def onion_notice() -> str:
    """Who is contacted, and what they learn."""
    return _(
        "The two homes find each other through Tor. Its relays, which volunteers run, see that you use Tor and when, "
        "but not with whom; none sees a card or a word (docs/far.md)"
    )
