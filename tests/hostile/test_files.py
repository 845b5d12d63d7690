"""What is kept on disk is its owner's alone, whatever the system's habits; a key that others can read is refused."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.keyfile import identity_folder, secret
from tests.support.programs import host, program


@pytest.fixture
def careless() -> Iterator[None]:
    """A system on which new files can be read and written by everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """All below *folder*, as ls writes it."""
    return {str(path.relative_to(folder)): stat.filemode(path.lstat().st_mode) for path in sorted(folder.rglob("*"))}


def test_everything_on_both_sides_is_private(tmp_path: Path, careless: None) -> None:
    data, home = tmp_path / "host", tmp_path / "ann"
    with host(data) as (_, address):
        join = ("join", address, "--json", "--name", "Ann", "--data", str(home))
        with program(*join, home=tmp_path / "cwd") as ann:
            for line in ("create keilty", "sit 1", "bot add", "ready"):
                ann.say(line)
            ann.until_kind("hand")
            found = {"host": modes(data), "ann": modes(home)}
            ann.say("quit")
    names = [name for side in found.values() for name in side]
    for wanted in ("host/journal.sqlite3", "host/journal.sqlite3-wal", "identity/host.key"):
        assert wanted in found["host"]
    for wanted in ("identity/player.key", "identity/contribution.secret", "identity/known_hosts"):
        assert wanted in found["ann"]
    assert any(name.endswith(".rummy") for name in names)
    for side in found.values():
        for name, mode in side.items():
            assert mode in ("drwx------", "-rw-------", "srw-------"), (name, mode)


@pytest.mark.parametrize("verb", [("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce")])
def test_a_host_does_not_begin_with_such_a_key(tmp_path: Path, verb: tuple[str, ...]) -> None:
    folder = identity_folder(tmp_path)
    secret(folder, "host.key")
    (folder / "host.key").chmod(0o644)
    with program(*verb, "--data", str(tmp_path), home=tmp_path / "cwd") as started:
        assert started.wait() == 2
        assert "chmod 600" in started.errors()
