"""Announces the host and its tables, as the lobby shows them, on the local network by DNS-SD, and each change.

Zeroconf has its own thread and its calls block, so every call runs in a thread of the loop's pool, one at a time. A
failure is one line in the log: a host that is not announced can still be joined by its address.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

from zeroconf import InterfaceChoice, IPVersion, ServiceInfo, Zeroconf

from rummynet.host.net.certificate import peer_context, public_key
from rummynet.host.ops.logbook import Logbook
from rummynet.rules.varieties import NAMES
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.wire.address import address, key_fingerprint
from rummynet_protocol.wire.announcement import SERVICE, Announcement, TableAnnounced, instance, short, write_txt
from rummynet_protocol.wire.versions import VERSIONS

# Seconds between two looks for changes, and so between two announcements: several who sit down are one, and who looks
# at a list of hosts sees it at once.
LOOK_SECONDS: Final = 1.0
# Delay after a failed attempt: a Wi-Fi that comes up after the host is used soon; the log has its one line already.
RETRY_SECONDS: Final = 5.0

# Looks from one search for another host with this key to the next: it costs the network nothing, and is no hurry.
LOOKS_PER_SEARCH: Final = 30
DIAL_SECONDS: Final = 2.0  # to ask a host of the same network for its key

Addresses = tuple[str, ...]


class Advertiser:
    """Announces ``announcement()`` at ``addresses()``; ``bind`` is the address that the host listens on.

    *copied* is called with the address of another host that has this one's key, as a copied card has, and whether that
    one was there first; None where several hosts may have one.
    """

    def __init__(
        self,
        logbook: Logbook,
        announcement: Callable[[], Announcement],
        bind: str,
        port: int,
        *,
        addresses: Callable[[], Addresses],
        copied: Callable[[str, bool], None] | None = None,
        responder: Callable[[str], Zeroconf] | None = None,
        in_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread,
    ) -> None:
        self._logbook, self._bind, self._port, self._addresses = logbook, bind, port, addresses
        self._announcement, self._copied = announcement, copied
        self._open = responder or open_responder
        self._in_thread = in_thread
        self._responder: Zeroconf | None = None
        self._name = ""
        self._published: tuple[Announcement, Addresses] | None = None
        self._searched = 0  # looks since it was announced
        self._stopping = asyncio.Event()
        self._complained = False
        self.is_silent = True  # whether nothing is announced, or still to be withdrawn

    def stop(self) -> None:
        """Withdraw the announcement; ``is_silent`` says when that is done, whether or not it worked."""
        self._stopping.set()

    async def run(self) -> None:
        """Announce the host, now and on every change, until ``stop``."""
        self.is_silent = False
        while not self._stopping.is_set():
            try:
                await self._announce_changes()
                seconds = LOOK_SECONDS
            except Exception as problem:  # whatever Zeroconf raises
                if not self._complained:
                    self._complained = True
                    why = f"{type(problem).__name__}: {problem}"[:200]
                    self._logbook.warn("not announced on the local network; players can join by the address", why=why)
                seconds = RETRY_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), seconds)
        with suppress(Exception):
            await self._in_thread(self._close)
        self.is_silent = True

    async def _announce_changes(self) -> None:
        """Announce in a thread if something has changed; else look for a copy now and then."""
        # Looked for, not told of: interfaces change without saying so.
        now = self._announcement(), self._addresses()
        if now != self._published:
            await self._in_thread(self._announce, *now)
            if self._published is None:
                self._logbook.note("announced on the local network", name=self._name, addresses=now[1])
            self._published, self._complained = now, False
            return
        if self._copied is not None and self._searched % LOOKS_PER_SEARCH == 0:
            found = await self._in_thread(self._find_copy, *now)
            if found is not None:
                self._copied(found, self._searched == 0)
                self._copied = None  # it is said once
        self._searched += 1

    # -- in a thread

    def _announce(self, announced: Announcement, addresses: Addresses) -> None:
        """Announce this, on the interfaces that have these addresses."""
        if self._responder is None:
            responder = self._open(self._bind)
            try:
                info = service(announced, addresses, self._port, instance(announced))
                # Two hosts of one name are two hosts: the second gets a number.
                responder.register_service(info, allow_name_change=True)
            except BaseException:
                # Whatever it is: sockets and a thread of Zeroconf would stay behind.
                responder.close()
                raise
            self._responder, self._name = responder, info.name
            return
        if self._published is not None and self._published[1] != addresses and is_everywhere(self._bind):
            self._responder.update_interfaces()
        self._responder.update_service(service(announced, addresses, self._port, self._name))

    def _find_copy(self, announced: Announcement, own: Addresses) -> str | None:
        """The address of another host that proves to have this one's key."""
        assert self._responder is not None
        for record in self._responder.cache.entries_with_name(SERVICE):
            alias = getattr(record, "alias", self._name)
            info = ServiceInfo(SERVICE, alias)
            if alias == self._name or short(announced.fingerprint) not in alias:
                continue
            # Both announce the same host name, so the addresses of both stand there.
            for one in info.parsed_addresses() if info.load_from_cache(self._responder) else ():
                is_this = one in own and info.port == self._port
                if info.port and not is_this and key_at(one, info.port) == announced.fingerprint:
                    return address(one, info.port)
        return None

    def _close(self) -> None:
        responder, self._responder = self._responder, None
        if responder is not None:
            responder.close()


def service(announced: Announcement, addresses: Sequence[str], port: int, name: str) -> ServiceInfo:
    """The announcement as Zeroconf's type.

    The host name contains the key's fingerprint, so its addresses are ours alone.
    """
    return ServiceInfo(
        SERVICE,
        name,
        port=port,
        addresses=[ip_address(address).packed for address in addresses],
        properties=write_txt(announced),
        server=f"rummynet-{short(announced.fingerprint)}.local.",
    )


def key_at(host: str, port: int) -> str | None:
    """The fingerprint of the key that a host proves at this address; None if there is none."""
    with (
        suppress(OSError),
        socket.create_connection((host, port), DIAL_SECONDS) as sock,
        peer_context().wrap_socket(sock) as tls,
    ):
        return key_fingerprint(public_key(tls))
    return None


def is_everywhere(bind: str) -> bool:
    """Whether a host that listens on *bind* is reached on every interface."""
    return bind in ("0.0.0.0", "::", "")


def open_responder(bind: str) -> Zeroconf:
    """Zeroconf on every interface, or on the one that the host listens on. Raises OSError.

    IPv6 is left out where the system has none. Zeroconf's own log is disabled: failures come as exceptions.
    """
    # It logs what others send, which may be anything.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)
    if not is_everywhere(bind):
        # Loopback goes through IPv4, as most systems have no other multicast there.
        return Zeroconf(["127.0.0.1" if ip_address(bind).is_loopback else bind], use_asyncio=False)
    try:
        return Zeroconf(InterfaceChoice.All, ip_version=IPVersion.All, use_asyncio=False)
    except OSError:
        return Zeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only, use_asyncio=False)


def announcement(lobby: Lobby) -> Announcement:
    """The host as it is now. Names of players are left out: only those who connect see them."""
    tables = lobby.rows.message().tables
    return Announcement(
        lobby.context.name,
        key_fingerprint(lobby.context.signer.public),
        VERSIONS[0],
        VERSIONS[-1],
        tuple(NAMES),
        sum(len(seated) for _, _, _, _, seated, *_ in tables),
        len(tables),
        tuple(
            TableAnnounced(number, variant, stage, len(seated), seats, name)
            for number, name, variant, stage, seated, seats, *_ in tables
        ),
    )
