"""Bytes that have come on one connection and are not read yet."""

from typing import Final

from rummynet_protocol.wire.framing import HEADER

FULL: Final = 32 * 1024
"""Bytes from which on no more are taken from the socket."""
LOW: Final = 8 * 1024
"""Bytes from which on more are taken again."""


class Inbox:
    """Hands out one frame at a time, so that its messages can be handled in turn with those of others.

    *longest* is the longest body: the header of a longer one is handed out alone, to be refused by its length.
    """

    __slots__ = ("_bytes", "_longest")

    def __init__(self, longest: int) -> None:
        self._bytes = bytearray()
        self._longest = longest

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, data: bytes) -> None:
        """Bytes have come."""
        self._bytes += data

    def clear(self) -> None:
        """Nothing of it will be read."""
        self._bytes.clear()

    @property
    def has_frame(self) -> bool:
        """Whether there is something to hand out."""
        return self._end() > 0

    def next_frame(self) -> bytes:
        """The first frame, removed; empty while it is not whole."""
        end = self._end()
        found = bytes(self._bytes[:end])
        del self._bytes[:end]
        return found

    def _end(self) -> int:
        """Where what can be handed out ends; 0 if nothing can."""
        if len(self._bytes) < HEADER:
            return 0
        size = int.from_bytes(self._bytes[:HEADER], "big")
        if size > self._longest:
            return HEADER
        end = HEADER + size
        return end if end <= len(self._bytes) else 0
