"""Outgoing messages: encoded once for all recipients, queued and counted for slow readers."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

from rummynet.table.api.effects import SendEntries
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import Message

# Without it many tiny messages would take several times what the limit says.
OVERHEAD: Final = 64  # memory of a queued message beside its bytes
# With a margin: cut down to the limit itself, the next message would cut off one more.
KEPT_SHARE: Final = 0.75
"""When the total exceeds its limit, the slowest readers are cut off until this fraction of the limit is left."""


class Packed:
    """A message and its frame, which is encoded at first use unless given."""

    __slots__ = ("_frame", "message")

    def __init__(self, message: Message, frame: bytes = b"") -> None:
        self.message = message
        self._frame = frame

    @property
    def frame(self) -> bytes:
        """The bytes to write. Raises LocalProtocolError."""
        if not self._frame:
            self._frame = frame(pack_message(self.message))
        return self._frame


class Transport(Protocol):
    """What a connection is written to, ``TlsTransport`` or a test's."""

    @property
    def unsent(self) -> int:
        """Bytes that wait in it."""

    def write(self, data: bytes) -> None:
        """Write at the end of this turn of the loop."""

    def pause_reading(self) -> None:
        """Receive nothing."""

    def resume_reading(self) -> None:
        """Receive again."""

    def close(self) -> None:
        """Send what waits, then end."""

    def abort(self) -> None:
        """End at once."""


class SlowReader(Protocol):
    """A connection that can be cut off."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for it."""

    def cut_off(self) -> None:
        """End it at once and discard what waits for it."""


class UnsentTotal:
    """The bytes that wait for all connections, limited to ``limit()``."""

    def __init__(self, limit: Callable[[], int]) -> None:
        self._limit = limit
        self.bytes = 0

    def change(self, by: int) -> None:
        """Add to the total; negative when bytes are written or discarded."""
        self.bytes += by

    def enforce(self, readers: Iterable[SlowReader]) -> None:
        """If the total exceeds the limit, cut off the slowest readers until ``KEPT_SHARE`` of the limit is left."""
        if self.bytes <= self._limit():
            return
        # The slowest first, so that the fewest people lose their connection.
        for reader in sorted(readers, key=lambda one: one.unsent, reverse=True):
            if self.bytes <= KEPT_SHARE * self._limit():
                return
            reader.cut_off()


class SendQueue:
    """Messages of one connection that wait while its transport is paused; their bytes count in ``total`` as well."""

    def __init__(self, total: UnsentTotal) -> None:
        self._total = total
        self._waiting: deque[bytes] | None = None
        """Made for the first message that waits: an empty one takes 0.7 KiB, and most connections never need it."""
        self._in_transport = 0
        self.bytes = 0  # bytes that wait here and in the paused transport
        self.paused = False

    def pause(self, in_transport: int) -> None:
        """The transport has asked for a pause; *in_transport* bytes wait in it."""
        self.paused = True
        self._count(in_transport - self._in_transport)
        self._in_transport = in_transport

    def resume(self, write: Callable[[bytes], None]) -> None:
        """The transport's buffer is empty: write what waits, until it asks for another pause."""
        self.paused = False
        self._count(-self._in_transport)
        self._in_transport = 0
        while self._waiting and not self.paused:
            data = self._waiting.popleft()
            self._count(-len(data) - OVERHEAD)
            write(data)

    def add(self, data: bytes) -> None:
        """Queue *data* until the transport resumes."""
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(data)
        self._count(len(data) + OVERHEAD)

    def clear(self) -> None:
        """Discard everything."""
        self._waiting = None
        self._in_transport = 0
        self._count(-self.bytes)

    def _count(self, by: int) -> None:
        self.bytes += by
        self._total.change(by)


# Some 60,000 entries: all games that people watch or come back to at one time, in a small part of the 400 MB.
CACHE_BYTES: Final = 16 * 1024 * 1024  # capacity of the cache, in encoded bytes
PIECE: Final = 32
"""Entries per piece: some eight kilobytes, half of what a transport buffers before it asks for a pause."""


class LogPieces:
    """LRU cache of log entries sent on request, in pieces that begin at multiples of 32: all who ask share them.

    One request sends hundreds of entries in one turn of the reactor, while everybody else waits.
    """

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
