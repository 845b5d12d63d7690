"""Token buckets: one, and one for each key or address."""

from collections.abc import Hashable


class TokenBucket:
    """A token bucket, refilled lazily."""

    __slots__ = ("_at", "_left", "capacity", "per_second")

    def __init__(self, capacity: float, per_second: float, now: float) -> None:
        self.capacity, self.per_second = capacity, per_second
        self._left, self._at = capacity, now

    def take(self, now: float, cost: int = 1) -> bool:
        """Spend tokens if there are enough. A cost above the capacity empties a full bucket."""
        cost = min(cost, int(self.capacity))
        if self.left(now) < cost:
            return False
        self._left -= cost
        return True

    def spend(self, now: float, cost: int) -> None:
        """Spend tokens even if there are too few; the balance may become negative."""
        self._left = self.left(now) - cost

    def left(self, now: float) -> float:
        """The balance; negative after overspending."""
        self._left = min(self.capacity, self._left + max(0.0, now - self._at) * self.per_second)
        self._at = now
        return self._left

    def is_full(self, now: float) -> bool:
        """Whether the bucket is full; then it can be deleted."""
        return self.left(now) == self.capacity


class TokenBuckets:
    """A token bucket for each key or address; reconnecting under the same one keeps its balance."""

    # Beyond this full ones are deleted, which is as if they were new. Then only when twice as many are left: a look at
    # all of them for each newcomer would cost more than they take.
    _KEPT = 256

    def __init__(self, capacity: float, per_second: float) -> None:
        self._capacity, self._per_second = capacity, per_second
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._clean_at = self._KEPT

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, whose: Hashable, now: float, cost: int = 1) -> bool:
        """Spend tokens if there are enough."""
        return self._bucket(whose, now).take(now, cost)

    def has(self, whose: Hashable, now: float) -> bool:
        """Whether there is a token; it is not spent."""
        found = self._buckets.get(whose)
        return found is None or found.left(now) >= 1

    def _bucket(self, whose: Hashable, now: float) -> TokenBucket:
        found = self._buckets.get(whose)
        if found is None:
            if len(self._buckets) >= self._clean_at:
                self._buckets = {key: one for key, one in self._buckets.items() if not one.is_full(now)}
                self._clean_at = max(self._KEPT, 2 * len(self._buckets))
            found = self._buckets[whose] = TokenBucket(self._capacity, self._per_second, now)
        return found
