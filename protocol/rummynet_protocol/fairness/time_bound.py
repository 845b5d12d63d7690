"""Whether log time has run ahead of a player's own clock.

Log time may lag behind real time and must not lead it. A statement was signed before its entry was written, and after
the entry at its head had been seen: all log time between the entry of one statement and the head of a later one passed
while the signer's clock went on between the two. Source: FAIRNESS.md, "Time".
"""

from dataclasses import dataclass, field
from typing import Self

from rummynet_protocol.errors import Cheat

SLACK_MILLIS = 1000
"""How far log time may lead at any time: clocks are read in milliseconds, and programs take a moment to read them."""
# Whole numbers, so that all verifiers round alike. Crystals differ by 0.02 % at the most, so half a percent is
# far more than two such clocks can differ by: a wrong accusation is worse than half a percent of time.
_LOG_WEIGHT, _OWN_WEIGHT = 200, 201
"""Largest ratio of log time to the signer's time, for clocks whose rate nothing changes."""


@dataclass(slots=True)
class TimeBound:
    """The statements of one player in one log. Times are milliseconds."""

    _anchors: dict[bytes, int] = field(default_factory=dict)
    """By clock: the least of 200 A - 201 a over statements signed at a and logged at A."""
    _latest: dict[bytes, int] = field(default_factory=dict)  # by clock: the signing time of the newest statement

    @property
    def breaks(self) -> int:
        """How often the player's clock began again: log time between two clocks is bound by neither."""
        return max(0, len(self._latest) - 1)

    def leads(self, clock: bytes, own: int, log: int) -> bool:
        """Whether an entry of time *log* cannot have been seen as early as *own* on this clock."""
        anchor = self._anchors.get(clock)
        return anchor is not None and _LOG_WEIGHT * (log - SLACK_MILLIS) - _OWN_WEIGHT * own > anchor

    def lead_millis(self, clock: bytes, own: int, log: int) -> int:
        """By how much log time leads by that entry, the tolerance included; 0 where nothing bounds it."""
        anchor = self._anchors.get(clock)
        return 0 if anchor is None else max(0, _LOG_WEIGHT * log - _OWN_WEIGHT * own - anchor) // _LOG_WEIGHT

    def room_millis(self, clock: bytes, own: int, log: int) -> int | None:
        """How much more log time may pass at once behind that entry, without the tolerance; None if nothing bounds it.

        With a host that lets log time run like any clock that is what passed here until the entry came.
        """
        anchor = self._anchors.get(clock)
        return None if anchor is None else (anchor + _OWN_WEIGHT * own) // _LOG_WEIGHT - log

    def check(self, clock: bytes, own: int, log: int | None) -> None:
        """Check a statement signed at *own* whose head is an entry of time *log* (None: no entry of this log).

        Raises Cheat("time").
        """
        if own < self._latest.get(clock, 0):
            raise Cheat("time", "a player's clock ran backwards between two statements")
        if log is not None and self.leads(clock, own, log):
            raise Cheat("time", "more time has passed in the log than on a player's own clock")

    def add(self, clock: bytes, own: int, log: int) -> None:
        """Record a statement signed at *own* in an entry of time *log*."""
        here = _LOG_WEIGHT * log - _OWN_WEIGHT * own
        # The least is the strictest: every earlier statement bounds the later ones, not only the one before.
        self._anchors[clock] = min(here, self._anchors.get(clock, here))
        self._latest[clock] = max(own, self._latest.get(clock, 0))

    def pack(self) -> list[list[list[bytes | int]]]:
        """As plain values."""
        return [[list(one) for one in times.items()] for times in (self._anchors, self._latest)]

    @classmethod
    def unpack(cls, anchors: list[tuple[bytes, int]], latest: list[tuple[bytes, int]]) -> Self:
        """The inverse of ``pack``."""
        return cls(dict(anchors), dict(latest))
