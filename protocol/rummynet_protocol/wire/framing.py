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


def body_size(header: bytes | bytearray, most: int) -> int:
    """The length of the body that *header* announces. Raises RemoteProtocolError if that is more than *most*."""
    size = int.from_bytes(header, "big")
    # By the length alone: a peer that announces more is cut off before it fills memory.
    if size > most:
        raise RemoteProtocolError(f"a frame of {size} bytes was announced; the limit is {most}")
    return size


class FrameReader:
    """Collects bytes and returns whole bodies of at most *most* bytes; holds one unfinished frame at most."""

    __slots__ = ("_bytes", "_most")

    def __init__(self, most: int = MOST_BODY) -> None:
        self._bytes = bytearray()
        self._most = most

    @property
    def waiting(self) -> int:
        """Bytes held of an unfinished frame."""
        return len(self._bytes)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Each body that *data* completes, in order. Raises RemoteProtocolError at a length beyond the limit.

        Cost is proportional to the bytes fed, however small the pieces: finished frames leave the buffer at once per
        call, and an unfinished one is only appended to.
        """
        self._bytes += data
        start = 0
        try:
            while (end := self._end(start)) is not None:
                body = bytes(self._bytes[start + HEADER : end])
                start = end
                yield body
        # Also when the caller stops early: frames that were handed out must not come again.
        finally:
            del self._bytes[:start]

    def _end(self, start: int) -> int | None:
        """The end of the frame that begins at *start*; None while it is incomplete."""
        header = self._bytes[start : start + HEADER]
        if len(header) < HEADER:
            return None
        end = start + HEADER + body_size(header, self._most)
        return end if end <= len(self._bytes) else None
