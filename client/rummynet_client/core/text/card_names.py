"""Cards in sentences: in notation, without their decks."""

from collections.abc import Sequence
from functools import lru_cache

from rummynet.rules.core.state import State
from rummynet_protocol import cards


def faces(names: Sequence[str]) -> str:
    """Cards without their deck numbers, separated by spaces."""
    return " ".join(face(name) for name in names)


def face(name: str) -> str:
    """``7H`` for ``7H.1``, ``7C=9D`` for ``7C.0=9D``."""
    card, equals, stands = name.partition("=")
    return card.partition(".")[0] + equals + stands


def meld_cards(state: State) -> tuple[tuple[str, ...], ...]:
    """The cards of each meld on the table, by its number."""
    return tuple(_face_names(meld.cards) for meld in state.melds)


@lru_cache(maxsize=1024)
def _face_names(codes: tuple[int, ...]) -> tuple[str, ...]:
    """A meld changes once, and is written after each action of the round."""
    return tuple(cards.face(code) for code in codes)
