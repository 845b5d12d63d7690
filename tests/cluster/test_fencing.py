"""Leases and tokens at the database: a write of a host that has lost a table leaves nothing of it."""

import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from rummynet.host.cluster.cluster_seat import READING_PATIENCE
from rummynet.host.cluster.membership import BEAT_SECONDS, BEATS, Membership, RemoteTable, join
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres import postgres_journal
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.table.api.records import (
    Checkpoint,
    EntryLogged,
    GameBegun,
    InputRecorded,
    JournalRow,
    SecretKept,
    TableOpened,
)
from rummynet_protocol.fairness.signing import Signer
from tests.support.errors import raises
from tests.support.journal_edits import count_of
from tests.support.postgres import PostgresServer

SEED = b"host" * 8
"""Seconds of a lease that does not lapse in a test."""


class Pair:
    """Two hosts of one cluster, without their programs."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, Signer(SEED).public)
        self.sealing = Sealing(SEED, secrets.token_bytes)
        self.bases = [self.database.open(make=True) for _ in range(2)]
        self.now = 0.0
        self.hosts = [Membership(base, join(base, "host"), lambda: self.now) for base in self.bases]
        self.journals = [PostgresJournal(self.database, self.sealing, host.id, patience=5) for host in self.hosts]

    def close(self) -> None:
        for one in (*self.bases, *self.journals):
            one.close()


@pytest.fixture
def pair(database_url: str) -> Iterator[Pair]:
    made = Pair(database_url)
    made.hosts[0].beat(["a:1"], 5)
    made.hosts[1].beat(["b:1"], 5)
    yield made
    made.close()


def opened(table: int) -> tuple[JournalRow, ...]:
    """A table is opened, and a game begins there."""
    made = TableOpened(table, "t", "keilty", {}, bytes(32), 7, "host", {}, bytes(32))
    return made, Checkpoint(table, 0, 0, 0, b""), GameBegun(table, 1, bytes(32), (), 7)


def entry(index: int, table: int = 1, text: bytes = b"entry") -> EntryLogged:
    return EntryLogged(table, 1, index, text, bytes(64))


def take_over(pair: Pair) -> dict[int, int]:
    """The first host's time is over; the second takes its tables."""
    for _ in range(BEATS):
        assert pair.hosts[1].claim(10) == {}
        pair.now += BEAT_SECONDS
    assert pair.hosts[1].claim(0) == {}
    return pair.hosts[1].claim(10)


def test_a_host_keeps_its_tables_until_it_could_be_heard_for_a_whole_lease_and_was_not(pair: Pair) -> None:
    pair.journals[0].append([*opened(1)])
    for _ in range(BEATS):
        pair.hosts[0].beat(["a:1"], 5)
        assert pair.hosts[1].claim(10) == {}
        pair.now += 1000  # whoever looks was stopped; the other perhaps too
    assert pair.hosts[0].leases() == {1: 1} and pair.hosts[1].neighbours(()).hosts[pair.hosts[0].id].alive
    pair.hosts[0].beat(["a:1"], 5)
    assert take_over(pair) == {1: 2} and not pair.hosts[1].neighbours(()).hosts[pair.hosts[0].id].alive


def test_the_rows_of_a_lost_table_are_left_out_and_the_others_written(pair: Pair) -> None:
    old, new = pair.journals
    old.append([*opened(1), entry(0)])
    assert take_over(pair) == {1: 2}
    old.append([*opened(2)])
    assert old.append([entry(1, text=b"of the old"), entry(0, table=2), InputRecorded(1, 1, 1, b"x")]) == {1}
    assert old.confirm([1, 2]) == {1}
    assert new.append([entry(1, text=b"of the new")], {1: 2}) == frozenset()
    assert new.confirm([1], {1: 2}) == frozenset()
    assert [text for text, _ in new.entries(1, 1)] == [b"entry", b"of the new"]
    assert len(old.entries(2, 1)) == 1 and count_of(old, "inputs") == 0


def test_a_host_that_gets_a_table_back_does_not_write_what_it_made_before(pair: Pair) -> None:
    """Its rows carry the token of then, whoever has the lease now."""
    old, _ = pair.journals
    old.append([*opened(1), entry(0)])
    take_over(pair)
    pair.hosts[1].leave()
    assert pair.hosts[0].claim(10) == {1: 3}
    assert old.append([entry(1, text=b"stale")], {1: 1}) == {1}
    assert old.append([entry(1)], {1: 3}) == frozenset()


def test_a_table_that_is_being_written_is_taken_over_after_that(pair: Pair) -> None:
    """The lease is locked until the transaction ends: the new host reads all that it has written."""
    pair.journals[0].append([*opened(1)])
    writer = pair.database.open()
    writer.execute("BEGIN")
    writer.execute("SELECT token FROM leases WHERE tbl = 1 FOR SHARE")
    assert take_over(pair) == {}
    writer.execute("COMMIT")
    writer.close()
    assert pair.hosts[1].claim(10) == {1: 2}


def test_a_host_that_is_cut_off_within_a_message_keeps_no_table(pair: Pair) -> None:
    """PostgreSQL waits for the rest of it, and does not count that as idle: the locks would stay without end."""
    pair.journals[0].append([*opened(1)])
    connection = pair.database.open(host=pair.hosts[0].id)
    cut = connection.pgconn
    cut.enter_pipeline_mode()
    for statement in (b"BEGIN", b"SELECT token FROM leases WHERE tbl = 1 FOR SHARE"):
        cut.send_query_params(statement, [])
    cut.send_flush_request()  # no end of the message
    cut.flush()
    locked = "SELECT count(*) FROM pg_locks WHERE relation = 'leases'::regclass AND mode = 'RowShareLock'"
    while not pair.bases[0].execute(locked).fetchone()[0]:
        pass
    taken = take_over(pair)
    while not taken:  # the session ends a moment after it is told to
        taken = pair.hosts[1].claim(10)
    assert taken == {1: 2}
    connection.close()


def test_a_write_that_waits_for_a_takeover_finds_the_new_token(pair: Pair) -> None:
    pair.journals[0].append([*opened(1)])
    base = pair.bases[1]
    base.execute("BEGIN")
    base.execute("UPDATE leases SET owner = %s, token = token + 1 WHERE tbl = 1", (pair.hosts[1].id,))
    lost: list[frozenset[int]] = []
    writing = threading.Thread(target=lambda: lost.append(pair.journals[0].append([entry(0)])))
    writing.start()
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    while not pair.bases[0].execute(waiting).fetchone()[0]:
        pass
    base.execute("COMMIT")
    writing.join()
    assert lost == [frozenset({1})] and pair.journals[1].entries(1, 1) == []


def test_handing_over_needs_the_own_token_and_a_living_host(pair: Pair) -> None:
    pair.journals[0].append([*opened(1)])
    first, second = pair.hosts
    assert not first.hand_over(1, 2, second.id)
    assert not second.hand_over(1, 1, second.id)
    second.leave()
    assert not first.hand_over(1, 1, second.id)
    second.beat([], 0)
    assert first.hand_over(1, 1, second.id)
    assert second.leases() == {1: 2}
    row = (1, "t", "keilty", "waiting", ("Ann",), 6, 0, False, False)
    assert first.neighbours(()).tables == {1: RemoteTable(second.id, None, frozenset())}
    for host, name in ((first, "another's"), (second, "t")):
        host.publish(1, (1, name, *row[2:]), [b"ann"])
    assert first.neighbours([2]).tables == {1: RemoteTable(second.id, row, frozenset([b"ann"]))}
    assert second.neighbours([1]).tables == {}
    found = [(one.id, one.addresses, one.room, one.tables) for one in first.hosts()]
    assert found == [(first.id, ("a:1",), 5, 0), (second.id, (), 0, 1)]


class FaultyDatabase(Database):
    """With each statement *fault* is called first, with the connection; it may raise."""

    def __init__(self, url: str, fault: Callable[[Any, str], None]) -> None:
        super().__init__(url, Signer(SEED).public)
        self._fault = fault

    def open(self, *, make: bool = False, host: int = 0) -> Any:  # noqa: ANN401 - a psycopg.Connection
        return FaultyConnection(self._fault, super().open(make=make, host=host))


class FaultyConnection:
    """A connection of a ``FaultyDatabase``."""

    def __init__(self, fault: Callable[[Any, str], None], base: Any) -> None:  # noqa: ANN401
        self._fault, self._base = fault, base

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._base, name)

    def execute(self, statement: str, *values: object) -> Any:  # noqa: ANN401
        self._fault(self._base, statement)
        return self._base.execute(statement, *values)


@pytest.mark.parametrize("commits", [False, True])
def test_a_commit_of_unknown_outcome_is_done_once(pair: Pair, database_url: str, commits: bool) -> None:
    """The connection breaks in the second COMMIT: the rows are there once, whether the database had them or not."""
    ends = list[str]()

    def breaks(base: Any, statement: str) -> None:  # noqa: ANN401
        ends.extend([statement] * (statement == "COMMIT"))
        if statement == "COMMIT" and len(ends) == 2:
            if commits:
                base.execute(statement)
                base.execute("SELECT 1").fetchone()
            base.close()
            raise psycopg.OperationalError("the connection is lost")

    database = FaultyDatabase(database_url, breaks)
    journal = PostgresJournal(database, pair.sealing, pair.hosts[0].id, patience=5)
    journal.trouble = pytest.fail
    journal.append([*opened(1), entry(0)])
    assert journal.append([entry(1), InputRecorded(1, 5, 5, b"x")]) == frozenset()
    assert len(ends) == (2 if commits else 3)
    assert len(journal.entries(1, 1)) == 2 and count_of(journal, "inputs") == 1
    assert journal.append([entry(2)]) == frozenset()
    journal.close()


def test_a_connection_that_was_lost_while_it_rested_is_made_again_for_a_reading(
    pair: Pair, postgres_server: PostgresServer, database_url: str
) -> None:
    pair.journals[0].append([*opened(1), entry(0)])
    reader = PostgresJournal(pair.database, pair.sealing, pair.hosts[1].id, patience=READING_PATIENCE)
    reader.open_tables()
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    postgres_server.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}", database_url)
    assert len(reader.entries(1, 1)) == 1
    reader.close()


def test_a_full_disk_is_named_and_the_rows_are_there_once_when_there_is_room(
    pair: Pair, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_journal, "TROUBLE_SECONDS", 0.0)
    monkeypatch.setattr(postgres_journal, "PAUSE", 0.0)
    pair.journals[0].append([*opened(1)])
    said = list[str]()

    def full(_: object, statement: str) -> None:
        if statement.startswith("INSERT INTO journal") and not said:
            raise psycopg.errors.DiskFull('could not extend file "base/1/2": No space left on device')

    journal = PostgresJournal(FaultyDatabase(database_url, full), pair.sealing, pair.hosts[0].id)
    journal.trouble = said.append
    assert journal.append([entry(0), InputRecorded(1, 1, 1, b"x")]) == frozenset()
    (line,) = said
    assert "No space left on device; make room on the disk of the database" in line and "\n" not in line
    assert len(journal.entries(1, 1)) == count_of(journal, "inputs") == 1
    journal.close()


def test_what_fails_for_good_or_for_too_long_is_told(pair: Pair, database_url: str) -> None:
    pair.journals[0].append([*opened(1)])
    away, wrong = psycopg.OperationalError("it is away"), psycopg.errors.DatatypeMismatch("it is wrong")
    for patience, problem in ((0, away), (5, wrong)):
        faults = list[psycopg.Error]()

        def fault(_: object, statement: str, faults: list[psycopg.Error] = faults) -> None:
            if faults and statement != "ROLLBACK":
                raise faults[0]

        journal = PostgresJournal(FaultyDatabase(database_url, fault), pair.sealing, 1, patience=patience)
        faults.append(problem)
        calls: dict[str, Callable[[], object]] = {
            "written": partial(journal.append, [entry(0)]),
            "read": partial(journal.entries, 1, 1),
            "read (": partial(journal.history, 1),
        }
        for what, call in calls.items():
            with raises(JournalError, "journal", f"cannot be {what}", "(it is "):
                call()
        journal.close()


def test_the_database_holds_nothing_that_gives_a_hand_away(pair: Pair) -> None:
    """Secrets, checkpoints and inputs are sealed, and open under the hosts' key alone, at their place alone."""
    journal = pair.journals[0]
    journal.append(
        [*opened(1), Checkpoint(1, 0, 0, 0, b"all of the hands"), SecretKept(1, 1, 1, 0, b"deck-secret", b"p")]
    )
    journal.append([InputRecorded(1, 1, 1, b"what was sent")])
    stored = b"".join(bytes(body) for (body,) in pair.bases[0].execute("SELECT body FROM journal"))
    assert not any(text in stored for text in (b"all of the hands", b"deck-secret", b"what was sent"))
    sealed = pair.sealing.seal(b"text", "secret", 1, 1, 1, 0)
    assert pair.sealing.open(sealed, "secret", 1, 1, 1, 0) == b"text"
    for opener, place in ((pair.sealing, 2), (Sealing(b"else" * 8, secrets.token_bytes), 1)):
        with raises(JournalError, "journal", "does not open"):
            opener.open(sealed, "secret", place, 1, 1, 0)


def test_a_lease_whose_host_is_unknown_is_taken(pair: Pair) -> None:
    pair.journals[0].append([*opened(1)])
    pair.bases[0].execute("DELETE FROM hosts WHERE id = %s", (pair.hosts[0].id,))
    assert pair.hosts[1].claim(10) == {1: 2}


def test_a_host_with_a_file_imports_no_driver() -> None:
    code = "import rummynet.host.run_host, sys; raise SystemExit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def await_rows(server: PostgresServer, query: str) -> list[tuple[Any, ...]]:
    """Run the query until it finds something."""
    while not (found := server.run(query, "postgres")):
        pass
    return found


def set_standby(server: PostgresServer, standby: str) -> None:
    """Let commits wait for this standby, a little later; not if it is empty."""
    server.run(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'", "postgres")
    server.run("SELECT pg_reload_conf()", "postgres")


def test_a_commit_that_is_cancelled_while_it_waits_for_the_standby_is_not_done(
    pair: Pair, postgres_server: PostgresServer
) -> None:
    """PostgreSQL says that it is, with a warning; a failover would lose it."""
    journal, written, is_over = pair.journals[0], list[int](), threading.Event()
    journal.append([*opened(1)])

    def write() -> None:
        while not is_over.is_set():
            journal.append([entry(len(written))])
            written.append(len(written))

    writer = threading.Thread(target=write, daemon=True)
    waiting = f"FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'rummynet {journal.host}'"
    set_standby(postgres_server, "nobody")
    try:
        writer.start()
        ((pid,),) = await_rows(postgres_server, f"SELECT pid {waiting}")
        before = len(written)
        for _ in range(2):  # the commit, and the question whether it was one
            postgres_server.run(f"SELECT pg_cancel_backend({pid})", "postgres")
            again = f"SELECT pid {waiting} AND pid <> {pid}"
            while len(written) == before and not (found := postgres_server.run(again, "postgres")):
                pass
            assert len(written) == before
            ((pid,),) = found
    finally:
        is_over.set()
        set_standby(postgres_server, "")
    writer.join(30)
    assert [one for one, _ in journal.entries(1, 1)] == [b"entry"] * (before + 1)
