"""Log and chat, newest at the bottom, scrolled by pages. Pure."""

from typing import Final

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.news import is_unwanted_chat
from rummynet_client.language import _
from rummynet_client.terminal.drawing.card_words import sentence_lines
from rummynet_client.terminal.drawing.styled_text import Line, wrapped
from rummynet_client.terminal.state.screen_state import ScreenState

HOST_MARK: Final = "»"
"""Margin of each line by the host; every other line of the chat starts with a blank."""


def log_and_chat(model: ViewModel, view: ScreenState, width: int, room: int) -> list[Line]:
    """At most *room* lines: the log, then the end of the chat. A line shows when they are scrolled back."""
    if room <= 0:
        return []
    if view.scrolled_back:
        return scrolled_lines(model, view, width, room)
    # A quarter is for the chat: the log changes with every action. Three lines have room for the log alone.
    said = [] if room < 4 else chat_lines(model, view, width)[-max(1, room // 4) :]
    return [*log_lines(model, width, room - len(said)), *said]


def scrolled_lines(model: ViewModel, view: ScreenState, width: int, room: int) -> list[Line]:
    """Log and chat further back, and a line that says so."""
    # Room for all of it: hardly any sentence takes more than four lines.
    whole = [*log_lines(model, width, len(model.lines) * 4), *chat_lines(model, view, width)]
    end = max(room - 1, len(whole) - view.scrolled_back)
    return [
        *whole[max(0, end - room + 1) : end],
        [("class:dim", " " + _("turned back; page down shows the newest"))],
    ]


def log_lines(model: ViewModel, width: int, room: int) -> list[Line]:
    """The end of the log."""
    if room <= 0:
        return []
    newest = model.lines[-room:]
    return [line for text in newest for line in sentence_lines("class:log", text, width, model.names)][-room:]


def chat_lines(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    """The chat. Every line by the host has its mark in the margin, where no text of a player can appear."""
    lines: list[Line] = []
    for message in model.chat:
        if message.by == "host":
            host_lines = wrapped("class:host", _("the host: {says}", says=message.text), width)
            lines += [[(look, HOST_MARK + text[1:]) for look, text in line] for line in host_lines]
        elif not is_unwanted_chat(message, mute=view.muted, talk=view.bots_talk):
            watches = " " + _("(watching)") if message.by == "watcher" else ""
            first, *more = wrapped("class:chat", f"{message.name}{watches}: {message.text}", width - 2)
            lines += [first, *([("class:chat", "  "), *line] for line in more)]
    return lines
