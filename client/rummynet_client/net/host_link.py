"""A connection to a host by its parameters: runs a session, keeps records, sends bytes, delivers news, and reconnects.

The only module of the client that exchanges messages over a socket. It decides nothing: the session determines what is
kept, sent and delivered, and in which order.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from rummynet import __version__
from rummynet_client.core.log.computing import Computation, Computations
from rummynet_client.core.log.player import Player, UnfinishedGame
from rummynet_client.core.session.session import Memory, Session
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.text.commands import Command
from rummynet_client.core.text.news import GameWasWon, News, QueryAnswered, Welcomed, WentWrong
from rummynet_client.language import _, sentence_of, translated
from rummynet_client.net.clock import StatementClock
from rummynet_client.net.far_line import OwnHost
from rummynet_client.net.tls import CannotConnect, connect, keys_before
from rummynet_client.storage.identity import load_identity, one_time_identity
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_client.storage.seat_lock import SeatLock
from rummynet_client.storage.transcript_store import TranscriptStore
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.address import BadAddress, address, key_fingerprint, read_address
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.messages import NAME

_CHUNK: Final = 64 * 1024  # the body of the largest frame (PROTOCOL.md, "Limits"): hardly any needs a second read
# As the host itself: it pings after 20 seconds of silence and closes after 60 (PROTOCOL.md, "Pings").
_QUIET_SECONDS: Final = 20  # seconds without a byte after which a Ping is sent; after twice that the connection is dead
# A lease ends after 3 seconds (docs/cluster.md): by then another host of the cluster may have the table.
_QUIET_SECONDS_OF_ONE: Final = 3  # the same where another host would go on with the table
# A host cuts a greeting, TLS included, after 10 seconds (docs/host.md, "Limits").
_DIAL_SECONDS: Final = 10.0
# A handshake takes two or three round trips; each host of a cluster that is down costs a player this long.
_DIAL_SECONDS_OF_ONE: Final = 4.0  # seconds for connection and handshake where there is another host to try
# A round trip and a lost packet; a person who quits does not notice it as waiting.
_PARTING_SECONDS: Final = 2.0  # seconds that a client which quits gives its host to read its last words
_FIRST_PAUSE: Final = 0.5  # at once, a host that restarts would be dialled before it listens
_MAX_PAUSE: Final = 4.0  # seconds. Players reconnect within this after a host restarts, however long it was away.
# Chosen: a host that is updated or moved is back by then, and a forgotten terminal dials no dead address for days.
_MAX_ATTEMPTS: Final = 300  # consecutive failures; with the pauses about a quarter of an hour
# Addresses remembered. A host may name 64, and tries go round: with all of them a way back would take minutes.
_MAX_PLACES: Final = 16
# Redirects followed without a pause: a table moves once or twice, and two hosts that disagree would send us in circles.
_MAX_MOVES: Final = 3
_LOOK_SECONDS: Final = 0.5
"""Pause between two looks at whether another program wants the seat: a person who waits for it hardly notices."""
_HAND_OVER_SECONDS: Final = 10.0
"""A program that is asked for the seat and has not let go by then hangs: it looks every half a second, and closes its
connection within two."""
_RETRY_CODES: Final = frozenset({"closing", "idle", "too_fast", "greeting", "trouble"})
"""Codes of a host's Bye after which a reconnect makes sense; after ``replaced``, two programs would take turns.

After ``trouble`` too: it ends one connection for a mistake about one message, and a new one is told everything.
"""

# One for all links of the program, as what is found is kept in one place (``check_mix_ahead``). The library gives the
# lock of Python back in each multiplication, so the loop goes on meanwhile.
_COMPUTER: Final = ThreadPoolExecutor(1, "computations")

OnNews = Callable[[Sequence[News]], None]
AfterGame = Callable[[Path, Sequence[str]], Sequence[Command]]
Dial = Callable[[str, int, float], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]]]
"""Connects to host and port within some seconds; ``tls.connect`` is one."""


class LostHost(RummynetError):
    """The connection has ended and will not be restored."""

    code = "lost_host"


class WrongHost(RummynetError):
    """The host's key is not the one that the invitation named."""

    code = "wrong_host"


class SeatInUse(RummynetError):
    """Another program plays at this host from the same data folder."""

    code = "seat_in_use"


class HostLink:
    """Connects one session to one host. ``run`` ends when the player has quit; meanwhile call ``run_command``.

    Without *known* no host key is recorded or compared; without *store* and *incidents* nothing is kept. *lock* makes
    the lock of the seat at the host with this key; it is held from the first connection to the end of ``run``.
    """

    def __init__(
        self, session: Session, visit: "ConnectOptions", on_news: OnNews, known: KnownHosts | None,
        store: TranscriptStore | None, incidents: IncidentFile | None, lock: Callable[[bytes], SeatLock] | None,
    ) -> None:  # fmt: skip
        self.session, self._visit, self._make_lock = session, visit, lock
        self._lock: SeatLock | None = None
        self.where = visit.where
        """The address that is dialled; another one of the same host's, or of its cluster, when that fails."""
        self._places: list[tuple[str, int]] = [visit.where]
        """Where hosts with this key have been, or were said to be; the newest last."""
        self._on_news, self._known, self._store, self._incidents = on_news, known, store, incidents
        self._former: tuple[bytes, ...] = ()  # keys that the host had before
        self._writer: asyncio.StreamWriter | None = None
        self._changed = asyncio.Event()
        self._is_catching_up = False
        self._quitting = asyncio.Event()
        # The loop itself keeps only weak references; and what is computed outlasts a connection.
        self._computing: set[asyncio.Task[None]] = set()

    # -- interface for the UI

    def run_command(self, command: Command) -> None:
        """Carry out a command of the player."""
        self.session.apply_command(command)
        self._flush()
        if self.session.has_quit:
            self._quitting.set()

    async def wait_for_own_tables(self, table: int) -> None:
        """Wait until the host has shown all tables with an own seat; *table* is followed if it is one of them."""
        while not self.session.has_own_tables:
            if self.session.request_own_tables(table):
                self._flush()
            await self.wait_for_change()

    async def wait_for_change(self) -> None:
        """Wait until something has happened since the last call."""
        await self._changed.wait()
        self._changed.clear()

    # -- connection

    async def run(self) -> None:
        """Connect, and stay connected until the player quits.

        Raises CannotConnect if the first attempt fails, LostHost if the host ends it for good or another program takes
        the seat over, SeatInUse, HostKeyChanged, WrongHost.
        """
        if self._make_lock is None:
            await self._stay_connected()
            return
        serving = asyncio.create_task(self._stay_connected())
        wanted = asyncio.create_task(self._wait_until_wanted())
        try:
            await asyncio.wait((serving, wanted), return_when=asyncio.FIRST_COMPLETED)
        finally:
            was_serving = not serving.done()
            serving.cancel()
            wanted.cancel()
            await asyncio.wait((serving, wanted))
            # Released last: another program that takes the seat must not find records half written.
            if self._lock is not None:
                self._lock.release()
        if was_serving:
            wanted.result()
            says = _("another window of yours has taken over your seat; this one has given it up")
            self._report_lost("taken_over", says, again=False)
            raise LostHost(says)
        serving.result()

    async def _stay_connected(self) -> None:
        """Stay connected until the player quits; nothing is computed any more then."""
        try:
            await self._connect_again_and_again()
        finally:
            # What comes out late would be signed and kept by a program that has no seat any more.
            for computing in self._computing:
                computing.cancel()

    async def _connect_again_and_again(self) -> None:
        attempt = moves = 0
        while not self.session.has_quit:
            try:
                await self._serve_connection()
                attempt = 0
                if self.session.redirect is not None and moves < _MAX_MOVES and not self.session.has_quit:
                    moves += 1  # at once, unless two hosts send us back and forth
                    continue
                moves = 0
            except CannotConnect as problem:
                if await self._found_nearby():
                    continue
                # Never connected: the address is wrong or the host does not run. The player can mend that now.
                if not self.session.host_key:
                    raise
                attempt += 1
                self._dial_another()
                if attempt > _MAX_ATTEMPTS:
                    self._report_lost("unreachable", sentence_of(problem), again=False)
                    raise LostHost(_("the host did not come back: {problem}", problem=problem)) from None
                self._report_lost("unreachable", sentence_of(problem), again=True)
            if not self.session.has_quit:
                await self._pause(attempt)

    async def _wait_until_wanted(self) -> None:
        """Wait until another program asks for the seat. Raises KeyFileError."""
        while self._lock is None or not self._lock.is_wanted:
            await asyncio.sleep(_LOOK_SECONDS)

    async def _take_seat(self, key: bytes) -> None:
        """Take the seat at this host before the first word to it. Raises SeatInUse, KeyFileError."""
        if self._make_lock is None or self._lock is not None:
            return
        lock = self._make_lock(key)
        try:
            if self._visit.takes_over:
                async with asyncio.timeout(_HAND_OVER_SECONDS):
                    while not lock.take():
                        lock.ask_for_it()
                        await asyncio.sleep(_LOOK_SECONDS / 5)
            elif not lock.take():
                raise SeatInUse(
                    _(
                        "this data folder already plays at this host (process {number}), and a folder is one "
                        "player whatever --name says. For a second person add --data DIR; to go on here "
                        "yourself add --take-over; to watch add --watch --table N",
                        number=lock.holder,
                    )
                )
        except TimeoutError:
            raise SeatInUse(
                _("process {number} has your seat and does not give it up; end that process", number=lock.holder)
            ) from None
        finally:
            if not lock.is_held:
                lock.release()
        self._lock = lock

    def _dial_another(self) -> None:
        at = self._places.index(self.where) + 1 if self.where in self._places else 0
        self.where = self._places[at % len(self._places)]

    async def _found_nearby(self) -> bool:
        """Whether the host is on the local network at an address that was not known, as after a new lease."""
        met = self.session.host_key
        wanted = key_fingerprint(met) if met else self._visit.invited
        if wanted is None or not self._visit.follows or is_loopback(self.where[0]):
            return False
        from rummynet_client.net.discover import CannotListen, places_of  # Zeroconf, which takes long to import

        with suppress(CannotListen):
            for place in await places_of(wanted):
                if place in self._places:
                    continue
                with suppress(CannotConnect):
                    _reader, writer, key = await connect(*place, _DIAL_SECONDS_OF_ONE)
                    writer.close()
                    # Anybody can announce anything.
                    if key_fingerprint(key) == wanted:
                        self.where = place
                        self._places.append(place)
                        return True
        return False

    def _learn_places(self, addresses: Sequence[str]) -> list[tuple[str, int]]:
        """Add addresses that the host has named to the known ones, as far as they are addresses."""
        named = [read_address(one) for one in addresses if self._visit.follows and _is_address(one)]
        self._places = list(dict.fromkeys([*self._places, *named]))[-_MAX_PLACES:]
        return named

    async def _pause(self, attempt: int) -> None:
        """Wait before a reconnect: exponential backoff with jitter, so that clients do not reconnect all at once."""
        # At least half of the pause: with a chance of none, a host that restarts would meet its clients at once.
        longest = min(_MAX_PAUSE, _FIRST_PAUSE * 2 ** min(attempt, 10))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._quitting.wait(), longest * (0.5 + random.random() / 2))

    async def _serve_connection(self) -> None:
        seconds = _DIAL_SECONDS if len(self._places) == 1 else _DIAL_SECONDS_OF_ONE
        reader, writer, key = await (self._visit.dial or connect)(*self.where, seconds)
        try:
            self._former = keys_before(writer, key)
            self._check_key(key)
            # Before a word is said, so that of two programs with one key only one greets; the lock is named by the key.
            await self._take_seat(key)
            self._writer = writer
            self.session.connected(key)
            self._flush()
            await self._read_until_end(reader)
        finally:
            self._writer = None
            writer.close()
            with suppress(OSError, asyncio.CancelledError):
                # A peer that does not close its side must not keep us from dialling again.
                await asyncio.wait_for(writer.wait_closed(), 2)

    @property
    def _shown(self) -> str:
        """The address as people read it."""
        return address(*self.where)

    def _check_key(self, key: bytes) -> None:
        """Compare the key with the expected one, the session's one, and the known one. Raises LostHost, WrongHost."""
        met = self.session.host_key or key
        if met != key:
            raise LostHost(
                _(
                    "the host at {address} has another key than a moment ago, so your program has left it. Ask the "
                    "person who runs it whether it was set up anew; if not, somebody answers in its place",
                    address=self._shown,
                )
            )
        # Before the list of known hosts: the invitation says more than a meeting that nobody compared.
        expects = self._visit.expects or self._visit.invited
        if expects not in (None, *map(key_fingerprint, (key, *self._former))):
            raise WrongHost(
                _(
                    "THE HOST AT {address} IS NOT THE ONE YOU WERE INVITED TO: its key is {key}, the "
                    "invitation names {invited}. Somebody may be answering in its place, or the invitation is "
                    "old; ask the person who runs the host for a new one (rummynet host --invite)",
                    address=self._shown,
                    key=key_fingerprint(key),
                    invited=expects,
                )
            )
        if self._known is not None:
            self._known.check(self._shown, key, self._former)
            # Before the session looks up what is recorded about the host: that may be kept under a former key.
            self._known.record_handovers(key, self._former)

    async def _read_until_end(self, reader: asyncio.StreamReader) -> None:
        quitting = asyncio.create_task(self._wait_for_quit())
        try:
            while not self.session.has_quit and self.session.received_bye is None and self.session.redirect is None:
                data = await self._read(reader, quitting)
                if data is None:
                    await self._wait_for_end(reader)
                    return
                if not data:
                    break
                self._receive(data)
                if not await self._compute_awaited():
                    await self._wait_for_end(reader)
                    return
        finally:
            quitting.cancel()
        self._handle_end()

    async def _compute_awaited(self) -> bool:
        """Compute what messages wait for, before more are read. Returns whether the player is still here."""
        while (awaited := self.session.awaits) is not None:
            await self._compute(awaited)
            if self.session.has_quit:
                return False
        return True

    async def _compute(self, computation: Computation) -> None:
        """Compute what takes long in a thread, while the loop goes on, and hand the session what came out."""
        await run_elsewhere(computation)
        self.session.computed(computation)
        self._flush()

    async def _wait_for_end(self, reader: asyncio.StreamReader) -> None:
        """Wait until the host has ended the connection: it has read our Bye then, and all that we sent before it.

        A host throws away what it has not read when a client goes without waiting. Until the Bye its answers count.
        """
        with suppress(OSError, TimeoutError, RemoteProtocolError):
            async with asyncio.timeout(_PARTING_SECONDS):
                while data := await reader.read(_CHUNK):
                    self.session.receive(data)
                    self._flush(shows=False)
        self.session.part()
        self._flush(shows=False)

    async def _wait_for_quit(self) -> bytes:
        await self._quitting.wait()
        return b""

    async def _read(self, reader: asyncio.StreamReader, quitting: asyncio.Task[bytes]) -> bytes | None:
        """Bytes read; b"" if the connection is dead; None if the player has quit."""
        reading = asyncio.create_task(reader.read(_CHUNK))
        try:
            quiet = _QUIET_SECONDS_OF_ONE if self.session.other_addresses else _QUIET_SECONDS
            # In steps of a second: the session's own waits run by ``tick``, also while the host is silent.
            for second in range(1, 2 * quiet + 1):
                await asyncio.wait((reading, quitting), timeout=1, return_when=asyncio.FIRST_COMPLETED)
                self.session.tick()
                if reading.done():
                    return reading.result()
                if quitting.done():
                    return None
                if second == quiet:
                    self.session.send_ping()
                self._flush()
        except OSError:
            return b""
        finally:
            reading.cancel()
            await asyncio.wait((reading,))  # a stream has one reader at a time
        return b""

    def _receive(self, data: bytes) -> None:
        try:
            self.session.receive(data)
        except RemoteProtocolError as problem:
            # No reconnect: a host that breaks the protocol would do so again, and the sentence would be lost.
            self.session.send_bye(problem.code, "the host broke the protocol")
            says = _(
                "the host sent something that breaks the protocol ({problem}); the connection has been ended",
                problem=problem,
            )
            self._report_lost(problem.code, says, again=False)
            raise LostHost(says) from None
        self._flush()

    def _handle_end(self) -> None:
        """The host has ended the connection, or it broke. Raises LostHost if there is nothing to retry."""
        parted = self.session.received_bye
        if self.session.has_quit:
            return
        self._learn_places(self.session.other_addresses)  # as of now: the host may have named others since
        redirected = self._learn_places(self.session.redirect.addresses) if self.session.redirect is not None else []
        if redirected:
            self.where = redirected[0]
            says = _("the table is now at another host of this cluster, {address}", address=self._shown)
            self._report_lost("moved", says, again=True)
            return
        if parted is not None and parted.code not in _RETRY_CODES:
            self._report_lost(parted.code, parted.says, again=False)
            raise LostHost(_("the host ended the connection: {says}", says=translated(parted.says)))
        self._dial_another()  # if there is one: this host has ended, or is cut off
        says = translated(parted.says) if parted is not None else _("the connection to the host was lost; trying again")
        self._report_lost(parted.code if parted is not None else "lost", says, again=True)

    def _report_lost(self, code: str, says: str, again: bool) -> None:
        self.session.connection_lost(code, says, again)
        self._flush()

    # -- output of the session

    def _flush(self, *, shows: bool = True) -> None:
        """Keep, send, show; not *shows*: nobody looks any more."""
        out = self.session.take_output()
        if self._store is not None:
            # Kept before it is sent: what was signed must be on the disk first (FAIRNESS.md, "Contributions").
            for keep in out.keep:
                self._store.append_record(keep)
        if self._incidents is not None:
            for incident in out.incidents:
                now = replace(incident, at=int(time.time()))
                self._incidents.append_incident(key_fingerprint(self.session.host_key), now)
        if self._writer is not None and out.send:
            self._writer.write(b"".join(out.send))
        for computation in out.compute:
            computing = asyncio.get_running_loop().create_task(self._compute(computation))
            self._computing.add(computing)
            computing.add_done_callback(self._computing.discard)
        if not shows:
            return
        if self._known is not None:
            self._pin_host(out.news)
        items = [*self._damage_news(), *out.news]
        was_catching_up, self._is_catching_up = self._is_catching_up, self.session.is_catching_up
        # Where nothing was missed no news comes of it, and the turn waits to be told.
        if items or was_catching_up != self._is_catching_up:
            ended = self._transcript_news(items)
            self._on_news([*items, *ended])
            for command in self._commands_after(ended):
                self.run_command(command)
        self._changed.set()

    def _damage_news(self) -> list[News]:
        """News of damage found in the transcripts of earlier runs."""
        if self._store is None:
            return []
        found: list[News] = [WentWrong("transcript_store", says) for says in self._store.damage_reports]
        self._store.damage_reports.clear()
        return found

    def _transcript_news(self, items: Sequence[News]) -> list[News]:
        """News of the transcript's path when a game has ended."""
        if self._store is None or not self._store.paths or not any(isinstance(item, GameWasWon) for item in items):
            return []
        return [QueryAnswered("game", (("transcript", str(self._store.paths[-1])),))]

    def _commands_after(self, ended: Sequence[News]) -> Sequence[Command]:
        """What the player's program asks for by itself when a game has ended."""
        if self._visit.after_game is None or self._store is None or not ended:
            return ()
        return self._visit.after_game(self._store.paths[-1], self.session.model.names)

    def _pin_host(self, items: Sequence[News]) -> None:
        """Record the host's key on the first Welcome."""
        for item in items:
            # Only now: a key is written down once the greeting has succeeded (PROTOCOL.md, section 1).
            if isinstance(item, Welcomed) and self._known is not None:
                warning = self._known.namesake(item.host, self.session.host_key, self._former)
                self._known.pin(self._shown, self.session.host_key, item.host, self._former)
                if warning is not None:
                    self._on_news([WentWrong("namesake", warning)])


async def run_elsewhere(computation: Computation) -> None:
    """Compute it in this program's thread for what takes long."""
    await asyncio.get_running_loop().run_in_executor(_COMPUTER, computation.run)


def _is_address(text: str) -> bool:
    try:
        read_address(text)
    except BadAddress:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether this is an address of this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


Opening = Callable[[HostLink], Awaitable[None]]  # runs before the first command of the player


async def until_idle(link: HostLink) -> None:
    """Wait until the lobby was received and no request is without an answer."""
    while not link.session.is_ready or link.session.is_busy:
        await link.wait_for_change()


AGENT = f"rummynet/{__version__}"


class ConnectOptions(Value):
    """The parameters of one player's or bot's connection. ``data`` None: a one-time identity, no list of known hosts.

    ``transcripts`` None: nothing is written; with ``keeps_secrets`` only what ``TranscriptStore`` calls so, and
    ``is_synced`` is as there.
    ``expects``: the fingerprint of a host started by this program; the list of known hosts is not used for it.
    ``invited``: the fingerprint in the invitation or announcement; the host must have that key, and is compared
    with the list of known hosts as well. ``takes_breaks``: ``Session``. Without ``follows`` no other host of a cluster
    is dialled: a bot of a host's own stays with it. With ``takes_over`` a program that has the seat is asked to let go.
    ``dial`` connects in place of ``tls.connect``. ``after_game`` gives the commands to carry out when a game has been
    won, by its transcript and its players' names. ``own_host``: the host, where this program runs it. ``is_guest``:
    with a one-time identity although there is a data folder, to watch what its player plays elsewhere.
    """

    where: tuple[str, int]
    name: str
    data: Path | None = None
    transcripts: Path | None = None
    expects: str | None = None
    invited: str | None = None
    takes_breaks: bool = False
    follows: bool = True
    takes_over: bool = False
    is_guest: bool = False
    keeps_secrets: bool = False
    is_synced: bool = True
    dial: Dial | None = None
    after_game: AfterGame | None = None
    own_host: OwnHost | None = None

    def link(self, on_news: OnNews) -> HostLink:
        """Build the link, not connected yet. Raises KeyFileError, KnownHostsError."""
        player_data = None if self.is_guest else self.data
        identity = load_identity(player_data) if player_data is not None else one_time_identity()
        # a guest's transcripts would be the same files as those of the player
        store = None
        if self.transcripts is not None and not self.is_guest:
            store = TranscriptStore(self.transcripts, is_for_secrets=self.keeps_secrets, is_synced=self.is_synced)
        # A host that this program started has a new key each time: it would only fill the lists.
        keeps_lists = self.data is not None and self.expects is None
        hosts = KnownHosts(self.data) if self.data is not None and keeps_lists else None
        incidents = IncidentFile(self.data) if self.data is not None and keeps_lists else None

        def past(host: bytes) -> tuple[Incident, ...]:
            return incidents.incidents_of(key_fingerprint(host)) if incidents is not None else ()

        def unfinished(host: bytes) -> tuple[UnfinishedGame, ...]:
            if store is None or incidents is None or hosts is None:
                return ()
            known = incidents.logs_known(key_fingerprint(host))
            return tuple(
                one
                for one in store.unfinished_games(hosts.chain(host), identity.signer.public)
                if one.log.hex() not in known
            )

        player = Player(
            identity.signer,
            identity.contribution,
            secrets.token_bytes,
            StatementClock(secrets.token_bytes),
            store.recall if store is not None else _nothing,
            store.recall_private if store is not None else _nothing,
            Computations(elsewhere=True),
        )
        # A name of blanks and control characters is empty once it is cleaned.
        session = Session(
            player, clean(self.name, NAME) or "player", AGENT, Memory(past, unfinished), takes_breaks=self.takes_breaks
        )
        lock = partial(SeatLock, player_data) if player_data is not None else None
        return HostLink(session, self, on_news, hosts, store, incidents, lock)


def _nothing(_log: bytes) -> bytes:
    return b""
