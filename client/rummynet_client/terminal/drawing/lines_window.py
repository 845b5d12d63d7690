"""Lines on the screen, in place of prompt_toolkit's text control: a row that has not changed is not made again.

An application of such lines runs by ``run_app``.

That control takes a text apart and notes for each character where it stands: on 200 columns by 60 rows this took longer
than everything else that a key does. These lines are as wide as the screen and neither wrap nor scroll.
"""

import asyncio
import os
import signal
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, TypeVar

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
from prompt_toolkit.layout import FormattedTextControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import _CHAR_CACHE, Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rummynet_client.terminal.drawing.styled_text import Line

_Row = defaultdict[int, Char]
T = TypeVar("T")


def _stop() -> None:
    """Stop as a job of a shell, which gets its terminal as it was; once it goes on all is drawn anew."""
    run_in_terminal(partial(os.kill, os.getpid(), signal.SIGSTOP))


async def run_app(app: Application[T]) -> T:
    """Run it. What fails in a key or while drawing ends it, with the terminal restored, and is raised here."""
    # prompt_toolkit's own handler waits for Enter, and draws again what has just failed.
    asyncio.get_running_loop().set_exception_handler(partial(_end, app))
    # Escape alone is only known once nothing follows it: half a second, as by default, looks as if it did nothing.
    app.ttimeoutlen = 0.05
    with suppress(NotImplementedError, AttributeError):  # on Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTSTP, _stop)
        keys = KeyBindings()
        keys.add("c-z")(lambda _event: _stop())
        app.key_bindings = merge_key_bindings([app.key_bindings or KeyBindings(), keys])
    clear_typeahead(app.input)
    app.before_render += _drop_typed_ahead
    try:
        # Ctrl-C is a key of each of them.
        return await app.run_async(set_exception_handler=False, handle_sigint=False)
    finally:
        # The last drawing does this, if it does not fail.
        app.output.enable_autowrap()
        app.output.show_cursor()
        app.output.reset_attributes()
        app.output.flush()


def _drop_typed_ahead(app: Application[Any]) -> None:
    """Drop what was typed before the first drawing: it was meant for whatever was shown then."""
    app.before_render -= _drop_typed_ahead
    with suppress(ImportError, OSError):  # no terminal, or Windows
        import termios

        if os.isatty(app.input.fileno()):
            termios.tcflush(app.input.fileno(), termios.TCIFLUSH)


def _end(app: Application[Any], loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    problem = context.get("exception")
    if problem is not None and app.is_running and not app.is_done:
        app.exit(exception=problem)


class LinesWindow(Window):
    """Draws *lines*, the first on its first row. *click* gets column and row, *wheel* gets 1 for up and -1 for down."""

    def __init__(
        self, lines: Callable[[], Sequence[Line]], style: str, click: Callable[[int, int], None] = lambda *place: None,
        wheel: Callable[[int], None] = lambda up: None, height: int | None = None,
    ) -> None:  # fmt: skip
        # A window without a control takes no focus, and keys go to the window that has it.
        super().__init__(FormattedTextControl(focusable=True, show_cursor=False), height=height, style=style)
        self._lines, self._look, self._click, self._wheel = lines, style, click, wheel

    def write_to_screen(
        self, screen: Screen, mouse_handlers: MouseHandlers, write_position: WritePosition, parent_style: str,
        erase_bg: bool, z_index: int | None,
    ) -> None:  # fmt: skip
        """Write the lines to the screen, and be there for the mouse."""
        top, width = write_position.ypos, write_position.width

        handlers: defaultdict[int, Callable[[MouseEvent], object]] = defaultdict(lambda: partial(self._take, top))
        lines = self._lines()
        for at in range(write_position.height):
            # A copy, since who draws over it draws over what is kept.
            screen.data_buffer[top + at] = row_of(tuple(lines[at]) if at < len(lines) else (), self._look, width).copy()
            mouse_handlers.mouse_handlers[top + at] = handlers
        screen.width = max(screen.width, write_position.xpos + width)
        screen.height = max(screen.height, top + write_position.height)
        screen.visible_windows_to_write_positions[self] = write_position

    def _take(self, top: int, event: MouseEvent) -> None:
        match event.event_type:
            # On release alone, as buttons do: the press is reported too, and a click would count twice.
            case MouseEventType.MOUSE_UP:
                self._click(event.position.x, event.position.y - top)
            case MouseEventType.SCROLL_UP:
                self._wheel(1)
            case MouseEventType.SCROLL_DOWN:
                self._wheel(-1)


@lru_cache(maxsize=256)  # some frames: a cursor that goes to and fro finds the rows of both
def row_of(line: tuple[tuple[str, str], ...], style: str, width: int) -> _Row:
    """The characters of a row, one for each column."""
    row: _Row = defaultdict(lambda: _CHAR_CACHE[" ", style])
    at = 0
    for look, text in line:
        whole = f"{style} {look}"
        for letter in text:
            char = _CHAR_CACHE[letter, whole]
            if char.width:
                row[at] = char
                # Nothing in the columns that a wide character covers: differs from all, so it is drawn over later.
                row.update(dict.fromkeys(range(at + 1, at + char.width), _CHAR_CACHE["", ""]))
                at += char.width
            elif at:  # it belongs to the letter before it
                before = next(back for back in range(at - 1, -1, -1) if row[back].char)
                row[before] = _CHAR_CACHE[row[before].char + letter, row[before].style]
    for column in range(at, width):
        row[column] = _CHAR_CACHE[" ", style]
    return row
