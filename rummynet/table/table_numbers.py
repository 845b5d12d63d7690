"""The numbers that new tables get: each is used once, also after a restart and by other hosts with the same journal."""

from collections import deque


class TableNumbers:
    """All numbers from *first* on or, with 0, those that are reserved."""

    def __init__(self, first: int = 1) -> None:
        # The most that a table number may be in messages (PROTOCOL.md); at a thousand tables a day it lasts for 5,000
        # years.
        self._free = deque([range(first, 2**31)] if first else [])

    def __len__(self) -> int:
        return sum(len(some) for some in self._free)

    @property
    def next(self) -> int:
        """The number of the next table; 0 if none is reserved."""
        return self._free[0][0] if self._free else 0

    def take(self) -> int:
        """Use up the next number."""
        some = self._free.popleft()
        if len(some) > 1:
            self._free.appendleft(some[1:])
        return some[0]

    def reserve(self, first: int, count: int) -> None:
        """Add numbers that this host alone may use."""
        self._free.append(range(first, first + count))
