"""What the journal's rows hold, packed: what one group has changed at a table, a checkpoint, a part of a log."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rummynet.table.api.records import Checkpoint, InputRecorded, TableOpened
from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError

CHANGES: Final = 0
POINT: Final = 1
"""The kinds of rows: what a group has changed, and a checkpoint, which replaces all rows of its table before it."""

# Bytes from which on a row is compressed. That of a move, of which 600 are hashes and signatures, would hardly become
# smaller, and takes a tenth of a move's time.
LARGE: Final = 900
_ZLIB: Final = 0x78  # what a compressed row begins with, and no list
Entries = list[tuple[bytes, bytes]]  # of a log: entry, the host's signature


@dataclass(slots=True)
class Place:
    """Where a table stands behind a row: how many rows it has had, its game, the entries of that game's log.

    ``round`` and ``epoch`` are those of the game's newest secret.
    """

    row: int = 0
    game: int = 0
    entries: int = 0
    round: int = 0
    epoch: int = 0

    def plain(self) -> list[int]:
        """The numbers by themselves, first in the body of each row."""
        return [self.row, self.game, self.entries, self.round, self.epoch]


@dataclass(slots=True)
class Changes:
    """What one group has changed at a table within one game, and where the table stands then.

    ``inputs`` stand beside the number of the entry that each has caused, if it has; ``chance`` are random bytes as they
    were drawn.
    """

    place: Place
    inputs: list[tuple[int, InputRecorded]] = field(default_factory=list)
    entries: Entries = field(default_factory=list)
    chance: list[bytes] = field(default_factory=list)
    begins: bool = False  # whether the game begins here

    def __bool__(self) -> bool:
        return bool(self.inputs or self.entries or self.chance or self.begins)

    def pack(self) -> bytes:
        """The body of the row."""
        inputs = [[row.ms, row.unix, number, self._pieces(number, row)] for number, row in self.inputs]
        return _pack([self.place.plain(), inputs, self.entries, self.chance])

    def _pieces(self, number: int, row: InputRecorded) -> list[bytes | int]:
        """The input's bytes, but where and how many these are in its entry for what it shares with that."""
        pieces: list[bytes | int] = []
        rest = row.body
        for part in row.shared if number < len(self.entries) else ():
            where, (before, found, after) = self.entries[number][0].find(part), rest.partition(part)
            if found and where >= 0:
                pieces += before, where, len(part)
                rest = after
        return [*pieces, rest]


def read_changes(table: int, body: bytes) -> Changes:
    """The inverse of ``Changes.pack``. Raises CodecError, TypeError, ValueError, IndexError."""
    place, inputs, entries, chance = _unpack(body)
    found = Changes(_place(place), entries=_entries(entries), chance=list(map(checked_bytes, chance)))
    for ms, unix, number, (*pieces, rest) in inputs:
        shared = zip(*[iter(pieces)] * 3, strict=True)
        parts = [before + found.entries[number][0][where : where + size] for before, where, size in shared]
        found.inputs.append((number, InputRecorded(table, ms, unix, b"".join([*parts, rest]))))
    return found


def read_entries(body: bytes) -> tuple[Place, Entries]:
    """Of changes the place and the entries. Raises CodecError, TypeError, ValueError."""
    place, _, entries, _ = _unpack(body)
    return _place(place), _entries(entries)


def pack_point(place: Place, point: Checkpoint) -> bytes:
    """The body of the row of a checkpoint."""
    return _pack([place.plain(), point.ms, point.unix, point.games, point.body, point.entries, point.round])


def read_point(table: int, body: bytes) -> Checkpoint:
    """The checkpoint of a table. Raises CodecError, TypeError, ValueError."""
    _, ms, unix, games, packed, entries, round = _unpack(body)
    return Checkpoint(table, ms, unix, games, packed, entries, round)


def read_place(body: bytes) -> Place:
    """Where the table stands behind a row of either kind. Raises CodecError, TypeError, ValueError."""
    return _place(_unpack(body)[0])


def _place(plain: list[int]) -> Place:
    row, game, entries, round, epoch = map(int, plain)
    return Place(row, game, entries, round, epoch)


def pack_log(entries: Entries) -> bytes:
    """A part of a log, compressed to about 0.6 of its size: signatures and hashes are half of it."""
    return _pack(entries)


def read_log(body: bytes) -> Entries:
    """The inverse of ``pack_log``; no entries for no bytes. Raises CodecError, TypeError, ValueError."""
    return _entries(_unpack(body)) if body else []


def _pack(values: Sequence[Any]) -> bytes:
    packed = codec.pack(values)
    # Level 1: hashes and signatures do not become smaller with more, and it takes half of the time.
    return zlib.compress(packed, 1) if len(packed) >= LARGE else packed


def _unpack(body: bytes) -> Any:  # noqa: ANN401
    try:
        return codec.unpack_own(zlib.decompress(body) if body[0] == _ZLIB else body)
    except zlib.error as problem:
        raise CodecError(f"a row does not unpack: {problem}") from None


def _entries(plain: list[Any]) -> Entries:
    return [(checked_bytes(entry), checked_bytes(signature)) for entry, signature in plain]


def checked_bytes(value: Any) -> bytes:  # noqa: ANN401
    """Bytes of the journal. Raises TypeError for anything else; ``bytes(n)`` would be n zeros."""
    if type(value) is not bytes:
        raise TypeError(f"{type(value).__name__} where bytes are due")
    return value


def pack_opened(row: TableOpened) -> bytes:
    """What never changes of a table, without its number and id."""
    return _pack([row.name, row.variant, dict(row.options), row.by, row.unix, row.host, dict(row.limits)])


def read_opened(table: int, id: bytes, body: bytes) -> TableOpened:
    """The inverse of ``pack_opened``. Raises CodecError, TypeError, ValueError."""
    name, variant, options, by, unix, host, limits = _unpack(body)
    return TableOpened(table, name, variant, options, by, unix, host, limits, checked_bytes(id))
