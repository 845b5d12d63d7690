"""Whose a meld is, and the order in which melds are shown: by owner, then as they were laid. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def owner(by: Sequence[int]) -> int:
    """The seat that laid most cards of a meld, of several the one that laid the first."""
    # Of equal counts ``most_common`` gives the one met first, so the order of laying decides.
    return Counter(by).most_common(1)[0][0]


def meld_order(position: Mapping[str, Any]) -> list[int]:
    """The numbers of the melds of a position in the order in which they are shown."""
    melds = position["melds"]
    return sorted(range(len(melds)), key=lambda number: (owner(melds[number]["by"]), number))
