"""A host's place in its cluster, as the database has it: its own row, the leases of tables, the common lobby.

All times are the database's. A host is alive until its row says otherwise, and says so itself several times in that
span. A lease names the host that writes a table; the host that takes it raises the token, and every write of the
host before fails from then on. So a clock that is wrong, or a host that was stopped, costs a pause and nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rummynet_protocol import codec
from rummynet_protocol.values import Value, field
from rummynet_protocol.wire.message_codec import TableRow

CHANNEL: Final = "rummynet"  # the channel of NOTIFY: something of hosts, leases or lobby has changed
REBALANCE: Final = "rebalance"
"""What a notification says by which hosts are asked to share their tables out; all others say nothing."""


_END_SESSIONS: Final = (
    "SELECT pg_terminate_backend(a.pid) FROM hosts h "
    "JOIN pg_stat_activity a ON a.application_name = 'rummynet ' || h.id "
    "WHERE h.until < clock_timestamp() AND EXISTS (SELECT 1 FROM leases WHERE owner = h.id) "
    "AND a.datname = current_database() AND a.xact_start IS NOT NULL AND a.wait_event = 'ClientRead'"
)
"""Ends transactions of hosts whose time is over and that wait for more from them. Their locks would keep the tables: a
host that was cut off or stopped within a message is not idle for PostgreSQL, which waits for the rest without end. One
that is being committed does not wait for its host."""


class HostRecord(Value):
    """A host of the cluster. ``left``: seconds until it counts as gone, negative once it does."""

    id: int
    name: str
    addresses: tuple[str, ...]
    left: float
    draining: bool
    room: int
    tables: int

    @property
    def alive(self) -> bool:
        """Whether it keeps its tables."""
        return self.left > 0


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
    """The statements of host *id* on its own connection, *base*. All methods raise psycopg.Error."""

    def __init__(self, base: Any, id: int) -> None:  # noqa: ANN401 - a psycopg.Connection
        self.base, self.id = base, id

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

    def beat(self, seconds: float, addresses: Iterable[str], room: int) -> bool:
        """Be alive for this many seconds from now on. Return whether an operator wants it drained."""
        statement = (
            "UPDATE hosts SET until = clock_timestamp() + make_interval(secs => %s), addresses = %s, room = %s "
            "WHERE id = %s RETURNING draining"
        )
        found = self.base.execute(statement, (seconds, list(addresses), room, self.id)).fetchone()
        return bool(found and found[0])

    def leave(self) -> None:
        """Give up all leases: others take the tables at once."""
        # Not the time of now: that tells a host that has left from one that is late, and its tables are taken without a
        # wait.
        self.base.execute("UPDATE hosts SET until = '-infinity' WHERE id = %s", (self.id,))
        self.notify()

    def ask_to_drain(self, host: int) -> None:
        """Have a host hand its tables over and end."""
        self.base.execute("UPDATE hosts SET draining = TRUE WHERE id = %s", (host,))

    def forget_gone(self) -> None:
        """Delete the rows of hosts that went a day ago and have no table."""
        self.base.execute(
            # A day, so that ``rummynet cluster`` shows an operator what has died in the night.
            "DELETE FROM hosts WHERE until < clock_timestamp() - interval '1 day' AND NOT EXISTS "
            "(SELECT 1 FROM leases WHERE owner = hosts.id)"
        )

    def reserve_numbers(self, count: int) -> list[int]:
        """So many numbers for new tables, which nobody else gets."""
        found = self.base.execute("SELECT nextval('numbers') FROM generate_series(1, %s)", (count,))
        return [int(number) for (number,) in found]

    # -- leases

    def claim(self, most: int, *, lapsed: bool) -> dict[int, int]:
        """Take over tables of hosts that have left, or are unknown, or whose time is over: by table the new token.

        *lapsed*: also the last, or only the others.

        A lease that is locked by a write is left for the next time; with *lapsed* writes that wait for such a host end.
        """
        if lapsed:
            self.base.execute(_END_SESSIONS)
        gone = "h.until < clock_timestamp()" if lapsed else "h.until = '-infinity'"
        statement = (
            "UPDATE leases SET owner = %s, token = token + 1 WHERE tbl IN (SELECT tbl FROM leases l LEFT JOIN hosts h "
            f"ON h.id = l.owner WHERE l.owner <> %s AND (h.id IS NULL OR {gone}) ORDER BY tbl LIMIT %s "
            "FOR UPDATE OF l SKIP LOCKED) RETURNING tbl, token"
        )
        return dict(self.base.execute(statement, (self.id, self.id, most)).fetchall())

    def leases(self) -> dict[int, int]:
        """By table of this host its token: also those that another host has handed over."""
        return dict(self.base.execute("SELECT tbl, token FROM leases WHERE owner = %s", (self.id,)).fetchall())

    def hand_over(self, table: int, token: int, to: int) -> bool:
        """Give a table to another host; False if it was not ours, or that host is gone."""
        statement = (
            "UPDATE leases SET owner = %s, token = token + 1 WHERE tbl = %s AND owner = %s AND token = %s AND EXISTS "
            "(SELECT 1 FROM hosts WHERE id = %s AND until > clock_timestamp())"
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
        """All hosts, oldest first."""
        query = (
            "SELECT id, name, addresses, CASE WHEN isfinite(until) THEN extract(epoch FROM until - clock_timestamp()) "
            "ELSE -1e9 END, draining, room, (SELECT count(*) FROM leases WHERE owner = hosts.id) FROM hosts ORDER BY id"
        )
        return [
            HostRecord(id, name, tuple(addresses), float(left), draining, room, tables)
            for id, name, addresses, left, draining, room, tables in self.base.execute(query)
        ]

    def neighbours(self, ours: Iterable[int]) -> Neighbours:
        """The other hosts, and all tables but *ours*."""
        query = (
            "SELECT l.tbl, l.owner, b.row, b.members FROM leases l LEFT JOIN lobby b ON b.tbl = l.tbl "
            "WHERE l.tbl <> ALL(%s)"
        )
        tables = {
            table: RemoteTable(owner, unpacked_row(row), frozenset(map(bytes, members or ())))
            for table, owner, row, members in self.base.execute(query, (list(ours),))
        }
        return Neighbours({host.id: host for host in self.hosts() if host.id != self.id}, tables)

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
    statement = "INSERT INTO hosts (name, addresses, until) VALUES (%s, '{}', clock_timestamp()) RETURNING id"
    return int(base.execute(statement, (name,)).fetchone()[0])


def unpacked_row(packed: bytes | None) -> TableRow | None:
    """A row of the lobby as ``publish`` packed it."""
    if packed is None:
        return None
    number, name, variant, stage, names, seats, watchers, closed, sealed = codec.unpack(bytes(packed))
    return number, name, variant, stage, tuple(names), seats, watchers, closed, sealed
