"""``rummynet join``: the client at a host, full screen or line by line."""

import argparse
import sys
from pathlib import Path

from rummynet.far.codes import FarPlace, read_far
from rummynet.keyfile import home
from rummynet_client.frontend import going_to, show
from rummynet_client.language import _, sentence_of
from rummynet_client.net.connect_options import ConnectOptions, own_name
from rummynet_client.net.far_line import FarLine, far_notice
from rummynet_client.net.host_link import SeatInUse
from rummynet_client.storage.far_hosts import FarHosts
from rummynet_client.storage.settings import apply_kept_language
from rummynet_client.surface import Surface, chosen_surface
from rummynet_protocol.errors import Refusal
from rummynet_protocol.text import harmless
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import DEFAULT_PORT
from rummynet_protocol.wire.invitation import read_place


class NoTable(Refusal):
    """``--watch`` was given without the table to watch."""

    code = "no_table"


def run(args: argparse.Namespace) -> int:
    """Join until the person quits. Raises BadAddress, CannotConnect, LostHost, SeatInUse, HostKeyChanged, KeyFileError.

    Without an address also whatever ``seek`` raises.
    """
    data = home(args.data)
    apply_kept_language(data)
    if args.watch and args.table is None:
        raise NoTable(_("--watch needs the table to watch: --watch --table 1"))
    if args.address is None:
        return _join_found(args, data)
    far = read_far(args.address)
    if far is not None:
        return _join_far(args, data, far)
    place = read_place(args.address)
    surface = chosen_surface(args.plain, args.json)
    visit = ConnectOptions(
        place.where, own_name(args.name), data, data / "transcripts", invited=place.fingerprint,
        takes_over=args.take_over,
    )  # fmt: skip
    return _show(visit, args.table, args.watch, surface)


def _join_far(args: argparse.Namespace, data: Path, far: FarPlace) -> int:
    """Join a host in another home. Raises NoEngine, NoFarHost."""
    far = replace(far, rendezvous=args.rendezvous or far.rendezvous, relay=args.relay or far.relay)
    surface, hosts = chosen_surface(args.plain, args.json), FarHosts(data)
    line = FarLine(far, hosts)  # contacts nobody yet
    try:
        if not any(hosts):  # the first time
            _say(far_notice(far.rendezvous, far.relay))
        _say(_("Looking for the other home…"))
        host = line.meet()
        visit = ConnectOptions(
            (f"far-{host.fingerprint[-12:]}", DEFAULT_PORT), own_name(args.name), data, data / "transcripts",
            invited=host.fingerprint, takes_over=args.take_over, follows=False, dial=line.dial,
        )  # fmt: skip
        return _show(visit, args.table, args.watch, surface)
    finally:
        line.close()


def _say(text: str) -> None:
    """For people; programs read standard output."""
    sys.stderr.write(harmless(text) + "\n")
    sys.stderr.flush()


def _join_found(args: argparse.Namespace, data: Path) -> int:
    """Join a host that is seen on the network."""
    from rummynet_client.seek import seek  # zeroconf takes its time to load

    surface = chosen_surface(args.plain, args.json)
    chosen = seek(data, args.table, surface, own_name(args.name))
    if chosen is None:
        return 0
    table = chosen.table if args.table is None else args.table
    visit = ConnectOptions(
        chosen.where, own_name(args.name), data, data / "transcripts", invited=chosen.fingerprint,
        takes_over=args.take_over,
    )  # fmt: skip
    return _show(visit, table, args.watch or chosen.watch, surface)


def _show(visit: ConnectOptions, table: int | None, watch: bool, surface: Surface) -> int:
    """The client; while another window has the seat it only watches, or takes the seat over if the person says so."""
    try:
        return show(visit, going_to(table, watch), surface)
    except SeatInUse as problem:
        if watch:
            return show(replace(visit, is_guest=True), going_to(table, watch), surface)
        # off the screen a thread goes on reading standard input: it would take the answer
        if surface is not Surface.SCREEN or visit.takes_over or not _wants_seat(problem):
            raise
        return show(replace(visit, takes_over=True), going_to(table, watch), surface)


def _wants_seat(problem: SeatInUse) -> bool:
    """Whether the person at the terminal takes the seat over; False where nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(harmless(f"{sentence_of(problem)}. {_('Take it over now?')}") + " [y/N] ")
    sys.stderr.flush()
    # Only a clear yes: taking a seat over ends another window's game. "j" is the German ja.
    return sys.stdin.readline().strip().lower().startswith(("y", "j"))
