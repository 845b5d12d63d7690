"""The other players across the top: a box for each, or a word where there is no room for boxes. Pure."""

from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.language import _
from rummynet_client.terminal.drawing.styled_text import Line, flow, padded, sparkline, width_of
from rummynet_client.terminal.drawing.theme import seat_class

_LEAST_BOX: Final = 18  # columns of the narrowest box: a name, its count and points beside each other
_WIDEST_BOX: Final = 44  # columns of the widest: two opponents on a wide terminal stay together in the middle of sight
# Rounds drawn as bars, the newest: more would take the place of words, and older ones decide nothing any more.
_BARS: Final = 12
TURN: Final = "▶"


def others(model: ViewModel) -> list[int]:
    """The seats of the other players in the order of turns, from the own left; all of them for a spectator."""
    assert model.state is not None
    count = min(len(model.names), model.state.players)
    first = 0 if model.me is None or model.me >= count else model.me + 1
    return [seat for at in range(count) if (seat := (first + at) % count) != model.me]


def opponent_lines(model: ViewModel, seconds: int | None, width: int, *, boxes: int) -> list[Line]:
    """Boxes with this many rows inside, or with 0 the players as words on as few lines as possible."""
    seats = others(model)
    # The second row has the course of the rounds: one round has none.
    boxes = min(boxes, 2 if len(model.rounds) > 1 else 1)
    if not boxes:
        return [[("", " "), *line[1:]] for line in flow(" ", [_word(model, seat, seconds) for seat in seats], width, 1)]
    a_row = max(1, min(len(seats), width // _LEAST_BOX))
    # Spread evenly over the rows: four in rows of three would leave one alone.
    rows = -(-len(seats) // a_row) if seats else 0
    a_row = -(-len(seats) // rows) if rows else 1
    lines: list[Line] = []
    for start in range(0, len(seats), a_row):
        part = seats[start : start + a_row]
        wide = min(_WIDEST_BOX, width // a_row)
        drawn = [_box(model, seat, seconds, wide, boxes) for seat in part]
        lines += [[piece for box in drawn for piece in box[row]] for row in range(boxes + 2)]
    return lines


def totals(model: ViewModel, seat: int) -> list[int]:
    """The seat's totals after each round that it took part in; in Vegas rummy players join later too."""
    return [one.totals[seat] for one in model.rounds if seat < len(one.totals)]


def is_away(model: ViewModel, seat: int) -> bool:
    """Whether the player has lost the connection."""
    return not all(one.connected for one in model.seats if one.name == model.names[seat])


def delay_text(model: ViewModel, seat: int) -> str:
    """How long the way to this player takes; "" where it does not matter."""
    millis = next((one.delay for one in model.seats if one.name == model.names[seat]), 0)
    return _("{millis} ms", millis=millis) if millis else ""


def clock_text(model: ViewModel, seat: int, seconds: int | None) -> str:
    """The time left of this seat's clock; "" where none runs."""
    runs = seconds is not None and model.clock is not None and model.clock.seat == seat
    return f"{seconds // 60}:{seconds % 60:02d}" if runs and seconds is not None else ""


def points_text(model: ViewModel, seat: int) -> str:
    """The total, and what the seat has laid in this round where the table counts."""
    assert model.state is not None
    # At its end a round's points are in the total.
    laid = laid_so_far(model.state) if model.state.phase != "over" else ()
    return f"{model.state.scores[seat]} {laid[seat]:+d}" if laid else str(model.state.scores[seat])


def _box(model: ViewModel, seat: int, seconds: int | None, wide: int, rows: int) -> list[Line]:
    inside = wide - 4
    is_due = seat in model.due
    look = "class:turn" if is_due else "class:line"
    clock, away = clock_text(model, seat, seconds), _("away") if is_away(model, seat) else ""
    right = " ".join(part for part in (away or delay_text(model, seat), clock) if part)
    name_room = max(3, wide - 6 - (get_cwidth(right) + 2 if right else 0) - 2 * is_due)
    name = padded(model.names[seat], min(name_room, get_cwidth(model.names[seat])))
    head: Line = [
        (look, "╭ "),
        *([("class:turn", f"{TURN} ")] if is_due else []),
        (seat_class(seat), name),
        (look, " "),
    ]
    tail: Line = [(look, " "), ("class:turn", right), (look, " ╮")] if right else [(look, "╮")]
    fill = wide - width_of(head) - width_of(tail)
    lines: list[Line] = [[*head, (look, "─" * fill), *tail]]
    for row in (_held(model, seat, inside), *([_history(model, seat, inside)] if rows > 1 else [])):
        lines.append([(look, "│ "), *row, ("", " " * (inside - width_of(row))), (look, " │")])
    return [*lines, [(look, f"╰{'─' * (wide - 2)}╯")]]


def _held(model: ViewModel, seat: int, inside: int) -> Line:
    """Backs of cards, their number, and the points at the right."""
    assert model.state is not None
    count = model.state.count(seat)
    points, number = points_text(model, seat), f"{count}"
    room = inside - len(number) - 1 - len(points) - 2
    backs = "▒" * max(0, min(count, room))
    gap = inside - len(backs) - (1 if backs else 0) - len(number) - len(points)
    return [("class:back", backs), ("", f"{' ' if backs else ''}{number}{' ' * max(1, gap)}"), ("class:me", points)]


def _history(model: ViewModel, seat: int, inside: int) -> Line:
    """What the player is doing, or the totals of the rounds as bars."""
    doing = _("to play") if seat in model.due else ""
    bars = sparkline(totals(model, seat), min(_BARS, max(1, inside - get_cwidth(doing) - 1)))
    return [("class:turn", doing), ("", " " * (inside - get_cwidth(doing) - len(bars))), ("class:dim", bars)]


def _word(model: ViewModel, seat: int, seconds: int | None) -> Line:
    assert model.state is not None
    cards = f"▒{model.state.count(seat)}"
    away = _("(away)") if is_away(model, seat) else ""
    notes = "".join(f" {note}" for note in (clock_text(model, seat, seconds), away or delay_text(model, seat)) if note)
    mark = TURN if seat in model.due else " "
    look = "class:turn" if seat in model.due else ""
    name: Line = [("class:turn", mark), (seat_class(seat), model.names[seat])]
    return [*name, (look, f" {cards} {points_text(model, seat)}{notes}  ")]
