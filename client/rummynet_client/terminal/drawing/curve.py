"""The curve of a whole game: everybody's total after each round, in their colours. Pure."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.terminal.drawing.styled_text import Line, padded
from rummynet_client.terminal.drawing.theme import seat_class

ROWS: Final = 7  # of the curve, so that it fits with its names above the rounds on 24 lines
_NAME: Final = 14  # longer names are cut: on 80 columns 55 stay for the curve
_POINTS: Final = 7  # the points at the left edge: five figures with a sign and a blank
_STEP: Final = 6  # most columns between two rounds: a curve of three rounds drawn over the whole width would look flat


def curve_lines(names: Sequence[str], totals: Sequence[Sequence[int]], width: int, rows: int = ROWS) -> list[Line]:
    """The totals by round (each by seat) as points from left to right; the names stand where their curves end.

    Nothing for fewer than two rounds. Where two meet, the one who is listed first is seen.
    """
    room = width - _POINTS - _NAME - 4
    if len(totals) < 2 or room < len(totals) // 4 + 2 or rows < 2:
        return []
    shown = totals[-room:]
    low = min(0, *(min(one) for one in shown))
    span = max(1, max(max(one) for one in shown) - low)
    step = max(1, min(_STEP, room // len(shown)))
    grid = [[("class:line", "·" if at % step == 0 else " ") for at in range(step * len(shown))] for _row in range(rows)]
    ends: dict[int, list[int]] = {}
    for seat in reversed(range(len(names))):
        places = [rows - 1 - (one[seat] - low) * (rows - 1) // span if seat < len(one) else rows - 1 for one in shown]
        for at, place in enumerate(places):
            grid[place][at * step] = (seat_class(seat), "●")
        ends.setdefault(places[-1], []).insert(0, seat)
    lines: list[Line] = []
    for row, cells in enumerate(grid):
        points = low + span * (rows - 1 - row) // (rows - 1)
        label: Line = [("class:dim", padded(str(points), _POINTS, right=True) + " ")]
        told: Line = []
        for seat in ends.get(row, []):
            told += [(seat_class(seat), f" {padded(names[seat], min(_NAME, len(names[seat])))}")]
        lines.append([*label, *cells, *told])
    return lines
