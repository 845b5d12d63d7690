"""A thread with its own connection to the database, which it makes again for as long as the host runs."""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from rummynet.host.cluster.membership import Membership
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database

# Seconds between two attempts, and of waiting for a notification: work that the reactor has queued waits for it as
# well, so a table's row or a handover is this late at most.
WAIT_SECONDS: Final = 0.1

Keep = Callable[[Membership], None]
"""The life of one connection. May raise psycopg.Error and JournalError: then it is called with the next one."""


Work = Callable[[Membership], None]  # what the reactor wants of the database


@dataclass(slots=True)
class HostStanding:
    """A host's standing in its cluster; times are of its monotonic clock. ``lease``: seconds."""

    lease: float
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
    beating_since: float = field(default_factory=time.monotonic)  # since when it has had its connection
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
