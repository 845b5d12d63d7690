"""A host's place in its cluster, as the database has it: its own row, the leases of tables, the common lobby.

A host counts its signs of life up in its row. The others look, and one whose count stands still for a lease, by the
clock of who looks, is gone: whatever the clock of the database says. A lease names the host that writes a table; the
host that takes it raises the token, and every write of the host before fails from then on. So a host that was stopped
costs a pause and nothing else.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, Final

from rummynet.host.storage.postgres.postgres_schema import LEASE_SECONDS
from rummynet_protocol import codec
from rummynet_protocol.values import Value, field, replace
from rummynet_protocol.wire.message_codec import TableRow

CHANNEL: Final = "rummynet"  # the channel of NOTIFY: something of hosts, leases or lobby has changed
REBALANCE: Final = "rebalance"
"""What a notification says by which hosts are asked to share their tables out; all others say nothing."""


# Signs of life within the time of a lease: two may be late, by the disk of the database or a lost packet, and the
# third still counts.
BEATS: Final = 4
BEAT_SECONDS: Final = LEASE_SECONDS / BEATS

_GONE: Final = "(h.id, h.beats) IN (SELECT * FROM unnest(%s::bigint[], %s::bigint[]))"
"""Hosts that have given no sign of life since that one."""
_END_SESSIONS: Final = (
    "SELECT pg_terminate_backend(a.pid) FROM hosts h "
    "JOIN pg_stat_activity a ON a.application_name = 'rummynet ' || h.id "
    f"WHERE {_GONE} AND EXISTS (SELECT 1 FROM leases WHERE owner = h.id) "
    "AND a.datname = current_database() AND a.xact_start IS NOT NULL AND a.wait_event = 'ClientRead'"
)
"""Ends transactions of hosts that are gone and that wait for more from them. Their locks would keep the tables: a
host that was cut off or stopped within a message is not idle for PostgreSQL, which waits for the rest without end. One
that is being committed does not wait for its host."""
_CLAIM: Final = (
    # Locked: a sign of life of that moment waits, and its host reads then that it has lost the tables.
    f"WITH silent AS (SELECT id FROM hosts h WHERE {_GONE} FOR NO KEY UPDATE SKIP LOCKED) "
    "UPDATE leases SET owner = %s, token = token + 1 WHERE tbl IN (SELECT tbl FROM leases l WHERE owner <> %s AND "
    "(owner IN (SELECT id FROM silent) OR NOT EXISTS (SELECT 1 FROM hosts WHERE id = l.owner AND NOT gone)) "
    "ORDER BY tbl LIMIT %s FOR UPDATE OF l SKIP LOCKED) RETURNING tbl, token"
)


class SignsOfLife:
    """How long each of the other hosts has been silent, by the clock of who looks."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, float]] = {}  # by host its count, and the seconds that it stands still
        self._at = 0.0

    def look(self, counts: Mapping[int, int], now: float) -> None:
        """Take the counts as they stand *now*.

        Of the time since the last look no more than that of a beat counts: whoever could not look for longer, stopped
        or without a database, does not know whether the others could give signs of life.
        """
        passed, self._at = min(max(0.0, now - self._at), BEAT_SECONDS), now
        before, self._seen = self._seen, {}
        for host, count in counts.items():
            was, silent = before.get(host, (count, -passed))
            self._seen[host] = count, silent + passed if was == count else 0.0

    def silent(self, host: int, told: float) -> float:
        """For how many seconds a host has been silent; as *told* if it has left, or was not there at the last look."""
        return told if told == inf or host not in self._seen else self._seen[host][1]

    def gone(self) -> dict[int, int]:
        """By host that has been silent for a whole lease its count."""
        return {host: count for host, (count, silent) in self._seen.items() if silent >= LEASE_SECONDS}


class HostRecord(Value):
    """A host of the cluster. ``silent``: seconds since its last sign of life, infinitely many once it has left."""

    id: int
    name: str
    addresses: tuple[str, ...]
    silent: float
    draining: bool
    room: int
    tables: int

    @property
    def alive(self) -> bool:
        """Whether it keeps its tables."""
        return self.silent < LEASE_SECONDS


class RemoteTable(Value):
    """A table that this host does not have. ``row`` is None until its host has shown it in the lobby."""

    owner: int
    row: TableRow | None
    members: frozenset[bytes]


class Neighbours(Value):
    """The other hosts and their tables, as of one reading."""

    hosts: Mapping[int, HostRecord] = field(default_factory=dict)
    tables: Mapping[int, RemoteTable] = field(default_factory=dict)


class Membership:
    """The statements of host *id*, 0 for an operator, on its own connection, *base*. All methods raise psycopg.Error.

    What it knows of the others by their signs of life ends with it.
    """

    def __init__(
        self,
        base: Any,  # noqa: ANN401 - a psycopg.Connection
        id: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.base, self.id = base, id
        self._clock, self._signs = clock, SignsOfLife()

    def listen(self) -> None:
        """Hear of changes from now on."""
        self.base.execute(f"LISTEN {CHANNEL}")

    def notify(self) -> None:
        """Tell the others of a change."""
        self.base.execute(f"NOTIFY {CHANNEL}")

    def ask_to_rebalance(self) -> None:
        """Have the hosts share their tables out."""
        self.base.execute("SELECT pg_notify(%s, %s)", (CHANNEL, REBALANCE))

    # -- this host

    def beat(self, addresses: Iterable[str], room: int) -> bool:
        """Give a sign of life. Return whether an operator wants the host drained."""
        statement = (
            "UPDATE hosts SET beats = beats + 1, beaten = clock_timestamp(), gone = FALSE, addresses = %s, room = %s "
            "WHERE id = %s RETURNING draining"
        )
        found = self.base.execute(statement, (list(addresses), room, self.id)).fetchone()
        return bool(found and found[0])

    def leave(self) -> None:
        """Give up all leases: others take the tables at once."""
        self.base.execute("UPDATE hosts SET gone = TRUE WHERE id = %s", (self.id,))
        self.notify()

    def ask_to_drain(self, host: int) -> None:
        """Have a host hand its tables over and end."""
        self.base.execute("UPDATE hosts SET draining = TRUE WHERE id = %s", (host,))

    def forget_gone(self) -> None:
        """Delete the rows of hosts that went a day ago and have no table."""
        self.base.execute(
            # A day, so that ``rummynet cluster`` shows an operator what has died in the night.
            "DELETE FROM hosts WHERE beaten < clock_timestamp() - interval '1 day' AND NOT EXISTS "
            "(SELECT 1 FROM leases WHERE owner = hosts.id)"
        )

    def reserve_numbers(self, count: int) -> list[int]:
        """So many numbers for new tables, which nobody else gets."""
        found = self.base.execute("SELECT nextval('numbers') FROM generate_series(1, %s)", (count,))
        return [int(number) for (number,) in found]

    # -- leases

    def claim(self, most: int) -> dict[int, int]:
        """Take over tables of hosts that have left, are unknown, or have been silent for a lease: by table the token.

        It also looks for signs of life, and with 0 for *most* that alone.
        A lease that is locked by a write is left for the next time; writes that wait for such a host end.
        """
        counts = self.base.execute("SELECT id, beats FROM hosts WHERE NOT gone AND id <> %s", (self.id,)).fetchall()
        self._signs.look(dict(counts), self._clock())
        if not most:
            return {}
        gone = self._signs.gone()
        silent = list(gone), list(gone.values())
        if gone:
            self.base.execute(_END_SESSIONS, silent)
        return dict(self.base.execute(_CLAIM, (*silent, self.id, self.id, most)).fetchall())

    def leases(self) -> dict[int, int]:
        """By table of this host its token: also those that another host has handed over."""
        return dict(self.base.execute("SELECT tbl, token FROM leases WHERE owner = %s", (self.id,)).fetchall())

    def hand_over(self, table: int, token: int, to: int) -> bool:
        """Give a table to another host; False if it was not ours, or that host has left."""
        statement = (
            "UPDATE leases SET owner = %s, token = token + 1 WHERE tbl = %s AND owner = %s AND token = %s AND EXISTS "
            "(SELECT 1 FROM hosts WHERE id = %s AND NOT gone)"
        )
        return bool(self.base.execute(statement, (to, table, self.id, token, to)).rowcount)

    # -- lobby and neighbours

    def publish(self, table: int, row: TableRow, members: Iterable[bytes]) -> None:
        """Show a table of this host's in the lobbies of all."""
        self.base.execute(
            "INSERT INTO lobby SELECT tbl, %s, %s FROM leases WHERE tbl = %s AND owner = %s "
            "ON CONFLICT (tbl) DO UPDATE SET row = excluded.row, members = excluded.members",
            (codec.pack(row), list(members), table, self.id),
        )

    def hosts(self) -> list[HostRecord]:
        """All hosts, oldest first; when each was heard is by the database's clock."""
        query = (
            "SELECT id, name, addresses, CASE WHEN gone THEN 'infinity' ELSE greatest(0, extract(epoch FROM "
            "clock_timestamp() - beaten)) END, draining, room, (SELECT count(*) FROM leases WHERE owner = hosts.id) "
            "FROM hosts ORDER BY id"
        )
        return [
            HostRecord(id, name, tuple(addresses), float(silent), draining, room, tables)
            for id, name, addresses, silent, draining, room, tables in self.base.execute(query)
        ]

    def neighbours(self, ours: Iterable[int]) -> Neighbours:
        """The other hosts, and all tables but *ours*; which hosts are alive is known by the last ``claim``."""
        query = (
            "SELECT l.tbl, l.owner, b.row, b.members FROM leases l LEFT JOIN lobby b ON b.tbl = l.tbl "
            "WHERE l.tbl <> ALL(%s)"
        )
        tables = {
            table: RemoteTable(owner, unpacked_row(row), frozenset(map(bytes, members or ())))
            for table, owner, row, members in self.base.execute(query, (list(ours),))
        }
        silent, others = self._signs.silent, [host for host in self.hosts() if host.id != self.id]
        return Neighbours({one.id: replace(one, silent=silent(one.id, one.silent)) for one in others}, tables)

    # -- bots

    def keep_bot(self, key: bytes, table: int, sealed: bytes) -> None:
        """Keep what another host needs to start this bot again."""
        self.base.execute("INSERT INTO bots VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", (key, table, sealed))

    def bots(self, table: int) -> dict[bytes, bytes]:
        """By key what is kept of a table's bots."""
        found = self.base.execute("SELECT key, sealed FROM bots WHERE tbl = %s", (table,))
        return {bytes(key): bytes(sealed) for key, sealed in found}


def join(base: Any, name: str) -> int:  # noqa: ANN401
    """Make a row for a host that starts; return its id. It counts as gone until its first beat."""
    statement = "INSERT INTO hosts (name, addresses) VALUES (%s, '{}') RETURNING id"
    (id,) = base.execute(statement, (name,)).fetchone()
    return int(id)


def unpacked_row(packed: bytes | None) -> TableRow | None:
    """A row of the lobby as ``publish`` packed it."""
    if packed is None:
        return None
    number, name, variant, stage, names, seats, watchers, closed, sealed = codec.unpack(bytes(packed))
    return number, name, variant, stage, tuple(names), seats, watchers, closed, sealed
