"""The host as a program is killed without warning, and started again: people and its own bots go on where they were."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.support.free_port import free_port
from tests.support.programs import host, program
from tests.support.terminals import Terminal

pytestmark = pytest.mark.drawn(1)


def plain(address: str, name: str, home: Path) -> tuple[str, ...]:
    return ("join", "--json", address, "--name", name, "--data", str(home))


def test_people_and_the_hosts_own_bots_go_on_after_the_host_was_killed(tmp_path: Path) -> None:
    port = free_port()
    with host(tmp_path / "host", port) as (hosting, address):
        with program(*plain(address, "Ann", tmp_path / "ann"), home=tmp_path / "ann") as ann:
            for line in ("create keilty turn_seconds=5 first_starter=1", "sit 1", "bot add random", "ready"):
                ann.say(line)
            ann.until_kind("deal")
            hosting.stop(signal.SIGKILL)
            assert "again=true" in ann.until_kind("bye")
            with host(tmp_path / "host", port) as (again, _):
                ann.until_kind("welcome")
                ann.until(lambda line: line.startswith("did seat=1"))
                assert not [line for line in ann.lines if line.startswith("error ")]
                assert ann.end() == 0
                assert again.stop() == 0
                errors = again.errors()
                assert "resumed tables=1" in errors and " error " not in errors


def test_a_line_typed_while_the_host_is_away_does_nothing_and_the_turn_is_told_when_it_is_back(tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "ann"
    words = ("join", "--plain", f"127.0.0.1:{port}", "--name", "Ann", "--data", str(data))
    env = {**os.environ, "RUMMYNET_HOME": str(data)}
    with host(tmp_path / "host", port) as (hosting, _):
        with Terminal([sys.executable, "-m", "rummynet", *words], 100, 40, env) as ann:
            turn = ": draw."  # of all that can be done, the last
            ann.until(lambda text: "There is no table yet" in text)
            ann.press("create keilty bots=random first_starter=0\r")
            ann.until(lambda text: "(bot) is ready" in text or ", ready" in text)
            ann.press("ready\r")
            ann.until(lambda text: turn in text)
            hosting.stop(signal.SIGKILL)
            ann.until(lambda text: "lost" in text.lower())
            ann.press("draw\r")
            ann.until(lambda text: "Nothing was done: the host could not be reached." in text)
            with host(tmp_path / "host", port):
                ann.until(lambda text: "The connection to Inn is back." in text)
                ann.until(lambda text: text.count(turn) == 2)
                ann.press("quit\r")
                assert ann.ended() == 0
