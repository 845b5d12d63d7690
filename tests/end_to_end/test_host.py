"""The daemon as a program: the line it prints, signals, what keeps it from starting, bots of its own."""

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from rummynet.host.storage.sqlite_journal import SqliteJournal
from tests.support.compact_lines import compact
from tests.support.forked_program import Forked
from tests.support.journal_edits import count_of
from tests.support.programs import PATIENCE

pytestmark = pytest.mark.drawn(4)

LINE = re.compile(r"listening (127\.0\.0\.1):(\d+) fingerprint sha256:[0-9a-f]{64}\n\Z")


class Start(Protocol):
    def __call__(self, *words: str) -> "subprocess.Popen[str]": ...


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[subprocess.Popen[str]] = []

    def run(*words: str) -> "subprocess.Popen[str]":
        running.append(Forked(["host", "--bind", "127.0.0.1", "--no-announce", *words], os.environ, tmp_path))
        return running[-1]

    yield run
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def port_of(process: "subprocess.Popen[str]") -> int:
    found = LINE.match(first_line(process))
    assert found is not None
    return int(found[2])


def test_it_prints_one_line_and_ends_with_status_0_on_sigterm(start: Start, tmp_path: Path) -> None:
    host = start("--port", "0", "--data", str(tmp_path / "data"), "--name", "Kitchen")
    port_of(host)
    host.send_signal(signal.SIGTERM)
    out, err = host.communicate(timeout=PATIENCE)
    assert (host.returncode, out) == (0, "")
    assert "info hosting name='Kitchen'" in err and "info closing" in err


def test_ctrl_c_ends_it_cleanly_too(start: Start, tmp_path: Path) -> None:
    host = start("--port", "0", "--data", str(tmp_path / "data"))
    port_of(host)
    host.send_signal(signal.SIGINT)
    _, err = host.communicate(timeout=PATIENCE)
    assert host.returncode == 130 and "Traceback" not in err


def test_it_is_the_same_host_again_on_the_same_data(start: Start, tmp_path: Path) -> None:
    words = ("--port", "0", "--data", str(tmp_path / "data"))
    prints = []
    for _ in range(2):
        host = start(*words)
        prints.append(first_line(host).split()[-1])
        host.terminate()
        host.communicate(timeout=PATIENCE)
    assert prints[0] == prints[1]


def test_a_port_in_use_is_told_in_one_line_with_status_3(start: Start, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        host = start("--port", str(taken.getsockname()[1]), "--data", str(tmp_path / "data"))
        out, err = host.communicate(timeout=PATIENCE)
    assert (host.returncode, out) == (3, "")
    assert len(err.splitlines()) == 1 and "in use" in err and "--port" in err


def test_a_data_directory_that_cannot_be_written_is_told_in_one_line(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    host = start("--port", "0", "--data", str(tmp_path / "file" / "data"))
    out, err = host.communicate(timeout=PATIENCE)
    assert (host.returncode, out) == (3, "")
    assert len(err.splitlines()) == 1 and "--data" in err


def test_two_hosts_do_not_share_one_journal(start: Start, tmp_path: Path) -> None:
    first = start("--port", "0", "--data", str(tmp_path / "data"))
    port_of(first)
    second = start("--port", "0", "--data", str(tmp_path / "data"))
    out, err = second.communicate(timeout=PATIENCE)
    assert (second.returncode, out) == (3, "")
    assert len(err.splitlines()) == 1 and "another host works in" in err


def test_its_flags_can_come_from_a_file_with_known_keys_only(start: Start, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text('port = 0\nname = "Attic"\n')
    host = start("--config", "good.toml", "--data", str(tmp_path / "data"))
    port_of(host)
    host.terminate()
    assert "name='Attic'" in host.communicate(timeout=PATIENCE)[1]
    (tmp_path / "bad.toml").write_text("colour = 3\n")
    host = start("--config", "bad.toml")
    _, err = host.communicate(timeout=PATIENCE)
    assert host.returncode == 2 and "colour" in err


def test_bots_of_its_own_play_and_end_with_it(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    host = start("--port", "0", "--data", str(data))
    port = port_of(host)
    words = ["join", "--json", f"127.0.0.1:{port}", "--name", "Zed", "--data", str(tmp_path / "zed")]
    client = Forked(words, os.environ, stdin=subprocess.PIPE)
    assert client.stdin is not None and client.stdout is not None
    client.stdin.write("create keilty target=1\nsit 1\nbot add random\nbot add simple\nready\n")
    client.stdin.flush()
    for line in map(compact, client.stdout):
        if line.startswith("game begun"):
            # Which bot is there first is a race of two programs.
            assert re.search('names="Zed,(Bruno|Cleo) [(]bot[)],(Cleo|Bruno) [(]bot[)]"', line)
        if line.startswith("deal "):
            break
    client.stdin.write("quit\n")
    client.stdin.flush()
    client.communicate(timeout=PATIENCE)
    host.terminate()
    _, err = host.communicate(timeout=PATIENCE)
    journal = SqliteJournal(data / "host" / "journal.sqlite3", read_only=True)
    assert count_of(journal, "log") > 10
    journal.close()
    assert host.returncode == 0
    assert err.count("info came") == 3 and " error " not in err
    assert not list((data / "host").rglob("*.rummy"))  # the game goes on when the host starts again


def test_a_dialler_who_never_speaks_does_not_keep_it_from_ending(start: Start, tmp_path: Path) -> None:
    host = start("--port", "0", "--data", str(tmp_path / "data"))
    with socket.create_connection(("127.0.0.1", port_of(host))):
        host.terminate()
        host.communicate(timeout=PATIENCE)
    assert host.returncode == 0
