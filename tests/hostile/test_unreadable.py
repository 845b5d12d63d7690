"""Whatever is named or lies where a file should be: one clear line, the right exit status, little memory and time."""

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rummynet.keyfile import identity_folder, secret
from rummynet_cli import main as cli
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_protocol.fairness.transcript import HEADER
from tests.support import forked_program

MEMORY = 1536 * 2**20
"""Address space that a program may have here: far less than what it is given to read."""


def pipe(path: Path) -> None:
    os.mkfifo(path, 0o600)


def folder(path: Path) -> None:
    path.mkdir(mode=0o700)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def plug(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**42)
    path.chmod(0o600)


def loop(path: Path) -> None:
    path.symlink_to(path)


THINGS = (pipe, folder, device, plug, sparse, loop)


@pytest.fixture
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose name is short enough for a socket."""
    return tmp_path_factory.mktemp("f")


def run(*words: str, data: Path) -> subprocess.CompletedProcess[str]:
    return forked_program.run(words, {**os.environ, "RUMMYNET_HOME": str(data)}, MEMORY)


def one_line(found: subprocess.CompletedProcess[str], status: int = 2) -> str:
    assert found.returncode == status, found.stderr
    (line,) = found.stderr.splitlines()
    assert "Traceback" not in line and "bug" not in line
    return line


JOIN = "join 127.0.0.1:1 --json"
READ = [
    ("a.rummy", "verify {}", 2, "cannot be read"),
    ("a.rummy", "replay {}", 2, "cannot be read"),
    ("a.rummy", "replay --json {}", 2, "cannot be read"),
    ("a.rummy", "verify --partial {}", 2, "cannot be read"),
    ("transcripts/a.rummy", "stats", 0, "not counted: a.rummy ("),
    ("c.toml", "host --config {}", 2, "cannot be read"),
    ("settings.toml", JOIN, 2, ""),
    ("identity/player.key", JOIN, 2, ""),
]
"""A file, the command that reads it, its exit status, and what its line says beside the name of the file."""


@pytest.mark.parametrize("make", THINGS)
@pytest.mark.parametrize(("name", "words", "status", "says"), READ, ids=lambda one: str(one).replace(" ", "-"))
def test_a_file_that_is_something_else(
    short: Path, name: str, words: str, status: int, says: str, make: Callable[[Path], None]
) -> None:
    (short / name).parent.mkdir(mode=0o700, exist_ok=True)
    make(short / name)
    line = one_line(run(*words.format(short / name).split(), data=short), status)
    assert Path(name).name in line and says in line


@pytest.mark.parametrize("make", THINGS)
def test_a_list_of_known_hosts_that_is_something_else(
    short: Path, make: Callable[[Path], None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make(identity_folder(short) / "known_hosts")
    monkeypatch.setattr("rummynet_cli.verbs.lobby.run", lambda args: len(KnownHosts(short).pins()))
    assert cli.main(["lobby", "--data", str(short)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "known_hosts cannot be read (" in line and "Errno" not in line


@pytest.mark.parametrize(
    "content",
    [b"[" * 60_000, b"a = " + b"[" * 30_000, b"a = " + b"9" * 9_000, b"\xff\xfe", b"a.b" * 10_000, b"\0" * 100],
)
def test_a_configuration_that_would_break_a_parser(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c.toml").write_bytes(content)
    assert "is not a TOML file" in one_line(run("host", "--config", str(tmp_path / "c.toml"), data=tmp_path))
    (tmp_path / "settings.toml").write_bytes(content)
    assert "settings.toml" in one_line(run("join", "127.0.0.1:1", "--json", data=tmp_path))


def test_a_key_file_of_any_length_is_damaged_or_too_large_and_stays(tmp_path: Path) -> None:
    held = identity_folder(tmp_path)
    secret(held, "player.key")
    for content in (b"0" * 1024, b"0" * 5000, b"\xff" * 65):
        (held / "player.key").write_bytes(content)
        one_line(run("join", "127.0.0.1:1", "--json", data=tmp_path))
        assert (held / "player.key").read_bytes() == content


def test_a_transcript_of_the_largest_size_is_checked_in_bounded_memory(tmp_path: Path) -> None:
    """All of it records that hold nothing: it is refused at the first, and read no more than once."""
    record = b"\x01\x00\x00\x00\x41" + bytes(65)
    count = (64 * 2**20 - 21) // len(record)
    (tmp_path / "a.rummy").write_bytes(HEADER + record * count)
    found = run("verify", str(tmp_path / "a.rummy"), data=tmp_path)
    assert found.returncode == 1 and "at record 0" in found.stdout
