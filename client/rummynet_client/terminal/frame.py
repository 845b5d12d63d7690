"""What a screen draws now: its lines, its footer, in characters that the terminal and the settings allow."""

import math
from typing import TYPE_CHECKING, Final

from prompt_toolkit.formatted_text import StyleAndTextTuples

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.terminal.drawing.cards import sentence_lines, written
from rummynet_client.terminal.drawing.styled_text import Line, Size, cut, wrapped
from rummynet_client.terminal.input.cards import fit_choice
from rummynet_client.terminal.lobby.menu import menu_lines
from rummynet_client.terminal.lobby.tables import lobby_lines
from rummynet_client.terminal.lobby.waiting import waiting_lines
from rummynet_client.terminal.pages.help import CALLING_KEYS, Keys, keys_line, table_keys
from rummynet_client.terminal.pages.page import page, page_foot
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.head import head_lines
from rummynet_client.terminal.table.layout import table_lines
from rummynet_client.terminal.table.offers import answer_lines, typed_help
from rummynet_protocol.values import replace

if TYPE_CHECKING:
    from rummynet_client.terminal.screen import Screen

# What all layouts need to show pile, melds, hand and offers, the tightest included; a smaller terminal shows how
# much is missing.
LEAST: Final = Size(60, 16)

_NEWEST: Final = ScreenState()


def screen(
    model: ViewModel, choice: Choice, size: Size, seconds: int | None = None, view: ScreenState = _NEWEST
) -> list[Line]:
    """All lines, exactly ``size.height`` of them, none wider than ``size.width``.

    *seconds* are left on the running clock.
    """
    if model.table is not None and model.position is not None and not shows_seats(model, view):
        return cut(table_lines(model, choice, size, seconds, view), size)
    head, answer_part = head_lines(model, size.width), answer_lines(model, size.width)
    room = Size(size.width, size.height - len(head) - len(answer_part))
    if model.table is not None:
        lines = waiting_lines(model, view, room)
    elif view.lobby.menu is not None:
        lines = menu_lines(view.lobby.menu, room)
    else:
        lines = lobby_lines(model, view.lobby, room)
    return cut([*head, *lines, *answer_part], size)


def shows_seats(model: ViewModel, view: ScreenState) -> bool:
    """Whether the seats of the table are shown: before the first cards, and between two games if the player wants."""
    return model.table is not None and (model.position is None or (view.lobby.is_open and model.is_between_games))


def screen_lines(screen: "Screen") -> list[Line]:
    """The lines as they are drawn now, without the footer."""
    rows, columns = screen.app.output.get_size()
    return [_written(screen, line) for line in _lines(screen, Size(columns, max(1, rows - 1)))]


def screen_text(screen: "Screen") -> StyleAndTextTuples:
    """The same as one text for prompt_toolkit."""
    parts: StyleAndTextTuples = []
    for line in screen_lines(screen):
        parts += [*line, ("", "\n")]
    return parts[:-1]


def footer_line(screen: "Screen") -> Line:
    """The last line as it is drawn now."""
    columns = screen.app.output.get_size().columns
    model = _unread(screen)
    if screen.page and screen.own_footer is None:
        return _written(screen, [("class:keys", page_foot(model, columns, screen.page))])
    return _written(screen, keys_line(_keys(screen, model), columns))


def _keys(screen: "Screen", model: ViewModel) -> Keys:
    if screen.own_footer is not None:
        return screen.own_footer()
    return CALLING_KEYS if screen.view.is_calling else table_keys(model, screen.choice, screen.view)


def _unread(screen: "Screen") -> ViewModel:
    """The view model, without a refusal that has been read."""
    model = screen.get_model()
    return replace(model, refusal=None) if screen.moments.is_refusal_read(model) else model


def _written(screen: "Screen", line: Line) -> Line:
    return written(line, is_ascii=screen.is_ascii, signs=screen.settings.signs != "no")


def _lines(whole: "Screen", size: Size) -> list[Line]:
    # The footer has the line that is missing here.
    if size.width < LEAST.width or size.height < LEAST.height - 1:
        small = _(
            "This terminal has {width}×{height} characters; {least_width}×{least_height} are needed.",
            width=size.width,
            height=size.height + 1,
            least_width=LEAST.width,
            least_height=LEAST.height,
        )
        return cut(wrapped("class:alarm", small, size.width), size)
    model, now = _unread(whole), whole.clock()
    fit_choice(whole)
    if whole.page:
        if whole.page == "review":
            model = replace(model, reviews=model.reviews[: len(model.reviews) - whole.rounds_back])
        since = now - whole.page_opened_at
        return page(whole.page, model, whole.answer_lines, size, whole.scrolled, since, whole.view.record)
    answer = [
        part for line in whole.answer_lines for part in sentence_lines("class:offer", line, size.width, model.names)
    ]
    if whole.is_typing:
        answer += typed_help(model, whole.typing.text, size.width)
    left = None if whole.deadline is None else max(0, math.ceil(whole.deadline - now))
    motion = whole.moments.motion
    dealt = motion.dealt(now, len(model.hand))
    view = replace(whole.view, changed=motion.marked(now), dealt=dealt, lesson=whole.guidance())
    flag = whole.moments.banner_lines(now, size.width, flashes=whole.settings.motion)
    shown = screen(model, whole.choice, Size(size.width, size.height - len(answer) - len(flag)), left, view)
    # The banner comes below the first line, which says whether the game is fair: nothing may cover that.
    return cut([*shown[:1], *flag, *shown[1:], *answer], size)
