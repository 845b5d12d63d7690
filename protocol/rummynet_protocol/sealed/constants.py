"""Elements that are the same in every game: the face of each card, and the generators of the mix proof.

All come from the hash, so nobody knows a relation between any two of them and the base point: faces with a relation
could be turned into each other, and generators with one make forged mixes. They are computed, never received.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from rummynet_protocol.fairness.hashing import u8
from rummynet_protocol.sealed.group import Element, hash_to_element, total

CARDS: Final = 216  # codes of cards: four decks of 54. Copies of a card are different cards.


@cache
def faces() -> tuple[Element, ...]:
    """F_c = hg("face", u8 c) for each code c < 216."""
    return tuple(hash_to_element("face", u8(card)) for card in range(CARDS))


@cache
def card_of() -> Mapping[Element, int]:
    """The code of each face."""
    return {face: card for card, face in enumerate(faces())}


@cache
def generators() -> tuple[Element, ...]:
    """G_i = hg("gen", u8 i), i < 216."""
    return tuple(hash_to_element("gen", u8(index)) for index in range(CARDS))


@cache
def chain_start() -> Element:
    """G* = hg("gen0"): where the chain of the mix proof begins."""
    return hash_to_element("gen0")


def load_constants() -> None:
    """Load the library and compute all of these, which takes half a second. Raises NoRistretto."""
    card_of()
    generators()
    chain_start()


@cache
def generator_total(count: int) -> Element:
    """Σ G_i, i < count: every check of a mix needs it."""
    return total(generators()[:count])
