"""From a key to an order of cards: a deterministic byte stream, unbiased draws, Fisher-Yates.

A byte taken modulo m would favour small values, so bytes at or above the largest multiple of m are rejected. For a
uniform stream every order of the cards is then equally likely. Sources: FIPS 202 (SHAKE256), Knuth's algorithm P.
"""

from collections.abc import Sequence
from hashlib import shake_256
from typing import Final

_BEGINNING: Final = b"rummynet/v1/drbg\0"
# A deck of 52 takes 54 bytes on average, one of 108 takes 121. Only speed depends on it, the stream is the same.
_FIRST_BLOCK: Final = 256


class Drbg:
    """A stream of uniform draws determined by its key. Advances with every draw."""

    __slots__ = ("_bytes", "_key", "rejected", "used")

    def __init__(self, key: bytes) -> None:
        self._key = _BEGINNING + key
        self._bytes = shake_256(self._key).digest(_FIRST_BLOCK)
        self.used = 0  # bytes taken so far, rejected ones included
        self.rejected = 0

    def below(self, m: int) -> int:
        """A uniform integer from 0 to m - 1; *m* from 1 to 256. Raises ValueError for another."""
        # A draw takes one byte; more values than it has would need another way of drawing, and so another protocol.
        if not 1 <= m <= 256:
            raise ValueError(f"draws are below 1 to 256, not below {m}")
        limit = 256 - 256 % m
        while (value := self._byte()) >= limit:
            self.rejected += 1
        return value % m

    def _byte(self) -> int:
        if self.used == len(self._bytes):
            # hashlib cannot squeeze on, so the stream is computed again from its start; doubling keeps that linear.
            self._bytes = shake_256(self._key).digest(2 * self.used)
        value = self._bytes[self.used]
        self.used += 1
        return value


def shuffle(cards: Sequence[int], key: bytes) -> list[int]:
    """*cards* (given in ascending order, at most 256) in the order that *key* gives; the first is the top."""
    order = list(cards)
    draws = Drbg(key)
    for last in range(len(order) - 1, 0, -1):
        other = draws.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
