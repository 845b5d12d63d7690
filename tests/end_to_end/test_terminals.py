"""The full-screen client in real terminals: sizes, resizes in mid-turn, encodings, colours, and a clean end."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from rummynet_client.storage.settings import load_settings
from tests.support.forge import Forge
from tests.support.terminals import Terminal

pytestmark = pytest.mark.drawn(3)

ESCAPES = re.compile(rb"\x1b[\[\]()][0-9;?]*[A-Za-z]")


def playing(tmp_path: Path, columns: int, rows: int, **env: str) -> Terminal:
    """A person and a bot at a private host."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM")
    }
    base = {**kept, "RUMMYNET_HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "rummynet", "play", "--players", "2", "--name", "anna"]
    return Terminal(command, columns, rows, {**base, **env})


def test_play_asks_once_for_the_company_and_keeps_the_answer(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "NO_COLOR")}
    env = {**kept, "RUMMYNET_HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "rummynet", "play", "--name", "anna"]
    with Terminal(command, 80, 24, env) as terminal:
        terminal.until(lambda text: "start playing" in text)
        terminal.press("\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\r")  # another game, a second bot, a better first one
        terminal.until(lambda text: "basic rummy to 500 · round 1" in text and "(you)" in text)
        assert text_of_company(tmp_path) == "basic bots=steady,simple"
        terminal.press("\x03\x03")
        assert terminal.ended() == 130
    with Terminal([*command, "--new"], 80, 24, env) as terminal:
        terminal.until(lambda text: "start playing" in text and "basic rummy" in text and "steady" in text)
        terminal.press("\x1b")
        assert terminal.ended() == 0
    assert text_of_company(tmp_path) == "basic bots=steady,simple"


def test_a_stopped_program_gives_the_terminal_back_and_draws_anew_once_it_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path, 80, 24) as terminal:
        terminal.until(my_turn)
        terminal.press("\x1a")
        os.waitid(os.P_PID, terminal.program.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.program.send_signal(signal.SIGCONT)
        terminal.screen.reset()
        terminal.until(my_turn)
        left, back = terminal.raw.rindex(b"\x1b[?1049l"), terminal.raw.rindex(b"\x1b[?1049h")
        assert left < back and b"\x1b[?1000l" in terminal.raw[:back], (
            "mouse and other screen are off while it is stopped"
        )
        terminal.press("\x03\x03")
        assert terminal.ended() == 130


def text_of_company(folder: Path) -> str:
    return load_settings(folder).company


def my_turn(text: str) -> bool:
    return "Enter  draw" in text


def in_frame(terminal: Terminal) -> bool:
    """The frame is whole: the first line tells the table, the last the keys, and the own place is between."""
    lines = terminal.text.splitlines()
    return lines[0].startswith(" private host") and "?  help" in lines[-1] and any("(you)" in line for line in lines)


def is_picked(text: str) -> bool:
    """A card of the hand stands a row higher than the others, or has a star where cards are words."""
    lines = text.splitlines()
    own = next((row for row, line in enumerate(lines) if "(you)" in line), len(lines))
    return "[*" in text or any("╭" in line for line in lines[own + 1 : own + 2])


@pytest.mark.parametrize(("columns", "rows"), [(140, 45), (60, 16)])
def test_a_turn_with_resizes_in_its_middle(tmp_path: Path, columns: int, rows: int) -> None:
    with playing(tmp_path, columns, rows) as terminal:
        terminal.until(lambda text: my_turn(text) and in_frame(terminal))
        terminal.play("d", lambda text: "you drew" in text)
        terminal.press(" ")
        terminal.until(is_picked)
        for wide, high in ((100, 30), (120, 40), (60, 16), (40, 10), (80, 24)):
            terminal.resize(wide, high)
            if high < 16:
                terminal.until(lambda text: "rummynet needs 60×16" in text)
            else:
                terminal.until(lambda text: in_frame(terminal) and is_picked(text))
        terminal.press("t")
        terminal.until(lambda text: "you threw out" in text)
        terminal.press("\x03\x03")
        assert terminal.ended() == 130
        assert b"\x1b[?1049l" in terminal.raw
        assert terminal.raw.rfind(b"\x1b[?1049l") > terminal.raw.rfind(b"\x1b[?1049h")


def test_the_c_locale_gets_ascii_alone(tmp_path: Path) -> None:
    with playing(tmp_path, 80, 24, LC_ALL="C") as terminal:
        terminal.until(lambda text: my_turn(text) and in_frame(terminal))
        terminal.press("?")
        terminal.until(lambda text: "Keys" in text)
        # In the moment after a page has closed keys play nothing, but Ctrl-C is heard.
        terminal.press("x\x03\x03")
        assert terminal.ended() == 130
        assert terminal.raw.isascii()


def test_sixteen_colours_are_enough_and_none_are_too(tmp_path: Path) -> None:
    with playing(tmp_path, 80, 24, TERM="xterm") as terminal:
        terminal.until(lambda text: my_turn(text) and in_frame(terminal))
        terminal.press(":quit\r")
        assert terminal.ended() == 0
        assert b"38;5;" not in terminal.raw and b"38;2;" not in terminal.raw
    with playing(tmp_path, 80, 24, NO_COLOR="1") as terminal:
        terminal.until(lambda text: "Your last game is not finished (keilty with anna" in " ".join(text.split()))
        terminal.press("y\r")
        terminal.until(lambda text: my_turn(text) and in_frame(terminal))
        terminal.press(":quit\r")
        assert terminal.ended() == 0
        assert not re.search(rb"\x1b\[[0-9;]*\b(3[0-7]|9[0-7])\b[0-9;]*m", terminal.raw)
    assert len(list(tmp_path.glob("transcripts/*.rummy"))) == 1, "it went on with that game, and began no other"


def test_a_dumb_terminal_gets_sentences(tmp_path: Path) -> None:
    with playing(tmp_path, 80, 24, TERM="dumb") as terminal:
        terminal.until(lambda text: "It is your turn. You hold" in text)
        terminal.press("draw\n")
        terminal.until(lambda text: "You got the" in text)
        terminal.press("quit\n")
        assert terminal.ended() == 0
        assert not ESCAPES.search(terminal.raw)


def test_the_mouse_plays_too(tmp_path: Path) -> None:
    with playing(tmp_path, 80, 24) as terminal:
        text = terminal.until(lambda text: my_turn(text) and in_frame(terminal))
        row = next(row for row, line in enumerate(text.splitlines(), 1) if "Enter  draw" in line)
        terminal.play(f"\x1b[<0;4;{row}M\x1b[<0;4;{row}m", lambda text: "you drew" in text)
        terminal.press("\x03\x03")
        assert terminal.ended() == 130


def test_a_replay_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.rummy"
    path.write_bytes(Forge("keilty", {"target": 60}, 2, seed=3).play().transcript())
    env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    with Terminal([sys.executable, "-m", "rummynet", "replay", str(path)], 80, 24, env) as terminal:
        terminal.until(lambda text: "step 1 " in text and "nobody's cards shown" in text)
        terminal.press("\x1b[C1")
        terminal.until(lambda text: "step 2 " in text and "player 1's cards shown" in text)
        terminal.resize(120, 40)
        terminal.press("\x1b[F")
        terminal.until(lambda text: "This is the end of the game." in text)
        terminal.press("q")
        assert terminal.ended() == 0


def test_the_lesson_in_a_terminal(tmp_path: Path) -> None:
    env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "RUMMYNET_HOME": str(tmp_path)}
    with Terminal([sys.executable, "-m", "rummynet", "play", "--teach"], 80, 24, env) as terminal:
        terminal.until(lambda text: "Welcome." in text)
        terminal.press("d")
        terminal.until(lambda text: "You drew 7" in text)
        terminal.press(":quit\r")
        assert terminal.ended() == 0
