"""The journal of a cluster: a PostgreSQL database that several hosts write, each its own tables.

A group of rows is one transaction. In it the leases of its tables are locked and compared with the tokens under which
the rows were made: what is stale is left out. A host that takes a table over changes the lease first, so it waits for
such a transaction, and a later one of the old host finds another token. The server has to have ``synchronous_commit``
on, as is its default.

A connection that breaks is made again, for ``PATIENCE`` seconds. Whether a transaction was committed that was cut off
in COMMIT is read from ``writers``, whose row that transaction holds until it has ended.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from rummynet.host.storage.journal import COUNTED, FIRST_TOKEN, NO_TOKENS, Journal, JournalError, Tokens
from rummynet.host.storage.postgres.connecting import Database
from rummynet.host.storage.postgres.sealing import Sealing
from rummynet.table.api.records import (
    Checkpoint,
    EntryLogged,
    GameBegun,
    GameClosed,
    InputRecorded,
    JournalRow,
    SecretKept,
    TableClosed,
    TableOpened,
)
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet_protocol import codec
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
_NO_VALUE: Final = (codec.CodecError, TypeError, ValueError)
_WRITER: Final = "INSERT INTO writers VALUES (%s, %s) ON CONFLICT (host) DO UPDATE SET wrote = excluded.wrote"
_LEASES: Final = "SELECT tbl, owner, token FROM leases WHERE tbl = ANY(%s) ORDER BY tbl FOR SHARE"
"""In a transaction the leases stay as they are until it ends."""
T = TypeVar("T")


Statement = tuple[str, tuple[Any, ...]]

_LOG: Final = "INSERT INTO log SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::bytea[], %s::bytea[])"
_INPUTS: Final = (
    "INSERT INTO inputs (tbl, ms, unix, sealed) SELECT tbl, ms, unix, sealed FROM unnest(%s::bigint[], %s::bigint[], "
    "%s::bigint[], %s::bytea[]) WITH ORDINALITY AS row (tbl, ms, unix, sealed, at) ORDER BY at"
)


class RowBatch:
    """Journal rows of one transaction; ``tables`` are those they belong to, ``entries`` those of logs."""

    def __init__(self, rows: Iterable[JournalRow], sealing: Sealing) -> None:
        self.rows = list(rows)
        self._sealing = sealing
        opened = {row.table for row in self.rows if isinstance(row, TableOpened)}
        self.tables = frozenset(row.table for row in self.rows) - opened  # the tables that were open before
        self.entries = [row for row in self.rows if isinstance(row, EntryLogged)]

    def statements(self, host: int) -> Iterator[Statement]:
        """The SQL that writes the rows of this *host*'s: first what a checkpoint replaces, many rows at once."""
        inputs: list[InputRecorded] = []
        for row in self.rows:
            match row:
                case EntryLogged():
                    pass
                case InputRecorded():
                    inputs.append(row)
                case _:
                    if isinstance(row, (Checkpoint, TableClosed)):
                        inputs = [one for one in inputs if one.table != row.table]
                    yield from self._statements(row, host)
        if self.entries:
            columns = zip(
                *((row.table, row.game, row.index, row.entry, row.signature) for row in self.entries), strict=True
            )
            yield _LOG, tuple(list(column) for column in columns)
        if inputs:
            sealed = ((row.table, row.ms, row.unix, self._sealed_input(row)) for row in inputs)
            yield _INPUTS, tuple(list(column) for column in zip(*sealed, strict=True))

    def _sealed_input(self, row: InputRecorded) -> bytes:
        return self._sealing.seal(row.body, "input", row.table, row.ms)

    def _statements(
        self, row: Checkpoint | TableClosed | SecretKept | TableOpened | GameBegun | GameClosed, host: int
    ) -> Iterator[Statement]:
        match row:
            case Checkpoint(table, ms, unix, games, body, entries, round):
                sealed = self._sealing.seal(body, "checkpoint", table)
                yield "DELETE FROM inputs WHERE tbl = %s", (table,)
                yield (
                    "INSERT INTO checkpoints VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (tbl) DO UPDATE SET "
                    "(ms, unix, games, sealed, entries, round) = "
                    "(excluded.ms, excluded.unix, excluded.games, excluded.sealed, excluded.entries, excluded.round)",
                    (table, ms, unix, games, sealed, entries, round),
                )
            case TableClosed(table, why, unix):
                yield "UPDATE tables SET closed = %s, closed_at = %s WHERE number = %s", (why, unix, table)
                for name in ("inputs", "checkpoints", "leases", "lobby", "bots"):
                    yield f"DELETE FROM {name} WHERE tbl = %s", (table,)
            case SecretKept(table, game, round, epoch, deck, pub):
                sealed = self._sealing.seal(codec.pack([deck, pub]), "secret", table, game, round, epoch)
                yield "INSERT INTO secrets VALUES (%s, %s, %s, %s, %s)", (table, game, round, epoch, sealed)
            case TableOpened(table, name, variant, options, by, unix, of, limits, id):
                packed = codec.pack(dict(options)), codec.pack(dict(limits))
                yield (
                    "INSERT INTO tables VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, NULL, NULL, 0)",
                    (table, name, variant, packed[0], by, unix, of, packed[1], id),
                )
                yield "INSERT INTO leases VALUES (%s, %s, %s)", (table, host, FIRST_TOKEN)
            case GameBegun(table, game, log, players, unix):
                players_packed = codec.pack([list(player) for player in players])
                yield "INSERT INTO games VALUES (%s, %s, %s, %s, %s, NULL)", (table, game, log, players_packed, unix)
            case GameClosed(table, game, played):
                outcome = "played" if played else "called off"
                yield "UPDATE games SET outcome = %s WHERE tbl = %s AND game = %s", (outcome, table, game)


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
        self._lengths: dict[tuple[int, int, int], int] = {}
        """By (table, token, game): the number of its entries, for games written to."""

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
        batch = RowBatch(rows, self._sealing)
        if not batch.rows:
            return frozenset()
        self._wrote += 1
        lost: list[frozenset[int]] = []

        def write() -> frozenset[int]:
            if lost and self._last_written() == self._wrote:
                self._check_standby()
                self._lengths.clear()
                return lost[-1]  # it was committed, though the answer did not come
            with self._undone_on_error():
                with self._base.pipeline():  # two round trips: the leases, then the rows
                    self._base.execute("BEGIN")
                    # The row stays locked until the transaction has ended, so ``_last_written`` over a new connection
                    # waits for its outcome.
                    self._base.execute(_WRITER, (self.host, self._wrote))
                    leases = self._base.execute(_LEASES, (sorted(batch.tables),))
                lost.append(self._stale(leases, batch.tables, tokens))
                kept = RowBatch([row for row in batch.rows if row.table not in lost[-1]], self._sealing)
                lengths = self._due(kept, tokens)
                with self._base.pipeline():
                    for statement, values in kept.statements(self.host):
                        self._base.execute(statement, values)
                    self._base.execute("COMMIT")
            self._check_standby()
            self._lengths.update(lengths)
            return lost[-1]

        return self._persist(write, "written")

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

    def _due(self, batch: RowBatch, tokens: Tokens) -> dict[tuple[int, int, int], int]:
        """The lengths of logs after this batch. Raises JournalError unless each entry is the next of its log."""
        lengths = dict[tuple[int, int, int], int]()
        for row in batch.entries:
            log = row.table, tokens.get(row.table, FIRST_TOKEN), row.game
            length = lengths.get(log, self._lengths.get(log))
            if length is None:
                length = self._length(row.table, row.game)
            if row.index != length:
                raise JournalError(
                    f"the journal {self.where} cannot be written (entry {row.index} would be written where {length} is "
                    "due)"
                )
            lengths[log] = length + 1
        return lengths

    def _last_written(self) -> int:
        """The number of this host's last transaction that was committed; waits for one that is being ended."""
        query = "SELECT wrote FROM writers WHERE host = %s FOR UPDATE"
        found = self._base.execute(query, (self.host,)).fetchone()
        return int(found[0]) if found else 0

    @contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        """Context for a transaction: what fails in it is rolled back."""
        try:
            yield
        except BaseException:
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
                if problem.__cause__ is None or not self._database.may_return(problem.__cause__):
                    raise
                failure = problem.__cause__
            spent = time.monotonic() - began
            if spent >= self._patience:
                raise self._database.failure(failure, what) from failure
            why = self._database.why(failure)
            if spent >= TROUBLE_SECONDS and why not in reasons:
                reasons.add(why)  # a failover begins as one trouble and goes on as another: each is said once
                self.trouble(why)
            time.sleep(PAUSE)

    # -- upkeep

    def damage(self) -> list[str]:
        """Nothing: PostgreSQL checks its own pages (pg_amcheck, data checksums)."""
        return []

    def identity(self) -> bytes | None:
        """As ``Journal.identity``."""
        return bytes(self._rows("SELECT identity FROM cluster")[0][0])

    def set_identity(self, public: bytes) -> None:
        """As ``Journal.set_identity``."""
        if self._rows("SELECT 1 FROM hosts WHERE until > clock_timestamp()"):
            raise JournalError(f"hosts with the journal {self.where} are running; end all of them first")
        self._persist(lambda: self._base.execute("UPDATE cluster SET identity = %s", (public,)), "written")

    def loose_games(self, before: int) -> list[tuple[int, int]]:
        """None: an entry is a row of its own, whose key keeps two hosts apart."""
        return []

    def pack_game(self, table: int, game: int) -> None:
        """Do nothing."""

    def _delete_games(self, table: int, games: Sequence[int]) -> None:
        """Delete the oldest games of a table, up to the last of these. Raises JournalError."""

        def delete() -> None:
            with self._undone_on_error(), self._base.pipeline():
                self._base.execute("BEGIN")
                for name in ("games", "log", "secrets"):
                    self._base.execute(f"DELETE FROM {name} WHERE tbl = %s AND game <= %s", (table, games[-1]))
                self._base.execute("UPDATE tables SET deleted = %s WHERE number = %s", (games[-1], table))
                self._base.execute("COMMIT")

        if games:
            self._persist(delete, "written")

    def close(self) -> None:
        """Close the connection."""
        self._base.close()

    # -- reading

    @contextmanager
    def reading(self) -> Iterator[None]:
        """As ``Journal.reading``."""
        try:
            yield
        except _NO_VALUE as problem:
            raise JournalError(
                f"the journal {self.where} cannot be read ({problem}); put a backup in its place"
            ) from None

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        asked = query.replace("?", "%s")
        return self._persist(lambda: list(self._base.execute(asked, values).fetchall()), "read")

    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> list[tuple[bytes, bytes]]:
        """As ``Journal.entries``."""
        query = "SELECT entry, signature FROM log WHERE tbl = ? AND game = ? AND idx >= ? AND idx < ? ORDER BY idx"
        last = end if end is not None else 2**62  # no log is that long, and the query stays one
        return [(bytes(entry), bytes(signed)) for entry, signed in self._rows(query, (table, game, start, last))]

    def count(self, name: str) -> int:
        """As ``Journal.count``."""
        if name not in COUNTED:
            raise ValueError(f"the journal has no {name}")
        return int(self._rows(f"SELECT count(*) FROM {name}")[0][0])

    def _length(self, table: int, game: int) -> int:
        query = "SELECT coalesce(max(idx) + 1, 0) FROM log WHERE tbl = %s AND game = %s"
        return int(self._base.execute(query, (table, game)).fetchone()[0])

    def history(self, table: int) -> TableHistory:
        """As ``Journal.history``; where a sealed part does not open, it cannot be resumed."""
        try:
            return super().history(table)
        except JournalError as problem:
            if problem.__cause__ is not None:
                raise
            raise BadHistory(str(problem)) from None

    def _checkpoint(self, table: int) -> Checkpoint | None:
        query = "SELECT ms, unix, games, sealed, entries, round FROM checkpoints WHERE tbl = ?"
        for ms, at, games, sealed, entries, round in self._rows(query, (table,)):
            return Checkpoint(table, ms, at, games, self._sealing.open(sealed, "checkpoint", table), entries, round)
        return None

    def _inputs(self, table: int) -> Iterator[tuple[int, int, bytes]]:
        for ms, unix, sealed in self._rows("SELECT ms, unix, sealed FROM inputs WHERE tbl = ? ORDER BY id", (table,)):
            yield ms, unix, self._sealing.open(sealed, "input", table, ms)

    def _secrets(self, table: int, game: int, after: tuple[int, int]) -> Iterator[Sequence[bytes]]:
        query = "SELECT round, epoch, sealed FROM secrets WHERE tbl = ? AND game = ? AND (round, epoch) > (?, ?)"
        for round, epoch, sealed in self._rows(f"{query} ORDER BY round, epoch", (table, game, *after)):
            yield codec.unpack(self._sealing.open(sealed, "secret", table, game, round, epoch))

    def _last_signature(self, table: int, game: int) -> bytes | None:
        query = "SELECT signature FROM log WHERE tbl = ? AND game = ? ORDER BY idx DESC LIMIT 1"
        return next((bytes(row[0]) for row in self._rows(query, (table, game))), None)


def open_for_upkeep(url: str, identity: bytes, *, read_only: bool = False) -> PostgresJournal:
    """The journal at *url*, for a command beside running hosts with this identity seed. Raises JournalError."""
    database = Database(url, Signer(identity).public)
    return PostgresJournal(database, Sealing(identity, secrets.token_bytes), patience=0, read_only=read_only)
