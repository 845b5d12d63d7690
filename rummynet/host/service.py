"""A running host: its parts, what it listens on, and its clean shutdown."""

import asyncio
import errno
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IDelayedCall

from rummynet.host.bots.bot_manager import BotManager
from rummynet.host.cluster.cluster_seat import ID_FILE, ClusterSeat
from rummynet.host.connections.host_protocol import HostFactory
from rummynet.host.discovery.advertiser import Advertiser, announcement
from rummynet.host.discovery.invite import invite
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.dispatch.proofs_ahead import ProofsAhead
from rummynet.host.dispatch.table_arrivals import resume_tables
from rummynet.host.limits.bounds import Bounds
from rummynet.host.net.certificate import OwnDials, server_context
from rummynet.host.net.ports import ConnectionStarter, ListeningPort, allow_files, listen_on
from rummynet.host.net.tls_transport import host_end
from rummynet.host.ops.host_settings import BadConfig, read_live
from rummynet.host.ops.logbook import Logbook
from rummynet.host.ops.service_manager import tell
from rummynet.host.storage.host_key import JOURNAL, check_host_key, handovers, host_secret
from rummynet.host.storage.journal import Journal, JournalError
from rummynet.host.storage.journal_writer import JournalWriter
from rummynet.host.storage.postgres.connecting import is_postgres
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.interfaces import interfaces, own_addresses, without_link_local
from rummynet.steady_clock import awake_seconds
from rummynet.table.api.host_context import HostContext, Limits
from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.address import address, key_fingerprint

if TYPE_CHECKING:
    from rummynet.host.cluster.cluster_host import ClusterHost
    from rummynet.host.far.far_port import FarPort, FarSettings, ShowCode
    from rummynet.host.web.web_server import WebServer, WebSettings

# Service managers and ``docker stop`` kill after ten seconds or more.
FAREWELL_SECONDS = 4.0  # longest shutdown: pending byes and the last write together
# Leaves a second for the byes: a disk that is stuck must not keep people from hearing that the host ends.
DISK_SECONDS = 3.0
# Too many costs nothing; too few, and the last connections fail with a full host.
OTHER_FILES = 100  # open files beside connections: journal, transcripts, listening sockets, the bots' process
# A Wi-Fi that comes up is told while the person still looks at the screen; a look takes half a millisecond.
LOOK_SECONDS = 5.0
# A certificate given to the host is renewed by another program days before it runs out, its own a month before.
RENEW_SECONDS = 3600.0
# A write takes milliseconds; so long, and nothing has been answered meanwhile: new players are better off elsewhere.
UNREADY_SECONDS = 5.0


class CannotHost(RummynetError):
    """The host cannot start or cannot go on; the message gives the reason."""

    code = "host"


@dataclass
class Service:
    """A running host and its parts; ``reactor`` is Twisted's.

    ``time`` is where connections, tables and the journal's thread have their timers and calls: the loop itself
    (``LoopTime``), or a clock like the reactor's.
    """

    reactor: Any
    time: Any
    data: Path
    name: str
    logbook: Logbook
    bounds: Bounds = Bounds()
    limits: Limits = Limits()
    journal_url: str | None = None  # the database of a cluster; None for a file in the data directory
    reached_at: str | None = None  # the address that other hosts of the cluster name for this one; None for its own
    status: int = 0
    trouble: str | None = None

    def __post_init__(self) -> None:
        """Open the data directory. Raises CannotHost, KeyFileError, JournalError."""
        folder = _folder(self.data)
        private = host_secret(self.data)
        self.context = HostContext(self.name, Signer(private), secrets.token_bytes, self.limits)
        try:
            context = server_context(private, folder, handovers(self.data))
        except OSError as problem:
            raise CannotHost(f"TLS cannot be set up ({problem})") from None
        self._dials = OwnDials()
        self._dials.watch(context)
        self._tls = host_end(context)
        with ExitStack() as opened:  # closed again if the rest fails
            self.seat: ClusterSeat | None = None
            if is_postgres(self.journal_url):
                self.seat = ClusterSeat(self.journal_url, private, self.name, self._database_away)
                opened.callback(self.seat.close)
                (folder / ID_FILE).write_text(f"{self.seat.id}\n")
                for line in self.seat.doubts:
                    self.logbook.warn(line)
            self.journal: Journal = self.seat.journal if self.seat is not None else SqliteJournal(folder / JOURNAL)
            opened.callback(self.journal.close)
            check_host_key(self.journal, self.context.signer.public, self.data)
            self.transcripts = Transcripts(folder / "transcripts", self.journal.entries)
            with self.journal.reading():
                has_others = self.seat is not None
                lobby = Lobby(self.context, 0 if has_others else self.journal.next_table())
                # Until the first reading of the others' tables nobody may take a missing row for a closed table.
                lobby.rows.is_partial = has_others
            opened.pop_all()  # all is well: closed by ``_say_goodbye`` instead
        self.write = write = JournalWriter(self.time)
        self.dispatcher = Dispatcher(
            lobby, self.journal, self.transcripts, self.time, time.time, awake_seconds, self.logbook,
            self._journal_failed, write,
        )  # fmt: skip
        self.factory = HostFactory(self.dispatcher, self.context, self.time, self.logbook, self.bounds)
        self.factory.proofs_ahead = ProofsAhead(lobby, JournalWriter(self.time, "proofs"))
        self.bot_manager: BotManager | None = None
        self._bots = folder / "bots"
        self.advertiser: Advertiser | None = None
        self.cluster: ClusterHost | None = None
        self._ports: list[ListeningPort] = []  # a second one is that of IPv6
        self._admin: Any = None
        self.web: WebServer | None = None  # the pages for browsers, if they are asked for
        self.far: FarPort | None = None  # the port for people in other homes, if it is asked for
        self._reached: tuple[str, ...] = ()  # addresses, at the last look
        self._renewed = 0.0  # when the certificate of the pages was looked at, in the reactor's seconds
        self._ending = False

    def _database_away(self, why: JournalError) -> None:
        self.logbook.warn("waiting for the database", why=str(why))
        tell("STATUS=waiting for the database")

    def listen(self, loop: asyncio.AbstractEventLoop, bind: str, port: int) -> str:
        """Accept connections on the loop and return the line to print. Raises CannotHost."""
        try:
            self._ports = listen_on(loop, bind, port, self._tls, self.factory.build_protocol)
        except OSError as problem:
            where = f"cannot listen on {address(bind, port)} ({problem.strerror})"
            if problem.errno == errno.EADDRNOTAVAIL:
                raise CannotHost(f"{where}; this machine has no such address for --bind") from None
            raise CannotHost(f"{where}; stop what uses it, or choose another --port") from None
        here = self._listening
        if bind == "0.0.0.0" and len(self._ports) == 1:
            self.logbook.note("listening on IPv4 alone")
        local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(here.host, here.host)
        self.bot_manager = BotManager(
            self.dispatcher, self.reactor, self.logbook, address(local, here.port), self._bots
        )
        self.dispatcher.bot_manager = self.bot_manager
        if self.seat is not None:
            self.bot_manager.remove_stale_folders(())
        fingerprint = key_fingerprint(self.context.signer.public)
        return f"listening {address(here.host, here.port)} fingerprint {fingerprint}"

    def read_tables(self) -> Iterator[None]:
        """Read the open tables; those of a cluster come later, as their leases are taken. Raises JournalError."""
        if self.seat is not None:
            return iter(())
        return resume_tables(self.dispatcher, self.journal, self.transcripts, self.write, self.logbook)

    def resume(self, tables: Iterator[None]) -> None:
        """Bring a table that was read in each turn of the loop: people are served meanwhile."""
        if self._ending:
            return
        if next(tables, self) is None:
            self.time.callLater(0, self.resume, tables)
        elif self.seat is None and self.bot_manager is not None:
            self.bot_manager.remove_stale_folders(self.dispatcher.lobby.bots)

    def join_cluster(self) -> None:
        """Be one of several hosts, if there are others. To be called when ``listen`` was."""
        if self.seat is None:
            return
        own = [address(self._listening.host, self.port)]
        with suppress(OSError):  # the interfaces cannot be listed; better one address than none
            own = [address(one, self.port) for one in without_link_local(self.addresses())]
        if self.reached_at is not None:
            own = [self.reached_at]
        from rummynet.host.cluster.cluster_host import ClusterHost  # needs the extra: imported on demand

        self.cluster = self.factory.cluster = ClusterHost(
            self.seat, self.dispatcher, self.reactor, self.logbook, self._bots, self._drained
        )
        self.seat.journal.trouble = lambda why: self.reactor.callFromThread(self._journal_troubled, why)
        if self.web is not None and self.web.carrier is not None:
            self.web.carrier.others = self.cluster
        self.cluster.start(own)

    def _journal_troubled(self, why: str) -> None:
        self.logbook.warn("the journal is not written, and nothing answered, until this is over", why=why)

    def _drained(self) -> None:
        self.logbook.note("all tables are at other hosts")
        self.end(0)

    def allow_files(self, has_pages: bool = False) -> None:
        """Raise the limit of open files to what full limits need; log a warning if the system does not allow that."""
        # Twice: dropped connections keep their descriptor while they close.
        wanted = self.bounds.connections + 2 * self.bounds.ungreeted + self.context.limits.bots + OTHER_FILES
        if has_pages and self.seat is not None:
            wanted += 2 * self.bounds.connections  # pages that are passed on to other hosts, with both ends
        allowed = allow_files(wanted)
        if allowed is not None and allowed < wanted:
            self.logbook.warn("the system allows fewer open files than the limits need", allowed=allowed, needed=wanted)

    def measure(self, loop: asyncio.AbstractEventLoop, host: str, port: int) -> None:
        """Serve metrics at this address. Raises CannotHost."""
        from rummynet.host.metrics import FigurePages  # its dependencies are heavy: imported on demand

        try:
            pages = FigurePages(self.time.seconds, self.factory, self.data / "host", self.unready)
            port = pages.listen(loop, host, port)
        except OSError as problem:
            where = address(host, port)
            raise CannotHost(f"cannot show figures on {where} ({problem.strerror}); choose another --metrics") from None
        self.logbook.note("metrics", url=f"http://{address(host, port)}/metrics")

    def take_orders(self, invite: Callable[[int | None], list[str]]) -> None:
        """Let the operator look and give orders (``rummynet admin``); *invite* opens a code for another home."""
        from rummynet.host import administration  # it has the protocol of Twisted's lines: imported on demand

        folder = self.data / "host"
        try:
            orders = administration.Administration(self.factory, folder, self.logbook, lambda: self.end(0), invite)
            self._admin = administration.listen(self.reactor, folder, orders)
        except (CannotListenError, OSError, ValueError) as problem:  # also a path too long for a socket, without /proc
            self.logbook.warn("rummynet admin cannot reach this host", why=str(problem))

    def unready(self) -> str | None:
        """Why players cannot be served now, or had better go elsewhere; None if all is well."""
        if self._ending or not self.dispatcher.takes_inputs:
            return "the host is closing"
        if not self._ports:
            return "the host does not listen yet"
        if self.cluster is not None and self.cluster.is_unsure():
            return "the other hosts or their database cannot be reached"
        if self.cluster is not None and self.cluster.draining:
            return "the tables go to other hosts"
        if self.dispatcher.seconds_writing >= UNREADY_SECONDS:
            return "the disk or the database does not take what has to be written"
        return None

    def serve_pages(self, loop: asyncio.AbstractEventLoop, bind: str, settings: "WebSettings") -> None:
        """Serve pages to browsers, after ``listen``. Raises CannotHost, BadWebCertificate."""
        from rummynet.host.web.carried import Carrier  # their dependencies are imported on demand
        from rummynet.host.web.web_server import WebServer

        carrier = None if self.seat is None else Carrier(loop, self.context.signer, lambda: self.factory.bounds)
        try:
            self.web = WebServer(settings, _folder(self.data), self.addresses, partial(datetime.now, UTC), carrier)
            self.web.listen(loop, bind, self.factory, self.logbook, self.finished_game, handovers(self.data))
        except OSError as problem:
            where = address(bind, settings.port)
            raise CannotHost(
                f"cannot serve pages on {where} ({problem.strerror}); stop what uses it, or choose another --web"
            ) from None
        self.logbook.note("pages", url=self.page_links()[0], certificate=self.web.certificate)

    async def finished_game(self, table: int, game: int) -> Path | None:
        """The transcript of a game that is over; None if there is none, or it cannot be read or written."""
        answer = asyncio.get_running_loop().create_future()
        found: list[Path | None] = []

        def look() -> None:
            found.append(self.transcripts.finished(table, game))

        # In the writer's thread, which alone uses journal and transcripts while the host runs.
        self.write(look, answer.set_result)
        await answer
        return found[0] if found else None

    def page_links(self) -> list[str]:
        """Links to the page, with the host's fingerprint; none without pages. Raises OSError."""
        return self.web.links(self.context.signer.public) if self.web is not None else []

    def watch_network(self, tell: Callable[[], None]) -> None:
        """Look at the network and the certificate of the pages again and again.

        *tell* is called when others reach the host by another address than before.
        """
        before, now = self._reached, self.reactor.seconds()
        with suppress(OSError):  # the interfaces cannot be listed: perhaps at the next look
            self._reached = self.addresses()
        if self.web is not None and (self._reached != before or now >= self._renewed + RENEW_SECONDS):
            self._renewed = now
            try:
                self.web.renew()
            except (RummynetError, OSError) as problem:
                self.logbook.warn("the pages keep the certificate that they have", why=str(problem))
        if before and self._reached[0] != before[0]:
            self.logbook.note("others reach the host elsewhere now", addresses=self._reached)
            tell()
        self.reactor.callLater(LOOK_SECONDS, self.watch_network, tell)

    def open_far(self, loop: asyncio.AbstractEventLoop, settings: "FarSettings", show: "ShowCode") -> None:
        """Let people in from other homes; *show* gets each new code. Raises NoEngine."""
        from rummynet.far.way_process import WayProcess  # imported on demand, as most hosts are at home alone
        from rummynet.host.far.far_port import FarPort
        from rummynet.host.far.guest_list import GuestList

        def begin(sock: socket.socket, address: str, table: int | None) -> None:
            build = partial(self.factory.build_protocol, only_table=table)
            ConnectionStarter(loop, self._tls, build).begin(sock, address)

        engine = WayProcess(settings.rendezvous, settings.relay)
        says = {"host": key_fingerprint(self.context.signer.public), "name": self.name}
        self.far = FarPort(
            loop, engine, GuestList(self.data), begin, self.logbook, settings, says, time.time, show
        )  # fmt: skip

    def reload(self, path: str | None) -> None:
        """Read the configuration again.

        An invalid one changes nothing; connections and games keep the limits they began with.
        """
        if path is None:
            self.logbook.warn("there is no configuration to read again; start with --config FILE.toml")
            return
        try:
            live = read_live(path)
        except BadConfig as problem:
            self.logbook.warn("the configuration is left as it was", why=str(problem))
            return
        self.factory.set_bounds(live.bounds)
        self.context.limits = live.limits
        self.logbook.level = live.log_level or self.logbook.level
        self.logbook.note("read the configuration again", path=path)

    def announce(self) -> None:
        """Advertise the host on the local network until it ends. To be called once the reactor runs."""
        here, lobby = self._listening, self.dispatcher.lobby
        self.advertiser = Advertiser(
            self.reactor, self.logbook, lambda: announcement(lobby), here.host, here.port, addresses=self.addresses,
            copied=self._copied if self.seat is None else None, dials=self._dials,
        )  # fmt: skip
        self.advertiser.start()

    def _copied(self, where: str, was_first: bool) -> None:
        """Another host has this one's key. Two that go on with one table would contradict each other: the later ends.

        Players' programs could not tell that from a host that cheats.
        """
        says = f"another host with this one's key runs at {where}, as after a card or a folder was copied"
        if was_first:
            self.trouble = f"{says}; end that one, or give this one a folder of its own with --data DIR"
            self.end(3)
        else:
            self.logbook.warn(f"{says}; end one of them, before tables of both contradict each other")

    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the host can be reached now. Raises OSError."""
        return own_addresses(self._listening.host, interfaces(), both=len(self._ports) > 1)

    def invitation(self, blocks: bool) -> str:
        """The text that ``--invite`` shows. Raises OSError."""
        fingerprint = key_fingerprint(self.context.signer.public)
        return invite(self.addresses(), self._listening.port, fingerprint, blocks, self.page_links())

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self._listening.port

    @property
    def _listening(self) -> ListeningPort:
        return self._ports[0]

    def end(self, status: int) -> None:
        """Shut down: stop listening, make all durable, say bye to everybody, stop the reactor."""
        if self._ending:
            return
        self._ending, self.status = True, status
        self.logbook.note("closing")
        # New connections first: a client that dials now would only hear a goodbye.
        for port in self._ports:
            port.stop()
        if self.web is not None:
            self.web.stop()
        if self._admin is not None:
            self._admin.stopListening()
        if self.advertiser is not None:
            self.advertiser.stop()
        self.dispatcher.timers.stop_all()
        until = self.reactor.seconds() + FAREWELL_SECONDS
        stuck = self.reactor.callLater(DISK_SECONDS, self._write_timed_out, until)
        self.dispatcher.close(lambda: self._recorded(stuck, until))

    def _recorded(self, stuck: IDelayedCall, until: float) -> None:
        if stuck.active():
            stuck.cancel()
            self._say_goodbye(until)

    def _write_timed_out(self, until: float) -> None:
        self.trouble = (
            "the disk did not take what had to be written; what players were told is kept, the rest may not be"
        )
        self._say_goodbye(until)

    def _say_goodbye(self, until: float) -> None:
        # Leases before byes: clients that leave find their table at another host already.
        if self.cluster is not None:
            self.cluster.stop()
        self.factory.close(sentence("the host is closing; everything is kept, come back when it runs again"))
        if self.web is not None and self.web.carrier is not None:
            self.web.carrier.end()
        if self.bot_manager is not None:
            self.bot_manager.dismiss_all()
        self._wait_for_goodbyes(until)

    def _wait_for_goodbyes(self, until: float) -> None:
        silent = self.advertiser is None or self.advertiser.is_silent
        is_busy = self.factory.connections or (self.web is not None and self.web.is_carrying)
        if (is_busy or not silent) and self.reactor.seconds() < until:
            # Often enough that a host without guests ends at once for a person who waits.
            self.reactor.callLater(0.02, self._wait_for_goodbyes, until)
            return
        if self.far is not None:
            self.far.end()
        if not self.dispatcher.is_writing:  # else the writer's thread uses them until the process ends
            self.journal.close()
            if self.seat is not None:
                self.seat.close()
        if self.reactor.running:
            self.reactor.stop()

    def _journal_failed(self, problem: Exception) -> None:
        self.trouble = f"{problem}; nothing more is accepted, as it could not be kept"
        self.logbook.trouble("the journal cannot be written", problem)
        # docs/host.md: status 3 tells a service manager from a wanted end.
        self.end(3)


def _folder(data: Path) -> Path:
    folder = data / "host"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A file is made: permission bits alone do not say whether a mount or a container lets us write.
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise CannotHost(
            f"the data directory {data} cannot be written ({problem.strerror}); choose another with --data DIR"
        ) from None
    return folder
