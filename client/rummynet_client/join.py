"""``rummynet join``: the client, full screen or line by line."""

import argparse
from pathlib import Path

from rummynet.keyfile import home
from rummynet_client.connect_options import ConnectOptions, own_name
from rummynet_client.core.text import commands
from rummynet_client.language import _
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_client.storage.settings import apply_kept_language
from rummynet_client.surface import has_screen
from rummynet_protocol.errors import Refusal
from rummynet_protocol.wire.invitation import read_place


class NoTable(Refusal):
    """It was not said which table to watch."""

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
        return _found(args, data)
    place = read_place(args.address)
    visit = ConnectOptions(place.where, own_name(args.name), data, data / "transcripts", invited=place.fingerprint)
    return show(visit, going_to(args.table, args.watch), plain=args.plain)


def _found(args: argparse.Namespace, data: Path) -> int:
    from rummynet_client.seek import seek  # what listens to the network takes its time to load

    chosen = seek(data, args.table, plain=args.plain)
    if chosen is None:
        return 0
    table = chosen.table if args.table is None else args.table
    visit = ConnectOptions(chosen.where, own_name(args.name), data, data / "transcripts", invited=chosen.fingerprint)
    return show(visit, going_to(table, args.watch or chosen.watch), plain=args.plain)


def show(visit: ConnectOptions, opening: Opening | None, *, plain: bool, checks: bool = False) -> int:
    """The client in front: full screen where there is a terminal that can draw and nothing else was asked for."""
    if plain or not has_screen():
        from rummynet_client.plain import run_plain

        return run_plain(visit, opening, checks=checks)
    from rummynet_client.terminal.app import run_screen

    status: int = run_screen(visit, opening, checks=checks)
    return status


def going_to(table: int | None, watch: bool) -> Opening | None:
    """To this table at once, if one was named."""
    if table is None:
        return None
    command = commands.WatchTable(table) if watch else commands.TakeSeat(table, None)

    async def go(link: HostLink) -> None:
        model = link.session.model
        if model.table is None or model.table.table != table:
            link.run_command(command)
        await until_idle(link)

    return go
