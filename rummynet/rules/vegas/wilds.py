"""Wild cards: which faces are wild in a round, and the order in which lists of actions use them.

What one stands for in a meld is ``melds.stands_for``.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from rummynet.rules.shared.faces import copies
from rummynet_protocol.cards import FACE_OF, JOKERS, RANKS, mask
from rummynet_protocol.values import Value

ONLY_JOKERS: Final = "*"


class Wilds(Value):
    """The wild faces of a round."""

    order: tuple[int, ...]
    """Faces, the one to be used up first at the front."""
    faces: int
    """The same as a mask of 54 bits."""

    def has(self, face: int) -> bool:
        """Whether cards of that face are wild."""
        return bool(self.faces >> face & 1)

    def held(self, hand: int) -> list[int]:
        """The face of every wild card in a mask of cards of any deck, in their order, equal ones repeated."""
        return [face for face in self.order for _ in range(copies(hand, face))]


def wilds(order: Iterable[int]) -> Wilds:
    """The wild faces in this order."""
    faces = tuple(order)
    return Wilds(faces, mask(faces))


@cache
def turned_up_wilds(wild: str) -> Wilds:
    """The jokers and what *wild* names: a rank ``7``, one face ``7H``, or ``*`` for nothing more.

    Order: ``*1``, ``*2``, then the wild rank by suit. Source: the page of Vegas rummy. Raises KeyError, ValueError.
    """
    if wild == ONLY_JOKERS:
        return wilds(JOKERS)
    if len(wild) == 1:
        return wilds((*JOKERS, *(13 * suit + RANKS.index(wild) for suit in range(4))))
    return wilds((*JOKERS, FACE_OF[wild]))
