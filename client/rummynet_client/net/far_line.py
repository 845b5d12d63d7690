"""The way to a host in another home: found by a code, kept while the program runs, and found again.

The way itself is made by another program (``rummynet.far.way_maker``); TLS with the host's key runs inside it.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from rummynet.far.codes import SLOTS, FarPlace, return_code
from rummynet.far.value_folder import FOLDER, ValueFolder
from rummynet.far.way_process import PUBLIC_RELAY, PUBLIC_RENDEZVOUS, WayProcess
from rummynet_client.language import _, system_words
from rummynet_client.net.tls import CannotConnect, connect
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.messages import NAME

# Both sides are at their servers already: a few round trips. A slow phone network takes two or three seconds.
_MEET_SECONDS: Final = 20.0  # how long a guest with a new code waits for the host
_SLOT_SECONDS: Final = 6.0  # the same for one of the codes by which those who know each other meet
_GLANCE_SECONDS: Final = 0.1  # between two looks at whether the host has answered: less than a person notices
# Magic-wormhole tries direct ways for two seconds before it goes over the relay.
_WAY_SECONDS: Final = 30.0


class FarHost(Value):
    """A host in another home, and the code by which its player first came."""

    code: str
    fingerprint: str
    name: str
    secret: str  # 64 hexadecimal digits that host and player share
    slot: int = -1  # of the last code by which they met again; -1 if they have not
    rendezvous: str | None = None
    relay: str | None = None


class FarHosts(ValueFolder[FarHost]):
    """The folder *data*/far."""

    def __init__(self, data: Path) -> None:
        super().__init__(data / FOLDER, FarHost)

    def find(self, code: str) -> FarHost | None:
        """The host to which this code has led."""
        return next((one for one in self if one.code == code), None)

    def keep(self, one: FarHost) -> None:
        """Write it down. Raises OSError."""
        # By its code: somebody else's at this computer, or a bot's, is another guest of the same host.
        self.write(one.code, one)


class NoFarHost(CannotConnect):
    """A code leads to no host."""

    code = "no_far_host"


def _ahead() -> Iterator[int]:
    """How far ahead of the last code by which both have met the host is looked for, again and again.

    A host that was killed waits at the next code but one, after some seconds at the next with what it left there
    itself: who looked at all in a row would just have gone by, and come there once more in a minute.
    """
    while True:
        for other in (1, *range(3, SLOTS + 1)):
            yield other
            yield 2


class FarLine:
    """The way to one host. ``meet`` comes first; then ``dial`` is for ``HostLink``. To be closed at the end.

    Raises NoEngine.
    """

    def __init__(self, place: FarPlace, hosts: FarHosts) -> None:
        self._place, self._hosts = place, hosts
        known = hosts.find(place.code)
        if known is not None:
            place = replace(place, rendezvous=place.rendezvous or known.rendezvous, relay=place.relay or known.relay)
        self._engine = WayProcess(place.rendezvous, place.relay)
        self._servers = place
        self._known = known
        self._changed = threading.Condition()
        self._ends: dict[str, dict[str, Any]] = {}
        self._met: dict[str, dict[str, Any]] = {}
        self._up: set[str] = set()
        self._is_gone = False
        self._count = 0
        self._line = ""
        self._is_down = False  # whether its way is lost
        self._trial = ""  # a line that may take its place: begun because that one does not answer
        self._trial_slot, self._trial_until = 0, 0.0
        self._ahead = _ahead()
        threading.Thread(target=self._listen, name="far", daemon=True).start()

    def meet(self) -> FarHost:
        """Find the host and a way to it; it is written down. Raises NoFarHost, CannotConnect."""
        met = self._meet_again() if self._known is not None else self._meet_first()
        with self._changed:
            self._changed.wait_for(lambda: self._line in self._up or self._line in self._ends, _WAY_SECONDS)
            if self._line not in self._up:
                raise CannotConnect(
                    _(
                        "{name} has answered, but there is no way to it from here; try again, or try another relay",
                        name=met.name,
                    )
                )
        return met

    async def dial(
        self, host: str, port: int, seconds: float
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """As ``tls.connect``. If nothing answers, it also looks for the host again."""
        await self._change_over()
        sock = self._engine.connect(self._line)
        sock.setblocking(False)
        try:
            return await connect(host, port, seconds, sock)
        except CannotConnect:
            sock.close()
            self._try_again()
            raise CannotConnect(
                _("no answer from {name} in the other home", name=self._known.name if self._known else host)
            ) from None

    def close(self) -> None:
        """End the way."""
        self._engine.end()

    # -- meeting

    def _open(self, code: str) -> str:
        self._count += 1
        self._engine.open(str(self._count), code, {})
        return str(self._count)

    def _meet_first(self) -> FarHost:
        self._line = self._open(self._place.code)
        with self._changed:
            self._changed.wait_for(lambda: self._is_decided(self._line), _MEET_SECONDS)
            met = self._met.get(self._line)
            if met is None:
                raise self._why_not(self._line)
        says = met["says"]
        fingerprint, name = str(says.get("host", "")), clean(str(says.get("name", "")), NAME) or "rummynet"
        self._keep(
            FarHost(
                self._place.code, fingerprint, name, met["secret"], rendezvous=self._servers.rendezvous,
                relay=self._servers.relay,
            )
        )  # fmt: skip
        assert self._known is not None
        return self._known

    def _meet_again(self) -> FarHost:
        assert self._known is not None
        for turn in range(1, SLOTS + 1):
            slot = (self._known.slot + turn) % SLOTS
            line = self._open(return_code(bytes.fromhex(self._known.secret), slot))
            with self._changed:
                self._changed.wait_for(lambda line=line: self._is_decided(line), _SLOT_SECONDS)  # type: ignore[misc]
                if line in self._met:
                    self._line = line
                    self._keep(replace(self._known, slot=slot))
                    return self._known
                if self._ends.get(line, {}).get("why") in ("away", "server"):
                    raise self._why_not(line)
            self._engine.close_line(line)
        raise NoFarHost(
            _(
                "{name} does not answer. Is it running with --far? If so, it no longer expects you: ask for a new code",
                name=self._known.name,
            )
        )

    def _is_decided(self, line: str) -> bool:
        return line in self._met or line in self._ends or self._is_gone

    def _why_not(self, line: str) -> CannotConnect:
        end = self._ends.get(line, {"why": "silent", "text": ""})
        code = self._place.code
        match end["why"]:
            case "word":
                word, *near = end["text"].split()
                if near:
                    return NoFarHost(
                        _("no code has the word {word}; do you mean {near}?", word=word, near=_(" or ").join(near))
                    )
                return NoFarHost(_("no code has the word {word}; ask for the code again", word=word))
            case "wrong":
                return NoFarHost(
                    _(
                        "the words of {code} are not the host's. After a wrong try it takes another code: ask for "
                        "the new one",
                        code=code,
                    )
                )
            case "away" | "server":
                return CannotConnect(
                    _(
                        "the server where the two homes find each other does not answer ({url}); is this machine "
                        "online?",
                        url=self._servers.rendezvous or PUBLIC_RENDEZVOUS,
                    )
                )
            case _:
                return NoFarHost(
                    _(
                        "nobody waits at {code}: it was used, has expired, or its number is another. Each code works "
                        "once, for one person; ask for a new one",
                        code=code,
                    )
                )

    # -- coming back

    def _try_again(self) -> None:
        """The line does not answer: look for the host at the next code of those that both know."""
        with self._changed:
            if self._known is None or self._trial in self._up:
                return
            if self._trial and self._trial not in self._ends and time.monotonic() < self._trial_until:
                return  # another connection of this program has begun it
            away = self._ends.get(self._trial, {}).get("why") in ("away", "server")
            if self._trial:
                self._engine.close_line(self._trial)
            if not away:  # such a server says nothing about the code
                self._trial_slot = (self._known.slot + next(self._ahead)) % SLOTS
            self._trial = self._open(return_code(bytes.fromhex(self._known.secret), self._trial_slot))
            self._trial_until = time.monotonic() + _SLOT_SECONDS

    async def _change_over(self) -> None:
        """Dial the line that was begun in place of the silent one, if the host answers there."""
        if not self._trial:
            return
        while time.monotonic() < self._trial_until:
            with self._changed:
                if self._is_decided(self._trial):
                    break
            await asyncio.sleep(_GLANCE_SECONDS)
        with self._changed:
            if self._trial not in self._met:
                return
            self._engine.close_line(self._line)
            self._line, self._trial, self._is_down = self._trial, "", False
        assert self._known is not None
        self._keep(replace(self._known, slot=self._trial_slot))

    def _keep(self, one: FarHost) -> None:
        self._known, self._trial_slot, self._ahead = one, one.slot, _ahead()
        try:
            self._hosts.keep(one)
        except OSError as problem:
            raise CannotConnect(
                _("{path} cannot be written ({reason})", path=problem.filename, reason=system_words(problem))
            ) from None

    # -- from the engine

    def _listen(self) -> None:
        while (messages := self._engine.receive()) is not None:
            with self._changed:
                for message in messages:
                    self._take(message["id"], message)
                self._changed.notify_all()
        with self._changed:
            self._is_gone = True
            self._changed.notify_all()

    def _take(self, line: str, message: dict[str, Any]) -> None:
        match message["is"]:
            case "met":
                self._met[line] = message
            case "up":
                self._up.add(line)
                if line == self._line and self._is_down:
                    self._is_down = False
                    self._engine.close_line(self._trial)
                    self._trial = ""
                elif line == self._trial and self._is_down:
                    # What still waits on the old line waits in vain: its connection ends, and is dialled here.
                    self._engine.close_line(self._line)
            case "down" if line == self._line:
                self._is_down = True
                self._try_again()
            case "over":
                self._ends[line] = message


def far_notice(rendezvous: str | None, relay: str | None) -> str:
    """Which servers are contacted, whose they are, and what they learn."""
    if rendezvous is None and relay is None:
        return _(
            "The two homes find each other through servers of the magic-wormhole project: {rendezvous} and {relay}. "
            "They see your internet address and when you play, but no card and no word (docs/far.md)",
            rendezvous=_host_of(PUBLIC_RENDEZVOUS), relay=_host_of(PUBLIC_RELAY),
        )  # fmt: skip
    return _(
        "The two homes find each other through {rendezvous} and {relay}. These servers see your internet address and "
        "when you play, but no card and no word (docs/far.md)",
        rendezvous=_host_of(rendezvous or PUBLIC_RENDEZVOUS), relay=_host_of(relay or PUBLIC_RELAY),
    )  # fmt: skip


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or url.removeprefix("tcp:").partition(":")[0]


class OwnHost(Value):
    """A host that this program runs: its data folder, and the servers that codes come from, None for the public ones.

    ``invites``: a code is asked for as soon as the player is at the table.
    """

    data: Path
    rendezvous: str | None = None
    relay: str | None = None
    invites: bool = False

    @property
    def servers(self) -> str:
        """Which servers are contacted for a code, and what they learn."""
        return far_notice(self.rendezvous, self.relay)

    @property
    def question(self) -> str:
        """What is asked before a code is."""
        asks = _("Invite somebody from another home? y asks for a code, any other key does not")
        return f"{self.servers}. {asks}"
