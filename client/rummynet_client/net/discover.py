"""Discovers hosts on the local network, continuously; ``hosts`` returns those present now.

One query for all every ASK_SECONDS, without known answers: so every host present answers each time, and one that left
without a goodbye is noticed (``core.views.host_registry``). Answers are multicast, so several clients on a network see
each other's, and a query costs one packet a host.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from zeroconf import (  # type: ignore[attr-defined]  # documented, but not in __all__
    DNSOutgoing,
    DNSPointer,
    DNSQuestion,
    InterfaceChoice,
    IPVersion,
    RecordUpdate,
    RecordUpdateListener,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from rummynet.interfaces import interfaces, nearest_first
from rummynet_client.core.views.host_registry import ASK_SECONDS, HostRegistry, HostSeen, MetHost
from rummynet_client.language import _, system_words
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.announcement import SERVICE, BadAnnouncement, read_txt

# DNS constants. Source: RFC 1035, sections 3.2.2, 3.2.4 and 4.1.1; of SRV: RFC 2782.
_PTR: Final = 12
_SRV: Final = 33
_TXT: Final = 16
_IN: Final = 1
_QUERY: Final = 0
_FIRST_PAUSES: Final = (0.5, 1.0)  # seconds between the first queries, which may meet a network that is just coming up
# Queries from one look at the interfaces to the next, about twelve seconds: a Wi-Fi joined meanwhile is soon searched.
_QUERIES_PER_INTERFACE_CHECK: Final = 4

_NEARBY_SECONDS: Final = 2.0  # for one host that is looked for: three queries, the first two within half a second


class CannotListen(RummynetError):
    """Discovery is not possible on this machine."""

    code = "cannot_listen"


class NetworkWatch(RecordUpdateListener):
    """Discovers hosts while inside ``async with``. ``changed`` is set whenever an answer or goodbye was received."""

    def __init__(
        self, opener: "Callable[[], AsyncZeroconf] | None" = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._open, self._clock = opener or open_zeroconf, clock
        self._registry = HostRegistry()
        self._zeroconf: AsyncZeroconf | None = None
        self._query_task: asyncio.Task[None] | None = None
        self._changed_services: set[str] = set()
        self.changed = asyncio.Event()

    def hosts(self) -> tuple[HostSeen, ...]:
        """The hosts present now."""
        return self._registry.hosts(self._clock())

    async def __aenter__(self) -> Self:
        """Start. Raises CannotListen."""
        try:
            self._zeroconf = self._open()
        except (OSError, RuntimeError) as problem:
            raise CannotListen(
                _(
                    "cannot look for hosts here ({problem}); join by address: rummynet join 192.168.1.20",
                    problem=system_words(problem),
                )
            ) from None
        self._zeroconf.zeroconf.async_add_listener(self, None)
        self._query_task = asyncio.create_task(self._query_repeatedly())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._query_task is not None:
            self._query_task.cancel()
            await asyncio.wait((self._query_task,))
        if self._zeroconf is not None:
            self._zeroconf.zeroconf.async_remove_listener(self)
            await self._zeroconf.async_close()

    async def _query_repeatedly(self) -> None:
        assert self._zeroconf is not None
        with suppress(TimeoutError):
            await self._zeroconf.zeroconf.async_wait_for_start()
        asked = 0
        while True:
            question = DNSOutgoing(_QUERY)
            question.add_question(DNSQuestion(SERVICE, _PTR, _IN))
            self._zeroconf.zeroconf.async_send(question)
            await asyncio.sleep(_FIRST_PAUSES[asked] if asked < len(_FIRST_PAUSES) else ASK_SECONDS)
            asked += 1
            if asked % _QUERIES_PER_INTERFACE_CHECK == 0:
                # An interface may vanish while it is read; the next check finds it gone.
                with suppress(OSError, RuntimeError):
                    await self._zeroconf.async_update_interfaces()

    # -- callbacks of Zeroconf, in the loop

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Records arrived: collect the services that they belong to, and remove those that say goodbye."""
        for update in records:
            record = update.new
            if isinstance(record, DNSPointer) and record.name.lower() == SERVICE and record.is_expired(now):
                self._changed_services.discard(record.alias)
                self._registry.remove_host(record.alias)
                self.changed.set()
            elif record.type in (_SRV, _TXT) and record.name.lower().endswith("." + SERVICE):
                if not record.is_expired(now):
                    self._changed_services.add(record.name)

    def async_update_records_complete(self) -> None:
        """The records are in Zeroconf's cache now: read each service as a whole."""
        heard, self._changed_services = self._changed_services, set()
        for label in heard:
            self._read_service(label)
        if heard:
            self.changed.set()

    def _read_service(self, label: str) -> None:
        assert self._zeroconf is not None
        info, now = AsyncServiceInfo(SERVICE, label), self._clock()
        whole = info.load_from_cache(self._zeroconf.zeroconf)
        addresses = nearest_first(info.parsed_scoped_addresses(), interfaces())
        if not whole or not addresses or not info.port:
            # Half an answer: the host is there, and what it announced before still holds.
            self._registry.mark_heard(label, now)
            return
        # Anybody can announce anything; what breaks the format is no host.
        with suppress(BadAnnouncement):
            self._registry.add_host(HostSeen(label, read_txt(info.properties), addresses, info.port, now))


async def places_of(fingerprint: str) -> list[tuple[str, int]]:
    """Where hosts that say they have this key are on the local network now. Raises CannotListen."""
    async with NetworkWatch() as watch:
        await asyncio.sleep(_NEARBY_SECONDS)
        found = [host for host in watch.hosts() if host.announcement.fingerprint == fingerprint]
    return [(one, host.port) for host in found for one in host.addresses]


def open_zeroconf() -> AsyncZeroconf:
    """Open Zeroconf on every interface, without IPv6 if there is none. Raises OSError, RuntimeError."""
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)  # its lines would overwrite the screen
    try:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.All)
    except OSError:
        return AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only)


def met_hosts(data: Path) -> tuple[MetHost, ...]:
    """The hosts in the list of known hosts. Never creates the list. Raises KnownHostsError, KeyFileError."""
    if not (data / "identity").exists():
        return ()
    return tuple(MetHost(pin.address, key_fingerprint(pin.key), pin.name) for pin in KnownHosts(data).pins())
