"""The seats round the table: whose turn, how many cards, the score with its way there, what is laid, how long."""

from typing import Final

from rummynet_client.core.picture import Picture
from rummynet_client.core.points import laid_so_far
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.text import Line, flow, padded, sparkline

_NAME: Final = 20
"""Columns for a name."""
_BARS: Final = 12
"""Rounds that are drawn as bars, the newest."""


def players(picture: Picture, seconds: int | None, width: int, *, together: bool = False) -> list[Line]:
    """A line for each player, or with *together* several on one."""
    assert picture.state is not None
    seats = range(min(len(picture.names), picture.state.players))
    if together:
        pieces = [_piece(picture, seat, seconds) for seat in seats]
        return [[("", " "), *line[1:]] for line in flow(" ", pieces, width, 1)]
    return [[(_look(picture, seat), _line(picture, seat, seconds))] for seat in seats]


def totals(picture: Picture, seat: int) -> list[int]:
    """The seat's totals after each round that it was there for: in Vegas rummy players come later too."""
    return [one.totals[seat] for one in picture.rounds if seat < len(one.totals)]


def _line(picture: Picture, seat: int, seconds: int | None) -> str:
    assert picture.state is not None
    state, laid = picture.state, laid_so_far(picture.state)
    held = state.count(seat)
    cards = ngettext("{cards:>2} card ", "{cards:>2} cards", held, cards=held)
    points = _("{points:>5} points", points=state.scores[seat])
    text = f" {_mark(picture, seat)} {seat} {padded(_name(picture, seat), _NAME)} {cards} {points}"
    text += "  " + _("laid {points:>3}", points=laid[seat]) if laid else ""
    bars = sparkline(totals(picture, seat), _BARS)
    return f"{text}  {bars}{_clock(picture, seat, seconds)}{_away(picture, seat)}".rstrip()


def _piece(picture: Picture, seat: int, seconds: int | None) -> Line:
    assert picture.state is not None
    state, laid = picture.state, laid_so_far(picture.state)
    count = _("{cards}c {points}p", cards=state.count(seat), points=state.scores[seat])
    text = f"{_mark(picture, seat)}{seat} {_name(picture, seat)} {count}"
    text += f"+{laid[seat]}" if laid and laid[seat] else ""
    return [(_look(picture, seat), f"{text}{_clock(picture, seat, seconds)}{_away(picture, seat)}"), ("", "  ")]


def _name(picture: Picture, seat: int) -> str:
    return f"{picture.names[seat]} {_('(you)')}" if seat == picture.me else picture.names[seat]


def _mark(picture: Picture, seat: int) -> str:
    return ">" if seat in picture.due else " "


def _look(picture: Picture, seat: int) -> str:
    return "class:turn" if seat in picture.due else "class:me" if seat == picture.me else ""


def _clock(picture: Picture, seat: int, seconds: int | None) -> str:
    runs = seconds is not None and picture.clock is not None and picture.clock.seat == seat
    return "  " + _("{seconds}s left", seconds=seconds) if runs else ""


def _away(picture: Picture, seat: int) -> str:
    name = picture.names[seat]
    return "" if all(one.connected for one in picture.seats if one.name == name) else "  " + _("(away)")
