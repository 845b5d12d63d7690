"""Watching the lobbies of listed hosts: what is shown, which hosts are not contacted, and when one is retried."""

import asyncio
from collections.abc import Awaitable, Callable

from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_client.net.lobby_watch import LobbyWatch, OnTables
from rummynet_client.net.tls import CannotConnect
from rummynet_protocol.wire.announcement import Announcement
from rummynet_protocol.wire.versions import VERSIONS


def host(name: str, version: int = VERSIONS[-1]) -> ListedHost:
    said = Announcement(name, "sha256:" + "ab" * 32, version, version, (), 0, 0)
    return ListedHost(HostSeen(name, said, ("192.0.2.1",), 7866, 0.0), Standing("new"))


class Doors:
    """Replaces the network: which hosts are watched, and what they show or fail with."""

    def __init__(self, closed: tuple[str, ...] = ()) -> None:
        self.shows: dict[str, OnTables] = {}
        self.knocked: list[HostSeen] = []
        self.left: list[str] = []
        self.closed = closed

    async def stay(self, one: HostSeen, show: OnTables) -> None:
        self.knocked.append(one)
        if one.label in self.closed:
            raise CannotConnect("nothing answered")
        self.shows[one.label] = show
        try:
            await asyncio.Event().wait()
        finally:
            self.left.append(one.label)


def looking(doors: Doors, do: Callable[[LobbyWatch, asyncio.Event], Awaitable[None]]) -> None:
    async def go() -> None:
        changed = asyncio.Event()
        async with LobbyWatch(changed, doors.stay) as lobbies:
            await do(lobbies, changed)

    asyncio.run(go())


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_is_gone_from_the_list_is_left_and_visited_anew_when_back() -> None:
    doors = Doors()

    async def do(lobbies: LobbyWatch, changed: asyncio.Event) -> None:
        lobbies.with_tables([host("Kitchen"), host("Attic")])
        await soon()
        lobbies.with_tables([host("Attic")])
        await soon()
        assert doors.left == ["Kitchen"]
        lobbies.with_tables([host("Kitchen"), host("Attic")])
        await soon()
        assert [one.label for one in doors.knocked] == ["Kitchen", "Attic", "Kitchen"]

    looking(doors, do)


def test_a_host_that_does_not_answer_says_why_and_stays_on_the_list() -> None:
    doors = Doors(closed=("Kitchen",))

    async def do(lobbies: LobbyWatch, changed: asyncio.Event) -> None:
        lobbies.with_tables([host("Kitchen")])
        await soon()
        (one,) = lobbies.with_tables([host("Kitchen")])
        assert one.answers is False and one.warning == "nothing answered"

    looking(doors, do)
