"""The journal as the host uses it: everything a table does is durable in it before any message about it is sent.

There are two: ``SqliteJournal``, one file with one host, and ``PostgresJournal``, one database with one or several.
Both have the same tables. ``journal`` is appended to: a row for each table that a group has changed, and a row for each
checkpoint, which replaces all rows of its table before it. ``log`` has the rounds and games that are over, each a row.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import groupby, takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NoReturn

from rummynet.host.storage.packed_rows import (
    CHANGES,
    POINT,
    Changes,
    Entries,
    Place,
    checked_bytes,
    pack_log,
    pack_opened,
    pack_point,
    read_changes,
    read_entries,
    read_log,
    read_opened,
    read_place,
    read_point,
)
from rummynet.table.api.records import (
    Checkpoint,
    EntryLogged,
    GameBegun,
    InputRecorded,
    JournalRow,
    SecretKept,
    TableClosed,
    TableOpened,
)
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import RummynetError

FIRST_TOKEN: Final = 1  # 0 is below every token, so a table that nobody has opened is written by nobody
"""The fencing token under which the host that opens a table writes it."""
Tokens = Mapping[int, int]
"""By table the fencing token under which it is written; FIRST_TOKEN where a table is left out."""
NO_TOKENS: Final[Tokens] = MappingProxyType({})
NO_VALUE: Final = (CodecError, TypeError, ValueError, IndexError)
"""Exceptions raised while decoding values of a damaged row that the database accepts."""

Values = tuple[Any, ...]
Row = tuple[int, int, int, bytes]  # of ``journal``: table, number at that table, kind, body


class JournalError(RummynetError):
    """The journal cannot be opened, read or written; what is not durable must not be sent."""

    code = "journal"


def old_games(games: Sequence[tuple[int, bool]]) -> list[int]:
    """Of a table's games, oldest first and with whether each is old, those that ``Journal.prune_games`` deletes.

    None is left between deleted ones, though a clock that was set may say that one is younger than the next.
    """
    return [game for game, _ in takewhile(itemgetter(1), games[:-2])]


class Journal(ABC):
    """An open journal. No entry and no secret can be written twice, and no entry can be left out.

    While a host runs, its writer's thread alone uses it.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], Place] = {}  # by table and token, of tables written to
        self._new: list[Row] = []  # rows of the transaction, which end it

    @abstractmethod
    def _rows(self, query: str, values: Values = ()) -> list[Values]:
        """The answer to a query of both databases' SQL; each ``?`` is one of *values*."""

    @abstractmethod
    def _run(self, statement: str, values: Values) -> None:
        """Run a statement of both databases' SQL within a transaction."""

    @abstractmethod
    def _live(self, table: int) -> list[tuple[int, bytes]]:
        """Kind and body of an open table's rows, from its checkpoint on. The transaction's new ones are left out."""

    @abstractmethod
    def _newest(self, table: int) -> bytes | None:
        """The body of an open table's newest row."""

    @abstractmethod
    def _replace(self, table: int) -> None:
        """Rows of a table before those of the transaction are no longer needed."""

    @property
    @abstractmethod
    def where(self) -> str:
        """Its file or address, without a password."""

    @abstractmethod
    def append(self, rows: Iterable[JournalRow], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Make these rows durable, all or none. Raises JournalError.

        A table that another host has taken over since its token was given is left out, with all of its rows. Return
        these tables: nothing of those rows may be sent.
        """

    def confirm(self, tables: Iterable[int], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Of these tables, those that another host has taken over. Raises JournalError."""
        return frozenset()

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """Context for reading: turns what cannot be read into a JournalError."""

    def damage(self) -> list[str]:
        """The findings of the database's integrity check; empty for an intact one, and one that checks itself."""
        return []

    @abstractmethod
    def identity(self) -> bytes | None:
        """The public key of the hosts that write it; None if there was none yet."""

    @abstractmethod
    def set_identity(self, public: bytes) -> None:
        """From now on hosts with this public key write it. Raises JournalError, also while other hosts do."""

    @abstractmethod
    def close(self) -> None:
        """Close it; everything appended is durable already."""

    # -- writing

    def _write(self, rows: Iterable[JournalRow], tokens: Tokens) -> None:
        """Write rows within a transaction, but those of ``journal``: they are in ``_new`` then. Raises JournalError."""
        self._new = []
        by_table: dict[int, list[JournalRow]] = {}
        for row in rows:
            by_table.setdefault(row.table, []).append(row)
        for table, of_table in by_table.items():
            written = table, tokens.get(table, FIRST_TOKEN)
            place = self._places.get(written) or self._place(table)
            self._places[written] = self._write_table(table, of_table, place)
            if isinstance(of_table[-1], TableClosed):
                del self._places[written]

    def _place(self, table: int) -> Place:
        newest = self._newest(table)
        return Place() if newest is None else read_place(newest)

    def _write_table(self, table: int, rows: Iterable[JournalRow], place: Place) -> Place:
        """Return where the table stands then."""
        changes = Changes(place)
        for row in rows:
            match row:
                case InputRecorded():
                    changes.inputs.append((len(changes.entries), row))
                case EntryLogged(_, game, index, entry, signature):
                    if (game, index) != (place.game, place.entries):
                        self._refuse(f"entry {index} of game {game}", f"entry {place.entries} of game {place.game}")
                    changes.entries.append((entry, signature))
                    place.entries += 1
                case SecretKept(_, game, round, epoch, deck, pub):
                    if game != place.game or (round, epoch) <= (place.round, place.epoch):
                        self._refuse(f"shuffle {epoch} of round {round}", f"one after {place.epoch} of {place.round}")
                    changes.chance += deck, pub
                    place.round, place.epoch = round, epoch
                case Checkpoint():
                    self._keep_log(table, changes)
                    changes = Changes(place)
                    place.row += 1
                    self._new.append((table, place.row, POINT, pack_point(place, row)))
                case GameBegun(_, game, _, _, unix):
                    self._add(table, changes)
                    place = Place(place.row, game)
                    changes = Changes(place, begins=True)
                    self._log(table, place, unix=unix)
                case TableOpened():
                    self._run(
                        "INSERT INTO tables (number, id, opened) VALUES (?, ?, ?)", (table, row.id, pack_opened(row))
                    )
                case TableClosed(_, _, unix):
                    self._keep_log(table, changes)
                    changes = Changes(place)
                    self._run("UPDATE tables SET closed_at = ? WHERE number = ?", (unix, table))
        self._add(table, changes)
        return place

    def _add(self, table: int, changes: Changes) -> None:
        if changes:
            changes.place.row += 1
            self._new.append((table, changes.place.row, CHANGES, changes.pack()))

    def _keep_log(self, table: int, changes: Changes) -> None:
        """Move the entries of a table's rows, and of these *changes*, to ``log``: its rows are needed no more."""
        rows = [*self._live(table), *(row[2:] for row in self._new if row[0] == table)]
        parts = [*(read_entries(body) for kind, body in rows if kind == CHANGES), (changes.place, changes.entries)]
        for _, of_game in groupby((part for part in parts if part[1]), lambda part: part[0].game):
            found = list(of_game)
            self._log(table, found[-1][0], pack_log([entry for _, part in found for entry in part]))
        self._new = [row for row in self._new if row[0] != table]
        self._replace(table)

    def _log(self, table: int, place: Place, body: bytes = b"", unix: int = 0) -> None:
        statement = "INSERT INTO log (tbl, game, entries, unix, body) VALUES (?, ?, ?, ?, ?)"
        self._run(statement, (table, place.game, place.entries, unix, body))

    def _refuse(self, what: str, due: str) -> NoReturn:
        raise JournalError(f"the journal {self.where} cannot be written ({what} would be written where {due} is due)")

    # -- upkeep

    def every_game(self) -> list[tuple[int, int]]:
        """Table and number of every game, oldest first."""
        return [(table, game) for table, game in self._rows(f"SELECT tbl, game {_BEGUN} ORDER BY tbl, game")]

    def prunable(self, before: int) -> list[int]:
        """Tables closed before *before* (Unix time) whose games are still in the journal."""
        query = (
            "SELECT number FROM tables WHERE closed_at < ? AND EXISTS (SELECT 1 FROM log WHERE tbl = number) "
            "ORDER BY number"
        )
        return [number for (number,) in self._rows(query, (before,))]

    def prune(self, table: int) -> None:
        """Delete all rows of a closed table except the one of its opening and end. Raises JournalError."""
        self._delete_games(table, self.games(table))

    def prune_games(self, table: int, before: int) -> int:
        """Delete the oldest games of a table that began before *before* (Unix time), but its newest two; say how many.

        A start reads how the newest finished one ended, also while another is played. Raises JournalError.
        """
        games = old_games(self._rows(f"SELECT game, unix < ? {_BEGUN} AND tbl = ? ORDER BY game", (before, table)))
        self._delete_games(table, games)
        return len(games)

    def _delete_games(self, table: int, games: Sequence[int]) -> None:
        """Delete the oldest games of a table, up to the last of these. Raises JournalError."""

        def delete() -> None:
            self._run("DELETE FROM log WHERE tbl = ? AND game <= ?", (table, games[-1]))
            self._run("UPDATE tables SET deleted = ? WHERE number = ?", (games[-1], table))

        if games:
            self._at_once(delete)

    @abstractmethod
    def _at_once(self, write: Callable[[], None]) -> None:
        """Do what *write* does as one transaction. Raises JournalError; then nothing has changed."""

    def newest(self) -> int:
        """When the newest game began, in Unix time; 0 without one."""
        ((unix,),) = self._rows("SELECT coalesce(max(unix), 0) FROM log")
        return int(unix)

    def deleted(self) -> dict[int, int]:
        """By table the number of the last game that was deleted on purpose; tables without one are left out."""
        return dict(self._rows("SELECT number, deleted FROM tables WHERE deleted > 0"))

    # -- reading

    def next_table(self) -> int:
        """The lowest table number above all used ones."""
        ((number,),) = self._rows("SELECT coalesce(max(number), 0) + 1 FROM tables")
        return int(number)

    def open_tables(self) -> list[int]:
        """The numbers of the open tables."""
        return [number for (number,) in self._rows("SELECT number FROM tables WHERE closed_at IS NULL ORDER BY number")]

    def table_id(self, table: int) -> bytes:
        """The table's id in its logs."""
        ((id,),) = self._rows("SELECT id FROM tables WHERE number = ?", (table,))
        return checked_bytes(id)

    def games(self, table: int) -> list[int]:
        """The numbers of the games that began at a table."""
        return [game for (game,) in self._rows(f"SELECT game {_BEGUN} AND tbl = ? ORDER BY game", (table,))]

    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> Entries:
        """A game's log from *start* to before *end*: (entry, signature) in order. Raises JournalError."""
        with self.reading():
            query = "SELECT entries, body FROM log WHERE tbl = ? AND game = ? AND entries > ? ORDER BY entries"
            parts = [(entries, read_log(body)) for entries, body in self._rows(query, (table, game, start))]
            newest = self._newest(table)
            if newest is not None and read_place(newest).game == game:
                changes = [read_entries(body) for kind, body in self._live(table) if kind == CHANGES]
                parts += [(place.entries, part) for place, part in changes if place.game == game]
            found: Entries = []
            for entries, part in parts:
                found += part[max(0, start + len(found) + len(part) - entries) :]
            return found if end is None else found[: end - start]

    def history(self, table: int) -> TableHistory:
        """All that is needed to resume an open table, as of the last row written. Raises BadHistory, JournalError."""
        try:
            rows = self._live(table)
            ((id, opened),) = self._rows("SELECT id, opened FROM tables WHERE number = ?", (table,))
            point = read_point(table, rows[0][1])
            changes = [read_changes(table, body) for _, body in rows[1:]]
            places = [read_place(rows[0][1]), *(one.place for one in changes)]
            newest_game = self._rows("SELECT coalesce(max(game), 0) FROM log WHERE tbl = ?", (table,))
            if (
                [place.row - places[0].row for place in places] != list(range(len(rows)))
                or places[0].game != point.games + bool(point.entries)
                or newest_game != [(places[-1].game,)]
            ):
                raise BadHistory("rows of it are missing in the journal, or another's")
            logs: dict[int, Entries] = {}
            for one in changes:
                if one.entries:
                    logs.setdefault(one.place.game, []).extend(one.entries)
            inputs = tuple(row for one in changes for _, row in one.inputs)
            chance = tuple(drawn for one in changes for drawn in one.chance)
            opening = read_opened(table, id, opened)
            before = self._last_kept(table, point.games)
            newest = self._last_kept(table, point.games + 1) if point.entries else None
        except NO_VALUE as problem:
            raise BadHistory(f"its rows in the journal cannot be read: {problem}") from None
        return TableHistory(opening, point, inputs, chance, logs, before and before[1], newest)

    def _last_kept(self, table: int, game: int) -> tuple[bytes, bytes] | None:
        """The last entry of a game that is in ``log``, and the host's signature."""
        query = "SELECT body FROM log WHERE tbl = ? AND game = ? ORDER BY entries DESC LIMIT 1"
        return next((read_log(body)[-1] for (body,) in self._rows(query, (table, game)) if body), None)


_BEGUN: Final = "FROM log WHERE entries = 0"
"""In ``log`` the rows of games, from when they began."""
