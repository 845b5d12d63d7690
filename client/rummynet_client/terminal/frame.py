"""A frame of the screen as lines: table, lobby or an open page, with answers to commands, and the footer. Pure."""

import math
from collections.abc import Sequence
from typing import Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.terminal.drawing.card_art import sentence_lines
from rummynet_client.terminal.drawing.styled_text import Line, Size, cut, padded, width_of, wrapped
from rummynet_client.terminal.lobby.before_game import waiting_lines
from rummynet_client.terminal.lobby.menu import menu_lines
from rummynet_client.terminal.lobby.table_list import lobby_lines
from rummynet_client.terminal.pages.help import CALLING_KEYS, Keys, keys_line, table_keys
from rummynet_client.terminal.pages.page import ROUND_RESULT, page, page_foot
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.head import fair_mark, head_lines
from rummynet_client.terminal.table.layout import table_lines
from rummynet_client.terminal.table.offers import answer_lines, offer_lines, typed_help
from rummynet_protocol.values import Value, replace

# What all layouts need to show pile, melds, hand and offers, the tightest included; a smaller terminal shows how
# much is missing.
LEAST: Final = Size(60, 16)

# Beyond these the eye would have to travel: on a wider terminal the table, or a page to read, stands in the middle.
_WIDEST: Final = 168
_MEASURE: Final = 108
_RESULT: Final = 140  # hands of ten cards and melds beside them
_NEWEST: Final = ScreenState()


def screen(
    model: ViewModel, choice: Choice, size: Size, seconds: int | None = None, view: ScreenState = _NEWEST, *,
    below: int = 0,
) -> list[Line]:  # fmt: skip
    """All lines, exactly ``size.height`` of them, none wider than ``size.width``.

    *seconds* are left on the running clock. *below*: rows under these that are taken for a moment.
    """
    if model.table is not None and model.position is not None and not view.lobby.shows_seats(model):
        return cut(table_lines(model, choice, size, seconds, view, below), size)
    head, answer_part = head_lines(model, size.width), answer_lines(model, size.width)
    room = Size(size.width, size.height - len(head) - len(answer_part))
    if model.table is not None:
        lines = waiting_lines(model, view, room)
    elif view.lobby.menu is not None:
        lines = menu_lines(view.lobby.menu, room)
    else:
        lines = lobby_lines(model, view.lobby, room, view.question)
    return cut([*head, *lines, *answer_part], size)


class ScreenFrame(Value):
    """All that is drawn at one moment."""

    model: ViewModel
    choice: Choice
    view: ScreenState
    page: str = ""  # the name of the open page; "" for the table
    scrolled: int = 0  # number of lines that the page is scrolled down
    since: float = math.inf  # for how many seconds the page has been open
    rounds_back: int = 0  # how many rounds before the last one the review page shows
    answers: Sequence[str] = ()
    typed: str | None = None  # what is being typed after a colon
    seconds: int | None = None  # left on the running clock
    banner: Sequence[tuple[str, str]] = ()  # what the first line says in place of host and table
    keys: Keys | None = None  # the keys of the footer in place of a player's


def is_large_enough(size: Size) -> bool:
    """Whether the table can be shown on these lines and the footer."""
    # The footer has the line that is missing here.
    return size.width >= LEAST.width and size.height >= LEAST.height - 1


def frame_lines(frame: ScreenFrame, size: Size) -> list[Line]:
    """The frame without its footer, exactly ``size.height`` lines."""
    if not is_large_enough(size):
        small = _(
            "This terminal is {width}×{height} characters; rummynet needs {least_width}×{least_height}.",
            width=size.width,
            height=size.height + 1,
            least_width=LEAST.width,
            least_height=LEAST.height,
        )
        asked = offer_lines(frame.model, frame.choice, size.width, frame.view) if frame.view.question else []
        return cut([*wrapped("class:alarm", small, size.width), *asked], size)
    width, margin = _inner(frame, size.width)
    lines = _lines(frame, Size(width, size.height))
    return [[("", " " * margin), *line] for line in lines] if margin else lines


def _inner(frame: ScreenFrame, width: int) -> tuple[int, int]:
    """The columns that are used, and those left free before them."""
    inner = min(width, _WIDEST if not frame.page else _RESULT if frame.page == ROUND_RESULT else _MEASURE)
    return inner, (width - inner) // 2


def _lines(frame: ScreenFrame, size: Size) -> list[Line]:
    model, view = frame.model, frame.view
    if frame.page:
        if frame.page == "review":
            model = replace(model, reviews=model.reviews[: len(model.reviews) - frame.rounds_back])
        return page(frame.page, model, frame.answers, size, frame.scrolled, frame.since, view.record)
    # A question is read first: behind its answer, what was told is still there.
    told = () if view.question is not None else frame.answers
    answer = [part for line in told for part in sentence_lines("class:offer", line, size.width, model.names)]
    # Never more than half of the screen: the table is above them.
    help = typed_help(model, frame.typed, size.width) if frame.typed is not None else []
    answer = [*answer, *help][: size.height // 2]
    room = Size(size.width, size.height - len(answer))
    shown = screen(model, frame.choice, room, frame.seconds, view, below=len(answer))
    return cut([*_with_banner(shown, frame, size.width), *answer], size)


def _with_banner(shown: list[Line], frame: ScreenFrame, width: int) -> list[Line]:
    """The table, its blank line nearest to the middle a banner, so that no card moves; without one the first line.

    There it takes the place of host and table, and covers no alarm.
    """
    if not frame.banner:
        return shown
    blank = [at for at, line in enumerate(shown) if not "".join(text for _look, text in line).strip()]
    at = min(blank, key=lambda one: abs(2 * one - len(shown)), default=0)
    mark: Line = [] if at else [("", " "), *fair_mark(frame.model)]
    says = [(look, padded(text, width - width_of(mark) - 1)) for look, text in frame.banner]
    return [*shown[:at], [*says, *mark], *shown[at + 1 :]]


def footer_line(frame: ScreenFrame, width: int) -> Line:
    """The last line of the frame: how to leave the open page, or the keys that can do something."""
    inner, margin = _inner(frame, width)
    if frame.page and frame.keys is None:
        return [("class:keys", " " * margin + page_foot(frame.model, inner, frame.page))]
    keys = CALLING_KEYS if frame.view.is_calling else table_keys(frame.model, frame.choice, frame.view)
    free = " " * margin
    return [("class:keys", free), *keys_line(keys if frame.keys is None else frame.keys, inner), ("class:keys", free)]
