"""The journal as the host uses it: everything a table does is durable in it before any message about it is sent.

There are two: ``SqliteJournal``, one file with one host, and ``PostgresJournal``, one database with one or several.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

from rummynet.table.api.records import Checkpoint, InputRecorded, JournalRow, TableOpened
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.commitment import FIRST_BATCH

FIRST_TOKEN: Final = 1  # 0 is below every token, so a table that nobody has opened is written by nobody
"""The fencing token under which the host that opens a table writes it."""
COUNTED: Final = ("tables", "checkpoints", "inputs", "games", "log", "secrets")  # what ``Journal.count`` counts
Tokens = Mapping[int, int]
"""By table the fencing token under which it is written; FIRST_TOKEN where a table is left out."""
NO_TOKENS: Final[Tokens] = MappingProxyType({})


class JournalError(RummynetError):
    """The journal cannot be opened, read or written; what is not durable must not be sent."""

    code = "journal"


def old_games(games: Sequence[tuple[Any, ...]]) -> list[int]:
    """Of a table's games, oldest first and with whether each is old, those that ``Journal.prune_games`` deletes.

    None is left between deleted ones, though a clock that was set may say that one is younger than the next.
    """
    return [game for game, _ in takewhile(itemgetter(1), games[:-2])]


class Journal(ABC):
    """An open journal. No entry and no secret can be written twice, and no entry can be left out.

    While a host runs, its writer's thread alone uses it.
    """

    @abstractmethod
    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """The answer to a query of both databases' SQL; each ``?`` is one of *values*."""

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

    @abstractmethod
    def confirm(self, tables: Iterable[int], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Of these tables, those that another host has taken over. Raises JournalError."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[None]:
        """Context for reading: turns what cannot be read into a JournalError."""

    @abstractmethod
    def damage(self) -> list[str]:
        """The findings of the database's integrity check; empty for an intact one."""

    @abstractmethod
    def identity(self) -> bytes | None:
        """The public key of the hosts that write it; None if there was none yet."""

    @abstractmethod
    def set_identity(self, public: bytes) -> None:
        """From now on hosts with this public key write it. Raises JournalError, also while other hosts do."""

    def every_game(self) -> list[tuple[int, int]]:
        """Table and number of every game, oldest first."""
        return [(table, game) for table, game in self._rows("SELECT tbl, game FROM games ORDER BY tbl, game")]

    def prunable(self, before: int) -> list[int]:
        """Tables closed before *before* (Unix time) whose games are still in the journal."""
        query = (
            "SELECT number FROM tables WHERE closed_at < ? AND EXISTS (SELECT 1 FROM games WHERE tbl = number) "
            "ORDER BY number"
        )
        return [number for (number,) in self._rows(query, (before,))]

    def prune(self, table: int) -> None:
        """Delete all rows of a table except the one of its opening and end. Raises JournalError."""
        self._delete_games(table, self.games(table))

    def prune_games(self, table: int, before: int) -> int:
        """Delete the oldest games of a table that began before *before* (Unix time), but its newest two; say how many.

        A start reads how the newest finished one ended, also while another is played. Raises JournalError.
        """
        query = "SELECT game, outcome IS NOT NULL AND begun_at < ? FROM games WHERE tbl = ? ORDER BY game"
        games = old_games(self._rows(query, (before, table)))
        self._delete_games(table, games)
        return len(games)

    @abstractmethod
    def _delete_games(self, table: int, games: Sequence[int]) -> None:
        """Delete the oldest games of a table, up to the last of these. Raises JournalError."""

    @abstractmethod
    def loose_games(self, before: int) -> list[tuple[int, int]]:
        """Table and number of the finished games begun before *before* (Unix time) that ``pack_game`` makes smaller."""

    @abstractmethod
    def pack_game(self, table: int, game: int) -> None:
        """Keep a finished game's log in less room. Raises JournalError."""

    def deleted(self) -> dict[int, int]:
        """By table the number of the last game that was deleted on purpose; tables without one are left out."""
        return {table: game for table, game in self._rows("SELECT number, deleted FROM tables WHERE deleted > 0")}

    def next_table(self) -> int:
        """The lowest table number above all used ones."""
        return int(self._rows("SELECT coalesce(max(number), 0) + 1 FROM tables")[0][0])

    def open_tables(self) -> list[int]:
        """The numbers of the open tables."""
        return [number for (number,) in self._rows("SELECT number FROM tables WHERE closed IS NULL ORDER BY number")]

    def history(self, table: int) -> TableHistory:
        """All that is needed to resume an open table, as of the last row written. Raises BadHistory."""
        query = "SELECT name, variant, options, opened_by, opened_at, host, limits, id FROM tables WHERE number = ?"
        ((name, variant, options, by, unix, host, limits, id),) = self._rows(query, (table,))
        point = self._checkpoint(table)
        if point is None:
            raise BadHistory("the journal has no checkpoint of it")
        try:
            opened = TableOpened(
                table, name, variant, codec.unpack(options), bytes(by), unix, host, codec.unpack(limits), bytes(id)
            )
        except CodecError as problem:
            raise BadHistory(f"its opening in the journal cannot be read: {problem}") from None
        newer = "SELECT game FROM games WHERE tbl = ? AND game > ? ORDER BY game"
        games, newest = [game for (game,) in self._rows(newer, (table, point.games))], None
        logs = {game: self.entries(table, game, point.entries if game == point.games + 1 else 0) for game in games}
        chance = tuple(one for game in games for one in self._chance(table, game, point))
        if point.entries:
            newest = next(iter(self.entries(table, point.games + 1, point.entries - 1, point.entries)), None)
        inputs = tuple(InputRecorded(table, *row) for row in self._inputs(table))
        return TableHistory(opened, point, inputs, chance, logs, self._last_signature(table, point.games), newest)

    def _chance(self, table: int, game: int, point: Checkpoint) -> Iterator[bytes]:
        """The random bytes of a game since the checkpoint: its secrets, in the order in which they were drawn.

        A checkpoint within a game holds the first batch of its round.
        """
        after = (point.round, FIRST_BATCH - 1) if point.entries and game == point.games + 1 else (0, 0)
        for secret in self._secrets(table, game, after):
            yield from secret

    @abstractmethod
    def _checkpoint(self, table: int) -> Checkpoint | None:
        """The checkpoint of an open table."""

    @abstractmethod
    def _inputs(self, table: int) -> Iterable[tuple[int, int, bytes]]:
        """A table's inputs since its checkpoint: milliseconds, Unix time, packed input."""

    @abstractmethod
    def _secrets(self, table: int, game: int, after: tuple[int, int]) -> Iterable[Sequence[bytes]]:
        """Deck and public part of a game's secrets, in order, from *after* this round and epoch on."""

    @abstractmethod
    def _last_signature(self, table: int, game: int) -> bytes | None:
        """The host's signature over the last head of a game's log; None if the log has no entry."""

    def table_id(self, table: int) -> bytes:
        """The table's id in its logs."""
        return bytes(self._rows("SELECT id FROM tables WHERE number = ?", (table,))[0][0])

    def games(self, table: int) -> list[int]:
        """The numbers of the games that began at a table."""
        return [game for (game,) in self._rows("SELECT game FROM games WHERE tbl = ? ORDER BY game", (table,))]

    @abstractmethod
    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> list[tuple[bytes, bytes]]:
        """A game's log from *start* to before *end*: (entry, signature) in order. Raises JournalError."""

    @abstractmethod
    def count(self, name: str) -> int:
        """The number of rows of one of the kinds in COUNTED. Raises ValueError for another."""

    @abstractmethod
    def close(self) -> None:
        """Close it; everything appended is durable already."""
