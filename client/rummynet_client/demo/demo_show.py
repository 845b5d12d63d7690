"""What a person sees of a demonstration on a terminal: a spectator's link to the table, and the screen it feeds."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummynet_client.connect_options import ConnectOptions
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.news import News
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.demo.demo_screen import DemoScreen
from rummynet_client.demo.pace import Pace
from rummynet_client.hosting import PrivateHost
from rummynet_client.net.host_link import HostLink
from rummynet_client.storage.settings import Settings

# Bots wait this many times as long after a round as before an action: its points are on the screen and want reading.
ROUND: Final = 4.0
# Seconds that the end of the game is shown unless a key comes first: a demonstration on a stand ends by itself, or
# it could not begin again.
STAYS: Final = 12.0


class DemoShow:
    """One spectator at the table of a demonstration."""

    def __init__(self, host: PrivateHost, store: Path, settings: Settings) -> None:
        self.pace = Pace()
        visit = ConnectOptions(host.where, "audience", None, store / "audience", host.fingerprint)
        self._link: HostLink = visit.link(self._on_news)
        self._end: ViewModel | None = None
        """The table as the game ended: it is closed as soon as the bots have left."""
        self._is_new_round = False
        self._screen = DemoScreen(self._look, self.pace, time.monotonic, settings)

    @property
    def left_early(self) -> bool:
        """Whether the person left before the end of the game."""
        return self._screen.left_early

    async def think(self) -> None:
        """What a bot waits for before it acts; longer after a round."""
        times, self._is_new_round = (ROUND if self._is_new_round else 1.0), False
        await self.pace.wait(times)

    async def watch(self, table: int) -> None:
        """Show the table until the person leaves."""
        linked, showing = asyncio.create_task(self._link.run()), asyncio.create_task(self._screen.run())
        try:
            await self._go_to(table, linked, showing)
            await showing
        finally:
            self._link.run_command(commands.Quit())
            linked.cancel()
            self._screen.screen.leave()
            await asyncio.wait((linked, showing))

    async def stay(self, watching: "asyncio.Task[None]") -> None:
        """After the game: until the person has seen enough, or for a while."""
        await asyncio.wait((watching,), timeout=STAYS)
        self._screen.screen.leave()

    async def _go_to(self, table: int, *tasks: "asyncio.Task[object]") -> None:
        while not self._link.session.is_open and not any(task.done() for task in tasks):
            await asyncio.wait(
                (asyncio.create_task(self._link.wait_for_change()), *tasks), return_when="FIRST_COMPLETED"
            )
        self._link.run_command(commands.WatchTable(table))

    def _look(self) -> ViewModel:
        return self._end or self._link.session.model

    def _on_news(self, items: Sequence[News]) -> None:
        if self._end is not None:
            return
        if any(isinstance(item, news.GameWasWon) for item in items):
            self._end = self._link.session.model
        self._is_new_round = self._is_new_round or any(isinstance(item, news.RoundScored) for item in items)
        self._screen.show_news(items)
