"""The journal as the host uses it: everything a table does is durable in it before any message about it is sent.

There are two: ``SqliteJournal``, one file with one host, and ``PostgresJournal``, one database with one or several.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from itertools import takewhile
from operator import itemgetter
from types import MappingProxyType
from typing import Final, Protocol

from rummynet.table.api.records import JournalRow
from rummynet.table.journal.table_history import TableHistory
from rummynet_protocol.errors import RummynetError

FIRST_TOKEN: Final = 1  # 0 is below every token, so a table that nobody has opened is written by nobody
"""The fencing token under which the host that opens a table writes it."""
COUNTED: Final = ("tables", "checkpoints", "inputs", "games", "log", "secrets")  # what ``Journal.count`` counts
Tokens = Mapping[int, int]
"""By table the fencing token under which it is written; FIRST_TOKEN where a table is left out."""
NO_TOKENS: Final[Tokens] = MappingProxyType({})


class JournalError(RummynetError):
    """The journal cannot be opened, read or written; what is not durable must not be sent."""

    code = "journal"


def old_games(games: Iterable[tuple[int, bool]]) -> list[int]:
    """Of a table's games, oldest first and with whether each is old, those that ``Journal.prune_games`` deletes.

    None is left between deleted ones, though a clock that was set may say that one is younger than the next.
    """
    kept_two = list(games)[:-2]
    return [game for game, _ in takewhile(itemgetter(1), kept_two)]


class Journal(Protocol):
    """An open journal. No entry and no secret can be written twice, and no entry can be left out.

    While a host runs, its writer's thread alone uses it.
    """

    @property
    def where(self) -> str:
        """Its file or address, without a password."""

    def append(self, rows: Iterable[JournalRow], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Make these rows durable, all or none. Raises JournalError.

        A table that another host has taken over since its token was given is left out, with all of its rows. Return
        these tables: nothing of those rows may be sent.
        """

    def confirm(self, tables: Iterable[int], tokens: Tokens = NO_TOKENS) -> frozenset[int]:
        """Of these tables, those that another host has taken over. Raises JournalError."""

    def reading(self) -> AbstractContextManager[None]:
        """Context for reading: turns what cannot be read into a JournalError."""

    def damage(self) -> list[str]:
        """The findings of the database's integrity check; empty for an intact one."""

    def identity(self) -> bytes | None:
        """The public key of the hosts that write it; None if there was none yet."""

    def set_identity(self, public: bytes) -> None:
        """From now on hosts with this public key write it. Raises JournalError, also while other hosts do."""

    def every_game(self) -> list[tuple[int, int]]:
        """Table and number of every game, oldest first."""

    def prunable(self, before: int) -> list[int]:
        """Tables closed before *before* (Unix time) whose games are still in the journal."""

    def prune(self, table: int) -> None:
        """Delete all rows of a table except the one of its opening and end. Raises JournalError."""

    def prune_games(self, table: int, before: int) -> int:
        """Delete the oldest games of a table that began before *before* (Unix time), but its newest two; say how many.

        A start reads how the newest finished one ended, also while another is played. Raises JournalError.
        """

    def loose_games(self, before: int) -> list[tuple[int, int]]:
        """Table and number of the finished games begun before *before* (Unix time) that ``pack_game`` makes smaller."""

    def pack_game(self, table: int, game: int) -> None:
        """Keep a finished game's log in less room. Raises JournalError."""

    def deleted(self) -> dict[int, int]:
        """By table the number of the last game that was deleted on purpose; tables without one are left out."""

    def next_table(self) -> int:
        """The lowest table number above all used ones."""

    def open_tables(self) -> list[int]:
        """The numbers of the open tables."""

    def history(self, table: int) -> TableHistory:
        """All that is needed to resume an open table, as of the last row written. Raises BadHistory."""

    def table_id(self, table: int) -> bytes:
        """The table's id in its logs."""

    def games(self, table: int) -> list[int]:
        """The numbers of the games that began at a table."""

    def entries(self, table: int, game: int, start: int = 0, end: int | None = None) -> list[tuple[bytes, bytes]]:
        """A game's log from *start* to before *end*: (entry, signature) in order. Raises JournalError."""

    def count(self, name: str) -> int:
        """The number of rows of one of the kinds in COUNTED. Raises ValueError for another."""

    def close(self) -> None:
        """Close it; everything appended is durable already."""
