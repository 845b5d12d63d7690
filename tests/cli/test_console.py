"""At a terminal alone: the line of progress, gone before anything else is written; lines that break between words."""

import io
import sys

import pytest

from rummynet_cli import console
from rummynet_cli.console import progress_line
from rummynet_cli.verbs.host import tell_checked
from rummynet_client.surface import CHECKS, Surface, line_writer, write_text

LONG = "ok    deck             each deck is the one that the contributions of all give (3×)\nwords zoom trim zigzag"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_check_shows_how_far_it_is_and_clears_the_line_for_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(console, "PROGRESS_SECONDS", 0)
    with progress_line() as show:
        assert show is not None
        for done in range(1, 4):
            tell_checked(show, done, 3)
        before = terminal.getvalue()
    assert terminal.getvalue() == before
    shown = [part.strip() for part in before.split("\r")]
    assert shown == ["", "1 of 3 games are checked", "2 of 3 games are checked", "", ""]


def test_in_a_pipe_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_line() as show:
        assert show is None


def test_lines_break_between_words_at_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    write_text(LONG, pipe := io.StringIO())
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    line_writer(Surface.JSON)(LONG)
    assert pipe.getvalue() == terminal.getvalue() == LONG + "\n"
    for indent, write in ((CHECKS, lambda text: write_text(text, indent=CHECKS)), ("", line_writer(Surface.PLAIN))):
        monkeypatch.setattr(sys, "stdout", terminal := Terminal())
        write(LONG)
        lines = terminal.getvalue().splitlines()
        assert len(lines) > 2 and all(len(line) <= 40 for line in lines)
        assert " ".join(lines).split() == LONG.split()
        assert lines[0].startswith("ok    deck    ") and lines[1].startswith(f"{indent}one"), lines
