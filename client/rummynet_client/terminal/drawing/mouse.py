"""Mouse support: clickable text is marked in its style class, so that drawing needs no coordinates.

Cards, melds and offers are marked with their number, texts that name a key with the key: a click on these is that key.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.utils import get_cwidth

from rummynet_client.terminal.drawing.styled_text import Line

_MARK: Final = re.compile(r"class:at-(pile|melds|hand|offer|key|row|less|more|do)-(\d+)")
CLICKABLE_KEYS: Final = (
    "enter", "escape", "space", "tab", "backspace", *"abcdeghilmnopqrstuvwxy", *"CEHP", *":?+-", *"123456789",
)  # fmt: skip
Mark = tuple[str, int]
"""(kind, index)."""


def mark(what: str, number: int) -> str:
    """The style class that marks a text as clickable."""
    return f"class:at-{what}-{number}"


def key_mark(key: str) -> str:
    """The style class of a text that stands for a key; "" for several keys at once."""
    return mark("key", CLICKABLE_KEYS.index(key)) if key in CLICKABLE_KEYS else ""


def mark_at(lines: Sequence[Line], column: int, row: int) -> Mark | None:
    """The mark at this place of the screen; None without one."""
    if not 0 <= row < len(lines):
        return None
    at = 0
    for look, text in lines[row]:
        at += get_cwidth(text)
        if column < at:
            match = _MARK.search(look)
            return (match[1], int(match[2])) if match else None
    return None


class Clickable(FormattedTextControl):
    """Text that reports clicks and the wheel."""

    def __init__(self, text: AnyFormattedText, click: Callable[[int, int], None], wheel: Callable[[int], None]) -> None:
        """*click* gets column and row, *wheel* gets 1 for up and -1 for down."""
        super().__init__(text, focusable=True, show_cursor=False)
        self._click, self._wheel = click, wheel

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Report a click or a turn of the wheel."""
        match mouse_event.event_type:
            # On release alone, as buttons do: the press is reported too, and a click would count twice.
            case MouseEventType.MOUSE_UP:
                self._click(mouse_event.position.x, mouse_event.position.y)
            case MouseEventType.SCROLL_UP:
                self._wheel(1)
            case MouseEventType.SCROLL_DOWN:
                self._wheel(-1)
