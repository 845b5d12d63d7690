"""The host's port for people who come through Tor: one onion service for each invitation.

An address is an invitation: who has it may come. So a guest is counted by the invitation, as ``far:ID``, one is taken
back alone, and each says whether it is for one table. The services' keys are in the guest list, so addresses stay.
"""

import asyncio
import secrets
import shutil
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from weakref import WeakSet

from rummynet.far.codes import FarPlace
from rummynet.far.onion import onion_address, secret_key_file
from rummynet.far.tor_process import TorProcess, quoted
from rummynet.files import replace_file
from rummynet.host.far.far_port import GUEST_SECONDS, GUESTS_KEPT, LOOK_SECONDS, FarSettings, ShowCode
from rummynet.host.far.guest_list import GuestList, Invited
from rummynet.host.ops.logbook import Logbook
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import DEFAULT_PORT
from rummynet_protocol.wire.invitation import invitation

FOLDER: Final = "onion"
"""In the host's data: what its Tor keeps."""
_FIRST_PAUSE: Final = 2.0
_LONGEST_PAUSE: Final = 60.0
"""Until a Tor that has ended is started again: twice as long each time in a row, as its reason may stay."""
_WAITING: Final = 16
"""Connections that one guest may have waiting; more are refused by the system."""


class _Service:
    """The listening socket of one invitation, which Tor connects to, and its connections."""

    def __init__(self, path: Path) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.bind(str(path))
        self.sock.listen(_WAITING)
        self.sock.setblocking(False)
        self.connections: WeakSet[socket.socket] = WeakSet()


class OnionPort:
    """Brings connections to *begin*: a socket, the address to count it by, and the one table it may use or None.

    *folder* is the host's data, *wall* Unix time, *fingerprint* that of the host's key. *show* gets each new
    invitation. Raises NoEngine, OSError.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        folder: Path,
        guests: GuestList,
        begin: Callable[[socket.socket, str, int | None], None],
        logbook: Logbook,
        settings: FarSettings,
        fingerprint: str,
        wall: Callable[[], float],
        show: ShowCode,
    ) -> None:
        self._loop, self._folder, self._guests, self._begin = loop, folder / FOLDER, guests, begin
        self._logbook = logbook
        self._settings, self._fingerprint, self._wall, self._show = settings, fingerprint, wall, show
        self._wanted = {settings.table: settings.codes} if settings.codes else {}
        """By table, or None for the lobby, how many invitations are open at a time."""
        self._known = {one.name: one for one in guests if one.onion}
        self._services: dict[str, _Service] = {}
        self._ends = 0
        """How often Tor has ended, in a row."""
        self._is_ended = False
        # The path of a UNIX socket has 108 bytes at most, which that of the data folder may have already.
        self._sockets = tempfile.TemporaryDirectory(prefix="rummynet-onion-")
        for name in self._known:
            self._serve(name)
        fresh = self._new_invitations()
        self.tor = TorProcess(self._folder, self._lines())
        self._started = loop.time()
        self._tell(fresh)
        self._timer = loop.call_later(LOOK_SECONDS, self.look)

    def end(self) -> None:
        """End all services and their connections; addresses stay good for the next time."""
        if self._is_ended:
            return
        self._is_ended = True
        self._timer.cancel()
        for name in list(self._services):
            self._close(name)
        self.tor.end()
        self._sockets.cleanup()

    def invite(self, table: int | None) -> list[str]:
        """Keep an invitation open for this table, or the lobby; a line for each that is open now."""
        if table not in self._wanted:
            self._wanted[table] = 1
            self._change()
        return [one.line for one in self._known.values() if not one.is_guest and one.table == table]

    # -- invitations

    def look(self) -> None:
        """Take back what has ended or was removed, open what is missing, and start a Tor that has ended."""
        self._timer.cancel()
        self._timer = self._loop.call_later(LOOK_SECONDS, self.look)
        now, names = self._wall(), self._guests.names()
        over = [name for name, one in self._known.items() if name not in names or one.until < now]
        for name in over:
            self._forget(name)
        self._change(is_changed=bool(over))
        self._sweep()
        self._watch_tor()

    def _change(self, *, is_changed: bool = False) -> None:
        fresh = self._new_invitations()
        if fresh or is_changed:
            self.tor.configure(self._lines())
        self._tell(fresh)

    def _new_invitations(self) -> list[Invited]:
        fresh = []
        for table, wanted in self._wanted.items():
            there = sum(not one.is_guest and one.table == table for one in self._known.values())
            for _ in range(wanted - there):
                seed, name = secrets.token_bytes(32), secrets.token_hex(8)
                link = invitation(onion_address(seed), DEFAULT_PORT, self._fingerprint)
                until = self._wall() + self._settings.hours * 3600
                self._known[name] = Invited(name, link, until, table=table, onion=seed.hex())
                self._guests.keep(self._known[name])
                self._serve(name)
                fresh.append(self._known[name])
        return fresh

    def _tell(self, fresh: list[Invited]) -> None:
        for one in fresh:
            self._logbook.note("an onion invitation is open (rummynet host --far-list shows it)", invitation=one.name)
            self._show(FarPlace(one.code), one.until, one.table)

    def _forget(self, name: str) -> None:
        del self._known[name]
        self._guests.remove(name)
        self._close(name)

    # -- services

    def _lines(self) -> list[str]:
        """The configuration, and the key files that it names."""
        lines = ["SocksPort 0"]
        for name, one in self._known.items():
            folder = self._folder / name
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(folder / "hs_ed25519_secret_key", secret_key_file(bytes.fromhex(one.onion)))
            lines += [
                f"HiddenServiceDir {quoted(folder)}",
                f"HiddenServicePort {DEFAULT_PORT} unix:{quoted(self.path_of(name))}",
            ]
        return lines

    def path_of(self, name: str) -> Path:
        """The socket at which Tor hands over connections to this service."""
        return Path(self._sockets.name) / name

    def _serve(self, name: str) -> None:
        service = self._services[name] = _Service(self.path_of(name))
        self._loop.add_reader(service.sock, self._accept, name)

    def _sweep(self) -> None:
        """Delete what a Tor that had not read its new configuration yet has written for a service that is gone."""
        for path in self._folder.glob("?" * 16):
            if path.name not in self._known:
                shutil.rmtree(path, ignore_errors=True)

    def _close(self, name: str) -> None:
        service = self._services.pop(name)
        self._loop.remove_reader(service.sock)
        service.sock.close()
        for sock in list(service.connections):
            with suppress(OSError):  # it has ended
                sock.shutdown(socket.SHUT_RDWR)
        shutil.rmtree(self._folder / name, ignore_errors=True)  # written again from the guest list if it is needed

    def _accept(self, name: str) -> None:
        service = self._services[name]
        try:
            sock, _ = service.sock.accept()
        except OSError:
            return
        service.connections.add(sock)
        one = self._known[name]
        self._visited(one)
        self._begin(sock, f"far:{name}", one.table)

    def _visited(self, one: Invited) -> None:
        if not one.is_guest:
            self._logbook.note("a far guest has come", guest=one.name)
        self._known[one.name] = replace(one, until=self._wall() + GUEST_SECONDS, has_come=True)
        with suppress(OSError):  # it is good for as long as it was
            self._guests.keep(self._known[one.name])
        guests = [one for one in self._known.values() if one.is_guest]
        if len(guests) > GUESTS_KEPT:
            oldest = min(guests, key=lambda one: one.until)
            self._guests.remove(oldest.name)  # seen at the next look

    # -- Tor

    def _watch_tor(self) -> None:
        if not self.tor.has_ended:
            if self._loop.time() - self._started > _LONGEST_PAUSE:
                self._ends = 0
            return
        if self._loop.time() < self._started + min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(self._ends, 10)):
            return
        self._ends += 1
        self._logbook.warn("tor has ended; it is started again", why=self.tor.why())
        self._started = self._loop.time()
        self.tor.restart()
