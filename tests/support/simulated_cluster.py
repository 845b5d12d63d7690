"""A cluster with a simulated database, network and clocks: a seed decides everything, so that a run can be repeated.

The hosts' dispatchers, groups of effects, redirects and adoption are the real ones (``rummynet.host``). A table is a
log with a number of entries. The database keeps leases, tokens and logs as the SQL of ``postgres_journal`` and
``membership`` does, which ``test_fencing`` holds against PostgreSQL. Clients act and look, and remember what they were
told: nothing that was acknowledged may be lost or be there twice, and nobody who looks may see less than was
acknowledged before.
"""

import heapq
import io
import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from rummynet.host.cluster.cluster_host import ClusterHost
from rummynet.host.cluster.database_thread import SURE
from rummynet.host.cluster.membership import BEAT_SECONDS, HostRecord, Neighbours, RemoteTable, SignsOfLife
from rummynet.host.cluster.other_hosts import OtherHosts
from rummynet.host.cluster.takeover import Takeover
from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.dispatch.table_arrivals import adopt_table
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.postgres.postgres_schema import LEASE_SECONDS
from rummynet.table.api.effects import Append, Effect, Send
from rummynet.table.api.host_context import Limits
from rummynet.table.api.inputs import Input, RequestReceived
from rummynet.table.api.records import EntryLogged
from rummynet_protocol.wire.messages import Done, Here, Redirect, Refused, Say

TABLES, HOSTS, CLIENTS = 3, 3, 4
ROW = (1, "", "keilty", "playing", (), 0, 0, False, False)


class Broken(Exception):
    """A rule of the history does not hold."""


@dataclass
class World:
    """Time and chance. Events run in the order of their times; ``now`` is the true time in seconds."""

    chance: random.Random
    now: float = 0.0
    _events: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _numbers: Any = field(default_factory=itertools.count)

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + max(0.0, seconds), next(self._numbers), do))

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, do = heapq.heappop(self._events)
            do()

    def delay(self) -> float:
        """Of a message or a write: mostly short, sometimes as long as a lease."""
        return self.chance.choice((0.001, 0.01, 0.05, 0.3, 2.0)) * self.chance.random()


class SimDatabase:
    """Leases, tokens and logs. Each method is one transaction."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.beats: dict[int, int] = {}
        self.leases = {table: (0, 0) for table in range(1, TABLES + 1)}
        self.logs: dict[int, list[tuple[bytes, int]]] = {table: [] for table in self.leases}
        """By table the entries, each with the host that wrote it."""

    def is_stale(self, host: int, table: int, token: int) -> bool:
        return self.leases[table] != (host, token)

    def append(self, host: int, rows: Iterable[EntryLogged], tokens: Mapping[int, int]) -> frozenset[int]:
        rows = list(rows)
        lost = self.confirm(host, {row.table for row in rows}, tokens)
        for row in rows:
            if row.table in lost:
                continue
            log = self.logs[row.table]
            if row.index != len(log):  # the primary key: the host ends
                raise Broken(f"host {host} writes entry {row.index} of table {row.table} where {len(log)} is due")
            log.append((row.entry, host))
        return lost

    def confirm(self, host: int, tables: Iterable[int], tokens: Mapping[int, int]) -> frozenset[int]:
        return frozenset(table for table in tables if self.is_stale(host, table, tokens.get(table, 1)))

    def beat(self, host: int) -> None:
        self.beats[host] = self.beats.get(host, 0) + 1

    def claim(self, host: int, gone: Mapping[int, int]) -> None:
        for table, (owner, token) in self.leases.items():
            if owner != host and self.beats.get(owner) == gone.get(owner):
                self.leases[table] = host, self.next_token(token)

    def next_token(self, token: int) -> int:
        return token + 1

    def owned(self, host: int) -> dict[int, int]:
        return {table: token for table, (owner, token) in self.leases.items() if owner == host}


class SimTable:
    """A table that is only its log."""

    def __init__(self, number: int, log: list[bytes]) -> None:
        self.number, self.log = number, log
        self.seating = SimpleNamespace(members=(), seats={})
        self.bots = SimpleNamespace(keys=())
        self.running = None


class SimLobby:
    """What the dispatcher uses of a lobby."""

    def __init__(self) -> None:
        self.tables: dict[int, SimTable] = {}
        self.context = SimpleNamespace(limits=Limits())
        self.rows = SimpleNamespace(is_partial=True, elsewhere={})

    def take_input(self, input: Input, ms: int, unix: int) -> list[Effect]:
        if not isinstance(input, RequestReceived) or input.request.table not in self.tables:  # type: ignore[union-attr]
            return []
        request: Any = input.request
        table = self.tables[request.table]
        if isinstance(request, Say):
            table.log.append(request.text.encode())
            row = EntryLogged(table.number, 1, len(table.log) - 1, table.log[-1], b"")
            return [Append(row), Send((input.key,), Done(request.n, None))]
        return [Send((input.key,), Refused(request.n, "length", str(len(table.log))))]  # names no table, as others

    def adopt_table(self, table: SimTable, journal: object, offset: int = 0) -> None:
        self.tables[table.number] = table

    def give_up_table(self, number: int) -> SimTable:
        return self.tables.pop(number)

    def welcome_back(self, number: int, ms: int, unix: int) -> list[Effect]:
        return []

    def show_elsewhere(self, *_: object) -> list[Effect]:
        return []


@dataclass(slots=True)
class SimCall:
    """A delayed call of a host's reactor."""

    host: "SimHost"
    do: Callable[..., object]
    args: tuple[object, ...]
    is_active: bool = True

    def active(self) -> bool:
        return self.is_active

    def cancel(self) -> None:
        self.is_active = False

    def turn(self) -> None:
        host = self.host
        if host.is_dead or not self.is_active:
            return
        if host.world.now < host.awake_at:
            host.world.later(host.awake_at - host.world.now, self.turn)
            return
        self.is_active = False
        self.do(*self.args)


class SimHost(OtherHosts):
    """One run of a host: its reactor is this object too, and stands still while it is stopped."""

    def __init__(self, world: World, base: SimDatabase, id: int) -> None:
        self.world, self.base, self.id = world, base, id
        self.is_dead, self.is_cut, self.awake_at = False, False, 0.0
        self.rate = world.chance.uniform(0.97, 1.03)
        self.signs = SignsOfLife()
        self.sure: Any = SimpleNamespace(sure_until=float("-inf"), asked={})
        journal: Any = SimpleNamespace(
            append=lambda rows, tokens: base.append(id, rows, tokens),
            confirm=lambda tables, tokens: base.confirm(id, tables, tokens),
        )
        lobby: Any = SimLobby()
        nothing: Any = SimpleNamespace(append=lambda rows: None, give_up=lambda table: None)
        logbook = Logbook(io.StringIO())
        self.dispatcher = Dispatcher(
            lobby, journal, nothing, self, self.seconds, self.seconds, logbook, self.failed, self.write  # type: ignore[arg-type]
        )  # fmt: skip
        super().__init__(self.dispatcher, self)
        self.addresses = (str(id),)
        self.dispatcher.moves.cluster = self
        self.standing: Any = SimpleNamespace(_dispatcher=self.dispatcher, _logbook=logbook, _standing=self.sure)
        self.callLater(0, self.keep)
        self.callLater(0, self.take_over)

    # -- as a reactor

    def seconds(self) -> float:
        """Of the host's own clock."""
        return self.world.now * self.rate

    def callLater(self, seconds: float, do: Callable[..., object], *args: object) -> "SimCall":
        """Its turn comes late if the host is stopped then."""
        call = SimCall(self, do, args)
        self.world.later(seconds / self.rate, call.turn)
        return call

    def with_base(self, work: Callable[[], object], done: Callable[[], object]) -> None:
        """Use the database after some time, and go on after some more; it waits while the host is cut off."""
        if self.is_cut:
            self.callLater(0.2, self.with_base, work, done)
            return

        def use() -> None:
            if self.is_cut:
                self.with_base(work, done)
                return
            work()
            self.callLater(self.world.delay(), done)

        self.callLater(self.world.delay(), use)

    def write(self, work: Callable[[], None], done: Callable[[Exception | None], None]) -> None:
        self.with_base(work, lambda: done(None))

    def failed(self, problem: Exception) -> None:
        raise Broken(f"host {self.id} ends: {problem}")

    # -- its leases

    def is_unsure(self) -> bool:
        return bool(self.seconds() >= self.sure.sure_until)

    def bot_made(self, table: int, key: bytes) -> None:
        """There are no bots."""

    def keep(self) -> None:
        """As ``renew_leases``."""
        now, known, owned = self.seconds(), self.sure.asked.copy(), dict[int, int]()

        def beat() -> None:
            self.base.beat(self.id)
            owned.update(self.base.owned(self.id))

        def done() -> None:
            ClusterHost.renewed(self.standing, owned, known, now + SURE * LEASE_SECONDS)
            self.callLater(max(0.0, now + BEAT_SECONDS - self.seconds()), self.keep)

        self.with_base(beat, done)

    def take_over(self) -> None:
        """As ``Takeover.keep``; what it reads is decided by the real ``load_own``."""
        adopted: list[tuple[int, int, list[bytes]]] = []
        user: Any = SimpleNamespace(adopt=adopted.append)
        reading: Any = SimpleNamespace(
            read=lambda _, number, token: (number, token, [entry for entry, _ in self.base.logs[number]])
        )
        takeover = Takeover(
            self.sure, user, lambda do, *args: do(*args), reading, tuple, lambda: self.dispatcher.tokens.copy()
        )
        found: list[Neighbours] = []

        def look() -> None:
            others = {host: count for host, count in self.base.beats.items() if host != self.id}
            self.signs.look(others, self.seconds())
            if not self.is_unsure():
                self.base.claim(self.id, self.signs.gone())
            base: Any = SimpleNamespace(leases=lambda: self.base.owned(self.id), notify=lambda: None)
            takeover.load_own(base)
            found.append(self.neighbours_now())

        def done() -> None:
            for number, token, log in adopted:
                journal = SimpleNamespace(extend_timers=lambda ms: None)
                one: Any = SimpleNamespace(table=SimTable(number, log), journal=journal, ms=0, timers={})
                adopt_table(self.dispatcher, one, token, has_moved=True)
            self.neighbours_read(found[0])
            self.callLater(0.1, self.take_over)

        self.with_base(look, done)

    def neighbours_now(self) -> Neighbours:
        base = self.base
        hosts = {
            host: HostRecord(host, "", (str(host),), self.signs.silent(host, 0.0), False, 9, 0)
            for host in base.beats
            if host != self.id
        }
        tables = {
            table: RemoteTable(owner, ROW, frozenset())
            for table, (owner, _) in base.leases.items()
            if owner not in (self.id, 0)
        }
        return Neighbours(hosts, tables)


class SimClient:
    """One connection at a time, and one request; who waits too long connects elsewhere and asks again."""

    def __init__(self, cluster: "SimCluster", number: int) -> None:
        self.cluster, self.world = cluster, cluster.world
        self.key = bytes([number]) * 32
        self.number, self.asked = number, 0
        self.host: SimHost | None = None
        self.peer: object = None
        self.request: Any = None
        self.least = 0
        """Acknowledged entries of the table when the request was made."""
        self.world.later(1.0 + self.world.chance.random(), self.next)

    def next(self) -> None:
        chance, self.asked = self.world.chance, self.asked + 1
        table, text = chance.randint(1, TABLES), f"{self.number} {self.asked}"
        self.request = Say(self.asked, table, text) if chance.random() < 0.6 else Here(self.asked, table)
        self.least = len(self.cluster.told[table])
        self.send(self.host)

    def send(self, host: SimHost | None) -> None:
        """Connect if need be, and ask. A request that was sent before is there at most once for a table."""
        living = [one for one in self.cluster.hosts if not one.is_dead]
        if host is None or host.is_dead:
            host = self.world.chance.choice(living)
        is_new = host is not self.host or self.peer is None
        if is_new:
            self._hang_up()
            self.host, self.peer = host, SimPeer(self)
        request, peer = self.request, self.peer

        def arrive() -> None:
            if is_new:
                host.dispatcher.connected(self.key, "", peer)  # type: ignore[arg-type]
            host.dispatcher.handle_request(self.key, request, peer)  # type: ignore[arg-type]
            host.dispatcher.flush()

        host.callLater(self.world.delay(), arrive)
        self.world.later(9.0, lambda: self.lost(peer, request))

    def _hang_up(self) -> None:
        if self.host is not None and self.peer is not None:
            self.host.callLater(0, self.host.dispatcher.disconnected, self.key, self.peer)
        self.host = self.peer = None

    def lost(self, peer: object, request: object) -> None:
        """Nothing came: ask for something else, elsewhere. Whether the old one is in a log, nobody was told."""
        if peer is self.peer and request is self.request:
            self._hang_up()
            self.next()

    def hear(self, peer: object, message: Any) -> None:  # noqa: ANN401
        if peer is not self.peer:
            return
        if isinstance(message, Redirect):
            (where, *_) = message.addresses or ("0",)
            found = [one for one in self.cluster.hosts if str(one.id) == where and not one.is_dead]
            self._hang_up()
            self.send(found[0] if found else None)
        elif getattr(message, "n", None) == self.request.n:
            table = self.request.table
            if isinstance(self.request, Say):
                self.cluster.acknowledged(table, self.request.text.encode())
            elif int(message.says) < self.least:
                raise Broken(f"table {table} is shown with {message.says} entries after {self.least} were told")
            self.world.later(self.world.delay(), self.next)
            self.request = SimpleNamespace(n=0, table=0)


class SimPeer:
    """A connection, at the host's side."""

    def __init__(self, client: SimClient) -> None:
        self.client = client

    def send(self, packed: Any) -> None:  # noqa: ANN401
        self._tell(packed.message)

    def redirect(self, to: Redirect) -> None:
        self._tell(to)

    def goodbye(self, code: str, says: str) -> None:
        """The client asks again after a while."""

    def _tell(self, message: object) -> None:
        world = self.client.world
        world.later(0.001 * world.chance.random(), lambda: self.client.hear(self, message))


class SimCluster:
    """The hosts, their database, and clients; faults come by chance. ``told`` are acknowledged entries by table."""

    def __init__(self, seed: int) -> None:
        self.world = World(random.Random(seed))
        self.base = SimDatabase(self.world)
        self.told: dict[int, list[bytes]] = {table: [] for table in self.base.leases}
        self._ids = itertools.count(1)
        self.hosts = [SimHost(self.world, self.base, next(self._ids)) for _ in range(HOSTS)]
        self.clients = [SimClient(self, number) for number in range(CLIENTS)]
        self.takeovers = 0
        self.world.later(3.0, self._fault)

    def acknowledged(self, table: int, entry: bytes) -> None:
        if not any(one == entry for one, _ in reversed(self.base.logs[table])):  # most are among the last
            raise Broken(f"an acknowledged entry of table {table} is lost: {entry!r}")
        self.told[table].append(entry)

    def _fault(self) -> None:
        chance = self.world.chance
        host = chance.choice(self.hosts)
        match chance.choice(("stop", "stop", "cut", "cut", "kill", "end")):
            case "stop":
                host.awake_at = max(host.awake_at, self.world.now + chance.choice((1.0, 6.0, 12.0)))
            case "cut":
                host.is_cut = True
                self.world.later(chance.choice((1.0, 6.0, 12.0)), lambda: setattr(host, "is_cut", False))
            case "kill" | "end" as how:
                if how == "end":  # its tables are taken at once
                    self.base.beats.pop(host.id, None)
                host.is_dead = True
                self.hosts[self.hosts.index(host)] = SimHost(self.world, self.base, next(self._ids))
        self.world.later(chance.uniform(1.0, 5.0), self._fault)

    def run(self, seconds: float) -> None:
        """Raises Broken where the history breaks a rule."""
        self.world.run(seconds)
        for table, log in self.base.logs.items():
            entries = [entry for entry, _ in log]
            if len(set(entries)) != len(entries):
                raise Broken(f"an entry of table {table} is there twice")
            if missing := set(self.told[table]) - set(entries):
                raise Broken(f"acknowledged entries of table {table} are lost: {missing}")


def broken_by(seed: int, seconds: float = 60.0) -> str | None:
    """What is wrong with the history of this seed; None if nothing is."""
    try:
        SimCluster(seed).run(seconds)
    except Broken as problem:
        return str(problem)
    return None
