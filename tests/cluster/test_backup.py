"""``rummynet host --backup`` on the database of a cluster: a dump that another database and its hosts go on with."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rummynet.host import upkeep
from rummynet.host.storage.journal import JournalError
from tests.support.errors import raises
from tests.support.filled_database import command, state
from tests.support.postgres import PASSWORD, PostgresServer, binaries

pytestmark = pytest.mark.drawn(3)

TOOLS = ("pg_dump", "pg_restore")


@pytest.fixture(autouse=True)
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs of the server's own version come first."""
    places = binaries()
    if places is None or not all((places / name).exists() for name in TOOLS):
        pytest.skip("PostgreSQL's pg_dump and pg_restore were not found")
    monkeypatch.setenv("PATH", f"{places}:{os.environ['PATH']}")


def replaced(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, script: str) -> None:
    """Put a shell script in the place of one of the programs; ``$REAL`` is the real one."""
    real = shutil.which(name)
    assert real is not None
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\nREAL={real}\n{script}\n")
    (folder / name).chmod(0o700)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def restored(server: PostgresServer, copy: Path) -> str:
    """The address of a new database with what is in the copy, as docs/cluster.md says."""
    into = server.database()
    subprocess.run(
        ["pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", f"--dbname={into}",
         str(copy)], check=True,
    )  # fmt: skip
    return into


def test_another_database_has_all_of_it_and_nothing_else(
    postgres_server: PostgresServer, url: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    copy = tmp_path / "club.dump"
    before = state(postgres_server, url)
    postgres_server.run("CREATE TABLE IF NOT EXISTS public.cakes (name TEXT)", url)
    assert upkeep.run(command(data, url, backup=str(copy))) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.dump", "identity"]
    into = restored(postgres_server, copy)
    assert state(postgres_server, into) == before == state(postgres_server, url)
    assert postgres_server.run("SELECT to_regclass('public.cakes')", into) == [(None,)], "it copies our schema alone"
    assert upkeep.run(command(data, into, check_data=True)) == 0
    assert "the journal is whole" in capsys.readouterr().out


def test_it_replaces_nothing(url: str, data: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with raises(JournalError, "journal", there):
        upkeep.run(command(data, url, backup=str(there)))
    assert there.read_text() == "mine"


def test_a_file_that_comes_while_it_is_written_stays(
    url: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    replaced(tmp_path / "bin", monkeypatch, "pg_dump", f'echo mine > "{copy}"; exec $REAL "$@"')
    with raises(JournalError, "journal", copy):
        upkeep.run(command(data, url, backup=str(copy)))
    assert copy.read_text() == "mine\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "copy", "identity"]


def test_the_password_is_in_no_argument(url: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen"
    for name in TOOLS:
        replaced(tmp_path / "bin", monkeypatch, name, f'echo "$@" >> "{seen}"; exec $REAL "$@"')
    assert upkeep.run(command(data, url, backup=str(tmp_path / "copy"))) == 0
    assert "--schema=rummynet" in seen.read_text() and "user=tester" in seen.read_text()
    assert PASSWORD not in seen.read_text() and PASSWORD.split()[0] not in seen.read_text()


@pytest.mark.parametrize(
    ("name", "script", "says"),
    [
        ("pg_dump",
         "echo 'pg_dump: error: aborting because of server version mismatch' >&2\n"
         "echo 'pg_dump: detail: server version: 17.2 (Debian 17.2-1); pg_dump version: 15.1 (Debian 15.1-1)' >&2; "
         "exit 1", ("pg_dump is of version 15.1, the server of 17.2",)),
        ("pg_dump", "exit 7", ("pg_dump ended with 7",)),
        ("pg_dump", "echo first >&2; echo second >&2; exit 1", ("pg_dump: first",)),
        ("pg_dump", '$REAL "$@" --schema=no.such.thing.here', ("pg_dump",)),
        ("pg_dump", '$REAL "$@" && for one; do case $one in --file=*) truncate -s -200 "${one#*=}";; esac; done',
         ("pg_restore",)),
        ("pg_restore", "echo 'pg_restore: error: out of something' >&2; exit 1", ("pg_restore", "out of something")),
    ],
    ids=["older than the server", "without a word", "without an error", "its own error", "cut off", "unreadable"],
)  # fmt: skip
def test_what_fails_is_one_line_and_leaves_no_file(
    url: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, script: str,
    says: tuple[str, ...],
) -> None:  # fmt: skip
    replaced(tmp_path / "bin", monkeypatch, name, script)
    with raises(JournalError, "journal", *says) as problem:
        upkeep.run(command(data, url, backup=str(tmp_path / "copy")))
    assert "\n" not in str(problem.value) and PASSWORD not in str(problem.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "identity"]


@pytest.mark.parametrize("name", TOOLS)
def test_a_program_that_is_not_installed_is_named(
    url: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (other,) = {*TOOLS} - {name}
    replaced(tmp_path / "bin", monkeypatch, other, 'exec $REAL "$@"')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with raises(JournalError, "journal", name, "postgresql-client"):
        upkeep.run(command(data, url, backup=str(tmp_path / "copy")))


def test_a_secret_that_only_an_argument_could_carry_is_refused(url: str, data: Path, tmp_path: Path) -> None:
    with raises(JournalError, "journal", "sslpassword") as problem:
        upkeep.run(command(data, url + "?sslpassword=hidden", backup=str(tmp_path / "copy")))
    assert "hidden" not in str(problem.value)
    assert not (tmp_path / "copy").exists()


def test_a_folder_that_is_not_there_is_named(url: str, data: Path, tmp_path: Path) -> None:
    with raises(JournalError, "journal", tmp_path / "no" / "copy"):
        upkeep.run(command(data, url, backup=str(tmp_path / "no" / "copy")))
