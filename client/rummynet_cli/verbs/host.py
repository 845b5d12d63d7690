"""``rummynet host``: the daemon, or what is done with its data in place of hosting."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from ipaddress import ip_address
from shlex import quote

from rummynet.far.codes import FarPlace
from rummynet.keyfile import home
from rummynet.letters import needs_ascii
from rummynet_cli.console import progress_line
from rummynet_client.language import _
from rummynet_client.net.far_line import far_notice
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.text import harmless
from rummynet_protocol.wire.address import DEFAULT_PORT, read_address

JOIN = "  rummynet join"


class CannotHostHere(RummynetError):
    """The system lacks what a host needs: locks of files, as Linux and macOS have them."""

    code = "host"


def run(args: argparse.Namespace) -> int:
    """Host until a signal stops it. Exit status 0 after SIGTERM, 130 after Ctrl-C.

    Raises CannotHostHere, CannotHost, KeyFileError, JournalError, BadConfig.
    """
    apply_kept_language(home(args.data))
    try:
        # Tried here: without it the import of the journal would fail with a traceback.
        import_module("fcntl")
    except ImportError:
        raise CannotHostHere(
            _("this system cannot host, because it has no fcntl; host on Linux or macOS and join from here by address")
        ) from None
    from rummynet.host import run_host
    from rummynet.host.discovery.invite import qr

    def say_open(name: str, addresses: Sequence[str], pages: Sequence[str]) -> None:
        """For people, on a terminal; programs read the line on standard output."""
        # A log that programs read has no lines for people in it.
        if sys.stderr.isatty() and not args.log_json:
            lines = open_lines(
                name, addresses, is_announced=not args.no_announce, is_invited=args.invite, pages=pages,
                is_far=args.far or args.journal is not None, data=args.data,
            )  # fmt: skip
            sys.stderr.write("".join(harmless(line) + "\n" for line in lines))

    is_told: list[bool] = []  # not empty once it was said which servers are contacted

    def say_code(place: FarPlace, until: float, table: int | None) -> None:
        """For people on a terminal; others ask ``--far-list``."""
        if sys.stderr.isatty() and not args.log_json:
            lines = code_lines(place, time.strftime("%H:%M", time.localtime(until)), table)
            if not is_told:
                lines.insert(0, far_notice(place.rendezvous, place.relay))
                is_told.append(True)
            if args.invite and not needs_ascii(os.environ, sys.stderr.encoding):
                lines.append(qr(place.link))
            sys.stderr.write("".join(harmless(line) + "\n" for line in lines))

    with progress_line() as show:
        progress = None if show is None else partial(tell_checked, show)
        return run_host.run(args, say_open, say_code, progress)


def tell_checked(show: Callable[[str], None], done: int, count: int) -> None:
    """Show how far a check of data is."""
    # Lines about what was found follow the last one.
    show(_("{done} of {count} games are checked", done=done, count=count) if done < count else "")


def code_lines(place: FarPlace, until: str, table: int | None) -> list[str]:
    """What the person at the host tells somebody in another home; *until*: a time of day."""
    says = (
        _("Somebody in another home joins with this code, by {until}; the next person gets the next one:", until=until)
        if table is None
        else _("Somebody in another home joins table {table} with this code, by {until}:", table=table, until=until)
    )
    servers = [("--rendezvous", place.rendezvous), ("--relay", place.relay)]
    words = [place.code, *(word for flag, url in servers if url for word in (flag, url))]
    return [says, f"{JOIN} {' '.join(words)}"]


def open_lines(
    name: str,
    addresses: Sequence[str],
    *,
    is_announced: bool,
    is_invited: bool = False,
    pages: Sequence[str] = (),
    is_far: bool = False,
    data: str | None = None,
) -> list[str]:
    """What the person at the host tells the others. Addresses that need the name of an interface are left out.

    *is_invited*: an invitation with the links follows, so only what is short to type is printed here.
    *is_far*: codes for people in other homes are printed anyway, or cannot be had.
    """
    # A link-local address needs the name of the reader's own interface.
    usable = [one for one in addresses if not ip_address(read_address(one)[0]).is_link_local]
    if all(ip_address(read_address(one)[0]).is_loopback for one in usable):
        alone = _("{name} is open, on this machine only: rummynet join {address}", name=name, address=addresses[0])
        return [alone, *(() if is_invited else _page_lines(pages))]
    closing = _("Ctrl-C stops it. It keeps the tables, and they go on when you start it again.")
    admin = "rummynet admin far" + (f" --data {quote(data)}" if data else "")
    far = [] if is_far else [_("For somebody in another home, type in a second window: {command}", command=admin)]
    if is_invited:
        command = JOIN.strip() if is_announced else f"{JOIN} {_short(usable[0])}".strip()
        return [
            _("{name} is open. Others join with a link below, or type: {command}", name=name, command=command),
            *far,
            closing,
        ]
    lines = [_("{name} is open. Others type one of these:", name=name)]
    if is_announced:
        lines.append(f"{JOIN:<32}" + _("(on this network)"))
    lines += [f"{JOIN} {_short(one)}" for one in usable]
    lines += _page_lines(pages)
    return [*lines, *far, closing]


def _short(one: str) -> str:
    """The address without the port that is tried anyway."""
    return one.removesuffix(f":{DEFAULT_PORT}")


def _page_lines(pages: Sequence[str]) -> list[str]:
    return [_("On a phone or a television, in the browser:"), f"  {pages[0]}"] if pages else []
