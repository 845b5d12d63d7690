"""A page whose table is at another host with the same key: this one passes its frames on.

A page's key belongs to its origin, so it cannot follow a redirect as other clients do. The host that it is at follows
in its place: it dials the other one, says where the page is (PROTOCOL.md, ``forwarded``), and passes the frames both
ways. The other host greets, counts and serves the person as any other.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final
from urllib.parse import parse_qs

from rummynet.host.cluster.other_hosts import OtherHosts
from rummynet.host.limits.bounds import Bounds
from rummynet.host.net.certificate import peer_context, public_key
from rummynet.host.net.outgoing import Transport
from rummynet.host.net.tls_transport import DialledTransport, TlsTransport
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import read_address
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import Forwarded

# For each address of a host, TLS included: beside each other they answer in milliseconds, and a page waits for it.
DIAL_SECONDS: Final = 3.0


class CarriedEnd:
    """One end of a connection that is passed on: uses a transport, a browser's or one that was dialled.

    What comes is written to that of the *other* end.

    A full buffer at one end stops reading at the other, so little waits here, and the host that serves the page notices
    a slow reader as if there were nothing in between.
    """

    other: "CarriedEnd"

    def __init__(self, carried: "Carried", transport: Transport | None = None) -> None:
        self._carried = carried
        self.transport = transport
        self._early = b""  # what came before there was a transport

    def write(self, data: bytes) -> None:
        """Write to this end's transport, once there is one."""
        if self.transport is None:
            self._early += data
        else:
            self.transport.write(data)

    def connection_made(self, transport: TlsTransport) -> None:
        """The transport is there. It is written to once ``Carried.begin`` was called."""

    def begin(self, transport: Transport) -> None:
        """Write to this transport, first what came before."""
        self.transport = transport
        if self._early:
            transport.write(self._early)
            self._early = b""

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        self.other.write(data)

    def eof_received(self) -> None:
        """Its side has ended."""
        if self.transport is not None:
            self._carried.end()

    def connection_lost(self) -> None:
        """Its side is closed."""
        if self.transport is not None:  # else another address is tried
            self.transport = None
            self._carried.end()

    def pause_writing(self) -> None:
        """Read no more for it."""
        if self.other.transport is not None:
            self.other.transport.pause_reading()
        self._carried.paused(self)

    def resume_writing(self) -> None:
        """Read on for it."""
        if self.other.transport is not None:
            self.other.transport.resume_reading()
        self._carried.resumed(self)

    def drop(self) -> None:
        """End both sides at once."""
        self._carried.abort()


class Carried:
    """A page's connection and the one that it is passed on through, from beginning to end.

    When one side ends the other is closed, and cut off *farewell_seconds* later. Where one takes nothing nothing is
    read of the other either, so its end would not be seen: both are cut off after *stuck_seconds*. *ended* is called
    once both are closed.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        browser: Transport,
        farewell_seconds: float,
        stuck_seconds: float,
        ended: Callable[["Carried"], None],
    ) -> None:
        self._loop, self._farewell, self._stuck, self._ended = loop, farewell_seconds, stuck_seconds, ended
        self.browser, self.host = CarriedEnd(self, browser), CarriedEnd(self)
        self.browser.other, self.host.other = self.host, self.browser
        self._paused: set[CarriedEnd] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_ending = False
        browser.pause_reading()  # until the other host is there

    @property
    def _transports(self) -> list[Transport]:
        return [one.transport for one in (self.browser, self.host) if one.transport is not None]

    def begin(self, host: Transport) -> None:
        """The other host is there."""
        self.host.begin(host)
        if self.browser.transport is not None and not self._is_ending:
            self.browser.transport.resume_reading()
        else:  # the browser has gone meanwhile
            self.abort()

    def paused(self, end: CarriedEnd) -> None:
        """One side takes nothing."""
        self._paused.add(end)
        if self._timer is None:
            self._timer = self._loop.call_later(self._stuck, self.abort)

    def resumed(self, end: CarriedEnd) -> None:
        """It does again."""
        self._paused.discard(end)
        if not self._paused and not self._is_ending and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def end(self) -> None:
        """Close both sides, after what waits for them."""
        is_first, self._is_ending = not self._is_ending, True
        if self._timer is not None and (is_first or not self._transports):
            self._timer.cancel()
        if not self._transports:
            self._ended(self)
        elif is_first:
            self._timer = self._loop.call_later(self._farewell, self.abort)
            for transport in self._transports:
                transport.resume_reading()  # or the end that it answers with would never be seen
                transport.close()

    def abort(self) -> None:
        """End both sides at once."""
        for transport in self._transports:
            transport.abort()


class Carrier:
    """Passes pages' connections on; ``others`` is set once it is known who is there.

    *bounds* are the host's: it passes on as many as it may have itself. *signer* has its key, which is the others' too.
    """

    others: OtherHosts | None = None

    def __init__(self, loop: asyncio.AbstractEventLoop, signer: Signer, bounds: Callable[[], Bounds]) -> None:
        self._loop, self._signer, self._bounds = loop, signer, bounds
        self.carried: set[Carried] = set()  # connections that are passed on
        self.dialling: set[asyncio.Task[None]] = set()  # those of connections that have not reached the other host yet

    def addresses(self, query: str) -> tuple[str, ...]:
        """Where the other host is that a request is for, the address first by which it names it; empty for this one.

        Only addresses that the other hosts say themselves: a page has nothing else dialled from here.
        """
        named = parse_qs(query).get("at", [""])[0]
        return self.others.addresses_with(named) if self.others is not None else ()

    def places(self, tables: Iterable[int]) -> dict[str, str]:
        """By number of an open table, of which this host has *tables*, an address of its host."""
        if self.others is None:
            return {}
        here = self.others.addresses_here()[:1]
        ours = {table: address for table in tables for address in here}
        return {str(table): address for table, address in (self.others.open_elsewhere() | ours).items()}

    def begin(self, addresses: tuple[str, ...], address: str, browser: Transport) -> CarriedEnd | None:
        """Pass the frames of a browser at *address* on to the first of *addresses* that answers.

        Return the user of *browser*; None if too many are passed on already.
        """
        bounds = self._bounds()
        if len(self.carried) >= bounds.connections:
            return None
        carried = Carried(
            self._loop, browser, bounds.farewell_seconds, bounds.idle_seconds, self.carried.discard
        )  # fmt: skip
        self.carried.add(carried)
        carried.host.write(frame(pack_message(Forwarded(address, self._signer.sign("forwarded", address.encode())))))
        task = self._loop.create_task(self._dial(carried, addresses))
        self.dialling.add(task)
        task.add_done_callback(self.dialling.discard)
        return carried.browser

    def end(self) -> None:
        """Close all: the other hosts stay, and pages that dial again find another way to them."""
        for carried in list(self.carried):
            carried.end()

    async def _dial(self, carried: Carried, addresses: tuple[str, ...]) -> None:
        for address in addresses:
            # TimeoutError is an OSError; ValueError: a name that no resolver takes.
            with suppress(OSError, ValueError):
                async with asyncio.timeout(DIAL_SECONDS):
                    transport = await self._connect(carried, address)
                if transport is not None:
                    carried.begin(transport)
                    return
        carried.abort()  # the page tries again by itself

    async def _connect(self, carried: Carried, address: str) -> DialledTransport | None:
        """A connection to the other host; None if another key answers. Raises OSError, ValueError."""
        transport = DialledTransport(self._loop, peer_context(), carried.host)
        await self._loop.create_connection(lambda: transport, *read_address(address))
        key = b""
        try:
            if (tls := await transport.secured) is not None:
                key = public_key(tls)
        finally:
            if key != self._signer.public:
                transport.abort()
        return transport if key == self._signer.public else None
