"""Both journals under the same groups of rows: a commit's time, processor time and bytes for each action.

An action makes an input of 380 bytes and an entry of 340, with the signed statement in both; a round has 100 actions,
and then a checkpoint. A group has one action at each of so many tables, as when all of them act while the group before
is being written.
"""

import os
import resource
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.processes import Process
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.table.api.records import Checkpoint, EntryLogged, GameBegun, InputRecorded, JournalRow, TableOpened
from rummynet_protocol.fairness.signing import Signer
from tests.support.postgres import PostgresServer, running_server, why_not

TABLES: Final = (1, 10, 100)
"""Actions in a group."""
SECONDS: Final = 3.0
SEED: Final = bytes(32)
POINT: Final = secrets.token_bytes(4000)
ROUND: Final = 100
"""Actions between two checkpoints."""


def journals() -> dict[str, Any]:
    """By the number of actions in a group, the figures of both journals; with the reason where there is no server."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"sqlite": {str(most): _measure(_sqlite(Path(folder), most), most) for most in TABLES}}
    reason = why_not()
    if reason is not None:
        return {**found, "postgres": {"skipped": reason}}
    with running_server(durable=True) as server:
        return {**found, "postgres": {str(most): _measure(_postgres(server), most, server) for most in TABLES}}


def _sqlite(folder: Path, most: int) -> Journal:
    return SqliteJournal(folder / f"{most}.sqlite3")


def _postgres(server: PostgresServer) -> Journal:
    database = Database(server.database(), Signer(SEED).public)
    database.open(make=True).close()
    return PostgresJournal(database, Sealing(SEED, secrets.token_bytes))


def _measure(journal: Journal, most: int, server: PostgresServer | None = None) -> dict[str, float]:
    opened: list[JournalRow] = []
    for table in range(1, most + 1):
        opened.append(TableOpened(table, "t", "keilty", {}, bytes(32), 0, "host", {}, bytes(32)))
        opened += [Checkpoint(table, 0, 0, 0, b"point"), GameBegun(table, 1, b"log", (), 0)]
    journal.append(opened)
    of_server = _server_usage(server) if server is not None else (0.0, 0)
    written = Process(os.getpid()).usage().written
    groups, began, before = 0, time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    for rows in _groups(most):
        journal.append(rows)
        groups += 1
        if (spent := time.perf_counter() - began) > SECONDS:
            break
    after = resource.getrusage(resource.RUSAGE_SELF)
    server_cpu, log_bytes = _server_usage(server) if server is not None else (0.0, 0)
    journal.close()
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    figures = {
        "milliseconds_a_commit": round(1000 * spent / groups, 2),
        "actions_a_second": round(groups * most / spent),
        "cpu_microseconds_an_action": round(1_000_000 * cpu / (groups * most), 1),
    }
    if server is None:
        written = Process(os.getpid()).usage().written - written
        return {**figures, "written_bytes_an_action": round(written / (groups * most))}
    return {
        **figures,
        "server_cpu_microseconds_a_commit": round(1_000_000 * (server_cpu - of_server[0]) / groups, 1),
        "write_ahead_bytes_an_action": round((log_bytes - of_server[1]) / (groups * most)),
    }


def _server_usage(server: PostgresServer) -> tuple[float, int]:
    """Seconds of processor time of its processes that run, and bytes of write-ahead log so far."""
    assert server.process is not None
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    cpu = sum(Process(int(one)).usage().cpu for one in children)
    [(log_bytes,)] = server.run("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn", "postgres")
    return cpu, int(log_bytes)


def _groups(most: int) -> Iterator[list[JournalRow]]:
    index = 0
    while True:
        rows: list[JournalRow] = []
        for table in range(1, most + 1):
            statement = secrets.token_bytes(170) + bytes(100)  # hashes and a signature, and what compresses
            rows.append(InputRecorded(table, index, 0, bytes(110) + statement, (statement,)))
            rows.append(EntryLogged(table, 1, index, statement + bytes(70), secrets.token_bytes(64)))
            if (index + table) % ROUND == 0:  # not at all tables at once
                rows.append(Checkpoint(table, index, 0, 0, POINT, index + 1, index))
        yield rows
        index += 1
