"""Log and chat in what room is left, newest below, turned back by pages."""

from typing import Final

from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _
from rummynet_client.terminal.screen_state import ScreenState
from rummynet_client.terminal.styled_text import Line, wrapped

HOST_MARK: Final = "»"
"""Before each line of what the host says; every other line of the talk begins with a blank."""


def talk(model: ViewModel, view: ScreenState, width: int, room: int) -> list[Line]:
    """At most *room* lines: what happened, then the last of the chat; turned back, a line says so."""
    if room <= 0:
        return []
    said = [] if room < 4 else _said(model, view, width)[-max(1, room // 4) :]
    if view.back:
        whole = everything(model, view, width)
        end = max(room - 1, len(whole) - view.back)
        return [
            *whole[max(0, end - room + 1) : end],
            [("class:dim", " " + _("turned back; page down shows the newest"))],
        ]
    log = [line for text in model.lines[-room:] for line in wrapped("class:log", text, width)]
    return [*log[-(room - len(said)) :], *said]


def everything(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    """The whole log and chat, as far as they are kept."""
    log = [line for text in model.lines for line in wrapped("class:log", text, width)]
    return [*log, *_said(model, view, width)]


def _said(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    """The chat. All of what the host says bears its mark in the margin, where nothing that people write can get."""
    lines: list[Line] = []
    for one in model.chat:
        if one.by == "host":
            told = wrapped("class:host", _("the host: {says}", says=one.text), width)
            lines += [[(look, HOST_MARK + text[1:]) for look, text in line] for line in told]
        elif not view.muted:
            watches = " " + _("(watching)") if one.by == "watcher" else ""
            first, *more = wrapped("class:chat", f"{one.name}{watches}: {one.text}", width - 2)
            lines += [first, *([("class:chat", "  "), *line] for line in more)]
    return lines
