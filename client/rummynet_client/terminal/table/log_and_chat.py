"""Log and chat, newest at the bottom, scrolled by pages; from 100 columns on in a column beside the table. Pure."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.news import is_unwanted_chat
from rummynet_client.language import _
from rummynet_client.terminal.drawing.card_art import sentence_lines
from rummynet_client.terminal.drawing.styled_text import Line, Size, clipped, cut, padded, sparkline, titled, wrapped
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.opponents import totals

_SEEN: Final = 3  # sentences of the log: what the player before did, with a draw, a lay and a throw
_ACTION: Final = 2  # rows of a usual action on the narrowest terminal
HOST_MARK: Final = "»"  # margin of each line by the host; every other line of the chat starts with a blank


def log_and_chat(model: ViewModel, view: ScreenState, width: int, room: int) -> list[Line]:
    """At most *room* lines: the log, then the end of the chat. A line shows when they are scrolled back."""
    if room <= 0:
        return []
    if view.scrolled_back:
        return scrolled_lines(model, view, width, room)
    # A quarter is for the chat: the log changes with every action. One line alone is the log's.
    return log_lines(_told(model, view, width, room, 0 if room < 2 else max(1, room // 4)), width, room)


def scrolled_lines(model: ViewModel, view: ScreenState, width: int, room: int) -> list[Line]:
    """Log and chat further back, and a line that says so."""
    told = _told(model, view, width, len(model.lines), len(model.chat))
    whole = [line for one in told for line in one]
    end = max(room - 1, len(whole) - view.scrolled_back)
    return [*whole[max(0, end - room + 1) : end], [("class:dim", " " + _("scrolled back; page down shows the newest"))]]


def _told(model: ViewModel, view: ScreenState, width: int, most: int, chat: int) -> list[list[Line]]:
    """The newest *most* sentences of the log, and *chat* lines of the chat, each where it came among them."""
    found = [sentence_lines("class:log", text, width, model.names) for text in model.lines[-most:] if most > 0]
    last, is_whole = len(found), len(found) == len(model.lines)
    for said, since in _messages(model, view, width)[-chat:] if chat else ():
        if since <= last or is_whole:
            found.insert(len(found) - min(since, last), said)
    return found


def log_lines(newest: Sequence[list[Line]], width: int, room: int) -> list[Line]:
    """The end of what was told: whole sentences, but of the newest three none takes the rows that the others need."""
    lines: list[Line] = []
    for number, told in enumerate(reversed(newest)):
        left = room - len(lines)
        if number < _SEEN:
            others = min(_SEEN, len(newest)) - 1 - number
            # An action is read whole; of what is longer the beginning says what it is about.
            told = _shortened(told, left if len(told) <= _ACTION else max(1, left - others), width)
        if len(told) > left:
            break
        lines = [*told, *lines]
    return lines


def _shortened(told: list[Line], rows: int, width: int) -> list[Line]:
    """At most so many of the lines, with a sign where some are missing."""
    if len(told) <= rows or rows < 1:
        return told
    return [*told[: rows - 1], clipped([*told[rows - 1], ("class:log", " …")], width)]


def chat_lines(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    """The chat. Every line by the host has its mark in the margin, where no text of a player can appear."""
    return [line for message, _since in _messages(model, view, width) for line in message]


def _messages(model: ViewModel, view: ScreenState, width: int) -> list[tuple[list[Line], int]]:
    """The lines of each, and how many sentences of the log came after it."""
    lines: list[tuple[list[Line], int]] = []
    for message, since in zip(model.chat, model.chat_since or [0] * len(model.chat), strict=True):
        if message.by == "host":
            host_lines = wrapped("class:host", _("the host: {says}", says=message.text), width)
            lines.append(([[(look, HOST_MARK + text[1:]) for look, text in line] for line in host_lines], since))
        elif not is_unwanted_chat(message, mute=view.muted, talk=view.bots_talk):
            watches = " " + _("(watching)") if message.by == "watcher" else ""
            first, *more = wrapped("class:chat", f"{message.name}{watches}: {message.text}", width - 2)
            lines.append(([first, *([("class:chat", "  "), *line] for line in more)], since))
    return lines


# Columns from which on log and chat have a column of their own: the table keeps nearly 70, which its cards need.
WIDE: Final = 100
# Lines from which on standings and facts come above log and chat; below they would leave no room for what is said.
_FACTS_FROM: Final = 20


def columns(width: int) -> tuple[int, int]:
    """Columns of the table and of the side column, a rule between them; 0 where there is no side column."""
    # Two of five columns beyond WIDE, and 46 at most: the cards need the rest more than the log does.
    side = 0 if width < WIDE else min(46, 30 + (width - WIDE) * 2 // 5)
    return width - side - (1 if side else 0), side


def side_lines(model: ViewModel, facts: Sequence[str], view: ScreenState, size: Size) -> list[Line]:
    """The column, exactly as large as *size*."""
    top = _standing(model, size.width) if size.height >= _FACTS_FROM else []
    told = [line for fact in facts for line in sentence_lines("class:dim", fact, size.width, model.names)]
    if told:
        top += [titled(_("This game"), size.width), *told]
    told = log_and_chat(model, view, size.width, size.height - len(top) - 1)
    return cut([*top, titled(_("Log and chat"), size.width), *told], size)


def _standing(model: ViewModel, width: int) -> list[Line]:
    """The totals as they stand, best first, with their course; before the end of the first round nothing."""
    assert model.state is not None
    if not model.rounds:
        return []
    seats = range(min(len(model.names), model.state.players))
    highest = model.variety is None or model.variety.highest_wins
    lines = [titled(_("Points"), width)]
    for seat in sorted(seats, key=lambda one: (model.totals[one] * (-1 if highest else 1), one)):
        bars = sparkline(totals(model, seat), max(1, width - 24))
        lines.append(
            [
                (seat_class(seat), " " + padded(model.names[seat], 12)),
                ("class:me", f"{model.totals[seat]:>6} "),
                ("class:dim", f" {bars}"),
            ]
        )
    return lines
