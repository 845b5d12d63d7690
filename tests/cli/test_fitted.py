"""Long lines at a terminal break between words, and stay whole in a pipe."""

import io

import pytest

from rummynet_cli.console import fitted

LONG = "ok    deck             each deck is the one that the contributions of all give (3×)\nwords zoom trim zigzag"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_break_between_words_at_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert fitted(LONG, io.StringIO()) == LONG
    lines = fitted(LONG, Terminal()).splitlines()
    assert len(lines) > 2 and all(len(line) <= 40 for line in lines)
    assert " ".join(lines).split() == LONG.split()
    assert lines[0].startswith("ok    deck    ") and lines[1].startswith("      ")
