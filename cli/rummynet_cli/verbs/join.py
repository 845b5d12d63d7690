"""``rummynet join``: the client at a host, full screen or line by line."""

import argparse
from pathlib import Path

from rummynet.keyfile import home
from rummynet_client.connect_options import ConnectOptions, own_name
from rummynet_client.frontend import going_to, show
from rummynet_client.language import _
from rummynet_client.storage.settings import apply_kept_language
from rummynet_client.surface import chosen_surface
from rummynet_protocol.errors import Refusal
from rummynet_protocol.wire.invitation import read_place


class NoTable(Refusal):
    """``--watch`` was given without the table to watch."""

    code = "no_table"


def run(args: argparse.Namespace) -> int:
    """Join until the person quits. Raises BadAddress, CannotConnect, LostHost, HostKeyChanged, KeyFileError.

    Without an address also whatever ``seek`` raises.
    """
    data = home(args.data)
    apply_kept_language(data)
    if args.watch and args.table is None:
        raise NoTable(_("--watch needs the table to watch: --watch --table 1"))
    if args.address is None:
        return _join_found(args, data)
    place = read_place(args.address)
    surface = chosen_surface(args.plain, args.json)
    visit = ConnectOptions(place.where, own_name(args.name), data, data / "transcripts", invited=place.fingerprint)
    return show(visit, going_to(args.table, args.watch), surface)


def _join_found(args: argparse.Namespace, data: Path) -> int:
    """Join a host that is seen on the network."""
    from rummynet_client.seek import seek  # zeroconf takes its time to load

    surface = chosen_surface(args.plain, args.json)
    chosen = seek(data, args.table, surface)
    if chosen is None:
        return 0
    table = chosen.table if args.table is None else args.table
    visit = ConnectOptions(chosen.where, own_name(args.name), data, data / "transcripts", invited=chosen.fingerprint)
    return show(visit, going_to(table, args.watch or chosen.watch), surface)
