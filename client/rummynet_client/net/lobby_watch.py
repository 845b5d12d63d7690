"""Watches the lobbies of listed hosts, so that their tables can be shown live.

A probe sends a Hello with a one-time key and takes no seat. Announcements may be forged, so at most MOST_AT_A_TIME
hosts are probed at once, and one that fails is retried after growing pauses.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from rummynet_client.connect_options import ConnectOptions
from rummynet_client.core.text import commands
from rummynet_client.core.text.news import TableListed
from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import HostSeen
from rummynet_client.language import sentence_of
from rummynet_client.net.host_link import HostLink
from rummynet_client.net.probe import PASSING_NAME, way_to
from rummynet_protocol.errors import RummynetError

MOST_AT_A_TIME: Final = 12
_FIRST_PAUSE: Final = 3.0
_LONGEST_PAUSE: Final = 60.0
_GOODBYE_SECONDS: Final = 1.0

Tables = tuple[TableListed, ...] | None
"""The tables in a lobby; None while it cannot be seen."""
Show = Callable[[Tables], None]
Stay = Callable[[HostSeen, Show], Awaitable[None]]


@dataclass(slots=True)
class _Looked:
    """The watch of one host: its newest announcement, its tables, and the task that watches it."""

    host: HostSeen
    tables: Tables = None
    why: str = ""
    task: asyncio.Task[None] | None = None


class LobbyWatch:
    """Watches lobbies while inside ``async with``; ``changed`` is set when something new was seen.

    *stay* watches one host until the connection ends; by default over the network.
    """

    def __init__(self, changed: asyncio.Event, stay: "Stay | None" = None) -> None:
        self._changed, self._stay = changed, stay or at_the_host
        self._looked: dict[str, _Looked] = {}

    async def __aenter__(self) -> "LobbyWatch":
        """Start; no host is watched yet."""
        return self

    async def __aexit__(self, *problem: object) -> None:
        """Leave all hosts."""
        tasks = [self._end(label) for label in list(self._looked)]
        if tasks:
            await asyncio.wait(tasks)

    def listed(self, hosts: Sequence[ListedHost]) -> list[ListedHost]:
        """The hosts with their tables. Starts watching new hosts, and stops watching those not listed any longer."""
        speaking = [one.host for one in hosts if one.is_compatible][:MOST_AT_A_TIME]
        for label in self._looked.keys() - {host.label for host in speaking}:
            self._end(label)
        for host in speaking:
            if host.label in self._looked:
                self._looked[host.label].host = host
            else:
                one = self._looked[host.label] = _Looked(host)
                one.task = asyncio.get_running_loop().create_task(self._look(one))
        return [self._told(one) for one in hosts]

    def _told(self, listed: ListedHost) -> ListedHost:
        one = self._looked.get(listed.host.label)
        if one is None or (one.tables is None and not one.why):
            return listed
        return replace(listed, answers=one.tables is not None, why=one.why, tables=one.tables)

    def _end(self, label: str) -> "asyncio.Task[None]":
        task = self._looked.pop(label).task
        assert task is not None
        task.cancel()
        return task

    async def _look(self, one: _Looked) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                await self._stay(one.host, lambda tables: self._saw(one, tables))
                pause = _FIRST_PAUSE
            except RummynetError as problem:
                self._saw(one, None, sentence_of(problem))
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause)

    def _saw(self, one: _Looked, tables: Tables, why: str = "") -> None:
        if (one.tables, one.why) != (tables, why):
            one.tables, one.why = tables, why
            self._changed.set()


async def at_the_host(host: HostSeen, show: Show) -> None:
    """Watch its lobby and *show* each change, until the host ends it. Raises CannotConnect, Impostor, LostHost."""
    where = await way_to(host)
    link = ConnectOptions(where, PASSING_NAME, expects=host.announcement.fingerprint).link(lambda told: None)
    running = asyncio.create_task(link.run())
    try:
        await _follow(link, running, show)
        running.result()
    finally:
        link.do(commands.Quit())
        await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)  # its failure does not matter after leaving


async def _follow(link: HostLink, running: "asyncio.Task[None]", show: Show) -> None:
    while not running.done():
        happening = asyncio.create_task(link.wait())
        try:
            await asyncio.wait((running, happening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            happening.cancel()
            with suppress(asyncio.CancelledError):
                await happening
        show(link.session.model.lobby if link.session.is_ready else None)
