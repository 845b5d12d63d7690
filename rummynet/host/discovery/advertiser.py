"""Announces the host and its tables, as the lobby shows them, on the local network by DNS-SD, and each change.

Zeroconf has its own thread and its calls block, so every call runs in a thread of the reactor's pool, one at a time. A
failure is one line in the log: a host that is not announced can still be joined by its address.
"""

import logging
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any, Final

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure
from zeroconf import InterfaceChoice, IPVersion, ServiceInfo, Zeroconf

from rummynet.host.net.certificate import OwnDials
from rummynet.host.ops.logbook import Logbook
from rummynet.interfaces import interfaces, own_addresses
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

# Between two looks for another host with this key: it costs nothing on the network, and one packet is enough to see it.
COPY_SECONDS: Final = 30.0
DIAL_SECONDS: Final = 2.0  # to ask a host of the same network for its key

Addresses = tuple[str, ...]


class Advertiser:
    """Announces ``announcement()`` at ``addresses()``; ``bind`` is the address that the host listens on.

    *copied* is called with the address of another host that has this one's key, as a copied card has, and whether that
    one was there first; None where several hosts may have one.
    """

    def __init__(
        self,
        reactor: IReactorTime,
        logbook: Logbook,
        announcement: Callable[[], Announcement],
        bind: str,
        port: int,
        *,
        responder: Callable[[str], Zeroconf] | None = None,
        addresses: Callable[[], Addresses] | None = None,
        copied: Callable[[str, bool], None] | None = None,
        dials: OwnDials | None = None,
        in_thread: Callable[..., "Deferred[Any]"] = deferToThread,
    ) -> None:
        self._reactor, self._logbook, self._bind, self._port = reactor, logbook, bind, port
        self._announcement, self._copied = announcement, copied
        self._dials = dials or OwnDials()
        self._next_search: float | None = None  # for a copy; None before the first
        self._open = responder or open_responder
        self._addresses = addresses or (lambda: own_addresses(bind, interfaces()))
        self._in_thread = in_thread
        self._responder: Zeroconf | None = None
        self._name = ""
        self._published: tuple[Announcement, Addresses] | None = None
        self._timer: IDelayedCall | None = None
        self._busy: Deferred[Any] | None = None
        self._stopped = False
        self._complained = False
        self.is_silent = True  # whether nothing is announced, or still to be withdrawn

    def start(self) -> None:
        """Announce the host, now and on every change, until ``stop``."""
        self.is_silent = False
        self._announce_changes()

    def stop(self) -> "Deferred[None]":
        """Withdraw the announcement; fires when that is done, whether or not it worked."""
        self._stopped = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        before: Deferred[Any] = self._busy or succeed(None)
        gone: Deferred[None] = Deferred()
        before.addBoth(lambda _: self._withdraw(gone))
        return gone

    # -- in the reactor

    def _announce_changes(self) -> None:
        """Announce in a thread if something has changed; then look again later."""
        try:
            now = self._announcement(), self._addresses()
        except OSError as problem:
            self._failed(Failure(problem))
            return
        if now == self._published:
            seconds, is_first = self._reactor.seconds(), self._next_search is None
            if self._copied is not None and (self._next_search is None or seconds >= self._next_search):
                self._next_search = seconds + COPY_SECONDS
                self._busy = self._in_thread(self._find_copy, *now)
                self._busy.addCallbacks(self._searched, self._failed, (is_first,))
                return
            # Looked for, not told of: interfaces change without saying so.
            self._later(LOOK_SECONDS)
            return
        self._busy = self._in_thread(self._announce, *now)
        self._busy.addCallbacks(self._announced, self._failed, (now,))

    def _announced(self, _: object, now: tuple[Announcement, Addresses]) -> None:
        self._busy = None
        if self._published is None:
            self._logbook.note("announced on the local network", name=self._name, addresses=now[1])
        self._published, self._complained = now, False
        self._later(LOOK_SECONDS)

    def _searched(self, found: str | None, is_first: bool) -> None:
        self._busy = None
        if found is not None and self._copied is not None:
            self._copied(found, is_first)
            self._copied = None  # it is said once
        self._later(LOOK_SECONDS)

    def _failed(self, failure: Failure) -> None:
        """Log the failure once; then try again from the beginning after ``RETRY_SECONDS``."""
        self._busy = None
        if not self._complained:
            self._complained = True
            why = f"{type(failure.value).__name__}: {failure.value}"[:200]
            self._logbook.warn("not announced on the local network; players can join by the address", why=why)
        self._later(RETRY_SECONDS)

    def _later(self, seconds: float) -> None:
        if not self._stopped:
            self._timer = self._reactor.callLater(seconds, self._announce_changes)

    def _withdraw(self, gone: "Deferred[None]") -> None:
        def done(_: object) -> None:
            self.is_silent = True
            gone.callback(None)

        self._in_thread(self._close).addBoth(done)

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
                if not info.port or is_this:
                    continue
                # Somebody in between may announce itself as a copy and pass on what comes: then the host meets itself.
                if key_fingerprint(self._dials.key_of_another(one, info.port, DIAL_SECONDS)) == announced.fingerprint:
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
