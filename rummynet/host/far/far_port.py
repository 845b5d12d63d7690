"""The host's port for people in other homes: what a listening socket is for the network at home.

It keeps codes open, one use each, and waits for guests who have been here. A guest's connections are those of
``ConnectionStarter``, so TLS with the host's key runs inside; their address is ``far:ID``, so limits by address count
each guest alone.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rummynet.far.codes import SLOTS, FarPlace, guest_id, return_code
from rummynet.far.way_process import WayProcess
from rummynet.host.far.guest_list import GuestList, Invited
from rummynet.host.ops.logbook import Logbook
from rummynet_protocol.values import Value, replace

# An evening's guests come back next month; who stays away longer asks for a new code.
GUEST_SECONDS: Final = 60 * 24 * 3600  # how long a guest may come back after the last visit
GUESTS_KEPT: Final = 32
"""Guests who are waited for; each takes a connection to the rendezvous. The one who has been away longest goes."""
# A player, a bot and a look with `doctor`. Of a program that was killed the line stays for some minutes.
LINES_OF_GUEST: Final = 3  # lines that a guest has at a time; of more, the oldest is ended
LOOK_SECONDS: Final = 2.0  # between two looks at what has ended or was taken back: an operator hardly waits
# A wrong code costs whoever guesses it one of 65,536; after ten in an hour each further one takes ten minutes.
_FIRST_PAUSE: Final = 2.0
_LONGEST_PAUSE: Final = 600.0
# A rendezvous that is away is not stormed by those who wait for it.
_LONGEST_OUTAGE: Final = 60.0


ShowCode = Callable[[FarPlace, float, int | None], None]
"""Shows a new code, until when it is good (Unix time), and the one table that it is for or None."""


class FarSettings(Value):
    """What ``--far`` and the flags beside it say. Servers: None for the public ones."""

    rendezvous: str | None = None
    relay: str | None = None
    codes: int = 1
    hours: int = 12  # how long a code that nobody has used stays open
    table: int | None = None  # the one table that the codes are for; None for the lobby


@dataclass
class _Line:
    """A line of the engine's: of a new code while ``guest`` is empty."""

    guest: str = ""
    name: str = ""  # of the code's file, once there is one
    is_met: bool = False
    table: int | None = None  # the one table that a new code is for


class FarPort:
    """Brings connections to *begin*: a socket, the address to count it by, and the one table it may use or None.

    *wall* is Unix time. *fingerprint* and *host_name* are told to whoever has the code. *show* gets each new code.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        engine: WayProcess,
        guests: GuestList,
        begin: Callable[[socket.socket, str, int | None], None],
        logbook: Logbook,
        settings: FarSettings,
        says: dict[str, str],
        wall: Callable[[], float],
        show: ShowCode,
    ) -> None:
        self._loop, self._engine, self._guests, self._begin, self._logbook = loop, engine, guests, begin, logbook
        self._settings, self._says, self._wall, self._show = settings, says, wall, show
        self._lines: dict[str, _Line] = {}
        self._known: dict[str, Invited] = {}
        self._wanted = {settings.table: settings.codes} if settings.codes else {}
        """By table, or None for the lobby, how many codes are open at a time."""
        self._count = 0
        self._guesses = self._outages = 0  # in a row: wrong words tried, and times that the rendezvous did not answer
        self._written: set[str] = set()
        self._quiet_until = 0.0  # by the loop's clock: no code is opened before
        self._is_ended = False
        # Codes of a host that was killed: nobody waits at them any more.
        for one in list(guests):
            if one.secret:
                self._known[one.name] = one
                self._written.add(one.name)
            else:
                guests.remove(one.name)
        for engine_socket, call in ((engine.control, self.hear), (engine.way, self._take)):
            engine_socket.setblocking(False)
            loop.add_reader(engine_socket, call)
        for name in list(self._known):
            self._wait_for(name)
        self._look()

    def end(self) -> None:
        """End all lines, and with them the connections. Open codes are no longer good."""
        if self._is_ended:
            return
        self._is_ended = True
        self._timer.cancel()
        for engine_socket in (self._engine.control, self._engine.way):
            self._loop.remove_reader(engine_socket)
        for one in self._lines.values():
            if not one.guest and one.name:
                self._guests.remove(one.name)
        self._engine.end()

    # -- codes and guests

    def invite(self, table: int | None) -> list[str]:
        """Keep a code open for this table, or the lobby; a line for each that is open now, with the servers if named.

        None while the rendezvous has not given one yet: ask again.
        """
        if table not in self._wanted:
            self._wanted[table] = 1
            self._open_missing()
        urls = (("--rendezvous", self._settings.rendezvous), ("--relay", self._settings.relay))
        servers = "".join(f" {flag} {url}" for flag, url in urls if url)
        return [f"{one.line}{servers}" for one in self._known.values() if not one.secret and one.table == table]

    def _open(self, line: _Line, code: str | None) -> None:
        self._count += 1
        self._lines[str(self._count)] = line
        self._engine.open(str(self._count), code, self._says)

    def _wait_for(self, name: str) -> None:
        """Wait for a guest who may come back, if that is so and nothing waits yet."""
        one = self._known.get(name)
        if (
            one is None
            or self._is_ended
            or any(line.guest == name and not line.is_met for line in self._lines.values())
        ):
            return
        self._open(_Line(guest=name), return_code(bytes.fromhex(one.secret), one.slot))

    def _look(self) -> None:
        """Take back what has ended or was removed, and keep as many codes open as there should be."""
        self._timer = self._loop.call_later(LOOK_SECONDS, self._look)
        now, names = self._wall(), self._guests.names()
        for name, one in list(self._known.items()):
            if (name in self._written and name not in names) or one.until < now:
                self._forget(name)
        self._open_missing()

    def _open_missing(self) -> None:
        if self._loop.time() < self._quiet_until:
            return
        for table, wanted in self._wanted.items():
            there = sum(not line.guest and line.table == table for line in self._lines.values())
            for _ in range(wanted - there):
                self._open(_Line(table=table), None)

    def _forget(self, name: str) -> None:
        """End whatever this code or guest has."""
        del self._known[name]
        self._written.discard(name)
        self._guests.remove(name)
        for number, line in self._lines.items():
            if name in (line.guest, line.name):
                self._engine.close_line(number)

    def _keep(self, one: Invited) -> None:
        self._known[one.name] = one
        try:
            self._guests.keep(one)
            self._written.add(one.name)
        except OSError as problem:
            self._logbook.warn("a far guest cannot be written down, and needs a new code next time", why=str(problem))

    # -- from the engine

    def _take(self) -> None:
        taken = self._engine.take()
        if taken is None:
            return
        number, sock = taken
        line = self._lines.get(number)
        if line is None or line.guest not in self._known:
            sock.close()
        else:
            self._begin(sock, f"far:{line.guest}", self._known[line.guest].table)

    def hear(self) -> None:
        """Take what the engine has said."""
        messages = self._engine.receive()
        if messages is None:
            self._logbook.warn(
                "what makes ways between homes has ended; far guests come back when the host is restarted"
            )
            self.end()
            return
        for message in messages:
            line = self._lines.get(message["id"])
            if line is not None:
                self._outages = 0 if message["is"] != "over" else self._outages
                getattr(self, f"_on_{message['is']}")(message["id"], line, message)

    def _on_code(self, _number: str, line: _Line, message: dict[str, Any]) -> None:
        if line.guest:
            return
        code = message["code"]
        line.name = code.partition("-")[0]
        until = self._wall() + self._settings.hours * 3600
        self._keep(Invited(line.name, code, until, table=line.table))
        self._logbook.note("a code for far guests is open (rummynet host --far-list shows it)", code=line.name)
        self._show(FarPlace(code, self._settings.rendezvous, self._settings.relay), until, line.table)

    def _on_met(self, number: str, line: _Line, message: dict[str, Any]) -> None:
        line.is_met = True
        until = self._wall() + GUEST_SECONDS
        if line.guest:
            one = self._known.get(line.guest)
            if one is None:
                self._engine.close_line(number)
                return
            self._keep(replace(one, until=until, slot=(one.slot + 1) % SLOTS))
        else:
            code = self._known.pop(line.name).code
            self._guests.remove(line.name)
            self._guesses = 0
            line.guest, line.name = guest_id(bytes.fromhex(message["secret"])), ""
            self._keep(Invited(line.guest, code, until, message["secret"], table=line.table))
            guests = [one for one in self._known.values() if one.secret]
            if len(guests) > GUESTS_KEPT:
                self._forget(min(guests, key=lambda one: one.until).name)
        self._wait_for(line.guest)

    def _on_up(self, number: str, line: _Line, _message: dict[str, Any]) -> None:
        self._logbook.note("a far guest has a line", guest=line.guest)
        lines = [other for other, one in self._lines.items() if one.guest == line.guest and one.is_met]
        for older in lines[:-LINES_OF_GUEST]:
            self._engine.close_line(older)

    def _on_down(self, _number: str, _line: _Line, _message: dict[str, Any]) -> None:
        """The guest looks for another way; the host waits for it already."""

    def _on_over(self, number: str, line: _Line, message: dict[str, Any]) -> None:
        del self._lines[number]
        why = message["why"]
        if line.name:
            self._known.pop(line.name, None)
            self._guests.remove(line.name)
        if line.is_met:
            return
        seconds = 0.0
        if why in ("away", "server"):
            self._outages += 1
            seconds = min(_LONGEST_OUTAGE, _FIRST_PAUSE * 2 ** min(self._outages, 10))
            self._logbook.warn("the rendezvous for far guests does not answer; trying again", why=message["text"])
        elif line.guest in self._known:
            one = self._known[line.guest]
            self._keep(replace(one, slot=(one.slot + 1) % SLOTS))
            seconds = _FIRST_PAUSE
        elif why == "wrong":
            self._guesses += 1
            seconds = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(self._guesses, 10))
            self._logbook.warn("somebody tried a far code with wrong words; that code is no longer good")
        if line.guest:
            self._loop.call_later(seconds, self._wait_for, line.guest)
        else:
            self._quiet_until = max(self._quiet_until, self._loop.time() + seconds)
