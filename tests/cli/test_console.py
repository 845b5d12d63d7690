"""The line of progress: on a terminal alone, and gone before anything else is written."""

import io
import sys

import pytest

from rummynet_cli import console
from rummynet_cli.console import progress_line
from rummynet_cli.verbs.host import tell_checked


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
