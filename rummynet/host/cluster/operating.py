"""What operators ask of a cluster's database: which hosts there are, what they have, how far behind a standby is."""

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import Any, Final

from rummynet.host.cluster.cluster_seat import ID_FILE
from rummynet.host.cluster.membership import HostRecord, Membership, unpacked_row
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database
from rummynet_protocol.values import Value, asdict

# Time for a host to hand its tables over: at ten tables a second (DRAIN_SECONDS) more than half of the most that one
# can have, 5,000; then a person should look.
DRAIN_PATIENCE: Final = 300.0
_PAUSE: Final = 0.2  # between two looks whether it is done: an operator waits, the database has other work


class LeaseRow(Value):
    """A table with its host, its token, and what the lobby shows of it."""

    table: int
    host: int
    token: int
    name: str
    stage: str


class Standby(Value):
    """A standby of PostgreSQL's. ``seconds`` behind, None if unknown."""

    name: str
    state: str
    seconds: float | None


class Overview(Value):
    """A cluster at one moment."""

    where: str
    hosts: tuple[HostRecord, ...]
    leases: tuple[LeaseRow, ...]
    standbys: tuple[Standby, ...]

    def as_json(self) -> Mapping[str, Any]:
        """For programs."""
        return {
            "journal": self.where,
            "hosts": [
                {
                    "id": host.id,
                    "name": host.name,
                    "addresses": list(host.addresses),
                    "state": state(host),
                    "silent_seconds": round(host.silent, 1) if isfinite(host.silent) else None,
                    "tables": host.tables,
                    "room": host.room,
                }
                for host in self.hosts
            ],
            "tables": list(map(asdict, self.leases)),
            "standbys": list(map(asdict, self.standbys)),
        }


def state(host: HostRecord) -> str:
    """``alive``, ``draining`` or ``gone``."""
    if not host.alive:
        return "gone"
    return "draining" if host.draining else "alive"


def read_overview(url: str) -> Overview:
    """The cluster with the journal at *url*. Raises JournalError."""
    database = Database(url, None)
    with closing(database.open()) as base:
        try:
            hosts = _present(Membership(base).hosts())
            query = "SELECT l.tbl, l.owner, l.token, b.row FROM leases l LEFT JOIN lobby b USING (tbl) ORDER BY l.tbl"
            leases = [LeaseRow(table, host, token, *_shown(row)) for table, host, token, row in base.execute(query)]
            query = "SELECT application_name, state, extract(epoch FROM replay_lag) FROM pg_stat_replication"
            standbys = [
                Standby(name, mode or "hidden", None if seconds is None else float(seconds))
                for name, mode, seconds in base.execute(query)
            ]
        except database.errors as problem:
            raise database.failure(problem, "read") from problem
    return Overview(database.where, tuple(hosts), tuple(leases), tuple(standbys))


def _present(hosts: Sequence[HostRecord]) -> list[HostRecord]:
    """The hosts without those that have started again since: the row of an earlier life has no tables."""
    newest = {(host.name, host.addresses): host.id for host in hosts}  # the oldest comes first
    return [host for host in hosts if host.alive or host.tables or newest[host.name, host.addresses] == host.id]


def rebalance(url: str) -> int:
    """Ask the hosts to share their tables out; return how many there are. Raises JournalError."""
    database = Database(url, None)
    with closing(database.open()) as base:
        try:
            members = Membership(base)
            members.ask_to_rebalance()
            return sum(host.alive for host in members.hosts())
        except database.errors as problem:
            raise database.failure(problem) from problem


def drain(url: str, folder: Path) -> tuple[int, dict[int, tuple[int, str]]]:
    """Have the host of this folder hand its tables over and end; its number, and by table who has it then.

    Raises JournalError.
    """
    try:
        number = int((folder / ID_FILE).read_text())
    except (OSError, ValueError):
        raise JournalError(f"no host of a cluster has run in {folder}; name the right folder with --data DIR") from None
    database = Database(url, None)
    with closing(database.open()) as base:
        try:
            members = Membership(base)
            found = {host.id: host for host in members.hosts()}
            if number not in found or not found[number].alive:
                raise JournalError(f"the host of {folder} does not run; its tables are at other hosts already")
            if not any(host.alive and not host.draining for host in found.values() if host.id != number):
                raise JournalError("there is no other host to hand the tables to; start one with the same --journal")
            query = "SELECT tbl, owner FROM leases ORDER BY tbl"
            tables = [table for table, owner in base.execute(query).fetchall() if owner == number]
            members.ask_to_drain(number)
            until = time.monotonic() + DRAIN_PATIENCE
            while any(host.alive for host in members.hosts() if host.id == number):
                if time.monotonic() >= until:
                    raise JournalError("the host has not handed all of its tables over; look at its log")
                time.sleep(_PAUSE)
            owners = dict(base.execute(query).fetchall())
        except database.errors as problem:
            raise database.failure(problem) from problem
    return number, {table: (owners[table], found[owners[table]].name) for table in tables if owners.get(table) in found}


def _shown(row: bytes | None) -> tuple[str, str]:
    found = unpacked_row(row)
    return (found[1], found[3]) if found is not None else ("", "")
