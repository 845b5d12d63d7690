"""Received bytes of one connection that are not parsed yet."""

from typing import Final

from rummynet_protocol.wire.framing import HEADER

FULL: Final = 32 * 1024
"""Buffered bytes at which reading from the socket pauses."""
LOW: Final = 8 * 1024
"""Buffered bytes below which reading resumes."""


class Inbox:
    """Splits received bytes into frames, handed out one at a time so that connections can take turns.

    *longest* is the longest body. Of a longer frame the header is handed out alone, to be refused by its length.
    """

    __slots__ = ("_bytes", "_longest")

    def __init__(self, longest: int) -> None:
        self._bytes = bytearray()
        self._longest = longest

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, data: bytes) -> None:
        """Append received bytes."""
        self._bytes += data

    def clear(self) -> None:
        """Discard everything."""
        self._bytes.clear()

    @property
    def has_frame(self) -> bool:
        """Whether a frame is complete, or its header can be refused."""
        return self._end() > 0

    def next_frame(self) -> bytes:
        """Remove and return the first frame; empty while it is not complete."""
        end = self._end()
        found = bytes(self._bytes[:end])
        del self._bytes[:end]
        return found

    def _end(self) -> int:
        """End of what can be handed out; 0 if nothing can."""
        if len(self._bytes) < HEADER:
            return 0
        size = int.from_bytes(self._bytes[:HEADER], "big")
        if size > self._longest:
            return HEADER
        end = HEADER + size
        return end if end <= len(self._bytes) else 0
