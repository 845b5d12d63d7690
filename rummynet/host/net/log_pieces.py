"""Log entries sent on request: in pieces of many entries, encoded once for all who ask.

One request for a log sends hundreds of entries in one turn of the reactor, while everybody else waits.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

from rummynet.host.net.outgoing import Packed
from rummynet.table.api.effects import SendEntries

# Some 60,000 entries: all games that people watch or come back to at one time, in a small part of the 400 MB.
CACHE_BYTES: Final = 16 * 1024 * 1024  # capacity of the cache, in encoded bytes
PIECE: Final = 32
"""Entries per piece: some eight kilobytes, half of what a transport buffers before it asks for a pause."""


class LogPieces:
    """LRU cache of encoded pieces. They begin at multiples of 32, so all who ask share them."""

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[tuple[int, int, int], tuple[Sequence[tuple[bytes, bytes]], Packed]] = OrderedDict()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """Size of the cached pieces."""
        return self._bytes

    def pieces(self, entries: SendEntries) -> Iterator[Packed]:
        """The entries as pieces, in order. The ``message`` of a piece is its first entry; its frame has all of them."""
        start, rows = entries.start, entries.rows
        while rows:
            count = PIECE - start % PIECE
            yield self._piece(SendEntries(entries.to, entries.table, entries.game, start, rows[:count]))
            start, rows = start + count, rows[count:]

    def _piece(self, entries: SendEntries) -> Packed:
        where = (entries.table, entries.game, entries.start)
        rows, packed = self._kept.get(where, ((), None))
        # Compared, since the last piece of a log grows until it is full.
        if packed is not None and rows == entries.rows:
            self._kept.move_to_end(where)
            return packed
        if packed is not None:
            self._bytes -= len(packed.frame)
        messages = [Packed(message) for message in entries.messages()]
        piece = Packed(messages[0].message, b"".join(message.frame for message in messages))
        self._kept[where] = entries.rows, piece
        self._bytes += len(piece.frame)
        while self._bytes > self._most:
            _, (_, old) = self._kept.popitem(last=False)
            self._bytes -= len(old.frame)
        return piece
