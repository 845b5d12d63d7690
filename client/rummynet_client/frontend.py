"""The client in front of a person: on the full screen, or line by line."""

from rummynet_client.connect_options import ConnectOptions
from rummynet_client.core.text import commands
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_client.surface import has_screen


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
