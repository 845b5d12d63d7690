"""A host as one of a cluster: what its reactor knows of the other hosts, and does with what two threads find.

One thread keeps the leases, another takes over those of hosts that are gone. Each has a connection of its own: neither
a slow write nor a long history costs a lease. What the reactor wants of the database is queued.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from rummynet.host.cluster.cluster_seat import ClusterSeat
from rummynet.host.cluster.database_thread import DatabaseThread, HostStanding, renew_leases
from rummynet.host.cluster.membership import Membership, Neighbours
from rummynet.host.cluster.other_hosts import SPREAD, OtherHosts
from rummynet.host.cluster.takeover import Adopted, TableReading, Takeover, seal_bot
from rummynet.host.dispatch.dispatcher import SLOW_SECONDS, Dispatcher
from rummynet.host.dispatch.table_arrivals import adopt_table, note_failure
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import session_name
from rummynet.table.lobby.lobby_rows import lobby_row
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import sentence

# As often as the lobby goes out by default (lobby_millis): rows that change faster would be seen by nobody.
PUBLISH_SECONDS: Final = 0.25
# Time for its threads when the host ends: a lease that is given up is taken at once, one that is not, after its time;
# service managers kill later.
STOP_SECONDS: Final = 2.0
# Pause between two tables that are handed over: their people dial and another host reads the history meanwhile; all
# at once, everybody would wait for the last.
DRAIN_SECONDS: Final = 0.1
# Such pauses at the end, or five seconds, for people who have not been sent on; then they find the others by the
# addresses they know.
DRAIN_CALLS: Final = 50


# How long a host is unsure of its leases before it parts from its people; twice as long before the next time, as the
# other hosts may be cut off as well, and people would be sent in circles.
CUT_OFF_SECONDS: Final = 3.0


class CutOff:
    """How long this host has been unsure of its leases. Times are of one monotonic clock, in seconds."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._seconds = CUT_OFF_SECONDS

    def is_due(self, unsure: bool, now: float) -> bool:
        """Whether people are to go now. Counts from the first call: a host that was stopped asks the database first."""
        if not unsure:
            self._since, self._seconds = None, CUT_OFF_SECONDS
            return False
        if self._since is None:
            self._since = now
        if now < self._since + self._seconds:
            return False
        self._since, self._seconds = now, 2 * self._seconds
        return True


class ClusterHost(OtherHosts):
    """The cluster as the dispatcher sees it. All methods are called in the reactor's thread.

    *drained* is called once all tables have gone to others, on an operator's wish.
    """

    def __init__(
        self,
        seat: ClusterSeat,
        dispatcher: Dispatcher,
        reactor: Any,  # noqa: ANN401 - Twisted's own type
        logbook: Logbook,
        bots: Path,
        drained: Callable[[], None],
    ) -> None:
        super().__init__(dispatcher, reactor)
        self.id, database = seat.id, seat.database
        self.takeovers = 0  # tables taken over since the start
        self._sealing, self._logbook, self._bots, self._drained = seat.sealing, logbook, bots, drained
        self._standing = standing = HostStanding()
        self._published: dict[int, object] = {}
        self._takers: set[int] = set()  # hosts that get tables from here until they have about as many
        self._database, self._is_slow = database, False
        self._is_giving = False
        self._reserving = False
        self._drain_calls_left = DRAIN_CALLS
        self._cut_off = CutOff()
        call, lobby = reactor.callFromThread, dispatcher.lobby
        renewal = partial(renew_leases, standing, self.renewed, self.drain, call, database.errors)
        reading = TableReading(seat.reader, seat.sealing, bots, lobby.context, database.errors)
        takeover = Takeover(standing, self, call, reading, lambda: list(lobby.tables), lambda: dispatcher.tokens.copy())
        self._threads = [
            DatabaseThread(keep, self.id, database, standing, reactor, logbook) for keep in (renewal, takeover.keep)
        ]

    # -- start and end

    def start(self, addresses: Iterable[str]) -> None:
        """Be a host at these addresses from now on."""
        self._standing.addresses = self.addresses = tuple(addresses)
        self._dispatcher.moves.cluster = self
        self._tick()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Give up all leases and end the threads. To be called when nothing more is written."""
        self._standing.stopping.set()
        until = time.monotonic() + STOP_SECONDS
        for thread in reversed(self._threads):  # the one that gives up the leases last
            thread.join(max(0.0, until - time.monotonic()))

    def is_unsure(self) -> bool:
        """Whether another host may have taken tables of ours, for all that we know."""
        return self._standing.is_unsure

    @property
    def draining(self) -> bool:
        """Whether its tables go to the other hosts."""
        return self._standing.draining

    @property
    def beat_seconds(self) -> float:
        """How long the last sign of life took."""
        return self._standing.beat_seconds

    def drain(self) -> None:
        """Hand all tables over, one by one, and end."""
        if not self.draining:
            self._standing.draining = True
            self._logbook.note("draining", tables=len(self._dispatcher.lobby.tables))
            self._drain_next()

    # -- as the dispatcher sees it

    def bot_made(self, table: int, key: bytes) -> None:
        """As ``Cluster.bot_made``."""
        try:
            sealed = seal_bot(self._bots / key.hex(), key, self._sealing)
        except (OSError, RummynetError) as problem:
            self._logbook.trouble("a bot cannot be kept for other hosts", problem, table=table)
            return
        self._standing.work.append(lambda base: base.keep_bot(key, table, sealed))

    # -- in the reactor's thread

    def _tick(self) -> None:
        """Show that the reactor runs; publish what has changed."""
        if self._standing.stopping.is_set():
            return
        now, writing = time.monotonic(), self._dispatcher.seconds_writing
        # A host whose journal takes nothing serves its tables no more than one whose reactor stands still.
        self._standing.seen_at = now - writing
        if writing >= SLOW_SECONDS and not self._is_slow:
            self._reactor.callInThread(self._tell_slow)
        self._is_slow = writing >= SLOW_SECONDS
        if self._cut_off.is_due(self.is_unsure(), now) and self.other_addresses():
            for peer in self._dispatcher.peers:
                peer.goodbye(
                    "closing", sentence("this host cannot reach its database; another one may have your table")
                )
        lobby = self._dispatcher.lobby
        self._standing.room = 0 if self.draining else lobby.context.limits.tables - len(lobby.tables)
        if (wanted := lobby.numbers.wanted) and not self._reserving:
            self._reserving = True
            self._standing.work.append(partial(self._reserve, count=wanted))
        shown: dict[int, object] = {}
        for number, table in lobby.tables.items():
            row, members = lobby_row(table), tuple(seat.key for seat in table.seating.seats.values())
            shown[number] = (row, members)
            if self._published.get(number) != shown[number]:
                self._standing.work.append(partial(Membership.publish, table=number, row=row, members=members))
        if shown != self._published:
            self._standing.work.append(Membership.notify)
        self._published = shown
        self._reactor.callLater(PUBLISH_SECONDS, self._tick)

    def _tell_slow(self) -> None:
        """Log what a write waits for, while it waits. In a thread; the connections that are open may wait as well."""
        query = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s AND wait_event = 'SyncRep'"
        with suppress(JournalError, self._database.errors), closing(self._database.open()) as base:
            if base.execute(query, (session_name(self.id),)).fetchone():
                why = "PostgreSQL waits for its synchronous standby; bring that back, or name another one"
                self._reactor.callFromThread(partial(self._logbook.warn, "nothing is written or answered", why=why))

    def renewed(self, owned: dict[int, int], known: dict[int, int], until: float) -> None:
        """As ``Renewed``: give up the tables that others have taken before; of the rest we are sure."""
        for number, token in known.items():
            if owned.get(number) != token and self._dispatcher.tokens.get(number) == token:
                if number in self._dispatcher.lobby.tables:
                    self._logbook.warn("another host has taken a table over", table=number)
                self._dispatcher.give_up_table(number)
        self._standing.sure_until = until

    def _numbers_reserved(self, numbers: list[int]) -> None:
        self._reserving = False
        for number in numbers:
            self._dispatcher.lobby.numbers.reserve(number, 1)
        self.open_held()

    def neighbours_read(self, neighbours: Neighbours) -> None:
        """As ``TakeoverUser.neighbours_read``. A host that has come gets some of our tables."""
        if self._has_read:
            self._takers |= neighbours.hosts.keys() - self.neighbours.hosts.keys()
        super().neighbours_read(neighbours)
        self._give_one()

    def rebalance(self) -> None:
        """As ``TakeoverUser.rebalance``."""
        self._takers |= self.neighbours.hosts.keys()

    def _give_one(self) -> None:
        """Hand a table to one of the hosts that are to get some. One at a time: the next reading knows of it."""
        hosts, tables = self.neighbours.hosts, self._dispatcher.lobby.tables
        self._takers = {id for id in self._takers if id in hosts and len(tables) > hosts[id].tables + SPREAD}
        ready = [hosts[id] for id in self._takers if hosts[id].alive and not hosts[id].draining and hosts[id].room > 0]
        if not ready or self._is_giving or self.draining or self.is_unsure():
            return
        to = min(ready, key=lambda host: host.tables)
        # Nobody at a waiting table loses a moment of a game.
        number = min(tables, key=lambda one: (tables[one].stage == "playing", one))
        self._is_giving = True
        self._logbook.note("handing a table over", table=number, to=to.name, host=to.id)
        self._standing.work.append(partial(self._hand_over, number, self._dispatcher.tokens[number], to.id))

    def adopt(self, adopted: Adopted) -> None:
        """As ``TakeoverUser.adopt``."""
        if not self._dispatcher.takes_inputs:
            return  # it ends, and gives its leases up
        number = adopted.number
        if adopted.table is None:
            self._failed[number] = adopted.token
            note_failure(self._logbook, number, adopted.why)
            return
        self.takeovers += 1
        adopt_table(self._dispatcher, adopted.table, adopted.token, has_moved=True)
        self._logbook.note("took a table over", table=number)

    def _drain_next(self) -> None:
        tables = self._dispatcher.lobby.tables
        if self._standing.stopping.is_set():
            return
        if not tables:
            self._drain_calls_left -= 1
            if self._dispatcher.moves.has_strays and self._drain_calls_left > 0:
                self._reactor.callLater(DRAIN_SECONDS, self._drain_next)
            else:
                self._drained()
            return
        others = [host for host in self.neighbours.hosts.values() if host.alive and not host.draining]
        if others:
            to = min(others, key=lambda host: host.tables)
            number = min(tables)
            token = self._dispatcher.tokens[number]
            self._logbook.note("handing a table over", table=number, to=to.name, host=to.id)
            self._standing.work.append(partial(self._hand_over, number, token, to.id))
        self._reactor.callLater(DRAIN_SECONDS, self._drain_next)

    # -- in the thread that takes tables over

    def _hand_over(self, number: int, token: int, to: int, base: Membership) -> None:
        if base.hand_over(number, token, to):
            base.notify()
            self._reactor.callFromThread(self._dispatcher.give_up_table, number)
        self._reactor.callFromThread(self._given)

    def _given(self) -> None:
        self._is_giving = False

    def _reserve(self, base: Membership, count: int) -> None:
        self._reactor.callFromThread(self._numbers_reserved, base.reserve_numbers(count))
