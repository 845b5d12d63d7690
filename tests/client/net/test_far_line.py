"""What a guest's program does about a way that is lost; the engine's words come from here."""

import queue
from pathlib import Path
from typing import Any

import pytest

from rummynet.far.codes import FarPlace, return_code
from rummynet_client.net import far_line
from rummynet_client.net.far_line import FarHost, FarHosts, FarLine
from tests.support.programs import PATIENCE

SECRET = bytes(32)


class Engine:
    """Takes the words of a line; what it says is put into ``said``, and ``done`` gets what it was told to do."""

    def __init__(self, *_: object) -> None:
        self.said: queue.Queue[list[dict[str, Any]] | None] = queue.Queue()
        self.done: queue.Queue[tuple[str, str]] = queue.Queue()

    def says(self, *messages: tuple[str, str]) -> None:
        self.said.put([{"id": number, "is": what} for number, what in messages])

    def open(self, number: str, code: str, _says: object) -> None:
        self.done.put(("open", code))
        if number == "1":
            self.says((number, "met"), (number, "up"))

    def close_line(self, number: str) -> None:
        self.done.put(("close", number))

    def receive(self) -> list[dict[str, Any]] | None:
        return self.said.get()

    def end(self) -> None:
        self.said.put(None)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Of a line that is up, to a host met before."""
    hosts, engine = FarHosts(tmp_path), Engine()
    hosts.keep(FarHost("7-crossover-clockwork", "sha256:00", "Inn", SECRET.hex()))
    monkeypatch.setattr(far_line, "WayProcess", lambda *_: engine)
    FarLine(FarPlace("7-crossover-clockwork"), hosts).meet()
    assert engine.done.get(timeout=PATIENCE) == ("open", return_code(SECRET, 0))
    return engine


def test_a_way_that_stays_lost_is_given_up_once_there_is_another(engine: Engine) -> None:
    engine.says(("1", "down"))
    assert engine.done.get(timeout=PATIENCE) == ("open", return_code(SECRET, 1))
    engine.says(("2", "met"), ("2", "up"))
    assert engine.done.get(timeout=PATIENCE) == ("close", "1")
    engine.end()


def test_a_host_that_was_killed_is_looked_for_most_often_at_the_next_code_but_one(engine: Engine) -> None:
    for line, slot in enumerate((1, 2, 3, 2, 4, 2, 5, 2, 6, 2, 7, 2, 0, 2, 1), 2):
        engine.says((str(line - 1), "over"), ("1", "down"))
        tried = iter(lambda: engine.done.get(timeout=PATIENCE), ("open", return_code(SECRET, slot)))
        assert [what for what, _ in tried] == ["close"] * (line > 2)
    engine.end()


def test_a_way_that_comes_back_is_kept(engine: Engine) -> None:
    engine.says(("1", "down"))
    assert engine.done.get(timeout=PATIENCE) == ("open", return_code(SECRET, 1))
    engine.says(("1", "up"))
    engine.says(("2", "met"), ("2", "up"))
    assert engine.done.get(timeout=PATIENCE) == ("close", "2")
    engine.end()
    assert engine.done.empty()
