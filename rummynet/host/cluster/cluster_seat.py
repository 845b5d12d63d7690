"""What a host that starts needs of its cluster: its number, a journal to write and one to read."""

import secrets
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final, TypeVar

from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.postgres.connecting import Database, doubts
from rummynet_protocol.fairness.signing import Signer

T = TypeVar("T")

ID_FILE: Final = "cluster-id"  # the file in a host's folder with its number in the cluster
# Seconds between two looks of a starting host for a database that is away: soon enough for a person who watches, and
# nothing to a server that recovers.
START_PAUSE: Final = 1.0
# Seconds for which a table's history is read again. That connection rests between takeovers: it may have been lost
# since, with a database that is back, and a takeover that began again for it would wait for another lease.
READING_PATIENCE: Final = 1.0


class ClusterSeat:
    """A host of the cluster, not alive yet. ``journal`` is the one that it writes, ``reader`` a second one to read.

    ``doubts`` are what an operator should mend about the database.
    """

    def __init__(self, url: str, identity: bytes, name: str, waiting: Callable[[JournalError], None]) -> None:
        """Make the tables in a new database, and a row for this host.

        While the database is away, wait for it; *waiting* is called once with the reason. A service that ended instead
        would be started again and again, until its manager gives up. Raises JournalError where waiting brings nothing.
        """
        from rummynet.host.cluster.membership import join  # a host with a file needs none of these
        from rummynet.host.storage.postgres.postgres_journal import PostgresJournal
        from rummynet.host.storage.postgres.sealing import Sealing

        self.database = Database(url, Signer(identity).public)
        self.sealing = Sealing(identity, secrets.token_bytes)
        self.id, self.doubts = _once_there(self.database, lambda base: (join(base, name), doubts(base)), waiting)
        self.journal: PostgresJournal = PostgresJournal(self.database, self.sealing, self.id)
        self.reader: PostgresJournal = PostgresJournal(self.database, self.sealing, self.id, patience=READING_PATIENCE)

    def close(self) -> None:
        """Close the connection for reading."""
        self.reader.close()


def _once_there(database: Database, work: Callable[[Any], T], waiting: Callable[[JournalError], None]) -> T:
    """Do this once the database is there. *waiting* is called once, if it is away. Raises JournalError."""
    said = False
    while True:
        try:
            with closing(database.open(make=True)) as base:
                return work(base)
        except (database.errors, JournalError) as problem:
            if not database.is_away(problem):
                raise problem if isinstance(problem, JournalError) else database.failure(problem) from problem
            if not said:
                said = True
                waiting(database.failure(problem.__cause__ or problem))
            time.sleep(START_PAUSE)
