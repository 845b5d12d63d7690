"""A moving picture: lines of several screens in one SVG, each row drawn once for as long as it stays.

It needs no script and nothing from elsewhere: every row is shown and hidden by an animation of its own. Where nothing
moves, the first screen is seen.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from rummynet_client.terminal.drawing.styled_text import Line

Row = Callable[[Line, float, str], list[str]]
"""Draws a line at a height on a background, as elements of SVG."""
_SECONDS: Final = 1.1
"""How long a screen stays."""
_LAST: Final = 3
"""How many times longer the last one stays."""


def moving_rows(screens: Sequence[Sequence[Line]], top: float, high: float, paper: str, row: Row) -> list[str]:
    """The elements of all rows of these screens, which have the same height."""
    ticks = len(screens) - 1 + _LAST
    parts: list[str] = []
    for number in range(len(screens[0])):
        at = 0
        for line, run in groupby([list(screen[number]) for screen in screens]):
            begin, at = at, at + len(list(run))
            end = ticks if at == len(screens) else at
            drawn = row(line, top + number * high, paper)
            if drawn:
                parts += _shown(drawn, begin, end, ticks)
    return parts


def _shown(drawn: list[str], begin: int, end: int, ticks: int) -> list[str]:
    """The elements, seen from one tick to another of each round of the animation."""
    if begin == 0 and end == ticks:
        return drawn
    changes = [("hidden", 0)] if begin else []
    changes += [("visible", begin), *([("hidden", end)] if end < ticks else [])]
    values = ";".join(value for value, _tick in changes)
    times = ";".join(f"{tick / ticks:.4g}" for _value, tick in changes)
    return [
        f'<g visibility="{"hidden" if begin else "visible"}">',
        f'<animate attributeName="visibility" values="{values}" keyTimes="{times}" dur="{ticks * _SECONDS:g}s" '
        'calcMode="discrete" repeatCount="indefinite"/>',
        *drawn,
        "</g>",
    ]
