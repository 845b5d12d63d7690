"""When a host that cannot reach its database parts from its people: others may have their tables by then."""

from typing import Final

CUT_OFF_SECONDS: Final = 3.0
"""Time for which a host has to be unsure of its leases; twice as long before the next time, as the other hosts may be
cut off as well, and people would be sent in circles."""


class CutOff:
    """How long this host has been unsure of its leases. Times are of one monotonic clock, in seconds."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._seconds = CUT_OFF_SECONDS

    def is_due(self, unsure: bool, now: float) -> bool:
        """Whether people are to go now. Counts from the first call: a host that was stopped asks the database first."""
        if not unsure:
            self._since, self._seconds = None, CUT_OFF_SECONDS
            return False
        if self._since is None:
            self._since = now
        if now < self._since + self._seconds:
            return False
        self._since, self._seconds = now, 2 * self._seconds
        return True
