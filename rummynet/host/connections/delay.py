"""How long the way to a person and back takes, by the host's own pings: for the eye of the others, no proof.

A program that answers late seems farther than it is; none seems nearer.
"""

from collections import deque
from typing import Final

from rummynet_protocol.wire.messages import FAR_MILLIS

DELAYS_KEPT: Final = 8
"""A program is busy, and a telephone's radio asleep, at some pings: the least of these is the way's."""
# Known a quarter of a minute after somebody has come, before the first cards are dealt.
MEASURE_SECONDS: Final = 2  # between two pings until as many are answered


class Delay:
    """The delay of one connection. ``millis`` is what is told of it: 0 while it is unknown, or too short to matter."""

    __slots__ = ("_asked", "_delays", "_number", "millis")

    def __init__(self) -> None:
        self.millis = 0
        self._delays = deque[int](maxlen=DELAYS_KEPT)
        self._number = 0
        self._asked = deque[tuple[int, float]](maxlen=DELAYS_KEPT)
        """Number and time (seconds) of the newest pings without an answer."""

    @property
    def is_known(self) -> bool:
        """Whether enough pings were answered."""
        return len(self._delays) == DELAYS_KEPT

    def ask(self, now: float) -> int:
        """A ping is sent; returns its number."""
        self._number += 1
        self._asked.append((self._number, now))
        return self._number

    def answer(self, number: int, now: float) -> bool:
        """A pong has come. Returns whether ``millis`` has changed: by a third, so that it stands still for the eye."""
        while self._asked and self._asked[0][0] < number:
            self._asked.popleft()  # a client answers in order, so it has answered none of these
        if not self._asked or self._asked[0][0] != number:
            return False
        self._delays.append(round((now - self._asked.popleft()[1]) * 1000))
        least = min(self._delays)
        if not self.is_known or abs(least - self.millis) * 3 < self.millis:
            return False
        before, self.millis = self.millis, round(least, -1) if least >= FAR_MILLIS else 0
        return self.millis != before
