"""Small words for facts about a game: seats, counts, ranks."""

from collections.abc import Sequence
from typing import Final

from rummynet_protocol.sentences import counted, said

_RANKS: Final = {
    "A": said("aces"),
    "T": said("tens"),
    "J": said("jacks"),
    "Q": said("queens"),
    "K": said("kings"),
}


def seats_named(seats: Sequence[int]) -> str:
    """``nobody``, ``seat 1``, ``seats 0 and 2``, ``seats 0, 1 and 3``."""
    if not seats:
        return said("nobody")
    *others, last = map(str, seats)
    return (
        said("seats {others} and {last}", others=", ".join(others), last=last)
        if others
        else said("seat {last}", last=last)
    )


def times(left: int) -> str:
    """How often something may still happen."""
    return {0: said("no more"), 1: said("once more")}.get(left, said("{left} more times", left=left))


def chips(count: int) -> str:
    """``1 chip``, ``3 chips``."""
    return counted("{count} chip", "{count} chips", count, count=count)


def all_of(rank: str) -> str:
    """``sevens`` are written ``7s``, court cards and aces by name."""
    return _RANKS.get(rank, said("{rank}s", rank=rank))
