"""``rummynet host --check-data``, ``--export`` and ``--prune`` on the database of a cluster."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from rummynet.host import upkeep
from rummynet.host.cluster import operating
from rummynet.host.cluster.cluster_seat import ID_FILE
from rummynet.host.cluster.operating import read_overview, rebalance
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.postgres_journal import open_for_upkeep
from rummynet.host.storage.postgres.postgres_schema import VERSION
from rummynet.keyfile import HOST_KEY, identity_folder
from rummynet.table.api.records import TableClosed
from rummynet.verifier.offline import check
from tests.support.errors import raises
from tests.support.filled_database import SEED, command, state
from tests.support.free_port import free_port
from tests.support.postgres import PostgresServer


@contextmanager
def harmed(server: PostgresServer, url: str, table: str, statement: str) -> Iterator[None]:
    """The database after this statement about a table, whose rows are put back."""
    server.run(f"CREATE TABLE kept AS SELECT * FROM {table}; {statement}", url)
    try:
        yield
    finally:
        again = f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM kept"
        server.run(f"DELETE FROM {table}; {again}; DROP TABLE kept", url)


def test_a_filled_journal_is_found_whole(url: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert upkeep.run(command(data, url, check_data=True)) == 0
    said = capsys.readouterr().out
    assert "2 games" in said and "1 open tables" in said and "the journal is whole" in said


@pytest.mark.parametrize(
    ("table", "harm", "says"),
    [
        (
            "log",
            "DELETE FROM log WHERE tbl = 1 AND entries = (SELECT min(entries) FROM log WHERE entries > 0)",
            "game 1 at table 1",
        ),
        ("log", "UPDATE log SET body = set_byte(body, 99, 0) WHERE entries > 0", "game 1 at table 1"),
        ("journal", "DELETE FROM journal WHERE row = (SELECT max(row) - 1 FROM journal)", "table 2"),
        ("journal", "UPDATE journal SET row = row + 1 WHERE row = (SELECT max(row) FROM journal)", "table 2"),
        ("journal", "UPDATE journal SET body = (SELECT body FROM journal WHERE kind = 1) WHERE kind = 0", "table 2"),
        ("journal", "DELETE FROM journal WHERE kind = 1", "table 2"),
        ("journal", "UPDATE journal SET body = set_byte(body, 99, get_byte(body, 99) # 1) WHERE kind = 1", "table 2"),
        ("tables", "UPDATE tables SET opened = '' WHERE number = 2", "table 2"),
    ],
)
def test_what_is_wrong_is_named(
    postgres_server: PostgresServer, url: str, data: Path, capsys: pytest.CaptureFixture[str],
    table: str, harm: str, says: str,
) -> None:  # fmt: skip
    with harmed(postgres_server, url, table, harm):
        assert upkeep.run(command(data, url, check_data=True)) == 1
    assert f"fail  {says}" in capsys.readouterr().out


def test_exported_games_verify(url: str, data: Path) -> None:
    assert upkeep.run(command(data, url, export=str(data / "out"))) == 0
    reports = [check(path.read_bytes(), partial=True) for path in sorted((data / "out").iterdir())]
    assert [(one.verified, one.complete) for one in reports] == [(True, True), (True, False)]


def test_pruning_keeps_transcripts_numbers_and_open_tables(
    postgres_server: PostgresServer, url: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, url = url, postgres_server.url("pruned")
    postgres_server.run(f"CREATE DATABASE pruned TEMPLATE {whole.rpartition('/')[2]}", "postgres")
    monkeypatch.setattr("time.time", lambda: 3000.0 + 5 * upkeep.DAY)
    assert upkeep.run(command(data, url, prune=10)) == 0, "nothing is that old"
    assert postgres_server.run("SELECT DISTINCT tbl FROM log ORDER BY tbl", url) == [(1,), (2,)]
    assert upkeep.run(command(data, url, prune=0)) == 0
    (path,) = (data / "host" / "transcripts").iterdir()
    assert check(path.read_bytes()).complete
    assert postgres_server.run("SELECT DISTINCT tbl FROM log", url) == [(2,)]
    journal = open_for_upkeep(url, SEED, read_only=True)
    assert (journal.next_table(), journal.open_tables(), journal.every_game()) == (3, [2], [(2, 1)])
    journal.close()
    assert upkeep.run(command(data, url, check_data=True)) == 0


@pytest.mark.parametrize("bad", ["key", "newer", "older", "database", "password", "server", "address"])
def test_a_journal_that_cannot_be_used_is_refused_in_one_line(
    postgres_server: PostgresServer, url: str, data: Path, bad: str
) -> None:
    """By each command, and nothing is written, to the database or to the folder."""
    says, given, version = "", url, VERSION
    match bad:
        case "key":
            (identity_folder(data) / HOST_KEY).write_text("77" * 32 + "\n")
            says = "identity/host.key"
        case "newer":
            version, says = 99, "use a newer rummynet"
        case "older":
            version, says = 0, "export its games"
        case "database":
            given, says = postgres_server.url("nowhere"), "createdb"
        case "password":
            given, says = postgres_server.url(url.rpartition("/")[2], "wrong"), "~/.pgpass"
        case "server":
            given, says = f"postgresql://tester@127.0.0.1:{free_port()}/x", "see that PostgreSQL runs"
        case "address":
            given, says = "postgresql://user:secret%zz@h/x", "--journal is no address"
    with harmed(postgres_server, url, "cluster", f"UPDATE cluster SET version = {version}"):
        before = state(postgres_server, url)
        commands = {"check_data": True}, {"export": str(data / "out")}, {"prune": 0}, {"backup": str(data / "copy")}
        for flags in commands[: 3 if bad == "key" else 4]:  # a copy needs no key
            with raises(JournalError, "journal", says) as problem:
                upkeep.run(command(data, given, **flags))
            assert "\n" not in str(problem.value) and "secret%zz" not in str(problem.value)
        assert state(postgres_server, url) == before
    assert sorted(path.name for path in data.iterdir()) == ["identity"]


def test_a_cluster_gets_a_new_key_while_no_table_is_open_and_no_host_runs(
    postgres_server: PostgresServer, url: str, data: Path
) -> None:
    whole, url = url, postgres_server.url("rekeyed")
    postgres_server.run(f"CREATE DATABASE rekeyed TEMPLATE {whole.rpartition('/')[2]}", "postgres")
    with raises(JournalError, "journal", "tables are open (2)"):
        upkeep.run(command(data, url, new_key=True))
    with closing(open_for_upkeep(url, SEED)) as journal:
        journal.append([TableClosed(2, "empty", 1)])
    alive = "INSERT INTO hosts (name, addresses, gone) VALUES ('a', '{}', FALSE)"
    postgres_server.run(alive, url)
    with raises(JournalError, "journal", "hosts with the journal"):
        upkeep.run(command(data, url, new_key=True))
    postgres_server.run("DELETE FROM hosts", url)
    assert upkeep.run(command(data, url, new_key=True)) == 0
    assert upkeep.run(command(data, url, check_data=True)) == 0
    (identity_folder(data) / f"{HOST_KEY}.1").replace(identity_folder(data) / HOST_KEY)
    with raises(JournalError, "journal", "identity/host.key"):
        upkeep.run(command(data, url, check_data=True))


def test_of_a_host_that_has_started_again_only_the_present_life_is_shown(
    postgres_server: PostgresServer, url: str
) -> None:
    values = ("('a', '{x:1}', '1h')", "('b', '{y:1}', '1h')", "('b', '{y:1}', '1m')", "('a', '{x:1}', '0')")
    rows = f"SELECT name, addresses::text[], clock_timestamp() - t::interval, FALSE FROM (VALUES {', '.join(values)})"
    fill = f"INSERT INTO hosts (name, addresses, beaten, gone) {rows} AS new (name, addresses, t)"
    with harmed(postgres_server, url, "hosts", fill):
        overview = read_overview(url)
        assert rebalance(url) == 1
    assert [(host.name, host.alive) for host in overview.hosts] == [("b", False), ("a", True)]
    assert [(one.table, one.token) for one in overview.leases] == [(2, 1)]


def test_a_host_is_drained_until_it_has_gone(
    postgres_server: PostgresServer, url: str, data: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    whole, url = url, postgres_server.url("drained")
    postgres_server.run(f"CREATE DATABASE drained TEMPLATE {whole.rpartition('/')[2]}", "postgres")

    def told(number: int = 1, **host: str) -> str:
        (data / "host").mkdir(exist_ok=True)
        (data / "host" / ID_FILE).write_text(str(number))
        for name, value in host.items():
            postgres_server.run(f"UPDATE hosts SET {name} = {value} WHERE id = 2", url)
        with raises(JournalError, "journal") as problem:
            upkeep.run(command(data, url, drain=True))
        return str(problem.value)

    with raises(JournalError, "journal", "no host of a cluster has run in"):
        upkeep.run(command(data, url, drain=True))
    hosts = "(1, 'a', '{}', FALSE), (2, 'b', '{}', FALSE), (3, 'c', '{}', TRUE)"
    postgres_server.run(f"INSERT INTO hosts (id, name, addresses, gone) OVERRIDING SYSTEM VALUE VALUES {hosts}", url)
    postgres_server.run("UPDATE leases SET owner = 1; INSERT INTO leases VALUES (3, 1, 1), (4, 2, 1)", url)
    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("it waits"))
    assert "does not run" in told(4) and "does not run" in told(3)
    assert "no other host" in told(draining="TRUE") and "no other host" in told(gone="TRUE", draining="FALSE")
    monkeypatch.setattr(operating, "DRAIN_PATIENCE", 0)
    assert "has not handed" in told(gone="FALSE")
    monkeypatch.setattr(operating, "DRAIN_PATIENCE", 9)
    moves = iter(["UPDATE leases SET owner = 2 WHERE tbl = 2; DELETE FROM leases WHERE tbl = 3",
                  "UPDATE hosts SET gone = TRUE WHERE draining"])  # fmt: skip
    monkeypatch.setattr("time.sleep", lambda _: postgres_server.run(next(moves), url))
    assert upkeep.run(command(data, url, drain=True)) == 0
    assert capsys.readouterr().out == "table 2 is at host 2, b\nhost 1 has handed its tables over and ended\n"
