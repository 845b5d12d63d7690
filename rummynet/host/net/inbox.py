"""Received bytes of one connection that are not parsed yet."""

from typing import Final

from rummynet_protocol.wire.framing import HEADER, body_size

FULL: Final = 32 * 1024
"""Buffered bytes at which reading from the socket pauses."""
LOW: Final = 8 * 1024
"""Buffered bytes below which reading resumes."""


class Inbox:
    """Splits received bytes into frames, handed out one at a time so that connections can take turns.

    *longest* is the longest body. ``has_frame`` is whether a frame is complete, or its header alone refuses it.
    """

    __slots__ = ("_bytes", "_end", "_longest", "has_frame")

    def __init__(self, longest: int) -> None:
        self._bytes = bytearray()
        self._longest = longest
        self._end = HEADER
        """The end of the first frame, as far as is known."""
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
        body_size(self._bytes[:HEADER], self._longest)
        body = bytes(self._bytes[HEADER : self._end])
        del self._bytes[: self._end]
        self._look()
        return body

    def _look(self) -> None:
        """Find the end of the first frame."""
        held = len(self._bytes)
        if held < HEADER:
            self._end, self.has_frame = HEADER, False
            return
        size = int.from_bytes(self._bytes[:HEADER], "big")
        self._end = HEADER + size
        self.has_frame = self._end <= held or size > self._longest
