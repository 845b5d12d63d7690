"""``rummynet host``: the daemon from its flags to its end, with signals, its log and the interpreter's settings."""

import argparse
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twisted.logger import LogEvent, globalLogBeginner

from rummynet.host import upkeep
from rummynet.host.event_loop import LoopTime, install, log_failures, reap_on_sigchld
from rummynet.host.limits.bounds import Bounds
from rummynet.host.log_checks import Progress
from rummynet.host.ops.host_settings import read_limits
from rummynet.host.ops.logbook import Logbook
from rummynet.host.ops.service_manager import tell
from rummynet.host.retention import Retention
from rummynet.host.service import CannotHost, Service
from rummynet.host.storage.postgres.connecting import is_postgres
from rummynet.keyfile import home
from rummynet.letters import needs_ascii
from rummynet.table.api.host_context import Limits
from rummynet_protocol.errors import Refusal
from rummynet_protocol.text import clean
from rummynet_protocol.wire.address import address
from rummynet_protocol.wire.messages import NAME

if TYPE_CHECKING:
    from rummynet.host.far.far_port import FarSettings, ShowCode
    from rummynet.host.web.web_server import WebSettings

# As in shells: 128 and the number of SIGINT.
INTERRUPTED = 130
MIDDLE_COLLECTIONS = 3
"""Collections of the young generation per collection of the middle one; Python's default is 10.

Objects that outlive the young generation mostly belong to a connection and outlive the middle one too. Collecting it
takes five milliseconds when it has grown for ten collections.
"""
# Each stops all tables for a tenth of a second with thousands of connections (``_collect_rarely``).
FULL_COLLECTIONS = 1000  # collections of the middle generation per full collection; Python's default is 10
SWITCH_SECONDS = 0.0005
"""Interval at which threads hand over the interpreter lock.

The journal's thread waits this long at each row; with Python's default of 5 ms a write takes that long.
"""


class FlagsConflict(Refusal):
    """These flags do not go together."""

    code = "flags"


SayOpen = Callable[[str, Sequence[str], Sequence[str]], None]
"""Called with the host's name, the addresses, with ports, at which others reach it, and the links to its page."""


def run(args: argparse.Namespace, say_open: SayOpen, say_code: "ShowCode", progress: Progress | None = None) -> int:
    """Work on a host's data, or host until stopped. *progress* is called while data are checked.

    Raises CannotHost, BadConfig, FlagsConflict, KeyFileError, JournalError, NoEngine.
    """
    if args.far:
        _check_far(args)
    if args.quick and not args.check_data:
        raise FlagsConflict("--quick is about a check; leave it out, or add --check-data")
    # Before anything is opened or bound: these commands run beside a host.
    if upkeep.is_requested(args):
        return upkeep.run(args, progress)
    return _host(args, *read_limits(getattr(args, "limits", {})), say_open, say_code)


def _host(args: argparse.Namespace, bounds: Bounds, limits: Limits, say_open: SayOpen, say_code: "ShowCode") -> int:
    """Host until stopped. 0 after SIGTERM, 130 after Ctrl-C.

    *say_open* is called once connections are accepted, *say_code* with each code for people in other homes.
    """
    gc.disable()  # until ``_collect_rarely``: a start makes much that stays
    loop, reactor = install()
    logbook = Logbook(sys.stderr, args.log_level, args.log_json)
    globalLogBeginner.beginLoggingTo([_observer(logbook)], redirectStandardIO=False, discardBuffer=True)
    log_failures(loop, logbook)
    name = clean(args.name or "", NAME) or clean(socket.gethostname(), NAME) or "rummynet"
    if name != (args.name or name):
        logbook.warn("players see another name than the one that was given", name=name)
    data, calls = home(args.data), LoopTime(loop)
    service = Service(reactor, calls, data, name, logbook, bounds, limits, args.journal, args.address)
    # Before listening: a limit that is too low would show as connections that are refused at random.
    web = _web_settings(args)
    service.allow_files(web is not None)
    tables = service.read_tables()
    if args.metrics is not None:
        service.measure(loop, *args.metrics)
    line = service.listen(loop, args.bind, args.port)
    if web is not None:
        service.serve_pages(loop, args.bind, web)
    far = partial(_far_settings, args)
    if args.far:
        reactor.callWhenRunning(lambda: service.open_far(loop, far(args.far_codes), say_code))

    def invite(table: int | None) -> list[str]:
        """Open a code for another home, and the port to it if it is not open. Raises NoEngine, FlagsConflict."""
        if service.far is None:
            _check_far(args)
            service.open_far(loop, far(0), say_code)
        assert service.far is not None
        return service.far.invite(table)

    # After ``listen``: the other hosts are told the address at once.
    service.join_cluster()
    service.take_orders(invite)
    Retention(service.journal, service.transcripts, service.write, reactor, logbook, args.keep_days).start()
    logbook.note("hosting", name=name, data=str(service.data))

    def ready() -> None:
        """Print the line after the signal handlers are set: a reader of the line may send a signal at once."""
        reap_on_sigchld(reactor)
        _stop_on_signals(reactor, service)
        _reload_on_sighup(reactor, service, args.config)
        _print_line(line)
        tell("READY=1\nSTATUS=open")
        show()
        service.watch_network(show)
        service.resume(tables)

    def show() -> None:
        """Show where the host is; the QR code last, so that no line pushes it off the screen."""
        with suppress(OSError):  # the interfaces cannot be listed; the line that it listens has what is known
            addresses = [address(one, service.port) for one in service.addresses()]
            say_open(name, addresses, service.page_links())
            if args.invite:
                sys.stderr.write(service.invitation(not needs_ascii(os.environ, sys.stderr.encoding)) + "\n")

    reactor.callWhenRunning(ready)
    if not args.no_announce:
        reactor.callWhenRunning(service.announce)
    _collect_rarely()
    sys.setswitchinterval(SWITCH_SECONDS)
    reactor.run()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a process that ends now would be reported to a closed loop
    if service.trouble is not None:
        raise CannotHost(service.trouble)
    return service.status


def _web_settings(args: argparse.Namespace) -> "WebSettings | None":
    """What the flags say about pages; None for a host without pages. Raises FlagsConflict."""
    wants = args.web is not None and not args.no_web
    extra = [flag for flag in ("web_cert", "web_key", "web_plain", "web_name") if getattr(args, flag)]
    if extra and args.web is None:
        raise FlagsConflict(f"--{extra[0].replace('_', '-')} is about pages, and without --web PORT there are none")
    if args.web_plain and args.web_cert:
        raise FlagsConflict("--web-plain is without TLS, so --web-cert would be of no use; give one of them")
    if args.web_key and not args.web_cert:
        raise FlagsConflict("--web-key needs the certificate to it: --web-cert FILE")
    if not wants:
        return None
    from rummynet.host.web.web_server import WebSettings

    cert, key = (Path(one).expanduser() if one else None for one in (args.web_cert, args.web_key))
    names = tuple(name for name in (args.web_name or "").lower().replace(" ", "").split(",") if name)
    return WebSettings(args.web, cert, key, args.web_plain, names)


def _far_settings(args: argparse.Namespace, codes: int) -> "FarSettings":
    from rummynet.host.far.far_port import FarSettings

    return FarSettings(args.rendezvous, args.relay, codes, args.far_hours, args.far_table)


def _check_far(args: argparse.Namespace) -> None:
    """Raises FlagsConflict, NoEngine."""
    if is_postgres(args.journal):
        # A guest's line ends in one host, and would not follow a table to another one.
        raise FlagsConflict("--far works with a host by itself only; leave out --journal")
    from rummynet.far.way_process import check

    check()


def _print_line(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


# Last before the loop: what exists by now lives until the end.
def _collect_rarely() -> None:
    """Keep full garbage collections rare: with thousands of connections each stops all tables for a tenth of a second.

    Nearly all garbage of a connection is collected young; objects that exist by now live until the end anyway.
    """
    gc.freeze()
    gc.enable()
    young, _, _ = gc.get_threshold()
    gc.set_threshold(young, MIDDLE_COLLECTIONS, FULL_COLLECTIONS)


def _stop_on_signals(reactor: Any, service: Service) -> None:  # noqa: ANN401
    """Install signal handlers. To be called after the reactor has installed its own, which these replace."""
    for number, status in {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}.items():
        signal.signal(number, lambda *_, status=status: reactor.callFromThread(service.end, status))


def _reload_on_sighup(reactor: Any, service: Service, path: str | None) -> None:  # noqa: ANN401
    if not hasattr(signal, "SIGHUP"):  # on Windows
        return
    had_window = sys.stderr.isatty()

    def hung_up() -> None:
        # Whoever closes the window of a host means to end it; nobody would look for it behind that.
        if had_window and not sys.stderr.isatty():
            service.end(0)
        else:
            service.reload(path)

    signal.signal(signal.SIGHUP, lambda *_: reactor.callFromThread(hung_up))


def _observer(logbook: Logbook) -> Any:  # noqa: ANN401
    """Observer for Twisted's log that passes on failures only."""

    def observe(event: LogEvent) -> None:
        failure = event.get("log_failure")
        if failure is not None:
            logbook.trouble("unexpected", failure.value)

    return observe
