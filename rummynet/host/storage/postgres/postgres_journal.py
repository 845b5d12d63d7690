"""The journal of a cluster: a PostgreSQL database that several hosts write, each its own tables.

A group of rows is one transaction. In it the leases of its tables are locked and compared with the tokens under which
the rows were made: what is stale is left out. A host that takes a table over changes the lease first, so it waits for
such a transaction, and a later one of the old host finds another token.

A connection that breaks is made again, for ``PATIENCE`` seconds. Whether a transaction was committed that was cut off
in COMMIT is read from ``writers``, whose row that transaction holds until it has ended.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar

from rummynet.host.storage.journal import FIRST_TOKEN, NO_TOKENS, NO_VALUE, Journal, JournalError, Tokens, Values
from rummynet.host.storage.packed_rows import Entries
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.postgres_schema import LEASE_SECONDS
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.table.api.records import JournalRow, TableClosed, TableOpened
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet_protocol.fairness.signing import Signer

# Seconds for which a database that cannot be reached is tried again: longer than a restart or a failover takes; then
# the host ends with status 3 (docs/cluster.md), and its service manager begins again.
PATIENCE: Final = 120.0
# Seconds between two attempts: five a second are nothing to a server that recovers, and play goes on as soon as it is
# there.
PAUSE: Final = 0.2
# Seconds after which work that fails again and again is trouble: a restart of the database is over by then, and the
# log stays quiet.
TROUBLE_SECONDS: Final = 1.0
_WRITER: Final = "INSERT INTO writers VALUES (%s, %s) ON CONFLICT (host) DO UPDATE SET wrote = excluded.wrote"
_LEASES: Final = "SELECT tbl, owner, token FROM leases WHERE tbl = ANY(%s) ORDER BY tbl FOR SHARE"
"""In a transaction the leases stay as they are until it ends."""
_RUNNING: Final = "SELECT 1 FROM hosts WHERE NOT gone AND beaten > clock_timestamp() - make_interval(secs => ?)"
T = TypeVar("T")


_INSERT: Final = "INSERT INTO journal SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::integer[], %s::bytea[])"


class PostgresJournal(Journal):
    """A ``Journal`` on its own connection. *host* is this host's number in the cluster, 0 for upkeep.

    *patience*: seconds for which a broken connection is made again. *read_only*: all is read as of one moment.
    ``trouble`` is called with the reason, in the thread of the work, when that has failed for some seconds.
    """

    def __init__(
        self,
        database: Database,
        sealing: Sealing,
        host: int = 0,
        *,
        patience: float = PATIENCE,
        read_only: bool = False,
    ) -> None:
        """Connect. Raises JournalError."""
        super().__init__()
        self.host = host
        self._database, self._sealing, self._patience = database, sealing, patience
        self.trouble: Callable[[str], None] = lambda why: None
        self._is_only_local = False  # whether the last commit was cut short while it waited for the standby
        self._base: Any = self._open()
        if read_only:
            self._patience = 0
            self._base.execute("SET idle_in_transaction_session_timeout = 0")  # it locks nothing, and may take long
            self._base.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        self._wrote = 0 if read_only else self._last_written()  # the number of this host's last transaction

    @property
    def where(self) -> str:
        """The address, without user and password."""
        return self._database.where

    def _open(self) -> Any:  # noqa: ANN401 - a psycopg.Connection
        base = self._database.open(host=self.host)
        base.add_notice_handler(self._notice)
        return base

    def _notice(self, notice: Any) -> None:  # noqa: ANN401 - a psycopg.errors.Diagnostic
        # By the function, as messages are translated. PostgreSQL calls a commit done whose wait for a synchronous
        # standby was cancelled (pg_cancel_backend), though a failover may lose it.
        self._is_only_local = self._is_only_local or notice.source_function == "SyncRepWaitForLSN"

    # -- writing

    def append(self, rows: Iterable[JournalRow], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """As ``Journal.append``."""
        rows = list(rows)
        if not rows:
            return frozenset()
        opened = {row.table for row in rows if isinstance(row, TableOpened)}
        tables = frozenset(row.table for row in rows) - opened  # the tables that were open before
        self._wrote += 1
        lost: frozenset[int] | None = None

        def write() -> frozenset[int]:
            nonlocal lost
            if lost is not None:  # the answer did not come: was it committed?
                self._places.clear()
                if self._last_written() == self._wrote:
                    self._check_standby()
                    return lost
            with self._undone_on_error():
                with self._base.pipeline():  # two round trips: the leases, then the rows
                    self._base.execute("BEGIN")
                    # The row stays locked until the transaction has ended, so ``_last_written`` over a new connection
                    # waits for its outcome.
                    self._base.execute(_WRITER, (self.host, self._wrote))
                    leases = self._base.execute(_LEASES, (sorted(tables),))
                lost = stale = self._stale(leases, tables, tokens)
                with self._base.pipeline():
                    self._write((row for row in rows if row.table not in stale), tokens)
                    for row in rows:
                        match row:
                            case TableOpened(table):
                                self._base.execute(
                                    "INSERT INTO leases VALUES (%s, %s, %s)", (table, self.host, FIRST_TOKEN)
                                )
                            case TableClosed(table) if table not in stale:
                                for name in ("leases", "lobby", "bots"):
                                    self._base.execute(f"DELETE FROM {name} WHERE tbl = %s", (table,))
                    if self._new:
                        sealed = [(*row[:3], self._sealing.seal(row[3], *_place(*row[:3]))) for row in self._new]
                        self._base.execute(_INSERT, tuple(map(list, zip(*sealed, strict=True))))
                    self._base.execute("COMMIT")
            self._check_standby()
            return stale

        return self._persist(write, "written")

    def _run(self, statement: str, values: Values) -> None:
        self._base.execute(statement.replace("?", "%s"), values)

    def _replace(self, table: int) -> None:
        self._run("DELETE FROM journal WHERE tbl = ?", (table,))

    def _check_standby(self) -> None:
        """Raises psycopg.Error if the commit before did not wait for its end at the standby."""
        if self._is_only_local:
            # Over a new connection ``_last_written`` waits for the standby: its lock of the row comes behind the rows
            # in PostgreSQL's log.
            self._is_only_local = False
            self._base.close()
            raise self._database.errors("a commit was cancelled while it waited for the standby")

    def confirm(self, tables: Iterable[int], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """As ``Journal.confirm``."""
        wanted = frozenset(tables)
        leases = self._rows(_LEASES, (sorted(wanted),))
        return self._stale(leases, wanted, tokens)

    def _stale(self, leases: Iterable[tuple[int, int, int]], tables: frozenset[int], tokens: Tokens) -> frozenset[int]:
        """Of these tables, those whose lease has another owner or token."""
        held = {table: (owner, token) for table, owner, token in leases}
        return frozenset(table for table in tables if held.get(table) != (self.host, tokens.get(table, FIRST_TOKEN)))

    def _last_written(self) -> int:
        """The number of this host's last transaction that was committed; waits for one that is being ended."""
        query = "SELECT wrote FROM writers WHERE host = %s FOR UPDATE"
        (number,) = self._base.execute(query, (self.host,)).fetchone() or (0,)
        return int(number)

    @contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        """Context for a transaction: what fails in it is rolled back."""
        try:
            yield
        except BaseException:
            self._places.clear()
            with suppress(self._database.errors):
                self._base.execute("ROLLBACK")
            raise

    def _persist(self, work: Callable[[], T], what: str) -> T:
        """Do the work, again over a new connection when this one breaks. Raises JournalError."""
        began, reasons = time.monotonic(), set[str]()
        while True:
            try:
                if self._base.closed:
                    self._base = self._open()
                return work()
            except self._database.errors as problem:
                # A closed connection is a reason to try again whatever the code: a server that ends it names its own.
                if not self._database.may_return(problem) and not self._base.closed:
                    raise self._database.failure(problem, what) from problem
                self._base.close()
                failure: BaseException = problem
            except JournalError as problem:
                if not self._database.may_return(problem.__cause__):
                    raise
                failure = problem.__cause__ or problem
            spent = time.monotonic() - began
            if spent >= self._patience:
                raise self._database.failure(failure, what) from failure
            why = self._database.why(failure)
            if spent >= TROUBLE_SECONDS and why not in reasons:
                reasons.add(why)  # a failover begins as one trouble and goes on as another: each is said once
                self.trouble(why)
            time.sleep(PAUSE)

    # -- upkeep

    def identity(self) -> bytes | None:
        """As ``Journal.identity``."""
        ((identity,),) = self._rows("SELECT identity FROM cluster")
        return bytes(identity)

    def set_identity(self, public: bytes) -> None:
        """As ``Journal.set_identity``."""
        if self._rows(_RUNNING, (LEASE_SECONDS,)):
            raise JournalError(f"hosts with the journal {self.where} are running; end all of them first")
        self._persist(lambda: self._base.execute("UPDATE cluster SET identity = %s", (public,)), "written")

    def _at_once(self, write: Callable[[], None]) -> None:
        def work() -> None:
            with self._undone_on_error(), self._base.pipeline():
                self._base.execute("BEGIN")
                write()
                self._base.execute("COMMIT")

        self._persist(work, "written")

    def close(self) -> None:
        """Close the connection."""
        self._base.close()

    # -- reading

    @contextmanager
    def reading(self) -> Iterator[None]:
        """As ``Journal.reading``."""
        try:
            yield
        except NO_VALUE as problem:
            raise JournalError(
                f"the journal {self.where} cannot be read ({problem}); put a backup in its place"
            ) from problem

    def _rows(self, query: str, values: Values = ()) -> list[Values]:
        asked = query.replace("?", "%s")
        return self._persist(lambda: list(self._base.execute(asked, values).fetchall()), "read")

    def _live(self, table: int) -> list[tuple[int, bytes]]:
        query = "SELECT row, kind, body FROM journal WHERE tbl = %s ORDER BY row"
        found = self._base.execute(query, (table,)).fetchall()
        return [(kind, self._sealing.open(body, *_place(table, row, kind))) for row, kind, body in found]

    def _newest(self, table: int) -> bytes | None:
        query = "SELECT row, kind, body FROM journal WHERE tbl = %s ORDER BY row DESC LIMIT 1"
        found = self._base.execute(query, (table,)).fetchone()
        return None if found is None else self._sealing.open(found[2], *_place(table, *found[:2]))

    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> Entries:
        """As ``Journal.entries``."""
        return self._persist(partial(super().entries, table, game, start, end), "read")

    def history(self, table: int) -> TableHistory:
        """As ``Journal.history``; where a sealed part does not open, it cannot be resumed."""
        try:
            return self._persist(partial(super().history, table), "read")
        except JournalError as problem:
            if problem.__cause__ is not None:
                raise
            raise BadHistory(str(problem)) from None


def _place(table: int, row: int, kind: int) -> tuple[str, int, int, int]:
    """What a sealed row is bound to."""
    return "row", table, row, kind


def open_for_upkeep(url: str, identity: bytes, *, read_only: bool = False) -> PostgresJournal:
    """The journal at *url*, for a command beside running hosts with this identity seed. Raises JournalError."""
    database = Database(url, Signer(identity).public)
    return PostgresJournal(database, Sealing(identity, secrets.token_bytes), patience=0, read_only=read_only)
