"""Frames: a body's length in four bytes, big-endian, then the body. At most 64 KiB, refused by the length alone.

TLS delivers bytes in pieces of any size; the reader returns whole bodies.
"""

from collections.abc import Iterator
from typing import Final

from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError

HEADER: Final = 4  # u32: two bytes would end at 65,535, one short of the longest body
"""Bytes of the length before each body."""
# Above an entry of 60,000 bytes and a view of as many; a receiver has to hold this much for each connection.
MOST_BODY: Final = 64 * 1024  # bytes of the longest body


def frame(body: bytes) -> bytes:
    """The bytes of one frame. Raises LocalProtocolError for a body that is too long."""
    if len(body) > MOST_BODY:
        raise LocalProtocolError(f"a message of {len(body)} bytes does not fit a frame of {MOST_BODY}; send less")
    return len(body).to_bytes(HEADER, "big") + body


class FrameReader:
    """Collects bytes and cuts off one frame at a time, so that connections can take turns. *most*: bytes of a body.

    ``has_frame`` is whether a frame is complete, or its length alone refuses it. The cost is proportional to the bytes,
    however small the pieces.
    """

    __slots__ = ("_bytes", "_end", "_most", "has_frame")

    def __init__(self, most: int = MOST_BODY) -> None:
        self._bytes = bytearray()
        self._most = most
        self._end = HEADER  # the end of the first frame, as far as is known
        self.has_frame = False

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, data: bytes) -> None:
        """Append received bytes."""
        self._bytes += data
        if not self.has_frame:
            self._look()

    def clear(self) -> None:
        """Discard everything."""
        self._bytes.clear()
        self._look()

    def next_body(self) -> bytes:
        """Remove the first frame and return its body; only if there is one.

        Raises RemoteProtocolError for one that is too long.
        """
        if self._end > HEADER + self._most:
            raise RemoteProtocolError(f"a frame of {self._end - HEADER} bytes was announced; the limit is {self._most}")
        body = bytes(self._bytes[HEADER : self._end])
        del self._bytes[: self._end]
        self._look()
        return body

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Append received bytes; each body that is complete then. Raises as ``next_body``."""
        self.add(data)
        while self.has_frame:
            yield self.next_body()

    def _look(self) -> None:
        """Find the end of the first frame."""
        held = len(self._bytes)
        if held < HEADER:
            self._end, self.has_frame = HEADER, False
            return
        size = int.from_bytes(self._bytes[:HEADER], "big")
        self._end = HEADER + size
        # A length alone can refuse a frame: nobody waits for, or buffers, 4 GB that are announced.
        self.has_frame = self._end <= held or size > self._most
