"""Journals that a host cannot use: one line that says why and what to do, and nothing is written."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
import pytest

from rummynet.host import upkeep
from rummynet.host.cluster.cluster_seat import ClusterSeat
from rummynet.host.cluster.operating import read_overview
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database, is_postgres
from rummynet.host.storage.postgres.postgres_schema import VERSION
from rummynet.revision import this_program
from tests.host.test_upkeep import NO_COMMAND
from tests.support.errors import raises
from tests.support.free_port import free_port
from tests.support.postgres import PASSWORD, PostgresServer

OURS, THEIRS = b"ours" * 8, b"them" * 8


def refusal(url: str, identity: bytes = OURS) -> str:
    """The line with which a host does not start."""
    with raises(JournalError, "journal") as problem:
        is_postgres(url)
        ClusterSeat(url, identity, "host", lambda why: pytest.fail(f"it waits: {why}"))
    line = str(problem.value)
    assert "\n" not in line and len(line) < 500 and PASSWORD not in line and "only%20for" not in line
    return line


def contents(server: PostgresServer, url: str) -> object:
    """Everything in the journal's tables, as far as a host that starts could change it."""
    tables = ("cluster", "hosts", "writers", "leases", "tables")
    return [server.run(f"SELECT * FROM {table}", url) for table in tables]


def made(url: str, identity: bytes = OURS) -> None:
    seat = ClusterSeat(url, identity, "host", lambda why: pytest.fail(f"it waits: {why}"))
    seat.journal.close()
    seat.close()


@pytest.mark.parametrize("url", ["mysql://somewhere/x", "journal.sqlite3", ""])
def test_another_kind_of_address(url: str) -> None:
    assert "postgresql://USER@HOST/DATABASE" in refusal(url)


@pytest.mark.parametrize("url", ["postgresql://user:secret%zz@h/x", "postgresql://user:secret@[::1/x"])
def test_an_address_that_cannot_be_read_is_not_repeated(url: str) -> None:
    line = refusal(url)
    assert "--journal is no address of a database" in line and "secret" not in line


def test_without_psycopg_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with raises(JournalError, "journal", "rummynet[postgres]"):
        Database("postgresql://h/x", None)


def test_a_standby_is_named_with_its_own_port_and_a_lost_server_in_words_that_say_it() -> None:
    database = Database("postgresql://u:hidden@one,two:5433/x?target_session_attrs=read-write", None)
    assert database.where == "postgresql://one:5432,two:5433/x"
    assert Database("postgresql://u@one:1,two:2/x", None).where == "postgresql://one:1,two:2/x"
    lost = "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n"
    told = database.why(psycopg.OperationalError(f"{lost}\tbefore or while processing the request."))
    assert told.startswith("server closed the connection unexpectedly; see that PostgreSQL runs")
    assert database.why(psycopg.errors.SyntaxError("odd")) == "odd"


class GaveUp(Exception):
    """Raised in place of a wait, as nothing would end that."""


def give_up(why: JournalError) -> None:
    raise GaveUp(str(why))


def test_a_host_waits_for_a_server_that_does_not_run() -> None:
    port = free_port()
    with pytest.raises(GaveUp) as problem:
        ClusterSeat(f"postgresql://tester:hidden@127.0.0.1:{port}/x", OURS, "host", give_up)
    line = str(problem.value)
    assert f"postgresql://127.0.0.1:{port}/x" in line and "refused" in line and "see that PostgreSQL runs" in line
    assert "hidden" not in line


def test_a_wrong_password(postgres_server: PostgresServer) -> None:
    line = refusal(postgres_server.url("postgres", "wrong"))
    assert "password authentication failed" in line and "~/.pgpass" in line


def test_no_such_database(postgres_server: PostgresServer) -> None:
    line = refusal(postgres_server.url("nowhere"))
    assert '"nowhere" does not exist' in line and "createdb" in line


def database_with(server: PostgresServer, encoding: str) -> str:
    """The address of a new database with this encoding."""
    name = f"in_{encoding.lower()}"
    server.run(f"CREATE DATABASE {name} ENCODING {encoding} TEMPLATE template0", "postgres")
    return server.url(name)


def test_an_encoding_that_lacks_signs_of_names(postgres_server: PostgresServer) -> None:
    url = database_with(postgres_server, "LATIN1")
    line = refusal(url)
    assert "the encoding LATIN1" in line and "createdb --encoding UTF8" in line
    assert postgres_server.run("SELECT 1 FROM pg_namespace WHERE nspname = 'rummynet'", url) == []


def test_a_database_without_an_encoding_holds_every_name(postgres_server: PostgresServer) -> None:
    """As initdb makes it where no locale is set, such as in a small container."""
    url = database_with(postgres_server, "SQL_ASCII")
    seat = ClusterSeat(url, OURS, "größer 🂡", lambda why: pytest.fail(f"it waits: {why}"))
    try:
        assert [host.name for host in read_overview(url).hosts] == ["größer 🂡"]
    finally:
        seat.journal.close()
        seat.close()


@pytest.mark.parametrize(("version", "says"), [(0, "export its games"), (99, "use a newer rummynet")])
def test_another_version(postgres_server: PostgresServer, version: int, says: str) -> None:
    url = postgres_server.database()
    made(url)
    postgres_server.run(f"UPDATE cluster SET version = {version}", url)
    before = contents(postgres_server, url)
    line = refusal(url)
    assert f"version {version}" in line and f"version {VERSION}" in line and says in line
    assert f"written by {this_program()}; " in line
    assert contents(postgres_server, url) == before


def test_another_identity_is_another_cluster(postgres_server: PostgresServer) -> None:
    """A second cluster in one database, or a host that was not given the cluster's key."""
    url = postgres_server.database()
    made(url)
    before = contents(postgres_server, url)
    line = refusal(url, THEIRS)
    assert line.count("sha256:") == 2 and "identity/host.key" in line and "name another database" in line
    assert contents(postgres_server, url) == before


def test_a_schema_of_somebody_else(postgres_server: PostgresServer) -> None:
    url = postgres_server.database()
    postgres_server.run("CREATE SCHEMA rummynet", url)
    postgres_server.run("CREATE TABLE rummynet.cakes (name TEXT)", url)
    assert "is no journal of rummynet" in refusal(url)
    assert postgres_server.run("SELECT tablename FROM pg_tables WHERE schemaname = 'rummynet'", url) == [("cakes",)]


def test_looking_makes_nothing(postgres_server: PostgresServer, tmp_path: Path) -> None:
    url = postgres_server.database()
    looks: list[Callable[[], object]] = [lambda: read_overview(url)]
    for flags in (
        {"check_data": True},
        {"export": str(tmp_path / "out")},
        {"prune": 0},
        {"drain": True},
        {"backup": str(tmp_path / "copy")},
    ):
        args = argparse.Namespace(data=str(tmp_path), **{**NO_COMMAND, "journal": url, **flags})
        looks.append(partial(upkeep.run, args))
    for look in looks:
        with raises(JournalError, "journal"):
            look()
    assert postgres_server.run("SELECT 1 FROM pg_namespace WHERE nspname = 'rummynet'", url) == []
