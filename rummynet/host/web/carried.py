"""A page's connection that another process of ``--processes`` serves: this one passes the bytes on.

A page can reach one port, and TLS with it ends in the process that was given the connection, so a connection cannot be
handed over as those of other clients are (``net.passed_port``). What was decrypted goes through a pair of sockets, of
which the other process gets one end, with the address that limits count. To it that is a browser without TLS.
"""

import asyncio
import os
import re
import select
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, Protocol
from urllib.parse import parse_qs

from rummynet.host.net.outgoing import Transport
from rummynet.host.net.ports import SEND_BUFFER, Take
from rummynet.host.net.tls_transport import TlsTransport
from rummynet.host.web.clear_tls import ClearContext

# By the one side that still takes bytes it is not seen that the other has gone: that is looked for this often.
LOOK_SECONDS: Final = 1.0
# The system keeps some ten or hundred connections for a process that has not come to them; when a crowd is sent on at
# once, the others wait here, for two seconds at most.
AGAIN_SECONDS: Final = 0.05
MOST_TRIES: Final = 40
# Characters of an address with a zone, and room.
_LONGEST_ADDRESS: Final = 256
_ABOUT_TABLE: Final = re.compile(r"/coach/(\d{1,9})/")


class CarriedEnd:
    """One end of a connection that is passed on: uses a transport, and writes what comes to that of the *other* end.

    A full buffer at one end stops reading at the other, so little waits here, and the process that serves the page
    notices a slow reader as if there were nothing in between.
    """

    other: "CarriedEnd"

    def __init__(self, carried: "Carried", transport: Transport | None = None) -> None:
        self._carried = carried
        self.transport = transport
        self._early = b""
        """What came before there was a transport."""

    def write(self, data: bytes) -> None:
        """Write to this end's transport, once there is one."""
        if self.transport is None:
            self._early += data
        else:
            self.transport.write(data)

    def connection_made(self, transport: Transport) -> None:
        """The transport is there."""
        self.transport = transport
        if self._early:
            transport.write(self._early)
        self._carried.ready()

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        self.other.write(data)

    def eof_received(self) -> None:
        """Its side has ended."""
        self._carried.end()

    def connection_lost(self) -> None:
        """Its side is closed."""
        self.transport = None
        self._carried.end()

    def pause_writing(self) -> None:
        """Read no more for it."""
        if self.other.transport is not None:
            self.other.transport.pause_reading()
        self._carried.paused()

    def resume_writing(self) -> None:
        """Read on for it."""
        if self.other.transport is not None:
            self.other.transport.resume_reading()


class Timers(Protocol):
    """Calls something later: asyncio's loop."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call it after so many seconds, unless it is cancelled."""


class Carried:
    """A browser's connection and the pair of sockets that it is passed on through, from beginning to end.

    *is_gone* tells whether the process at the other end has gone. When one side ends the other is closed, and cut off
    *farewell_seconds* later. *ended* is called once both are closed.
    """

    def __init__(
        self,
        timers: Timers,
        browser: Transport,
        is_gone: Callable[[], bool],
        farewell_seconds: float,
        ended: Callable[["Carried"], None],
    ) -> None:
        self._timers, self._is_gone, self._farewell, self._ended = timers, is_gone, farewell_seconds, ended
        self.browser, self.process = CarriedEnd(self, browser), CarriedEnd(self)
        self.browser.other, self.process.other = self.process, self.browser
        self._timer: asyncio.TimerHandle | None = None
        self._is_ending = False
        browser.pause_reading()  # until the pair is connected

    @property
    def _transports(self) -> list[Transport]:
        return [one.transport for one in (self.browser, self.process) if one.transport is not None]

    def ready(self) -> None:
        """Both ends have a transport."""
        if self.browser.transport is not None and not self._is_ending:
            self.browser.transport.resume_reading()
            return
        for transport in self._transports:  # the browser has gone meanwhile
            transport.abort()

    def paused(self) -> None:
        """One side does not read, so nothing is read of the other: look whether that is still there."""
        if self._timer is None:
            self._timer = self._timers.call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._is_ending:
            return
        if self._is_gone():
            self.end()
        else:
            self.paused()

    def end(self) -> None:
        """Close both sides, after what waits for them."""
        is_first, self._is_ending = not self._is_ending, True
        if self._timer is not None and (is_first or not self._transports):
            self._timer.cancel()
        if not self._transports:
            self._ended(self)
        elif is_first:
            self._timer = self._timers.call_later(self._farewell, self.abort)
            for transport in self._transports:
                transport.resume_reading()  # or the end that it answers with would never be seen
                transport.close()

    def abort(self) -> None:
        """End both sides at once."""
        self._is_ending = True
        for transport in self._transports:
            transport.abort()


class Owners(Protocol):
    """Knows which of the other processes has a table."""

    def owner_of(self, table: int) -> str:
        """The name of the process that has, or had, this table; empty if that is this one or not known."""

    def open_elsewhere(self) -> dict[int, str]:
        """By open table of another process the name of that."""


class OtherProcesses:
    """The ways from the process called *here* to the others, by name; ``owners`` is set once there are any."""

    owners: Owners | None = None

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        here: str,
        ways: Mapping[str, socket.socket],
        farewell_seconds: Callable[[], float],
    ) -> None:
        self._loop, self._ways, self._farewell = loop, dict(ways), farewell_seconds
        self._here = here
        self.carried: set[Carried] = set()
        """Connections that are passed on."""
        self.connecting: set[asyncio.Task[None]] = set()
        """Those of them that the other process has not been sent yet."""
        for way in self._ways.values():
            way.setblocking(False)
            way.set_inheritable(False)

    def place_of(self, path: str, query: str) -> str:
        """The name of the other process that a request is for; empty if it is for this one."""
        named = parse_qs(query).get("at", [""])[0]
        table = _ABOUT_TABLE.match(path)
        if table is not None:
            named = self.owners.owner_of(int(table[1])) if self.owners is not None else ""
        return named if named in self._ways else ""

    def places(self, tables: Iterable[int]) -> dict[str, str]:
        """By number of an open table, of which this process has *tables*, the name of its process."""
        elsewhere = self.owners.open_elsewhere() if self.owners is not None else {}
        return {str(table): name for table, name in (elsewhere | dict.fromkeys(tables, self._here)).items()}

    def begin(self, place: str, address: str, browser: Transport, received: bytes) -> CarriedEnd:
        """Pass a connection from *address* on, with what it has sent; return the user of *browser*."""
        ours, theirs = socket.socketpair()
        for one in (ours, theirs):
            one.setblocking(False)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        carried = Carried(self._loop, browser, lambda: _is_gone(ours), self._farewell(), self.carried.discard)
        self.carried.add(carried)
        carried.process.write(received)
        task = self._loop.create_task(self._connect(carried, self._ways[place], address, ours, theirs))
        self.connecting.add(task)
        task.add_done_callback(self.connecting.discard)
        return carried.browser

    async def _connect(
        self, carried: Carried, way: socket.socket, address: str, ours: socket.socket, theirs: socket.socket
    ) -> None:
        with theirs:
            for _ in range(MOST_TRIES):
                with suppress(BlockingIOError):
                    socket.send_fds(way, [address.encode()], [theirs.fileno()])
                    break
                await asyncio.sleep(AGAIN_SECONDS)
            else:  # the page tries again by itself
                ours.close()
                carried.abort()
                return
        # No handshake: the first bytes are ours.
        transport = TlsTransport(self._loop, ClearContext(), ours, carried.process, is_secure=True)
        await self._loop.connect_accepted_socket(lambda: transport, ours)


def _is_gone(sock: socket.socket) -> bool:
    """Whether the other end is closed, also if there is something to read before that."""
    if sock.fileno() < 0:
        return True
    look = select.poll()
    look.register(sock, 0)
    return any(events & (select.POLLHUP | select.POLLERR) for _, events in look.poll(0))


class CarriedPort:
    """Takes the connections that other processes pass on, each with the address that it comes from."""

    def __init__(self, loop: asyncio.AbstractEventLoop, way: socket.socket, take: Take) -> None:
        self._loop, self._way, self._take = loop, way, take
        way.setblocking(False)
        way.set_inheritable(False)
        loop.add_reader(way, self._receive)

    def stop(self) -> None:
        """Take no more; open ones stay."""
        if self._way.fileno() >= 0:
            self._loop.remove_reader(self._way)
            self._way.close()

    def _receive(self) -> None:
        with suppress(OSError):
            address, descriptors, _, _ = socket.recv_fds(self._way, _LONGEST_ADDRESS, 1)
            for descriptor in descriptors:  # empty where the limit of open files is reached
                os.set_inheritable(descriptor, False)
                self._take(socket.socket(fileno=descriptor), address.decode())
