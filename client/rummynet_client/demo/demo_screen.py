"""``rummynet demo`` on a terminal: a spectator's table on which bots play, with keys for their pace."""

from collections.abc import Callable, Sequence
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import Output

from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.demo.pace import Pace
from rummynet_client.language import N_
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.help import Keys
from rummynet_client.terminal.screen import INTERRUPTED, Screen

_PLAYING: Final[Keys] = (
    ("space", N_("pause")), ("+", N_("faster")), ("-", N_("slower")), ("m", N_("melds")), ("g", N_("points")),
    ("w", N_("why fair")), ("q", N_("leave")),
)  # fmt: skip
_PAUSED: Final[Keys] = (("space", N_("go on")), *_PLAYING[1:])
_OVER: Final[Keys] = (("enter", N_("the check of the game")), ("g", N_("points")), ("w", N_("why fair")))
_PAGES: Final = {"m": "melds", "g": "rounds", "w": "why", "e": "review"}
_LEAF: Final = 8  # lines of a page that space turns: as much as a page key turns in the client


class DemoScreen:
    """The screen of a game that is only watched. ``run`` ends when the person leaves or ``leave`` is called."""

    def __init__(
        self, look: Callable[[], ViewModel], pace: Pace, clock: Callable[[], float], settings: Settings, *,
        input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        self._pace, self._look = pace, look
        self.left_early = False
        """The person left before the end of the game."""
        self.screen = Screen(
            look, lambda _line: None, clock, settings=settings, keys=lambda screen: self._bindings(screen),
            footer=self._footer, input=input, output=output,
        )  # fmt: skip

    def show_news(self, items: Sequence[News]) -> None:
        """Redraw; the page of a round stays until the next one is played."""
        if self.screen.page == "curtain" and any(isinstance(item, news.SeatActed) for item in items):
            self.screen.open_page("")
        self.screen.show_news([item for item in items if not isinstance(item, news.FairnessReported)])

    async def run(self) -> int:
        """Show the table. Returns the exit status."""
        return await self.screen.run()

    def _footer(self) -> Keys:
        if self._look().over is not None:
            return _OVER
        return _PAUSED if self._pace.paused else _PLAYING

    def _leave(self, status: int) -> None:
        self.left_early = self._look().over is None
        self.screen.leave(status)

    def _bindings(self, screen: Screen) -> KeyBindings:
        keys = KeyBindings()

        def bind(name: str, do: Callable[[], None]) -> None:
            keys.add(name)(lambda event: do())

        def turned(page: str) -> None:
            screen.open_page("" if screen.page == page else page)

        def entered() -> None:
            if self._look().over is not None and screen.page in ("", "curtain"):
                self._leave(0)
            elif screen.page:
                screen.open_page("")

        for name, page in _PAGES.items():
            bind(name, lambda page=page: turned(page))  # type: ignore[misc]
        bind("space", self._pace.pause)
        for name, steps in (("+", 1), ("f", 1), ("-", -1), ("s", -1)):
            bind(name, lambda steps=steps: self._pace.change(steps))  # type: ignore[misc]
        for name, lines in (("up", -1), ("down", 1), ("pageup", -_LEAF), ("pagedown", _LEAF)):
            bind(name, lambda lines=lines: screen.scroll(lines))  # type: ignore[misc]
        for name in ("enter", "escape"):
            bind(name, entered)
        bind("q", lambda: self._leave(0))
        bind("c-c", lambda: self._leave(INTERRUPTED))
        return keys
