"""Cards in sentences: the voice that names them, and the voice of the screen and of programs, in notation."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.state import State
from rummynet_protocol import cards
from rummynet_protocol.values import Value

Melds = Sequence[Sequence[str]]  # the cards of each meld on the table, by its number


class Voice(Value):
    """How a sentence names cards. All else in a sentence is the same whether it is read or heard."""

    card: Callable[[str], str]
    cards: Callable[[Sequence[str]], str]
    meld: Callable[[Sequence[str]], str]
    between: str  # stands between several melds


def faces(names: Sequence[str]) -> str:
    """Cards without their deck numbers, separated by spaces."""
    return " ".join(face(name) for name in names)


def face(name: str) -> str:
    """``7H`` for ``7H.1``, ``7C=9D`` for ``7C.0=9D``."""
    card, equals, stands = name.partition("=")
    return card.partition(".")[0] + equals + stands


# A screen writes the cards with signs: it knows the player's letters and whether the terminal has signs.
WRITTEN: Final = Voice(face, faces, faces, " · ")


def meld_cards(state: State) -> tuple[tuple[str, ...], ...]:
    """The cards of each meld on the table, by its number; of several decks as events name them, with the deck."""
    return tuple(_names(meld.cards, state.decks) for meld in state.melds)


@lru_cache(maxsize=1024)
def _names(codes: tuple[int, ...], decks: int) -> tuple[str, ...]:
    """A meld changes once, and is written after each action of the round."""
    return tuple(cards.name(code, decks) for code in codes)
