"""The rows of one transaction as SQL: first what a checkpoint replaces, then all else, many rows in one statement."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rummynet.host.storage.journal import FIRST_TOKEN
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
from rummynet_protocol import codec

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
        """The SQL that writes the rows of this *host*'s, in an order that is right within a transaction."""
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
