"""``rummynet join``: the client, full screen or line by line."""

import argparse
import sys

from rummynet.keyfile import home
from rummynet_client.core import commands
from rummynet_client.link import Link, Opening, until_idle
from rummynet_client.plain import run_plain
from rummynet_client.visit import Visit, own_name
from rummynet_protocol.errors import Refusal
from rummynet_protocol.wire.address import read_address


class NoAddress(Refusal):
    """No host was named."""

    code = "no_address"


def run(args: argparse.Namespace) -> int:
    """Join until the person quits. Raises BadAddress, CannotConnect, LostHost, HostKeyChanged, KeyFileError."""
    if args.address is None:
        raise NoAddress("name the host's address, such as: rummynet join 192.168.1.20 (it prints it when it starts)")
    if args.watch and args.table is None:
        raise NoAddress("--watch needs the table to watch: --watch --table 1")
    data = home(args.data)
    visit = Visit(read_address(args.address), own_name(args.name), data, data / "transcripts")
    return show(visit, going_to(args.table, args.watch), plain=args.plain)


def show(visit: Visit, opening: Opening | None, *, plain: bool, checks: bool = False) -> int:
    """The client in front: full screen where there is a terminal and nothing else was asked for."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return run_plain(visit, opening, checks=checks)
    from rummynet_client.terminal.app import run_screen

    status: int = run_screen(visit, opening, checks=checks)
    return status


def going_to(table: int | None, watch: bool) -> Opening | None:
    """To this table at once, if one was named."""
    if table is None:
        return None
    command = commands.WatchTable(table) if watch else commands.TakeSeat(table, None)

    async def go(link: Link) -> None:
        picture = link.session.picture
        if picture.table is None or picture.table.table != table:
            link.do(command)
        await until_idle(link)

    return go
