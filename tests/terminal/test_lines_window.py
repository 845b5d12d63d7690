"""Our window of lines against prompt_toolkit's own: the same characters and styles in the same places."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import FormattedTextControl, Window
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.utils import get_cwidth

from rummynet_client.terminal.drawing.lines_window import LinesWindow
from rummynet_client.terminal.drawing.styled_text import Line, clipped

WIDTH, HEIGHT, TOP = 12, 5, 2
LETTERS = "a♥█ 中한e\u0301\u200b"
"""Narrow and wide ones, and two that have no column of their own."""
THEIRS = {"[transparent]", "class:last-line"}
"""Styles that prompt_toolkit adds and nobody sees."""

pieces = some.tuples(some.sampled_from(["", "class:card", "class:at-hand-1"]), some.text(LETTERS, max_size=5))
tables = some.lists(some.lists(pieces, max_size=4).map(lambda line: clipped(line, WIDTH)), max_size=HEIGHT)


def cells(window: Window) -> list[list[tuple[str, set[str]]]]:
    """Character and style classes of each place of the screen."""
    screen = Screen()
    window.write_to_screen(screen, MouseHandlers(), WritePosition(0, TOP, WIDTH, HEIGHT), "", False, None)
    assert window in screen.visible_windows and screen.height == TOP + HEIGHT
    rows = [[screen.data_buffer[y][x] for x in range(WIDTH)] for y in range(TOP + HEIGHT)]
    return [[(cell.char, {*cell.style.split()} - THEIRS) for cell in row] for row in rows]


def same_text(lines: list[Line]) -> Window:
    parts: StyleAndTextTuples = [part for line in lines for part in [*line, ("", "\n")]]
    return Window(FormattedTextControl(parts[:-1], show_cursor=False), style="class:table")


@settings(max_examples=40)  # theirs takes its time
@given(tables, tables)
@example([[("", "a" * WIDTH + "\u0301")]], [[("", "a" * (WIDTH - 2) + "中\u0301")]])
def test_it_draws_what_prompt_toolkit_draws(lines: list[Line], others: list[Line]) -> None:
    shown = [lines]
    window = LinesWindow(lambda: shown[0], "class:table")
    for now in (lines, others, lines):
        shown[0] = now
        drawn, wanted = cells(window), cells(same_text(now))
        for ours, theirs in zip(drawn, wanted, strict=True):
            for column, ((char, style), (their_char, their_style)) in enumerate(zip(ours, theirs, strict=True)):
                wide = get_cwidth(their_char)  # it leaves a mark without a column of its own where the text ends
                if wide and column + wide == WIDTH:  # and a mark on the last letter of a full row it drops
                    char = char[0]
                if wide:
                    assert (char, style) == (their_char, their_style)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (MouseEventType.MOUSE_UP, [(3, 1)]),
        (MouseEventType.MOUSE_DOWN, []),
        (MouseEventType.SCROLL_UP, [1]),
        (MouseEventType.SCROLL_DOWN, [-1]),
    ],
)
def test_the_mouse_is_told_row_and_column_of_the_window(kind: MouseEventType, told: list[object]) -> None:
    heard: list[object] = []
    window = LinesWindow(lambda: [], "", lambda column, row: heard.append((column, row)), heard.append)
    mouse = MouseHandlers()
    window.write_to_screen(Screen(), mouse, WritePosition(0, TOP, WIDTH, HEIGHT), "", False, None)
    event = MouseEvent(Point(3, TOP + 1), kind, MouseButton.LEFT, frozenset())
    mouse.mouse_handlers[TOP + 1][3](event)
    mouse.mouse_handlers[TOP + HEIGHT][3](event)
    assert heard == told
