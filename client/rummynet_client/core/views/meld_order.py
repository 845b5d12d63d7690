"""Whose a meld is, and the order in which melds are shown: by owner, then as they were laid. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any


def owner(by: Sequence[int]) -> int:
    """The seat that laid most cards of a meld, of several the one that laid the first."""
    return max(by, key=by.count)


def meld_order(position: Mapping[str, Any]) -> list[int]:
    """The numbers of the melds of a position in the order in which they are shown."""
    melds = position["melds"]
    return sorted(range(len(melds)), key=lambda number: (owner(melds[number]["by"]), number))
