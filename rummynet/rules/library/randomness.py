"""Randomness as an argument: a source that a caller passes in, or a seed.

For research, tests and bots. A host never uses this: at a table the cards are shuffled by all players together.
"""

from collections.abc import Iterable
from hashlib import shake_256
from typing import Final, Protocol

_DOMAIN: Final = b"rummynet/rules/seed\0"
_BLOCK: Final = 1024  # bytes of one digest: 256 draws, more than the decks of any game take
_BYTES: Final = 4  # of a draw: of 2^32 values next to none has to be rejected for a choice among 216 cards


class Randomness(Protocol):
    """A source of uniform draws. ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int:
        """A uniform whole number from 0 to *stop* - 1."""
        ...


class Seeded:
    """Uniform draws that follow from a seed alone, the same on every platform and in every version of Python."""

    __slots__ = ("_block", "_key", "_unused")

    def __init__(self, seed: int) -> None:
        self._key = _DOMAIN + str(seed).encode()
        self._block = 0
        self._unused = b""

    def randrange(self, stop: int, /) -> int:
        """A uniform whole number from 0 to *stop* - 1; *stop* from 1 to 2**32. Raises ValueError."""
        whole = 1 << 8 * _BYTES
        if not 1 <= stop <= whole:
            raise ValueError(f"draws are below 1 to {whole}, not below {stop}")
        # As in the shuffle of the protocol: a remainder alone would favour small numbers.
        limit = whole - whole % stop
        while (value := self._next()) >= limit:
            pass
        return value % stop

    def _next(self) -> int:
        if not self._unused:
            self._unused = shake_256(self._key + self._block.to_bytes(8, "big")).digest(_BLOCK)
            self._block += 1
        taken, self._unused = self._unused[:_BYTES], self._unused[_BYTES:]
        return int.from_bytes(taken, "big")


def source(random: Randomness | int) -> Randomness:
    """The source itself, or the one that follows from a seed."""
    return Seeded(random) if isinstance(random, int) else random


def permuted(codes: Iterable[int], random: Randomness) -> list[int]:
    """The codes in a uniform order (Fisher-Yates)."""
    order = list(codes)
    for last in range(len(order) - 1, 0, -1):
        other = random.randrange(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
