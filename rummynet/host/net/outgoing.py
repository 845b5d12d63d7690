"""Messages on their way out: encoded once for all who are sent them, and counted while somebody does not read them."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import Message

TRANSPORT_BYTES: Final = 16 * 1024
"""Bytes that may wait in a transport before it asks for a pause (Twisted's own figure is four times that)."""
OVERHEAD: Final = 64
"""What a message costs beside its bytes while it waits."""
KEPT_SHARE: Final = 0.75
"""When more waits in all than may, the slowest readers are cut off until this part of it waits."""


class Packed:
    """A message and its frame, which is made when the first connection needs it, if it is not given."""

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


class SlowReader(Protocol):
    """A connection that can be cut off."""

    @property
    def unsent(self) -> int:
        """Bytes that wait for it."""

    def cut_off(self) -> None:
        """End it at once; nothing waits for it any more."""


class UnsentTotal:
    """The bytes that wait for all connections, at most ``limit()`` of them."""

    def __init__(self, limit: Callable[[], int]) -> None:
        self._limit = limit
        self.bytes = 0

    def change(self, by: int) -> None:
        """So many more bytes wait, or fewer."""
        self.bytes += by

    def enforce(self, readers: Iterable[SlowReader]) -> None:
        """If more waits than may, cut off those for whom most waits, until a good part is free again."""
        if self.bytes <= self._limit():
            return
        for reader in sorted(readers, key=lambda one: one.unsent, reverse=True):
            if self.bytes <= KEPT_SHARE * self._limit():
                return
            reader.cut_off()


class SendQueue:
    """What waits on one connection while its transport is paused; ``total`` counts it with that of all others."""

    def __init__(self, total: UnsentTotal) -> None:
        self._total = total
        self._waiting: deque[bytes] = deque()
        self._in_transport = 0
        self.bytes = 0
        """What waits here and in the paused transport."""
        self.paused = False

    def pause(self, in_transport: int) -> None:
        """The transport takes nothing more; *in_transport* bytes wait in it."""
        self.paused = True
        self._count(in_transport - self._in_transport)
        self._in_transport = in_transport

    def resume(self, write: Callable[[bytes], None]) -> None:
        """The transport is empty: write what waits, until it asks for another pause."""
        self.paused = False
        self._count(-self._in_transport)
        self._in_transport = 0
        while self._waiting and not self.paused:
            data = self._waiting.popleft()
            self._count(-len(data) - OVERHEAD)
            write(data)

    def add(self, data: bytes) -> None:
        """Keep *data* until the transport takes it."""
        self._waiting.append(data)
        self._count(len(data) + OVERHEAD)

    def clear(self) -> None:
        """Nothing of it will be sent."""
        self._waiting.clear()
        self._in_transport = 0
        self._count(-self.bytes)

    def _count(self, by: int) -> None:
        self.bytes += by
        self._total.change(by)


def buffered(transport: Any) -> int:  # noqa: ANN401 - Twisted's transports have no common type for this
    """Bytes that wait in a TCP transport of Twisted's, also one under TLS; 0 where that cannot be seen."""
    socket = getattr(transport, "transport", None) or transport
    waiting = getattr(socket, "dataBuffer", b"")
    held = len(waiting) if isinstance(waiting, bytes | bytearray) else 0
    return max(0, held - int(getattr(socket, "offset", 0)) + int(getattr(socket, "_tempDataLen", 0)))


def narrow(transport: Any) -> None:  # noqa: ANN401
    """Let a TCP transport ask for a pause early, and read little at a time."""
    socket = getattr(transport, "transport", None) or transport
    if hasattr(socket, "bufferSize"):
        socket.bufferSize = TRANSPORT_BYTES
