"""Two windows of one person at one host: one of them plays."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.programs import Program, program

pytestmark = pytest.mark.drawn(2)

Window = Callable[..., Program]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    """Opens a window at one host, always with the same data folder."""
    with ExitStack() as open_programs:
        host = open_programs.enter_context(
            program("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", home=tmp_path / "host")
        )
        address = host.hear().split()[1]
        home = tmp_path / "player"
        yield lambda *more: open_programs.enter_context(program("join", address, "--json", *more, home=home))


def test_a_second_window_names_the_first_and_leaves_it_alone(window: Window) -> None:
    first = window()
    first.until_kind("welcome")
    second = window()
    assert second.end() == 3
    says = second.errors()
    assert f"already plays at this host (process {first.process.pid})" in says and says.count("\n") == 1
    first.say("create keilty")
    first.until_kind("table")
    assert first.end() == 0


def test_a_second_person_of_the_same_account_is_told_of_data_and_plays_with_it(window: Window, tmp_path: Path) -> None:
    first = window()
    first.until_kind("welcome")
    second = window("--name", "ben")
    assert second.end() == 3
    says = second.errors()
    assert "whatever --name says" in says and "For a second person add --data DIR" in says
    third = window("--name", "ben", "--data", str(tmp_path / "ben"))
    third.until_kind("welcome")
    assert third.end() == 0 and first.end() == 0


def test_a_window_takes_the_seat_over_when_it_is_told_to(window: Window) -> None:
    first = window()
    first.until_kind("welcome")
    second = window("--take-over")
    second.until_kind("welcome")
    assert first.wait() == 3 and "another window of yours has taken over your seat" in first.errors()
    assert second.end() == 0


def test_a_window_may_watch_meanwhile_and_is_somebody_else(window: Window) -> None:
    first = window()
    first.until_kind("welcome")
    first.say("create keilty")
    first.until_kind("table")
    second = window("--table", "1", "--watch")
    second.until_kind("table")
    assert second.end() == 0 and first.end() == 0


def test_a_window_that_was_killed_leaves_the_seat_free(window: Window) -> None:
    first = window()
    first.until_kind("welcome")
    first.process.kill()
    first.process.wait()
    second = window()
    second.until_kind("welcome")
    assert second.end() == 0
