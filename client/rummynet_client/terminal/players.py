"""A line per player: turn, number of cards, score with its history, points laid, clock."""

from typing import Final

from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.styled_text import Line, flow, padded, sparkline

_NAME: Final = 20
"""Columns for a name."""
_BARS: Final = 12
"""Maximum number of rounds drawn as bars, the newest."""


def player_lines(model: ViewModel, seconds: int | None, width: int, *, together: bool = False) -> list[Line]:
    """A line for each player, or with *together* several on one."""
    assert model.state is not None
    seats = range(min(len(model.names), model.state.players))
    if together:
        pieces = [_piece(model, seat, seconds) for seat in seats]
        return [[("", " "), *line[1:]] for line in flow(" ", pieces, width, 1)]
    return [[(_look(model, seat), _line(model, seat, seconds))] for seat in seats]


def totals(model: ViewModel, seat: int) -> list[int]:
    """The seat's totals after each round that it took part in; in Vegas rummy players join later too."""
    return [one.totals[seat] for one in model.rounds if seat < len(one.totals)]


def _line(model: ViewModel, seat: int, seconds: int | None) -> str:
    assert model.state is not None
    state, laid = model.state, laid_so_far(model.state)
    held = state.count(seat)
    cards = ngettext("{cards:>2} card ", "{cards:>2} cards", held, cards=held)
    points = _("{points:>5} points", points=state.scores[seat])
    text = f" {_mark(model, seat)} {seat} {padded(_name(model, seat), _NAME)} {cards} {points}"
    text += "  " + _("laid {points:>3}", points=laid[seat]) if laid else ""
    bars = sparkline(totals(model, seat), _BARS)
    return f"{text}  {bars}{_clock(model, seat, seconds)}{_away(model, seat)}".rstrip()


def _piece(model: ViewModel, seat: int, seconds: int | None) -> Line:
    assert model.state is not None
    state, laid = model.state, laid_so_far(model.state)
    count = _("{cards}c {points}p", cards=state.count(seat), points=state.scores[seat])
    text = f"{_mark(model, seat)}{seat} {_name(model, seat)} {count}"
    text += f"+{laid[seat]}" if laid and laid[seat] else ""
    return [(_look(model, seat), f"{text}{_clock(model, seat, seconds)}{_away(model, seat)}"), ("", "  ")]


def _name(model: ViewModel, seat: int) -> str:
    return f"{model.names[seat]} {_('(you)')}" if seat == model.me else model.names[seat]


def _mark(model: ViewModel, seat: int) -> str:
    return ">" if seat in model.due else " "


def _look(model: ViewModel, seat: int) -> str:
    return "class:turn" if seat in model.due else "class:me" if seat == model.me else ""


def _clock(model: ViewModel, seat: int, seconds: int | None) -> str:
    runs = seconds is not None and model.clock is not None and model.clock.seat == seat
    return "  " + _("{seconds}s left", seconds=seconds) if runs else ""


def _away(model: ViewModel, seat: int) -> str:
    name = model.names[seat]
    return "" if all(one.connected for one in model.seats if one.name == name) else "  " + _("(away)")
