"""Small words for facts about a game: seats, counts, ranks."""

from collections.abc import Sequence
from typing import Final

_RANKS: Final = {"A": "aces", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings"}


def seats_named(seats: Sequence[int]) -> str:
    """``nobody``, ``seat 1``, ``seats 0 and 2``, ``seats 0, 1 and 3``."""
    if not seats:
        return "nobody"
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def times(left: int) -> str:
    """How often something may still happen."""
    return {0: "no more", 1: "once more"}.get(left, f"{left} more times")


def several(count: int, one: str) -> str:
    """``1 chip``, ``3 chips``."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def all_of(rank: str) -> str:
    """``sevens`` are written ``7s``, court cards and aces by name."""
    return _RANKS.get(rank, f"{rank}s")
