"""The screen: a prompt_toolkit application that draws pictures and turns keys into commands.

It knows no socket: it is handed ``look`` (the picture now) and ``do`` (a command as text), and is told of news.
"""

import math
import os
from collections.abc import Callable, Iterable

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output

from rummynet_client.core import commands, news, wording
from rummynet_client.core.picture import Picture
from rummynet_client.terminal.choice import Choice
from rummynet_client.terminal.draw import Size, cut, screen, wrapped
from rummynet_client.terminal.help import FOOTER, help_page
from rummynet_client.terminal.keys import bindings
from rummynet_client.terminal.style import STYLE, colours

LEAST = Size(60, 16)
"""Below this there is no room to play; the screen says so and waits for a larger terminal."""


class _Commands(Completer):
    def __init__(self, look: Callable[[], Picture]) -> None:
        self._look = look

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        for line in commands.complete(typed, self._look().legal()):
            yield Completion(line, start_position=-len(typed))


class Screen:
    """One screen. ``run`` returns when the person leaves or ``leave`` is called."""

    def __init__(
        self, look: Callable[[], Picture], do: Callable[[str], None], clock: Callable[[], float], *,
        bell: bool = True, title: bool = True, input: Input | None = None, output: Output | None = None,
    ) -> None:  # fmt: skip
        """*look* gives the picture, *do* takes a command's text, *clock* counts seconds."""
        self.look, self.do = look, do
        self.choice = Choice()
        self.helping = False
        self.told: tuple[str, ...] = ()
        """The answer to a command that asks, shown until the next key."""
        self._clock, self._bell, self._title = clock, bell, title
        self._deadline: float | None = None
        self._warned = False
        """Our turn is nearly up: the next key, whatever it is, shows that we are there."""
        self.typing = Buffer(completer=_Commands(look), multiline=False, accept_handler=self._entered, name="command")
        self.app: Application[int] = Application(
            layout=Layout(self._windows()),
            key_bindings=bindings(self),
            style=STYLE,
            color_depth=colours(os.environ),
            full_screen=True,
            mouse_support=False,
            refresh_interval=0.5,
            input=input,
            output=output,
        )
        self.app.key_processor.before_key_press += lambda _: self._is_here()

    async def run(self) -> int:
        """Show the screen until the person leaves; the exit status."""
        try:
            return await self.app.run_async(handle_sigint=False)
        finally:
            if self._title:
                self.app.output.clear_title()
                self.app.output.flush()

    def leave(self, status: int = 0) -> None:
        """End ``run`` with this status; harmless when it has ended."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=status)

    # -- what has happened

    def hear(self, items: Iterable[news.News]) -> None:
        """Take news: look again, and make oneself noticed when it is the person's turn."""
        for item in items:
            match item:
                case news.TurnCame(mine=mine):
                    self._notice(mine)
                case news.ClockRan(seat=seat, millis=millis, stage=stage):
                    self._deadline = self._clock() + millis / 1000 if millis else None
                    self._warned = stage == "warning" and seat == self.look().me
                    self._notice(self._warned)
                case news.Answered() | news.RoundScored() | news.RummyHinted() | news.CallWasLate() | news.WentWrong():
                    self.told = (*self.told, *wording.lines(item))[-12:]
        self.choice = self.choice.fitted(self.look())
        self.app.invalidate()

    def _is_here(self) -> None:
        if self._warned:
            self._warned = False
            self.do("here")

    def _notice(self, mine: bool) -> None:
        output = self.app.output
        if self._title:
            output.set_title("rummynet: YOUR TURN" if mine else "rummynet")
        if self._bell and mine:
            output.bell()
        output.flush()

    # -- what the person does

    def prompt(self, text: str) -> None:
        """Open the command line with this text."""
        self.typing.document = Document(text, len(text))
        self.app.layout.focus(self.typing)

    def close_prompt(self) -> None:
        """Back to the cards."""
        self.typing.reset()
        self.app.layout.focus(self._main)

    def act(self, action: str) -> None:
        """Send an action; what was picked is put back."""
        self.choice = self.choice.cleared()
        self.told = ()
        self.do(action)

    def _entered(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        self.close_prompt()
        self.told = ()
        if text:
            self.do(text)
        return False

    # -- the windows

    def _windows(self) -> HSplit:
        self._main = Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
        line = Window(BufferControl(self.typing, input_processors=[BeforeInput(":")]), height=1)
        is_typing = Condition(lambda: self.app.layout.has_focus(self.typing))
        foot = Window(FormattedTextControl([("class:head", " " + FOOTER)]), height=1, style="class:head")
        return HSplit(
            [
                self._main,
                ConditionalContainer(line, is_typing),
                ConditionalContainer(foot, ~is_typing),
            ]
        )

    def _text(self) -> StyleAndTextTuples:
        rows, columns = self.app.output.get_size()
        size = Size(columns, max(1, rows - 1))
        found: StyleAndTextTuples = []
        for line in self._lines(size):
            found += [*line, ("", "\n")]
        return found[:-1]

    def _lines(self, size: Size) -> list[list[tuple[str, str]]]:
        if size.width < LEAST.width or size.height < LEAST.height - 1:
            small = (
                f"This terminal has {size.width}×{size.height + 1} characters; {LEAST.width}×{LEAST.height} are needed."
            )
            return cut(wrapped("class:alarm", small, size.width), size)
        picture = self.look()
        if self.helping:
            return help_page(picture, size)
        answer = [part for line in self.told for part in wrapped("class:offer", line, size.width)]
        left = None if self._deadline is None else max(0, math.ceil(self._deadline - self._clock()))
        shown = screen(picture, self.choice, Size(size.width, size.height - len(answer)), left)
        return cut([*shown, *answer], size)
