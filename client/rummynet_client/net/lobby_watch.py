"""Watches the lobbies of listed hosts, so that their tables can be shown live.

A probe sends a Hello with a one-time key and takes no seat. Announcements may be forged, so at most MOST_AT_A_TIME
hosts are probed at once, and one that fails is retried after growing pauses.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rummynet_client.core.text import commands
from rummynet_client.core.text.news import TableListed
from rummynet_client.core.views.host_list import ListedHost
from rummynet_client.core.views.host_registry import HostSeen
from rummynet_client.language import sentence_of
from rummynet_client.net.host_link import ConnectOptions, HostLink
from rummynet_client.net.probe import PROBE_NAME, reachable_address
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.values import replace

# More hosts than a home network has; each costs a connection, also where the announcement is forged.
MOST_AT_A_TIME: Final = 12
# Seconds. A host that restarts is back within a few; one that refuses is dialled at most once a minute.
_FIRST_PAUSE: Final = 3.0
_LONGEST_PAUSE: Final = 60.0
_GOODBYE_SECONDS: Final = 1.0  # a probe has sent nothing that could be lost; the list closes without a noticeable wait

Tables = tuple[TableListed, ...] | None  # the tables in a lobby; None while it cannot be seen
OnTables = Callable[[Tables], None]
WatchLobby = Callable[[HostSeen, OnTables], Awaitable[None]]


@dataclass(slots=True)
class _WatchedHost:
    """The watch of one host: its newest announcement, its tables, and the task that watches it."""

    host: HostSeen
    tables: Tables = None
    why: str = ""
    task: asyncio.Task[None] | None = None


class LobbyWatch:
    """Watches lobbies while inside ``async with``; ``changed`` is set when something new was seen.

    *watch* watches one host until the connection ends; by default over the network.
    """

    def __init__(self, changed: asyncio.Event, watch: "WatchLobby | None" = None) -> None:
        self._changed, self._watch_lobby = changed, watch or watch_lobby
        self._watched: dict[str, _WatchedHost] = {}

    async def __aenter__(self) -> "LobbyWatch":
        return self

    async def __aexit__(self, *problem: object) -> None:
        tasks = [self._stop_watching(label) for label in list(self._watched)]
        if tasks:
            await asyncio.wait(tasks)

    def with_tables(self, hosts: Sequence[ListedHost]) -> list[ListedHost]:
        """The hosts with their tables. Starts watching new hosts, and stops watching those not listed any longer."""
        speaking = [one.host for one in hosts if one.is_compatible][:MOST_AT_A_TIME]
        for label in self._watched.keys() - {host.label for host in speaking}:
            self._stop_watching(label)
        for host in speaking:
            if host.label in self._watched:
                self._watched[host.label].host = host
            else:
                one = self._watched[host.label] = _WatchedHost(host)
                one.task = asyncio.get_running_loop().create_task(self._watch_host(one))
        return [self._with_result(one) for one in hosts]

    def _with_result(self, listed: ListedHost) -> ListedHost:
        watched = self._watched.get(listed.host.label)
        if watched is None or (watched.tables is None and not watched.why):
            return listed
        return replace(listed, answers=watched.tables is not None, why=watched.why, tables=watched.tables)

    def _stop_watching(self, label: str) -> "asyncio.Task[None]":
        task = self._watched.pop(label).task
        assert task is not None
        task.cancel()
        return task

    async def _watch_host(self, watched: _WatchedHost) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                await self._watch_lobby(watched.host, lambda tables: self._update_tables(watched, tables))
                pause = _FIRST_PAUSE
            except RummynetError as problem:
                self._update_tables(watched, None, sentence_of(problem))
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause)

    def _update_tables(self, watched: _WatchedHost, tables: Tables, why: str = "") -> None:
        if (watched.tables, watched.why) != (tables, why):
            watched.tables, watched.why = tables, why
            self._changed.set()


async def watch_lobby(host: HostSeen, show: OnTables) -> None:
    """Watch its lobby and *show* each change, until the host ends it. Raises CannotConnect, Impostor, LostHost."""
    where = await reachable_address(host)
    link = ConnectOptions(where, PROBE_NAME, expects=host.announcement.fingerprint).link(lambda items: None)
    running = asyncio.create_task(link.run())
    try:
        await _follow(link, running, show)
        running.result()
    finally:
        link.run_command(commands.QUIT)
        await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)  # its failure does not matter after leaving


async def _follow(link: HostLink, running: "asyncio.Task[None]", show: OnTables) -> None:
    while not running.done():
        change = asyncio.create_task(link.wait_for_change())
        try:
            await asyncio.wait((running, change), return_when=asyncio.FIRST_COMPLETED)
        finally:
            change.cancel()
            with suppress(asyncio.CancelledError):
                await change
        show(link.session.model.lobby if link.session.is_ready else None)
