"""The commands of a replay as text: after a colon on the screen, and line by line without one. Pure.

``12`` is a step, ``+5`` and ``-5`` are relative, ``round 3`` is its start, ``call`` the next call; ``seat 1``,
``everybody`` and ``nobody`` are viewpoints.
"""

from collections.abc import Callable
from typing import Final

from rummynet_client.core.text.commands import BadCommand
from rummynet_client.language import N_, _
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.replay.replay import Replay, replay_lines

HOW: Final = N_("Enter: next · 12: step · +5 -5 · round 2 · call · end · seat 0, everybody, nobody: whose cards · q")
_LONGEST: Final = 9  # digits of a step; no game has as many, and int() raises for more than 4300
_WIDTH: Final = 100  # columns of a picture written as text: into a pipe there is no terminal to ask


def command_help() -> str:
    """The commands in one line."""
    return _(HOW)


def run_replay_command(replay: Replay, text: str) -> Replay:
    """Carry out the command *text*; an empty one is the next step. Raises BadCommand."""
    word, _space, rest = text.strip().lower().partition(" ")
    if word in _PLAIN and not rest:
        return _PLAIN[word](replay)
    sign, digits = (word[:1], word[1:]) if word[:1] in ("+", "-") else ("", word)
    if _is_number(digits) and not rest:
        return replay.moved_by(int(sign + digits) if sign else int(digits) - 1 - replay.at)
    if word == "round" and _is_number(rest):
        return _at_round(replay, int(rest))
    if word == "seat" and _is_number(rest) and int(rest) < len(replay.names):
        return replay.with_viewpoint(int(rest))
    raise BadCommand(_("{text!r} leads nowhere; try 12, round 2, call or seat 0", text=text.strip()[:20]))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _LONGEST


def _at_round(replay: Replay, number: int) -> Replay:
    """Go to the start of the round. The error does not reveal how many there are."""
    for at, frame in enumerate(replay.frames):
        if frame.round == number:
            return replay.moved_by(at - replay.at)
    raise BadCommand(_("there is no round {number} in this game", number=number))


_PLAIN: Final[dict[str, Callable[[Replay], Replay]]] = {
    "": lambda replay: replay.moved_by(1),
    "next": lambda replay: replay.moved_by(1),
    "back": lambda replay: replay.moved_by(-1),
    "b": lambda replay: replay.moved_by(-1),
    "start": lambda replay: replay.moved_by(-len(replay.frames)),
    "end": lambda replay: replay.moved_by(len(replay.frames)),
    "call": lambda replay: replay.to_next_call(),
    "everybody": lambda replay: replay.with_viewpoint("everybody"),
    "nobody": lambda replay: replay.with_viewpoint("nobody"),
}


def frame_text(replay: Replay) -> list[str]:
    """The step as lines of text, for use without a screen; earlier steps are not repeated."""
    # Lines enough for any step; blank ones are left out below.
    lines = plain(replay_lines(replay, Size(_WIDTH, len(replay.names) + 40), earlier=False)).splitlines()
    return [line.rstrip() for line in lines if line.strip()]
