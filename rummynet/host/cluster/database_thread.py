"""A thread with its own connection to the database, which it makes again; and what one of them does: keep leases.

Signs of life have a thread to themselves: reading tables may take longer than a lease.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from rummynet.host.cluster.membership import BEAT_SECONDS, Membership
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_schema import LEASE_SECONDS

# Seconds between two attempts, and of waiting for a notification: work that the reactor has queued waits for it as
# well, so a table's row or a handover is this late at most.
WAIT_SECONDS: Final = 0.1

Keep = Callable[[Membership], None]
"""The life of one connection. May raise psycopg.Error and JournalError: then it is called with the next one."""


Work = Callable[[Membership], None]  # what the reactor wants of the database


@dataclass(slots=True)
class HostStanding:
    """A host's standing in its cluster; times are of its monotonic clock."""

    stopping: threading.Event = field(default_factory=threading.Event)

    # written by the reactor's thread
    addresses: tuple[str, ...] = ()
    room: int = 0  # tables that this host may take
    draining: bool = False
    seen_at: float = field(default_factory=time.monotonic)  # when the reactor ran last
    sure_until: float = field(default_factory=time.monotonic)  # until then nobody can have taken our tables
    work: deque[Work] = field(default_factory=deque)
    """Filled by the reactor's thread, emptied by the one that takes tables over."""

    # written by the thread that renews the leases
    beat_seconds: float = 0.0  # how long the last sign of life took

    # written by the thread that takes tables over
    asked: dict[int, int] = field(default_factory=dict)  # by table the token under which it was handed to the reactor

    @property
    def is_unsure(self) -> bool:
        """Whether another host may have taken tables of ours, for all that we know."""
        return time.monotonic() >= self.sure_until


class DatabaseThread:
    """Runs *keep* with a connection, for host *id*, until ``standing.stopping`` is set."""

    def __init__(
        self,
        keep: Keep,
        id: int,
        database: Database,
        standing: HostStanding,
        reactor: Any,  # noqa: ANN401 - Twisted's own type
        logbook: Logbook,
    ) -> None:
        self._keep, self._id, self._database, self._standing = keep, id, database, standing
        self._reactor, self._logbook = reactor, logbook
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for its end, at most so long."""
        if self._thread.is_alive():
            self._thread.join(max(0.0, seconds))

    def _run(self) -> None:
        told, stopping = False, self._standing.stopping
        while not stopping.is_set():
            base = None
            try:
                base = self._database.open(host=self._id)
                if told:
                    self._reactor.callFromThread(self._logbook.note, "the database is back")
                told = False
                self._keep(Membership(base, self._id))
            except (self._database.errors, JournalError) as problem:
                if not told and not stopping.is_set():
                    told, why = True, self._database.why(problem)
                    self._reactor.callFromThread(partial(self._logbook.warn, "the database cannot be used", why=why))
                stopping.wait(WAIT_SECONDS)
            finally:
                if base is not None:
                    with suppress(self._database.errors):
                        base.close()


# Share of a lease in which, by this machine's own clock, nobody can have taken our tables: the rest is for clocks
# that run differently, by far more than crystals do.
SURE: Final = 0.8
# Time after which a reactor that does not run, or a write that does not end, costs the host its tables: a process that
# only renews leases would keep them from everybody. Longer than the pauses of a working host: a start with many tables,
# a slow disk.
STUCK_SECONDS: Final = 15.0

Call = Callable[..., object]  # calls a function with arguments in the reactor's thread


Renewed = Callable[[dict[int, int], dict[int, int], float], None]
"""Our leases were renewed: by table the token of each now, and of those known just before. Nobody takes them until this
time of the monotonic clock."""


def renew_leases(
    standing: HostStanding, renewed: Renewed, drain: Callable[[], None], call: Call, errors: type[Exception],
    base: Membership,
) -> None:  # fmt: skip
    """The life of a connection (``Keep``) that gives signs of life until the host ends; then leases are given up.

    *drain*: an operator wants the host drained. *errors* are those of the driver.
    """
    base.forget_gone()
    is_first = True
    while not standing.stopping.is_set():
        now = time.monotonic()
        if now < standing.seen_at + STUCK_SECONDS:
            known = standing.asked.copy()
            if base.beat(standing.addresses, standing.room) and not standing.draining:
                call(drain)
            owned = base.leases()  # read after the beat: nobody takes them until the lease is over
            standing.beat_seconds = time.monotonic() - now
            call(renewed, owned, known, now + SURE * LEASE_SECONDS)
            if is_first:  # the others learn of this host now, not when they read the next time
                base.notify()
            is_first = False
        standing.stopping.wait(max(0.0, now + BEAT_SECONDS - time.monotonic()))
    with suppress(errors):
        base.leave()
