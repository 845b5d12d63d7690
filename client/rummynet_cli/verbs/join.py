"""``rummynet join``: the client at a host, full screen or line by line."""

import argparse
from pathlib import Path

from rummynet.keyfile import home
from rummynet_cli.console import is_anybody_there, yes_or_no
from rummynet_client.frontend import going_to, show
from rummynet_client.language import _, sentence_of
from rummynet_client.net.host_link import ConnectOptions, SeatInUse
from rummynet_client.net.way import Way, way_to
from rummynet_client.storage.settings import apply_kept_language, own_name
from rummynet_client.surface import Surface, chosen_surface
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace


class NoTable(Refusal):
    """``--watch`` was given without the table to watch."""

    code = "no_table"


def run(args: argparse.Namespace) -> int:
    """Join until the person quits. Raises LostHost, SeatInUse, HostKeyChanged, KeyFileError, and as ``way_to`` does.

    Without an address also whatever ``seek`` raises.
    """
    data = home(args.data)
    apply_kept_language(data)
    if args.watch and args.table is None:
        raise NoTable(_("--watch needs the table to watch: --watch --table 1"))
    if args.address is None:
        return _join_found(args, data)
    surface = chosen_surface(args.plain, args.json)
    with way_to(args.address, data, args.rendezvous, args.relay) as way:
        visit = way.options(own_name(args.name, data), data, takes_over=args.take_over)
        return _show(visit, args.table, args.watch, surface)


def _join_found(args: argparse.Namespace, data: Path) -> int:
    from rummynet_client.seek import seek  # zeroconf takes its time to load

    surface = chosen_surface(args.plain, args.json)
    chosen = seek(data, args.table, surface, own_name(args.name, data))
    if chosen is None:
        return 0
    table = chosen.table if args.table is None else args.table
    visit = Way(chosen.where, chosen.fingerprint).options(own_name(args.name, data), data, takes_over=args.take_over)
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
    # Enter means no: taking a seat over ends another window's game.
    return is_anybody_there() and yes_or_no(f"{sentence_of(problem)}. {_('Take it over now?')}", enter=False)
