"""Rows of the journal's two busiest kinds, packed: a commit holds those of one transaction, a segment those of a table.

Every action makes two rows, an input and an entry. In a table of their own each would change a page of the disk; so a
transaction writes all of its rows as one *commit*, and a table's rows are moved from commits to its own *segment*
when there are enough of them. ``Recent`` holds the rows that have not been moved yet. The segments of a finished game
become one in the end, which leaves out what follows from the rest.
"""

import zlib
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from rummynet.table.api.records import EntryLogged, InputRecorded
from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError, Measure
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.commitment import statement_hash

# Rows of a table from which on they are moved. A move changes a page for its table, which so many rows share; more
# would be read and packed again at every start.
SEGMENT_ROWS: Final = 32
# Rows written for each table that has some in commits, after which those of a quiet one are moved as well: so older
# commits can be deleted, and a table that acts half as often as the others still fills its segments.
QUIET_ROWS: Final = 2 * SEGMENT_ROWS
# Where fewer tables have rows in commits, as many rows are written before a quiet one's are moved as with so many:
# with two tables, one of which thinks, its rows would move a few at a time.
FEWEST_TABLES: Final = 16

EntryRow = tuple[int, int, bytes, bytes]  # game, index, entry, the host's signature
InputRow = tuple[int, int, bytes]  # milliseconds, Unix time, packed input

# What this program packed itself: no limit but that damage in a length cannot ask for more than the disk has.
_MEASURE: Final = Measure(2**30, 2**20, 3)


@dataclass(slots=True)
class RecentRows:
    """The rows of one table that are in commits alone, the oldest in commit *first*, after *before* rows of others."""

    first: int
    before: int
    entries: list[EntryRow] = field(default_factory=list)
    inputs: list[InputRow] = field(default_factory=list)


class Recent:
    """By table the rows that are in commits alone."""

    def __init__(self) -> None:
        self.tables: dict[int, RecentRows] = {}  # in the order of their oldest rows
        self._written = 0

    def add(self, commit: int, row: EntryLogged | InputRecorded) -> None:
        """Add a row that is in this commit."""
        rows = self.tables.get(row.table)
        if rows is None:
            rows = self.tables[row.table] = RecentRows(commit, self._written)
        self._written += 1
        if isinstance(row, EntryLogged):
            rows.entries.append((row.game, row.index, row.entry, row.signature))
        else:
            rows.inputs.append((row.ms, row.unix, row.body))

    def drop_inputs(self, table: int) -> None:
        """Forget a table's inputs, which a checkpoint replaces."""
        if table in self.tables:
            self.tables[table].inputs.clear()

    def due(self, written: Set[int]) -> list[int]:
        """The tables to be moved after rows of these were *written*: those with enough for a segment, and quiet ones.

        Quiet ones are moved as fast as tables are written to: never all at once, as everybody waits for the disk.
        """
        due: list[int] = []
        for table in written:
            rows = self.tables.get(table)
            if rows is not None and len(rows.entries) + len(rows.inputs) >= SEGMENT_ROWS:
                due.append(table)
        since = self._written - QUIET_ROWS * max(len(self.tables), FEWEST_TABLES)
        for table, rows in islice(self.tables.items(), len(written)):
            if rows.before >= since:
                break
            if table not in due:
                due.append(table)
        return due

    def oldest(self, newest: int) -> int:
        """The oldest commit that is still needed; the one after *newest* if none is."""
        rows = next(iter(self.tables.values()), None)
        return newest + 1 if rows is None else rows.first

    def entries(self, table: int, game: int, start: int) -> list[tuple[bytes, bytes]]:
        """A game's (entry, signature) from index *start* on."""
        rows = self.tables.get(table)
        return [row[2:] for row in rows.entries if row[0] == game and row[1] >= start] if rows else []

    def inputs(self, table: int) -> list[InputRow]:
        """A table's inputs since its checkpoint."""
        rows = self.tables.get(table)
        return list(rows.inputs) if rows else []


def pack_commit(rows: Iterable[EntryLogged | InputRecorded]) -> bytes:
    """The rows of a transaction, in their order."""
    return codec.pack(
        [
            (row.table, row.game, row.index, row.entry, row.signature)
            if isinstance(row, EntryLogged)
            else (row.table, row.ms, row.unix, row.body)
            for row in rows
        ]
    )


def read_commit(body: bytes) -> Iterator[EntryLogged | InputRecorded]:
    """The rows of a commit. Raises CodecError."""
    for row in _unpacked(body):
        match row:
            case [int(table), int(game), int(index), bytes(entry), bytes(signature)]:
                yield EntryLogged(table, game, index, entry, signature)
            case [int(table), int(ms), int(unix), bytes(packed)]:
                yield InputRecorded(table, ms, unix, packed)
            case _:
                raise CodecError("a commit of the journal holds a row of no known form")


def pack_entries(rows: Iterable[EntryRow]) -> bytes:
    """A segment of consecutive entries of one game; their game and indexes are kept beside it.

    It is compressed, to about 0.6 of its size: signatures and hashes are half of it, names of fields the rest.
    """
    return zlib.compress(codec.pack([row[2:] for row in rows]))


class _KnownHashes:
    """Hashes that follow from a log's entries so far and that the next ones contain: nothing compresses them.

    They are the head, and of each seat the newest action, which the seat's next statement names.
    """

    def __init__(self) -> None:
        self._head, self._actions = NO_HEAD, dict[int, bytes]()

    def now(self) -> tuple[bytes, ...]:
        return self._head, *self._actions.values()

    def add(self, entry: bytes) -> None:
        self._head = next_head(self._head, entry)
        match codec.unpack(entry):
            case {"e": "act", "seat": int(seat), "signed": [bytes(payload), _]}:
                self._actions[seat] = statement_hash("action", payload)


def pack_game(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The segment of a whole log, (entry, signature) from the first on, in three quarters of the room of several.

    An entry is a list of parts: bytes, or the number of a known hash. Raises CodecError for an entry that is no value.
    """
    known, rows = _KnownHashes(), list[tuple[list[bytes | int], bytes]]()
    for entry, signature in entries:
        parts: list[bytes | int] = [entry]
        for number, hash in enumerate(known.now()):
            parts = [new for part in parts for new in _split(part, hash, number)]
        rows.append((parts, signature))
        known.add(entry)
    return zlib.compress(codec.pack(rows))


def _split(part: bytes | int, hash: bytes, number: int) -> list[bytes | int]:
    if isinstance(part, int):
        return [part]
    first, *others = part.split(hash)
    return [first, *(one for other in others for one in (number, other))]


def read_entries(body: bytes) -> list[tuple[bytes, bytes]]:
    """The (entry, signature) of a segment, also of one by ``pack_game``. Raises CodecError."""
    try:
        rows = _unpacked(zlib.decompress(body))
    except zlib.error as problem:
        raise CodecError(f"a segment of the journal is damaged: {problem}") from None
    found, known = list[tuple[bytes, bytes]](), _KnownHashes()
    for row in rows:
        match row:
            case [bytes(entry), bytes(signature)]:
                found.append((entry, signature))
            case [[*parts], bytes(signature)]:
                hashes = known.now()
                try:
                    entry = b"".join([part if isinstance(part, bytes) else hashes[part] for part in parts])
                except (IndexError, TypeError):
                    raise CodecError("a segment of the journal names a hash that is not there") from None
                found.append((entry, signature))
                known.add(entry)
            case _:
                raise CodecError("a segment of the journal holds an entry of no known form")
    return found


def pack_inputs(rows: Iterable[InputRow]) -> bytes:
    """A segment of inputs."""
    return codec.pack(list(rows))


def read_inputs(body: bytes) -> list[InputRow]:
    """The inputs of a segment. Raises CodecError."""
    rows = _unpacked(body)
    for row in rows:
        match row:
            case [int(), int(), bytes()]:
                continue
        raise CodecError("a segment of the journal holds an input of no known form")
    return [(ms, unix, packed) for ms, unix, packed in rows]


def _unpacked(body: bytes) -> list[Any]:
    found = codec.unpack(body, _MEASURE)
    if not isinstance(found, list):
        raise CodecError("a part of the journal is no list")
    return found
