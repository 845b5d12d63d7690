"""The client in front of a person or a program."""

import sys

from rummynet_client.core.text import commands
from rummynet_client.net.host_link import ConnectOptions, HostLink, Opening, until_idle
from rummynet_client.surface import Surface
from rummynet_protocol.values import replace


def show(visit: ConnectOptions, opening: Opening | None, surface: Surface, *, checks: bool = False) -> int:
    """The client on this surface; the exit status. *checks*: verify after each game.

    The next round waits for a person at a terminal, not for a program.
    """
    visit = replace(visit, takes_breaks=surface is not Surface.JSON and sys.stdin.isatty())
    if surface is not Surface.SCREEN:
        # Each surface is loaded alone: a pipe needs no prompt_toolkit, and starts without it.
        from rummynet_client.line_client import run_lines

        return run_lines(visit, surface, opening, checks=checks)
    from rummynet_client.terminal_client import run_screen

    status: int = run_screen(visit, opening, checks=checks)
    return status


def going_to(table: int | None, watch: bool) -> Opening | None:
    """To this table at once, if one was named."""
    if table is None:
        return None
    command = commands.Do("watch" if watch else "sit", (table,))

    async def go(link: HostLink) -> None:
        # An own table comes behind the lobby: asked before it came, the host would refuse the seat that one has.
        await link.wait_for_own_tables(table)
        model = link.session.model
        if model.table is None or model.table.table != table:
            link.run_command(command)
        await until_idle(link)

    return go
