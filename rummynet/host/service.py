"""``rummynet host``: the daemon, from start to clean shutdown."""

import argparse
import asyncio
import gc
import os
import secrets
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import LogEvent, globalLogBeginner

from rummynet.host.bots.bot_manager import BotManager
from rummynet.host.cluster.cluster_seat import ID_FILE, ClusterSeat
from rummynet.host.discovery.advertiser import Advertiser
from rummynet.host.discovery.host_announcement import announcement
from rummynet.host.discovery.invite import invite
from rummynet.host.dispatcher import Dispatcher
from rummynet.host.event_loop import LoopTime, install, log_failures, reap_on_sigchld
from rummynet.host.limits.bounds import Bounds
from rummynet.host.net.certificate import server_context
from rummynet.host.net.ports import ListeningPort, allow_files, listen_on, listen_on_ipv6
from rummynet.host.net.server import HostFactory
from rummynet.host.ops.config import BadConfig, read_live
from rummynet.host.ops.host_settings import read_limits
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage import upkeep
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.journal_writer import JournalWriter
from rummynet.host.storage.postgres.connecting import is_postgres
from rummynet.host.storage.resuming import resume_tables
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.host.storage.upkeep import HOST_KEY, JOURNAL
from rummynet.interfaces import interfaces, own_addresses
from rummynet.keyfile import home, identity_folder, secret
from rummynet.letters import needs_ascii
from rummynet.table.host_context import HostContext, Limits
from rummynet.table.lobby import Lobby
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean
from rummynet_protocol.wire.address import address, key_fingerprint
from rummynet_protocol.wire.messages import NAME

if TYPE_CHECKING:
    from rummynet.host.cluster.cluster_host import ClusterHost
    from rummynet.host.web.web_server import WebServer, WebSettings

FAREWELL_SECONDS = 4.0
"""Longest shutdown: pending byes and the last write together."""
DISK_SECONDS = 3.0
INTERRUPTED = 130
OTHER_FILES = 100
"""Open files beside connections: journal, transcripts, listening sockets, the bots' process."""
MIDDLE_COLLECTIONS = 3
"""Collections of the young generation per collection of the middle one; Python's default is 10.

Objects that outlive the young generation mostly belong to a connection and outlive the middle one too. Collecting it
takes five milliseconds when it has grown for ten collections.
"""
FULL_COLLECTIONS = 1000
"""Collections of the middle generation per full collection; Python's default is 10."""
SWITCH_SECONDS = 0.0005
"""Interval at which threads hand over the interpreter lock.

The journal's thread waits this long at each row; with Python's default of 5 ms a write takes that long.
"""


SayOpen = Callable[[str, Sequence[str], Sequence[str]], None]
"""Called with the host's name, the addresses, with ports, at which others reach it, and the links to its page."""


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
    journal_url: str | None = None
    """The database of a cluster; None for a file in the data directory."""
    reached_at: str | None = None
    """The address that other hosts of the cluster name for this one; None for its own."""
    status: int = 0
    trouble: str | None = None

    def __post_init__(self) -> None:
        """Open the data directory. Raises CannotHost, KeyFileError, JournalError, TranscriptError."""
        folder = _folder(self.data)
        private = secret(identity_folder(self.data), HOST_KEY)
        self.context = HostContext(self.name, Signer(private), secrets.token_bytes, self.limits)
        self._tls = _server_context(private, folder)
        with ExitStack() as opened:  # closed again if the rest fails
            self.seat: ClusterSeat | None = None
            if is_postgres(self.journal_url):
                assert self.journal_url is not None
                self.seat = ClusterSeat(self.journal_url, private, self.name)
                opened.callback(self.seat.close)
                (folder / ID_FILE).write_text(f"{self.seat.id}\n")
            self.journal: Journal = self.seat.journal if self.seat is not None else SqliteJournal(folder / JOURNAL)
            opened.callback(self.journal.close)
            self.transcripts = Transcripts(folder / "transcripts")
            with self.journal.reading():
                lobby = Lobby(self.context, self.journal.next_table() if self.seat is None else 0)
                lobby.is_partial = self.seat is not None
            opened.pop_all()
        self._write = write = JournalWriter(self.time)
        self.dispatcher = Dispatcher(
            lobby, self.journal, self.transcripts, self.time, time.time, time.monotonic, self.logbook,
            self._journal_failed, write,
        )  # fmt: skip
        self.factory = HostFactory(self.dispatcher, self.context, self.time, self.logbook, self.bounds)
        self.bot_manager: BotManager | None = None
        self._bots = folder / "bots"
        self.advertiser: Advertiser | None = None
        self.cluster: ClusterHost | None = None
        self._port: ListeningPort | None = None
        self._ipv6_port: ListeningPort | None = None
        self._metrics: Any = None
        self.web: WebServer | None = None
        """The pages for browsers, if they are asked for."""
        self._ending = False

    def listen(self, loop: asyncio.AbstractEventLoop, bind: str, port: int) -> str:
        """Accept connections on the loop and return the line to print. Raises CannotHost."""
        try:
            self._port = here = listen_on(loop, bind, port, self._tls, self.factory)
        except OSError as problem:
            where, why = address(bind, port), problem.strerror
            raise CannotHost(f"cannot listen on {where} ({why}); stop what uses it, or choose another --port") from None
        self._ipv6_port = self._listen_on_ipv6(loop, here.port) if bind == "0.0.0.0" else None
        local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(bind, bind)
        self.bot_manager = BotManager(
            self.dispatcher, self.reactor, self.logbook, address(local, here.port), self._bots
        )
        self.dispatcher.bot_manager = self.bot_manager
        self.bot_manager.remove_stale_folders(self.dispatcher.lobby.bots)
        return f"listening {address(here.host, here.port)} fingerprint {key_fingerprint(self.context.signer.public)}"

    def join_cluster(self) -> None:
        """Be one of the hosts with this journal, if it is that of a cluster. To be called when ``listen`` was."""
        if self.seat is None:
            return
        try:
            own = (self.reached_at,) if self.reached_at else [address(one, self.port) for one in self.addresses()]
        except OSError:
            own = [address(self._listening.host, self.port)]
        self.cluster = self.seat.make_host(
            self.dispatcher, self.transcripts, self.reactor, self.logbook, self._bots, self._write, self._drained
        )
        self.factory.cluster = self.cluster
        self.seat.journal.trouble = lambda why: self.reactor.callFromThread(self._journal_troubled, why)
        self.cluster.start(own)

    def _journal_troubled(self, why: str) -> None:
        self.logbook.warn("the journal is not written, and nothing answered, until this is over", why=why)

    def _drained(self) -> None:
        self.logbook.note("all tables are at other hosts")
        self.end(0)

    def allow_files(self) -> None:
        """Raise the limit of open files to what full limits need; log a warning if the system does not allow that."""
        wanted = self.bounds.connections + 2 * self.bounds.ungreeted + self.context.limits.bots + OTHER_FILES
        allowed = allow_files(wanted)
        if allowed is not None and allowed < wanted:
            self.logbook.warn("the system allows fewer open files than the limits need", allowed=allowed, needed=wanted)

    def measure(self, port: int) -> None:
        """Serve metrics on this loopback port. Raises CannotHost."""
        from rummynet.host.ops.metrics import LOOPBACK, serve  # its dependencies are heavy: imported on demand

        try:
            self._metrics = serve(self.reactor, port, self.factory)
        except CannotListenError as problem:
            why = getattr(problem.socketError, "strerror", None) or problem.socketError
            where = address(LOOPBACK, port)
            raise CannotHost(f"cannot show figures on {where} ({why}); choose another --metrics") from None
        self.logbook.note("metrics", url=f"http://{address(LOOPBACK, self._metrics.getHost().port)}/metrics")

    def serve_pages(self, loop: asyncio.AbstractEventLoop, bind: str, settings: "WebSettings") -> None:
        """Serve pages to browsers, after ``listen``. Raises CannotHost, BadWebCertificate, PageNotBuilt."""
        from rummynet.host.web.web_server import open_web  # its dependencies are imported on demand

        try:
            self.web = open_web(
                loop, bind, settings, _folder(self.data), self.addresses(), self.factory, self.logbook,
                datetime.fromtimestamp(time.time(), UTC),
            )  # fmt: skip
        except OSError as problem:
            where = address(bind, settings.port)
            raise CannotHost(
                f"cannot serve pages on {where} ({problem.strerror}); stop what uses it, or choose another --web"
            ) from None
        self.logbook.note("pages", url=self.page_links()[0], certificate=self.web.certificate)

    def page_links(self) -> list[str]:
        """Links to the page, with the host's fingerprint; none without pages. Raises OSError."""
        return self.web.links(self.addresses(), self.context.signer.public) if self.web is not None else []

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
            self.reactor, self.logbook, lambda: announcement(lobby), here.host, here.port, addresses=self.addresses
        )
        self.advertiser.start()

    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the host can be reached now. Raises OSError."""
        return own_addresses(self._listening.host, interfaces(), both=self._ipv6_port is not None)

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
        assert self._port is not None, "``listen`` comes first"
        return self._port

    def _listen_on_ipv6(self, loop: asyncio.AbstractEventLoop, port: int) -> ListeningPort | None:
        try:
            return listen_on_ipv6(loop, port, self._tls, self.factory)
        except OSError as problem:
            self.logbook.note("listening on IPv4 alone", why=str(problem))
            return None

    def end(self, status: int) -> None:
        """Shut down: stop listening, make all durable, say bye to everybody, stop the reactor."""
        if self._ending:
            return
        self._ending, self.status = True, status
        self.logbook.note("closing")
        for port in (self._port, self._ipv6_port):
            if port is not None:
                port.stop()
        if self.web is not None:
            self.web.stop()
        if self._metrics is not None:
            self._metrics.stopListening()
        if self.advertiser is not None:
            self.advertiser.stop()
        self.dispatcher.timers.stop_all()
        until = self.reactor.seconds() + FAREWELL_SECONDS
        stuck = self.reactor.callLater(DISK_SECONDS, self._write_timed_out, until)
        self.dispatcher.close(lambda: self._say_goodbye(until) if _cancel(stuck) else None)

    def _write_timed_out(self, until: float) -> None:
        self.trouble = (
            "the disk did not take what had to be written; what players were told is kept, the rest may not be"
        )
        self._say_goodbye(until)

    def _say_goodbye(self, until: float) -> None:
        if self.cluster is not None:
            self.cluster.stop()
        self.factory.close(said("the host is closing; everything is kept, come back when it runs again"))
        if self.bot_manager is not None:
            self.bot_manager.dismiss_all()
        self._wait_for_goodbyes(until)

    def _wait_for_goodbyes(self, until: float) -> None:
        silent = self.advertiser is None or self.advertiser.is_silent
        if (self.factory.connections or not silent) and self.reactor.seconds() < until:
            self.reactor.callLater(0.02, self._wait_for_goodbyes, until)
            return
        if not self.dispatcher.is_writing:  # else the writer's thread uses them until the process ends
            self.transcripts.close()
            self.journal.close()
            if self.seat is not None:
                self.seat.close()
        if self.reactor.running:
            self.reactor.stop()

    def _journal_failed(self, problem: Exception) -> None:
        self.trouble = f"{problem}; nothing more is accepted, as it could not be kept"
        self.logbook.trouble("the journal cannot be written", problem)
        self.end(3)


def run(args: argparse.Namespace, say_open: SayOpen) -> int:
    """Host until stopped. 0 after SIGTERM, 130 after Ctrl-C.

    *say_open* is called once connections are accepted. Raises CannotHost, BadLimit, KeyFileError, JournalError.
    """
    if upkeep.is_requested(args):
        return upkeep.run(args)
    if args.processes is not None:
        return _run_processes(args)
    bounds, limits = read_limits(getattr(args, "limits", {}))
    loop, reactor = install()
    logbook = Logbook(sys.stderr, args.log_level, args.log_json)
    globalLogBeginner.beginLoggingTo([_observer(logbook)], redirectStandardIO=False, discardBuffer=True)
    log_failures(loop, logbook)
    name = clean(args.name or socket.gethostname(), NAME) or "rummynet"
    data, calls = home(args.data), LoopTime(loop)
    service = Service(reactor, calls, data, name, logbook, bounds, limits, args.journal, args.address)
    service.allow_files()
    if service.seat is None:
        resume_tables(service.dispatcher, service.journal, service.transcripts, logbook)
    if args.metrics is not None:
        service.measure(args.metrics)
    line = service.listen(loop, args.bind, args.port)
    web = _web_settings(args)
    if web is not None:
        service.serve_pages(loop, args.bind, web)
    service.join_cluster()
    logbook.note("hosting", name=name, data=str(service.data))

    def ready() -> None:
        """Print the line after the signal handlers are set: a reader of the line may send a signal at once."""
        reap_on_sigchld(reactor)
        _stop_on_signals(reactor, service)
        _reload_on_sighup(reactor, service, args.config)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        try:
            addresses = [address(one, service.port) for one in service.addresses()]
        except OSError:  # the interfaces cannot be listed; the line above has what is known
            return
        say_open(name, addresses, service.page_links())

    reactor.callWhenRunning(ready)
    if args.invite:
        sys.stderr.write(service.invitation(not needs_ascii(os.environ, sys.stderr.encoding)) + "\n")
    if not args.no_announce:
        reactor.callWhenRunning(service.announce)
    _collect_rarely()
    sys.setswitchinterval(SWITCH_SECONDS)
    reactor.run()
    if service.trouble is not None:
        raise CannotHost(service.trouble)
    return service.status


def _web_settings(args: argparse.Namespace) -> "WebSettings | None":
    """What the flags say about pages; None where there are to be none. Raises CannotHost."""
    wants = args.web is not None and not args.no_web
    extra = [flag for flag in ("web_cert", "web_key", "web_plain", "web_name") if getattr(args, flag)]
    if extra and args.web is None:
        raise CannotHost(f"--{extra[0].replace('_', '-')} is about pages, and without --web PORT there are none")
    if args.web_plain and args.web_cert:
        raise CannotHost("--web-plain is without TLS, so --web-cert would be of no use; give one of them")
    if args.web_key and not args.web_cert:
        raise CannotHost("--web-key needs the certificate to it: --web-cert FILE")
    if not wants:
        return None
    if is_postgres(args.journal):
        raise CannotHost("a page cannot follow a table to another host yet; leave out --web or --journal")
    from rummynet.host.web.web_server import WebSettings

    cert, key = (Path(one).expanduser() if one else None for one in (args.web_cert, args.web_key))
    names = tuple(name for name in (args.web_name or "").lower().replace(" ", "").split(",") if name)
    return WebSettings(args.web, cert, key, args.web_plain, names)


def _run_processes(args: argparse.Namespace) -> int:
    """Run several hosts of one cluster. Raises CannotHost, JournalError, KeyFileError."""
    from rummynet.host.cluster.host_processes import HostProcesses

    if not is_postgres(args.journal):
        raise CannotHost("several processes cannot write one file; name a database with --journal postgresql://…")
    if args.address is not None or args.metrics is not None or args.invite or args.web is not None:
        raise CannotHost(
            "--processes goes with none of --address, --metrics, --invite and --web: each host has its own"
        )
    name = args.name or socket.gethostname()
    words = ["--bind", args.bind, "--name", name, "--journal", args.journal, "--log-level", args.log_level]
    words += [flag for flag, given in (("--no-announce", args.no_announce), ("--log-json", args.log_json)) if given]
    words += ["--config", args.config] if args.config is not None else []
    data = home(args.data)
    ClusterSeat.check(args.journal, secret(identity_folder(data), HOST_KEY))
    return HostProcesses(data, args.port, args.processes, words, sys.stdout).run()


def _collect_rarely() -> None:
    """Keep full garbage collections rare: with thousands of connections each stops all tables for a tenth of a second.

    Nearly all garbage of a connection is collected young; objects that exist by now live until the end anyway.
    """
    gc.freeze()
    young, _, _ = gc.get_threshold()
    gc.set_threshold(young, MIDDLE_COLLECTIONS, FULL_COLLECTIONS)


def _cancel(call: IDelayedCall) -> bool:
    """Cancel the call; False if it has run already."""
    if call.active():
        call.cancel()
        return True
    return False


def _server_context(private: bytes, folder: Path) -> ssl.SSLContext:
    try:
        return server_context(private, folder)
    except OSError as problem:
        raise CannotHost(f"TLS cannot be set up ({problem})") from None


def _folder(data: Path) -> Path:
    folder = data / "host"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise CannotHost(
            f"the data directory {data} cannot be written ({problem.strerror}); choose another with --data DIR"
        ) from None
    return folder


def _stop_on_signals(reactor: Any, service: Service) -> None:  # noqa: ANN401
    """Install signal handlers. To be called after the reactor has installed its own, which these replace."""
    for number, status in {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}.items():
        signal.signal(number, lambda *_, status=status: reactor.callFromThread(service.end, status))


def _reload_on_sighup(reactor: Any, service: Service, path: str | None) -> None:  # noqa: ANN401
    if hasattr(signal, "SIGHUP"):  # not on Windows
        signal.signal(signal.SIGHUP, lambda *_: reactor.callFromThread(service.reload, path))


def _observer(logbook: Logbook) -> Any:  # noqa: ANN401
    """Observer for Twisted's log that passes on failures only."""

    def observe(event: LogEvent) -> None:
        failure = event.get("log_failure")
        if failure is not None:
            logbook.trouble("unexpected", failure.value)

    return observe
