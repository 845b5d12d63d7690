"""What a host does about each error of PostgreSQL: the table, each of its rows tried, and the two that hosts met."""

import gc
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from rummynet.host.cluster import cluster_seat
from rummynet.host.cluster.cluster_seat import ClusterSeat
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres import postgres_journal
from rummynet.host.storage.postgres.connecting import REMEDIES, Database, Remedy
from tests.cluster.test_fencing import Pair, entry, opened
from tests.support.postgres import PostgresServer

DATABASE = Database("postgresql://nobody@localhost/nothing", None)
CLUSTER_PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"


def raised(server: PostgresServer, sqlstate: str) -> psycopg.Error:
    """The error that PostgreSQL itself raises with this code."""
    with pytest.raises(psycopg.Error) as problem:
        server.run(f"DO $$ BEGIN RAISE SQLSTATE '{sqlstate}'; END $$", "postgres")
    return problem.value


@pytest.mark.parametrize("code", REMEDIES)
def test_each_class_has_its_remedy(postgres_server: PostgresServer, code: str) -> None:
    sqlstate = code.ljust(5, "0") if len(code) == 2 else code
    problem = raised(postgres_server, sqlstate)
    assert problem.sqlstate == sqlstate
    assert DATABASE.may_return(problem) is (REMEDIES[code][0] is not Remedy.END)


@pytest.mark.parametrize("code", ["22003", "23505", "42P01", "P0001"])
def test_a_fault_of_ours_is_not_tried_again(postgres_server: PostgresServer, code: str) -> None:
    assert not DATABASE.may_return(raised(postgres_server, code))


ROOM, WRITES = "make room on the disk of the database", "make it take writes again, or name the new primary"
NAME_OF_IT = "make it with createdb or createuser, or name another one with --journal"


@pytest.mark.parametrize(
    ("message", "remedy"),
    [
        ('connection failed: x\nFATAL:  password is wrong for "x"\nHINT: none', "give the right user and password"),
        ("no pg_hba.conf entry, no authentication", "give the right user and password"),
        ('database "x" does not exist', NAME_OF_IT),
        ('role "x" does not exist', NAME_OF_IT),
        ('relation "x" does not exist', "see that PostgreSQL runs there"),
        ('role "x" is locked', "see that PostgreSQL runs there"),
        ("permission denied for schema x", "the user needs CREATE on the database, once, and its own tables"),
        ("could not extend: No space left on device", ROOM),
        ("could not write to disk", ROOM),
        ("it is read-only", WRITES),
        ("x" * 300, "see that PostgreSQL runs there"),
    ],
)
def test_what_is_to_be_done_is_said_behind_the_reason(message: str, remedy: str) -> None:
    line = max(message.splitlines(), key=len).removeprefix("FATAL:  ")[:200]
    assert DATABASE.why(psycopg.OperationalError(message)).startswith(f"{line}; {remedy}")
    assert DATABASE.why(psycopg.errors.DatatypeMismatch("it is wrong")) == "it is wrong"
    assert WRITES in DATABASE.why(psycopg.errors.ReadOnlySqlTransaction("not here"))


def errors_kept() -> int:
    return sum(isinstance(one, psycopg.Error) for one in gc.get_objects())


@pytest.fixture
def without_collections() -> Iterator[None]:
    """Full collections are rare in a host: errors in cycles would fill its memory while the database is away."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collections")
def test_attempts_to_connect_that_failed_leave_nothing_for_the_garbage_collector() -> None:
    away = Database("postgresql://nobody@127.0.0.1:1,127.0.0.1:2/nothing", None)
    before = errors_kept()
    for _ in range(5):
        with pytest.raises(JournalError):
            away.open()
    assert errors_kept() == before


@pytest.mark.usefixtures("without_collections")
def test_a_server_that_failed_before_the_one_that_was_found_leaves_nothing_either(database_url: str) -> None:
    database = Database(database_url.replace("@127.0.0.1:", "@127.0.0.1:1,127.0.0.1:"), bytes(32))
    before = errors_kept()
    for _ in range(5):
        database.open(make=True).close()
    assert errors_kept() == before


def test_the_page_on_clusters_has_this_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| (retry|away|end) \|$", CLUSTER_PAGE.read_text("utf-8"), re.MULTILINE)
    assert {code: (remedy, what) for code, what, remedy in rows} == {
        code: (str(remedy), what) for code, (remedy, what) in REMEDIES.items()
    }


def set_read_only(server: PostgresServer, url: str, yes: bool) -> None:
    """As a managed database does whose disk is full. Sessions that begin later have it."""
    name = url.rpartition("/")[2]
    server.run(f"ALTER DATABASE {name} SET default_transaction_read_only = {'on' if yes else 'off'}", "postgres")
    server.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'", "postgres")


def test_a_server_that_takes_no_writes_is_away_and_the_rows_are_there_once_when_it_does(
    postgres_server: PostgresServer, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_journal, "TROUBLE_SECONDS", 0.0)
    monkeypatch.setattr(postgres_journal, "PAUSE", 0.0)
    pair, reasons = Pair(database_url), list[str]()
    journal = pair.journals[0]
    journal.append([*opened(1)])
    set_read_only(postgres_server, database_url, True)

    def back(why: str) -> None:
        reasons.append(why)
        if "read-only" in why:
            set_read_only(postgres_server, database_url, False)

    journal.trouble = back
    assert journal.append([entry(0)]) == frozenset()
    assert len(journal.entries(1, 1)) == 1
    assert any("make it take writes again" in why for why in reasons)
    pair.close()


def test_a_host_that_starts_waits_for_a_server_that_takes_no_writes(
    postgres_server: PostgresServer, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, reasons = iter((True, False)), list[JournalError]()
    come_back = SimpleNamespace(sleep=lambda _: set_read_only(postgres_server, database_url, next(pauses)))
    monkeypatch.setattr(cluster_seat, "time", come_back)
    set_read_only(postgres_server, database_url, True)
    seat = ClusterSeat(database_url, b"ours" * 8, "host", reasons.append)
    seat.journal.close()
    seat.close()
    (reason,) = map(str, reasons)
    assert "read-only" in reason and "make it take writes again" in reason
