"""Actions as whole numbers for all games: an action is chosen word by word of its notation.

A table with a number for each action has 4,688 lines for Keilty, and has no end where wild cards stand for others and
melds are laid together. The notation has few words, the same in all games, and a word means about the same wherever it
stands: a program that has learned what ``throw`` is worth need not learn it anew for each card. The price is that an
action takes several steps; a word that has no alternative is no step, so most take one to three.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rummynet.rules import IllegalAction
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import FACES, MOST_DECKS, RANKS
from rummynet_protocol.values import Value

END: Final = "end"
"""The word behind every action: else ``take 6S`` could not be told from the beginning of ``take 6S meld 5S 6S 7S``."""
_MOST_MELDS: Final = MOST_DECKS * len(FACES) // 3  # each has three cards at least
_PARTS: Final = re.compile(r"([A2-9TJQK][CDHS]|\*[12])(\.\d)?(=\S+)?\Z")

# The order is the numbering: new words go to the end, or every trained program is wrong. A test holds its checksum.
WORDS: Final = (
    END,
    *FACES,
    *(f".{deck}" for deck in range(MOST_DECKS)),
    *(f"={face}" for face in FACES[:52]),
    *(f"={rank}?" for rank in RANKS),
    *("draw take meld lay throw rummy pass turn declare penalty out trade swap contract want waive aces buy".split()),
    *("decline on for / pile".split()),
    *(str(number) for number in range(_MOST_MELDS)),
)
"""The words by number: ``end``, cards, decks, what wild cards stand for, verbs and the like, numbers."""
_NUMBERS: Final = {word: number for number, word in enumerate(WORDS)}


def numbers_of(action: Action) -> tuple[int, ...]:
    """The words of an action, by number, ``end`` behind them."""
    found: list[str] = []
    for word in notation.text(action).split():
        parts = _PARTS.match(word)
        found += [word] if parts is None else [part for part in parts.groups() if part]
    return tuple(_NUMBERS[word] for word in (*found, END))


class Spelling(Value):
    """The actions of a seat, and the words that it has chosen of one of them."""

    ways: tuple[tuple[tuple[int, ...], Action], ...] = ()
    """The actions that are left, each with its words."""
    chosen: tuple[int, ...] = ()
    """The words so far, those without an alternative included."""

    @property
    def legal(self) -> list[int]:
        """The words that may come next, ascending."""
        return sorted({words[len(self.chosen)] for words, _ in self.ways})

    def with_word(self, number: int) -> "Spelling | Action":
        """After one more word and those that follow by themselves: the action itself once only one is left.

        Raises IllegalAction.
        """
        at = len(self.chosen)
        left = tuple(way for way in self.ways if way[0][at] == number)
        if not left:
            legal = " ".join(WORDS[one] for one in self.legal)
            raise IllegalAction(f"the word {number} cannot come here; those that can: {legal}")
        return left[0][1] if len(left) == 1 else Spelling(left, _common(left))


def spelling(actions: Iterable[Action]) -> Spelling:
    """Before the first word of one of these actions; first words that all share are chosen."""
    ways = tuple((numbers_of(action), action) for action in actions)
    # A seat with one action has one word to choose, so that it acts at all.
    return Spelling(ways, _common(ways) if len(ways) > 1 else ())


def _common(ways: Sequence[tuple[tuple[int, ...], Action]]) -> tuple[int, ...]:
    first, last = min(way[0] for way in ways), max(way[0] for way in ways)
    length = 0
    # Of sorted words the first and the last share what all share.
    while first[length] == last[length]:
        length += 1
    return first[:length]
