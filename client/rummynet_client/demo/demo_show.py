"""What a person sees of a demonstration on a terminal: a spectator's link to the table, and the screen it feeds.

The screen has keys for the pace of the bots. Only a demonstration on a terminal imports this module: without a
terminal it starts faster without prompt_toolkit.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import Output

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.news import News
from rummynet_client.core.text.verbs import VERBS, footer_keys
from rummynet_client.hosting import PrivateHost
from rummynet_client.language import N_
from rummynet_client.net.host_link import ConnectOptions, HostLink
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.input.keys import INTERRUPTED
from rummynet_client.terminal.input.pages import PAGE_OF
from rummynet_client.terminal.pages.help import Keys
from rummynet_client.terminal.screen import Screen

# Seconds before an action. Each step about doubles the speed: less is hardly noticed; the last is as fast as the host
# plays.
SECONDS: Final = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)
_BEGINNING: Final = 2  # one second an action: a person who knows the rules can just follow what each of three bots does
# Bots wait this many times as long after a round as before an action: its points are on the screen and want reading.
ROUND: Final = 4.0
# Seconds that the end of the game is shown unless a key comes first: a demonstration on a stand ends by itself, or
# it could not begin again.
STAYS: Final = 12.0
_PLAYING: Final[Keys] = (
    ("space", N_("pause")), ("+", N_("faster")), ("-", N_("slower")), *footer_keys("table", "scores", "why"),
    ("q", N_("leave")),
)  # fmt: skip
_PAUSED: Final[Keys] = (("space", N_("go on")), *_PLAYING[1:])
_OVER: Final[Keys] = (("enter", N_("the check of the game")), *footer_keys("scores", "why"))
_LEAF: Final = 8  # lines for a page key, as in the client (``keys``)


class Pace:
    """The wait before an action. Changed from keys, waited for by each bot."""

    def __init__(self) -> None:
        self.paused = False
        self._at = _BEGINNING
        self._changed = asyncio.Event()

    @property
    def seconds(self) -> float:
        """Seconds before an action."""
        return SECONDS[self._at]

    def change(self, steps: int) -> None:
        """Play faster by so many steps, or slower if negative; not beyond the ends. A pause ends."""
        self._at = min(len(SECONDS) - 1, max(0, self._at + steps))
        self.paused = False
        self._changed.set()

    def pause(self) -> None:
        """Stop before the next action, or go on."""
        self.paused = not self.paused
        self._changed.set()

    async def wait(self, times: float = 1.0) -> None:
        """Wait as long as an action takes, or *times* that; through any pause. A change of pace starts it again."""
        while True:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.paused else self.seconds * times)
            except TimeoutError:
                return


class DemoScreen:
    """The screen of a game that is only watched. ``screen`` is what is drawn."""

    def __init__(
        self, look: Callable[[], ViewModel], pace: Pace, clock: Callable[[], float], settings: Settings, *,
        input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        self._pace, self._look = pace, look
        self.left_early = False  # the person left before the end of the game
        self.screen = Screen(
            look, lambda _line: None, clock, settings=settings, keys=self._bindings(), footer=self._footer,
            input=input, output=output,
        )  # fmt: skip

    def show_news(self, items: Sequence[News]) -> None:
        """Redraw; the page of a round stays until the next one is played."""
        if self.screen.pages.page == "round_result" and any(isinstance(item, news.SeatActed) for item in items):
            self.screen.pages.open("")
        self.screen.show_news([item for item in items if not isinstance(item, news.FairnessReported)])

    def _footer(self) -> Keys:
        if self._look().over is not None:
            return _OVER
        return _PAUSED if self._pace.paused else _PLAYING

    def _leave(self, status: int) -> None:
        self.left_early = self._look().over is None
        self.screen.leave(status)

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()

        def bind(name: str, do: Callable[[], None]) -> None:
            keys.add(name)(lambda event: do())

        def toggle_page(page: str) -> None:
            pages = self.screen.pages
            pages.open("" if pages.page == page else page)

        def press_enter() -> None:
            pages = self.screen.pages
            if self._look().over is not None and pages.page in ("", "round_result"):
                self._leave(0)
            elif pages.page:
                pages.open("")

        # The default value binds each key to its own page; mypy cannot infer such a lambda ([misc]), here and below.
        for word in ("table", "scores", "why", "review"):
            bind(VERBS[word].key, lambda page=PAGE_OF[word]: toggle_page(page))  # type: ignore[misc]
        bind("space", self._pace.pause)
        for name, steps in (("+", 1), ("f", 1), ("-", -1), ("s", -1)):
            bind(name, lambda steps=steps: self._pace.change(steps))  # type: ignore[misc]
        for name, lines in (("up", -1), ("down", 1), ("pageup", -_LEAF), ("pagedown", _LEAF)):
            bind(name, lambda lines=lines: self.screen.pages.scroll(lines))  # type: ignore[misc]
        for name in ("enter", "escape"):
            bind(name, press_enter)
        bind("q", lambda: self._leave(0))
        bind("c-c", lambda: self._leave(INTERRUPTED))
        return keys


class DemoShow:
    """One spectator at the table of a demonstration."""

    def __init__(self, host: PrivateHost, store: Path, settings: Settings) -> None:
        self.pace = Pace()
        visit = ConnectOptions(host.where, "audience", None, store / "audience", host.fingerprint)
        self._link: HostLink = visit.link(self._on_news)
        self._end: ViewModel | None = None  # the table as the game ended: it is closed as soon as the bots have left
        self._is_new_round = False
        self.screen = DemoScreen(self._look, self.pace, time.monotonic, settings)

    async def think(self) -> None:
        """What a bot waits for before it acts; longer after a round."""
        times, self._is_new_round = (ROUND if self._is_new_round else 1.0), False
        await self.pace.wait(times)

    async def watch(self, table: int) -> None:
        """Show the table until the person leaves."""
        linked, showing = asyncio.create_task(self._link.run()), asyncio.create_task(self.screen.screen.run())
        try:
            await self._go_to(table, linked, showing)
            await showing
        finally:
            self._link.run_command(commands.QUIT)
            # No goodbye is waited for: the host belongs to this demonstration and ends with it.
            linked.cancel()
            self.screen.screen.leave()
            await asyncio.wait((linked, showing))

    async def stay(self, watching: "asyncio.Task[None]") -> None:
        """After the game: until the person has seen enough, or for a while."""
        await asyncio.wait((watching,), timeout=STAYS)
        self.screen.screen.leave()

    async def _go_to(self, table: int, *tasks: "asyncio.Task[object]") -> None:
        while not self._link.session.is_open and not any(task.done() for task in tasks):
            await asyncio.wait(
                (asyncio.create_task(self._link.wait_for_change()), *tasks), return_when="FIRST_COMPLETED"
            )
        self._link.run_command(commands.Do("watch", (table,)))

    def _look(self) -> ViewModel:
        return self._end or self._link.session.model

    def _on_news(self, items: Sequence[News]) -> None:
        if self._end is not None:
            return
        if any(isinstance(item, news.GameWasWon) for item in items):
            self._end = self._link.session.model
        self._is_new_round = self._is_new_round or any(isinstance(item, news.RoundScored) for item in items)
        self.screen.show_news(items)
