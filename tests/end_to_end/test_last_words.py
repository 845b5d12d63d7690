"""Whoever quits right after a request has made it: the host reads it, however busy it is."""

import asyncio
import re
from pathlib import Path

from rummynet_client.core.text.commands import QUIT, OpenTable
from rummynet_client.net.host_link import ConnectOptions, until_idle
from tests.support.programs import program

TIMES = 10


async def create_and_quit(visit: ConnectOptions) -> None:
    """Ask for a table and quit, in one turn of the loop: both go out together, and the end right behind them."""
    link = visit.link(lambda _items: None)
    running = asyncio.create_task(link.run())
    await until_idle(link)
    link.run_command(OpenTable("keilty", {}, ""))
    link.run_command(QUIT)
    await running


async def tables(visit: ConnectOptions) -> int:
    """How many tables a newcomer is shown."""
    link = visit.link(lambda _items: None)
    running = asyncio.create_task(link.run())
    await until_idle(link)
    found = len(link.session.model.lobby)
    link.run_command(QUIT)
    await running
    return found


def test_a_request_is_read_though_its_author_quits_at_once(tmp_path: Path) -> None:
    async def go(visit: ConnectOptions) -> None:
        for number in range(1, TIMES + 1):
            await create_and_quit(visit)
            assert await tables(visit) == number

    with program("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", home=tmp_path / "kitchen") as host:
        said = re.fullmatch(r"listening 127.0.0.1:(\d+) fingerprint (\S+)", host.hear())
        assert said is not None
        asyncio.run(go(ConnectOptions(("127.0.0.1", int(said[1])), "anna", expects=said[2])))
