"""Long lines at a terminal break between words, and stay whole in a pipe and for programs."""

import io
import sys

import pytest

from rummynet_client.surface import CHECKS, Surface, line_writer, write_text

LONG = "ok    deck             each deck is the one that the contributions of all give (3×)\nwords zoom trim zigzag"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


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
