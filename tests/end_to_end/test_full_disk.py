"""A disk without room, at a host's start, while it runs and at its end: one clear line, status 3, nothing lost.

The system's limit for the size of a file stands for the disk: the same calls fail, at once and for this program alone.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.keyfile import identity_folder, secret
from tests.support.programs import PATIENCE, Program, host, program

pytestmark = [
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits a program that runs"),
    pytest.mark.drawn(2),
]
FLAGS = ("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--log-level", "error", "--data")


def fill(process: int, size: int = 0) -> None:
    """From now on no file of this program grows beyond so many bytes."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def start_full(data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "-m", "rummynet", *FLAGS, str(data)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "RUMMYNET_HOME": str(data), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: fill(0),
    )


def only(said: str, *words: str) -> None:
    """The one line for a person, and around it nothing but lines of the log."""
    lines = said.splitlines()
    assert "Traceback" not in said and "bug" not in said, said
    (line,) = [one for one in lines if one.startswith("rummynet: ")]
    assert all(word in line for word in words), line
    assert [one for one in lines if one != line and " error " not in one] == []


def journal(data: Path) -> Path:
    return data / "host" / "journal.sqlite3"


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """The data of a host with one open table."""
    with host(tmp_path / "data") as (running, address):
        with program("join", address, "--json", "--name", "Ann", home=tmp_path / "ann") as ann:
            ann.say("create keilty name=kitchen")
            ann.say("sit 1")
            ann.until_kind("seat")
            ann.say("quit")
            ann.wait()
        assert running.stop() == 0
    return tmp_path / "data"


def test_a_host_that_has_never_run_says_where_there_is_no_room(tmp_path: Path) -> None:
    found = start_full(tmp_path / "data")
    assert found.returncode == 3 and found.stdout == ""
    only(found.stderr, "host.key cannot be written (File too large)", "make room on the disk")
    secret(identity_folder(tmp_path / "data"), "host.key")
    found = start_full(tmp_path / "data")
    assert found.returncode == 3 and found.stdout == ""
    only(found.stderr, "journal.sqlite3 cannot be used", "make room on the disk, then start the host again")


def test_a_host_with_tables_ends_with_one_line_and_has_them_when_there_is_room(used: Path) -> None:
    found = start_full(used)
    assert found.returncode == 3
    only(found.stderr, "journal.sqlite3 cannot be", "make room on the disk, then start the host again")
    assert names(used) == ["kitchen"]


@contextmanager
def filled(used: Path, tmp_path: Path) -> Iterator[tuple[Program, Program]]:
    """A host whose disk has become full, and somebody at it; what it has not promised is not there afterwards."""
    with program(*FLAGS, str(used), home=used) as running:
        address = running.hear().split(" ")[1]
        with program("join", address, "--json", "--name", "Bob", home=tmp_path / "bob") as bob:
            bob.until_kind("lobby")  # what the start had to write is written
            fill(running.process.pid)
            yield running, bob
            bob.until(lambda line: line.startswith("bye code=closing"))
            assert not any("porch" in line for line in bob.lines)
    assert names(used) == ["kitchen"]


def names(data: Path) -> list[str]:
    with host(data) as (running, _):
        assert running.stop() == 0
    archive = SqliteJournal(journal(data), read_only=True)
    try:
        return [archive.history(number).opened.name for number in archive.open_tables()]
    finally:
        archive.close()


def test_a_host_whose_disk_becomes_full_stops_rather_than_promise(used: Path, tmp_path: Path) -> None:
    with filled(used, tmp_path) as (running, bob):
        bob.say("create keilty name=porch")
        assert running.wait() == 3
        only(running.errors(), "journal.sqlite3 cannot be written", "make room on the disk", "nothing more is accepted")


def test_sigterm_while_the_disk_is_full_ends_the_host_in_time(used: Path, tmp_path: Path) -> None:
    with filled(used, tmp_path) as (running, _):
        assert running.stop(signal.SIGTERM) == 0, "there was nothing left to write"
        assert running.errors() == ""


def test_sigterm_with_something_left_to_write(used: Path, tmp_path: Path) -> None:
    """Ends with 0 if the signal was first, else with 3 and its line; in both cases only what was told is there."""
    with filled(used, tmp_path) as (running, bob):
        bob.say("create keilty name=porch")
        running.process.send_signal(signal.SIGTERM)
        status, errors = running.wait(), running.errors()
        if status:
            assert status == 3
            only(errors, "journal.sqlite3 cannot be written", "make room on the disk")
        else:
            assert errors == ""
