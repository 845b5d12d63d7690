"""Log and chat in what room is left, newest below, turned back by pages."""

from rummynet_client.core.picture import Picture
from rummynet_client.language import _
from rummynet_client.terminal.text import Line, wrapped
from rummynet_client.terminal.view import View


def talk(picture: Picture, view: View, width: int, room: int) -> list[Line]:
    """At most *room* lines: what happened, then the last of the chat; turned back, a line says so."""
    if room <= 0:
        return []
    said = [] if view.muted or room < 4 else _said(picture, width)[-max(1, room // 4) :]
    if view.back:
        whole = everything(picture, view, width)
        end = max(room - 1, len(whole) - view.back)
        return [
            *whole[max(0, end - room + 1) : end],
            [("class:dim", " " + _("turned back; page down shows the newest"))],
        ]
    log = [line for text in picture.lines[-room:] for line in wrapped("class:log", text, width)]
    return [*log[-(room - len(said)) :], *said]


def everything(picture: Picture, view: View, width: int) -> list[Line]:
    """The whole log and chat, as far as they are kept."""
    log = [line for text in picture.lines for line in wrapped("class:log", text, width)]
    return [*log, *([] if view.muted else _said(picture, width))]


def _said(picture: Picture, width: int) -> list[Line]:
    lines: list[Line] = []
    for one in picture.chat:
        watches = "" if one.seat is not None else " " + _("(watching)")
        lines += wrapped("class:chat", f"{one.name}{watches}: {one.text}", width)
    return lines
