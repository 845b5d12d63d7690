"""A host as one of a cluster: a thread keeps its leases, another takes over those of hosts that are gone.

Each has a connection of its own: neither a slow write nor a long history costs a lease. Tables that were taken over are
read from the journal and handed to the reactor, which adopts them. What the reactor wants of the database is queued.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from rummynet.host.cluster.bot_folders import restore_bot, seal_bot
from rummynet.host.cluster.cut_off import CutOff
from rummynet.host.cluster.membership import Membership, Neighbours
from rummynet.host.dispatcher import Dispatcher
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.journal.resume import Resumed, resume_table
from rummynet.table.journal.table_history import BadHistory
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import said

LEASE_SECONDS: Final = 3.0
"""Time after which a host that is not heard from loses its tables."""
BEATS: Final = 4
"""Signs of life within that time."""
SURE: Final = 0.8
"""Share of a lease, by this machine's own clock, in which nobody can have taken our tables."""
STUCK_SECONDS: Final = 15.0
"""Time after which a reactor that does not run costs the host its tables."""
READ_SECONDS: Final = 2.0
"""Neighbours are read this often though nothing was notified: a notification may be lost."""
PUBLISH_SECONDS: Final = 0.25
WAIT_SECONDS: Final = 0.1
STOP_SECONDS: Final = 2.0
"""How long the end of the host waits for its threads."""
CLAIMED_AT_ONCE: Final = 4
"""Tables that are taken over together: the other hosts take theirs meanwhile."""
SPREAD: Final = 3
"""Tables that this host may have more than another before new ones go there."""
RETURN_SECONDS: Final = 0.5
"""Time that a person who has a seat elsewhere has to say what they want here."""
DRAIN_SECONDS: Final = 0.1
"""Pause between two tables that are handed over."""
DRAIN_CALLS: Final = 50
"""Such pauses at the end for people who have not been sent on."""

Work = Callable[[Membership], None]


@dataclass(slots=True)
class Adopted:
    """A table that was read from the journal, and the token under which it is ours; None if it cannot be resumed."""

    number: int
    token: int
    table: Resumed | None
    why: str = ""


class ClusterHost:
    """The cluster as the dispatcher sees it. All methods but those of the thread are called in the reactor's thread.

    *journal* is a second one, for reading. *drained* is called once all tables have gone to others, on an operator's
    wish.
    """

    def __init__(
        self,
        database: Database,
        sealing: Sealing,
        journal: PostgresJournal,
        dispatcher: Dispatcher,
        transcripts: Transcripts,
        reactor: Any,  # noqa: ANN401 - Twisted's own type
        logbook: Logbook,
        bots: Path,
        write: Any,  # noqa: ANN401 - a Write, in which the writer's journal reads logs
        writer_journal: PostgresJournal,
        drained: Callable[[], None],
        lease: float = LEASE_SECONDS,
    ) -> None:
        self.id = journal.host
        self.neighbours = Neighbours()
        self.draining = False
        self.takeovers = 0
        """Tables taken over since the start."""
        self.beat_seconds = 0.0
        """How long the last sign of life took."""
        self._database, self._sealing, self._journal, self._dispatcher = database, sealing, journal, dispatcher
        self._transcripts, self._reactor, self._logbook, self._bots = transcripts, reactor, logbook, bots
        self._write, self._writer_journal, self._drained, self._lease = write, writer_journal, drained, lease
        self._addresses: tuple[str, ...] = ()
        self._work: deque[Work] = deque()
        self._published: dict[int, object] = {}
        self._reserving = False
        self._drain_calls_left = DRAIN_CALLS
        self._stopping = threading.Event()
        self._seen_at = self._sure_until = time.monotonic()
        self._cut_off = CutOff()
        self._room = 0
        self._failed: dict[int, int] = {}
        """By table that could not be resumed its token."""
        self._asked: dict[int, int] = {}
        """By table the token under which it was handed to the reactor."""
        self._beating_since = time.monotonic()
        self._threads = [
            threading.Thread(target=self._run, args=(keep,), name="cluster", daemon=True)
            for keep in (self._beat, self._take_over)
        ]

    # -- start and end

    def start(self, addresses: Iterable[str]) -> None:
        """Be a host at these addresses from now on."""
        self._addresses = tuple(addresses)
        self._dispatcher.moves.cluster = self
        self._dispatcher.is_lease_unsure = self.is_unsure
        self._tick()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Give up all leases and end the threads. To be called when nothing more is written."""
        self._stopping.set()
        until = time.monotonic() + STOP_SECONDS
        for thread in reversed(self._threads):  # the one that gives up the leases last
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))

    def is_unsure(self) -> bool:
        """Whether another host may have taken tables of ours, for all that we know."""
        return time.monotonic() >= self._sure_until

    def drain(self) -> None:
        """Hand all tables over, one by one, and end."""
        if not self.draining:
            self.draining = True
            self._logbook.note("draining", tables=len(self._dispatcher.lobby.tables))
            self._drain_next()

    # -- as the dispatcher sees it

    def addresses_of(self, table: int) -> tuple[str, ...] | None:
        """As ``Cluster.addresses_of``."""
        found = self.neighbours.tables.get(table)
        if found is None or self._failed.get(table) is not None:
            return None
        owner = self.neighbours.hosts.get(found.owner)
        return owner.addresses if owner is not None and owner.alive else ()

    def addresses_here(self) -> tuple[str, ...]:
        """As ``Cluster.addresses_here``."""
        return self._addresses

    def table_of(self, key: bytes) -> int | None:
        """A table of another host at which this person has a seat; None if they are at one here."""
        tables = self._dispatcher.lobby.tables.values()
        if any(key in table.seating.members for table in tables):
            return None
        return next((table for table, one in self.neighbours.tables.items() if key in one.members), None)

    def person_came(self, key: bytes) -> None:
        """As ``Cluster.person_came``."""
        if self.table_of(key) is not None:
            self._reactor.callLater(RETURN_SECONDS, self._send_home, key)

    def _send_home(self, key: bytes) -> None:
        table = self.table_of(key)
        if table is not None:
            self._dispatcher.send_on(table, (key,))

    def place_for_new_table(self) -> tuple[str, ...]:
        """As ``Cluster.place_for_new_table``."""
        ours, limit = len(self._dispatcher.lobby.tables), self._dispatcher.lobby.context.limits.tables
        others = [host for host in self.neighbours.hosts.values() if host.alive and not host.draining and host.room > 0]
        best = min(others, key=lambda host: host.tables, default=None)
        if best is None or not (self.draining or ours >= limit or ours > best.tables + SPREAD):
            return ()
        return best.addresses

    def bot_made(self, table: int, key: bytes) -> None:
        """As ``Cluster.bot_made``."""
        try:
            sealed = seal_bot(self._bots / key.hex(), key, self._sealing)
        except (OSError, RummynetError) as problem:
            self._logbook.trouble("a bot cannot be kept for other hosts", problem, table=table)
            return
        self._work.append(lambda base: base.keep_bot(key, table, sealed))

    def other_addresses(self) -> tuple[str, ...]:
        """Where the other living hosts are."""
        return tuple(one for host in self.neighbours.hosts.values() if host.alive for one in host.addresses)

    # -- in the reactor's thread

    def _tick(self) -> None:
        """Show that the reactor runs; publish what has changed."""
        if self._stopping.is_set():
            return
        self._seen_at = time.monotonic()
        if self._cut_off.is_due(self.is_unsure(), self._seen_at) and self.other_addresses():
            for peer in self._dispatcher.peers:
                peer.goodbye("closing", said("this host cannot reach its database; another one may have your table"))
        lobby = self._dispatcher.lobby
        self._room = 0 if self.draining else lobby.context.limits.tables - len(lobby.tables)
        if len(lobby.numbers) < 4 and not self._reserving:
            self._reserving = True
            self._work.append(self._reserve)
        shown: dict[int, object] = {}
        for number, table in lobby.tables.items():
            row, members = lobby.row(number), tuple(seat.key for seat in table.seating.seats.values())
            shown[number] = (row, members)
            if self._published.get(number) != shown[number]:
                self._work.append(partial(Membership.publish, table=number, row=row, members=members))
        if shown != self._published:
            self._work.append(Membership.notify)
        self._published = shown
        self._reactor.callLater(PUBLISH_SECONDS, self._tick)

    def _renewed(self, owned: dict[int, int], known: dict[int, int], until: float) -> None:
        """Our leases were renewed: give up the tables that others have taken before; of the rest we are sure."""
        for number, token in known.items():
            if owned.get(number) != token and self._dispatcher.tokens.get(number) == token:
                if number in self._dispatcher.lobby.tables:
                    self._logbook.warn("another host has taken a table over", table=number)
                self._dispatcher.give_up_table(number)
        self._sure_until = until

    def _numbers_reserved(self, numbers: list[int]) -> None:
        self._reserving = False
        for number in numbers:
            self._dispatcher.lobby.numbers.reserve(number, 1)

    def _neighbours_read(self, neighbours: Neighbours) -> None:
        known = self.other_addresses()
        before, self.neighbours = self.neighbours, neighbours
        if (addresses := self.other_addresses()) != known:
            self._dispatcher.show_hosts(addresses)
        rows = {number: one.row for number, one in neighbours.tables.items() if one.row and number not in self._failed}
        shown = all(one.row or number in self._failed for number, one in neighbours.tables.items())
        self._dispatcher.show_elsewhere(rows, are_all=shown)
        for number, one in neighbours.tables.items():
            was = before.tables.get(number)
            owner, earlier = neighbours.hosts.get(one.owner), before.hosts.get(one.owner)
            is_news = was is None or was.owner != one.owner or earlier is None or not earlier.alive
            if is_news and owner is not None and owner.alive:
                self._dispatcher.send_on(number, [key for key in one.members if self.table_of(key) == number])

    def _adopt(self, adopted: Adopted) -> None:
        number = adopted.number
        if adopted.table is None:
            self._failed[number] = adopted.token
            self._logbook.warn(
                "a table could not be resumed; it stays in the journal, for the version of rummynet that wrote it",
                table=number,
                why=adopted.why,
            )
            return
        game = adopted.table.table.game
        if game is not None and adopted.table.table.stage == "playing":
            log = partial(self._writer_journal.entries, number, game.number)
            self._write(partial(self._transcripts.resume, number, game.number, log), lambda _: None)
        self.takeovers += 1
        self._dispatcher.adopt_table(adopted.table, adopted.token)
        self._logbook.note("took a table over", table=number)

    def _drain_next(self) -> None:
        tables = self._dispatcher.lobby.tables
        if self._stopping.is_set():
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
            number = next(iter(tables))
            token = self._dispatcher.tokens[number]
            self._work.append(partial(self._hand_over, number, token, to.id))
        self._reactor.callLater(DRAIN_SECONDS, self._drain_next)

    # -- in the thread

    def _hand_over(self, number: int, token: int, to: int, base: Membership) -> None:
        if base.hand_over(number, token, to):
            base.notify()
            self._reactor.callFromThread(self._dispatcher.give_up_table, number)

    def _reserve(self, base: Membership) -> None:
        self._reactor.callFromThread(self._numbers_reserved, base.reserve_numbers())

    def _run(self, keep: Callable[[Membership], None]) -> None:
        """Keep a connection for as long as the host runs; *keep* is the life of one."""
        told = False
        while not self._stopping.is_set():
            base = None
            try:
                base = self._database.open()
                if told:
                    self._reactor.callFromThread(self._logbook.note, "the database is back")
                told = False
                keep(Membership(base, self.id))
            except (self._database.errors, JournalError) as problem:
                if not told and not self._stopping.is_set():
                    told, why = True, self._database.why(problem)
                    self._reactor.callFromThread(partial(self._logbook.warn, "the database cannot be used", why=why))
                self._stopping.wait(WAIT_SECONDS)
            finally:
                if base is not None:
                    with suppress(self._database.errors):
                        base.close()

    def _beat(self, base: Membership) -> None:
        """Give signs of life, and nothing else: reading tables may take longer than a lease."""
        base.forget_gone()
        self._beating_since = time.monotonic()
        is_first = True
        while not self._stopping.is_set():
            now = time.monotonic()
            if now < self._seen_at + STUCK_SECONDS:
                known = self._asked.copy()
                if base.beat(self._lease, self._addresses, self._room) and not self.draining:
                    self._reactor.callFromThread(self.drain)
                owned = base.owned()  # read after the beat: nobody takes them until the lease is over
                self.beat_seconds = time.monotonic() - now
                self._reactor.callFromThread(self._renewed, owned, known, now + SURE * self._lease)
                if is_first:
                    base.notify()
                is_first = False
            self._stopping.wait(max(0.0, now + self._lease / BEATS - time.monotonic()))
        with suppress(self._database.errors):
            base.leave()

    def _take_over(self, base: Membership) -> None:
        """Take tables over, publish ours, and read those of others."""
        base.listen()
        connected_at = time.monotonic()
        read_at = float("-inf")
        while not self._stopping.is_set():
            while self._work:
                self._work[0](base)
                self._work.popleft()
            now = time.monotonic()
            if not self.draining and self._room > 0 and not self.is_unsure():
                # after a database was away the others' time is over as well: let them come back first
                since = max(connected_at, self._beating_since)
                if base.claim(CLAIMED_AT_ONCE, lapsed=now >= since + self._lease):
                    read_at = float("-inf")
            self._load(base)
            if self._heard_of_a_change(base):
                read_at = float("-inf")
            if time.monotonic() >= read_at + READ_SECONDS:
                read_at = time.monotonic()
                neighbours = base.neighbours(list(self._dispatcher.lobby.tables))
                self._reactor.callFromThread(self._neighbours_read, neighbours)

    def _heard_of_a_change(self, base: Membership) -> bool:
        """Wait a moment for a notification of another host."""
        came = [*base.base.notifies(timeout=WAIT_SECONDS, stop_after=1), *base.base.notifies(timeout=0)]
        return any(one.pid != base.base.info.backend_pid for one in came)

    def _load(self, base: Membership) -> None:
        """Read some of the tables that are ours by their leases, and not open yet, and hand them to the reactor."""
        left = CLAIMED_AT_ONCE
        owned = base.owned()
        opened = self._dispatcher.tokens.copy()
        for number in [one for one in self._asked if one not in owned]:
            del self._asked[number]
        for number, token in owned.items():
            if self._asked.get(number) == token:
                continue
            if opened.get(number) != token:  # else it was opened here
                if not left:
                    continue
                left -= 1
                self._reactor.callFromThread(self._adopt, self._read(base, number, token))
                base.notify()
            self._asked[number] = token

    def _read(self, base: Membership, number: int, token: int) -> Adopted:
        try:
            with self._journal.reading():
                history = self._journal.history(number)
            for key, sealed in base.bots(number).items():
                restore_bot(self._bots, key, sealed, self._sealing)
            return Adopted(number, token, resume_table(history, self._dispatcher.lobby.context))
        except (BadHistory, JournalError, OSError) as problem:
            if isinstance(problem.__cause__, self._database.errors):
                raise
            return Adopted(number, token, None, str(problem))
