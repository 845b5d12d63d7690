"""What the mouse does: a click is the card, offer or key that is drawn there, a turn of the wheel scrolls."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys as KeyNames
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rummynet_client.core.views.meld_order import meld_order
from rummynet_client.terminal.drawing.styled_text import CLICKABLE_KEYS, mark_at
from rummynet_client.terminal.frame import footer_line, screen_lines
from rummynet_client.terminal.input.cards import take_offer
from rummynet_client.terminal.input.lobby import click_lobby, turn_lobby_wheel

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

_KEYS: Final = {
    "enter": KeyNames.ControlM, "escape": KeyNames.Escape, "tab": KeyNames.ControlI, "space": " ",
    "backspace": KeyNames.ControlH,
}  # fmt: skip
"""Keys by the names under which they are written."""


def click(screen: "Screen", column: int, row: int) -> None:
    """A click on this place of the screen: a card or meld is picked, an offer taken, a key pressed."""
    screen.focus_table()
    mark = mark_at(screen_lines(screen), column, row)
    # A page covers the table: only its melds can be pointed at, which then closes it.
    if mark is None or (screen.page and not (screen.page == "melds" and mark[0] == "melds")):
        return
    what, number = mark
    model = screen.get_model()
    if what in ("row", "less", "more", "do"):
        click_lobby(screen, what, number)
    elif what == "key":
        _press(screen, CLICKABLE_KEYS[number])
    elif what == "offer":
        take_offer(screen, number - 1)
    elif what == "melds" and model.position is not None:
        screen.open_page("")
        screen.choose(screen.choice.pointed(model, "melds", meld_order(model.position).index(number)))
    elif what in ("pile", "hand"):
        screen.choose(screen.choice.pointed(model, "pile" if what == "pile" else "hand", number))


def click_footer(screen: "Screen", column: int) -> None:
    """A click on the last line: the key that is written there; on a page it goes back."""
    mark = mark_at([footer_line(screen)], column, 0)
    if screen.page:
        _press(screen, "enter")
    elif mark is not None:
        _press(screen, CLICKABLE_KEYS[mark[1]])


def turn_wheel(screen: "Screen", up: int) -> None:
    """A turn of the wheel, 1 up or -1 down: in lists the choice moves, elsewhere the page or the log scrolls."""
    if screen.page or not turn_lobby_wheel(screen, -up):
        # Three lines a notch, as terminals scroll. Up is fewer lines down a page, and more lines back in the log.
        screen.scroll(-3 * up if screen.page else 3 * up)


def _press(screen: "Screen", key: str) -> None:
    screen.app.key_processor.feed(KeyPress(_KEYS.get(key, key)))


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
