"""Pictures of the real program: a round of each game, played by keys in a pseudo-terminal of four sizes."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rummynet_client.terminal.drawing.styled_text import Line
from tests.support.terminals import Terminal

SIZES: Final = ((80, 24), (100, 30), (120, 40), (200, 60))
WAYS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "terminal-en": ("", {}),
    "light-de": ('theme = "light"\nlanguage = "de"\nletters = "german"\n', {}),
    "dark-en": ('theme = "dark"\n', {}),
    "plain-de": ('language = "de"\n', {"NO_COLOR": "1"}),
}
"""By name: lines of the settings, and variables of the environment."""
_ENDS: Final = {
    "keilty": "target=30",
    "basic": "target=20",
    "vegas": "max_score=15",
    "joker": "target=30",
    "crummy": "",
}
"""By game: an option with which a round or two are the whole game."""
_TURN, _RESULT, _OVER = ("YOUR TURN", "DU BIST DRAN"), ("Enter goes on", "Enter: weiter"), (" v verify", " v prüfen")
_LEAST_COLUMNS, _LEAST_ROWS = SIZES[1]
_MOST_TURNS: Final = 120
_PATIENCE: Final = 30
"""How often a picture waits for the program to have drawn all of it."""
_PAPER, _INK = "101216", "d0d4d8"
"""Of a terminal whose own background is dark."""
_NAMED: Final = {
    "black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "c5a332", "blue": "2472c8", "magenta": "bc3fbc",
    "cyan": "11a8cd", "white": "e5e5e5",
}  # fmt: skip


def program_pictures(games: Sequence[str], ways: Sequence[str]) -> Iterator[tuple[str, list[Line]]]:
    """The name of each picture, and its lines."""
    for way in ways:
        settings, env = WAYS[way]
        for game in games:
            with tempfile.TemporaryDirectory() as home:
                (Path(home) / "settings.toml").write_text(
                    settings + f'company = "{game} {_ENDS[game]} bots=random,random"\n', "utf-8"
                )
                for name, lines in _round(Path(home), env):
                    yield f"{game}-{way}-{name}", lines


def _round(home: Path, env: dict[str, str]) -> Iterator[tuple[str, list[Line]]]:
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "NO_COLOR", "LANGUAGE")}
    more = {"RUMMYNET_HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    program = (sys.executable, "-m", "rummynet", "play", "--name", "anna", "--new")
    with Terminal(program, _LEAST_COLUMNS, _LEAST_ROWS, kept | more | env) as terminal:
        terminal.until(lambda text: "Enter" in text)
        yield from _sizes(terminal, "menu")
        terminal.press("\r")
        shown: set[str] = set()
        for turn in range(_MOST_TURNS):
            terminal.until(lambda text: any(sign in text for sign in (*_TURN, *_RESULT, *_OVER)) or "▶ anna" in text)
            text = terminal.text
            if any(sign in text for sign in (*_RESULT, *_OVER)):
                _wait(terminal, 2.5)
                is_over = any(sign in terminal.text for sign in _OVER)
                yield from _sizes(terminal, "over" if is_over else "result")
                for key, name in (("e", "review"), ("g", "rounds")):
                    terminal.press(key)
                    yield from _sizes(terminal, f"after-{name}")
                    terminal.press("x")
                    _wait(terminal, 0.7)
                terminal.press("\r")
                _wait(terminal, 0.7)
                if is_over:
                    yield from _sizes(terminal, "after")
                    return
                continue
            if turn in (0, 8, 20):
                yield from _looks(terminal, turn)
            name = "offer" if "?" in text.splitlines()[-2] else "drawn"
            terminal.press("\r" if turn % 2 == 0 else "\r\r")
            _wait(terminal, 0.3)
            if name not in shown and turn > 2:
                shown.add(name)
                yield from _sizes(terminal, name)
            terminal.press("t")
            _wait(terminal, 0.2)
            terminal.press("y" if any(word in terminal.text for word in (" yes ", " ja ")) else "")
            _wait(terminal, 0.4)


def _looks(terminal: Terminal, turn: int) -> Iterator[tuple[str, list[Line]]]:
    yield from _sizes(terminal, f"turn-{turn}")
    keys = [("\t", "pile"), ("\x1b ", "picked"), ("\x1b?", "help"), ("xm", "melds"), ("xw", "why"), ("xqn", "")]
    for press, name in keys if turn else keys[:2]:
        for key in press:
            terminal.press(key)
            _wait(terminal, 0.7)
        if name:
            yield from _sizes(terminal, f"turn-{turn}-{name}")
    terminal.press("\x1b")
    _wait(terminal, 0.7)


def _wait(terminal: Terminal, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.05)
        terminal.read_now()


def _sizes(terminal: Terminal, name: str) -> Iterator[tuple[str, list[Line]]]:
    for columns, rows in SIZES:
        before = len(terminal.raw)
        terminal.resize(columns, rows)
        for _ in range(_PATIENCE):
            _wait(terminal, 0.3)
            drawn, before = len(terminal.raw) == before, len(terminal.raw)
            if drawn and terminal.screen.display[-1].strip():
                break
        yield f"{name}-{columns}", _lines(terminal)


def _lines(terminal: Terminal) -> list[Line]:
    screen = terminal.screen
    lines: list[Line] = []
    for row in range(screen.lines):
        line: Line = []
        for column in range(screen.columns):
            one = screen.buffer[row][column]
            fore, back = _colour(one.fg, _INK), _colour(one.bg, _PAPER)
            if one.reverse:
                fore, back = back, fore
            look = f"#{fore} bg:#{back} {'bold' if one.bold else 'nobold'}"
            look += f" {'italic' if one.italics else 'noitalic'} {'underline' if one.underscore else 'nounderline'}"
            if line and line[-1][0] == look:
                line[-1] = (look, line[-1][1] + one.data)
            else:
                line.append((look, one.data))
        lines.append(line)
    return lines


def _colour(name: str, default: str) -> str:
    return default if name == "default" else _NAMED.get(name.removeprefix("bright"), name)
