"""One of the possible melds of natural cards, with what may be laid onto it.

Beside ``shared.melds``, which has them all, since a compiled module cannot hold a class with this metaclass
(``scripts/compile_rules.py``).
"""

from rummynet_protocol.actions import LayDown
from rummynet_protocol.values import Value


class Shape(Value, eq=False):
    """One of the possible melds of natural cards."""

    cards: tuple[int, ...]
    """In canonical order: a run in sequence, a set by suit."""
    words: tuple[str, ...]
    mask: int
    is_run: bool
    below: tuple[int, ...] = ()
    """What may be laid at the low end of a run, nearest first; the card that a set of three lacks."""
    above: tuple[int, ...] = ()
    """What may be laid at the high end of a run, nearest first, but for an ace that fits at both ends (it is low)."""
    fits: int = 0
    """The single cards that may be laid off, as a mask."""
    laying: LayDown = LayDown(())
    """The action that lays it."""
    text: str = ""
    """``meld 5S 6S 7S``."""
    stretches: tuple[tuple[int, ...], ...] = ()
    """The cards that may be laid at each end, nearest first; a set has one such end."""
    reach: int = 0
    """The cards of both stretches, as a mask."""
