"""Names of cards as people read them, ``7♦`` for ``7D``, and sentences in which they stand. Pure."""

import re
from collections.abc import Collection
from typing import Final

from rummynet_client.core.text.card_letters import rank_letter
from rummynet_client.terminal.drawing.styled_text import Line, folded, in_ascii
from rummynet_protocol.text import harmless

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS: Final = str.maketrans({sign: letter for letter, sign in SIGNS.items()} | {"★": "*"})
"""For people who want letters."""
_SUIT_CLASS: Final = {"C": "class:clubs", "D": "class:diamonds", "H": "class:hearts", "S": "class:spades"}
# B and D are the German jack and queen (``card_letters``); T stands for 10 where columns are short.
_SIGNED: Final = re.compile(r"(?:(?:10|[A2-9JQKTBD])[♣♦♥♠]|★[12])(?:=(?:10|[A2-9JQKTBD])[♣♦♥♠]?)?")
_LETTER: Final = {sign: letter for letter, sign in SIGNS.items()}
# Not within a word: names of players may hold the same letters.
_NAME: Final = re.compile(r"(?<![\w*.=])(?:\*[12]|[A2-9TJQK][CDHS])(?:\.[0-3])?(?:=[A2-9TJQK][CDHS?])?(?![\w=])")
"""A card in notation, with its deck and what it stands for."""


def written(line: Line, *, is_ascii: bool, signs: bool) -> Line:
    """The line as the terminal and the player want it: in ASCII alone, with letters for suits, or as it is."""
    if is_ascii:
        return in_ascii(line)
    return line if signs else [(look, text.translate(_LETTERS)) for look, text in line]


def card_label(card: str, *, short_ten: bool = False) -> str:
    """The card as shown: ``10♦``, ``★1`` for a joker, ``2♣=9♦`` for a wild card; without its deck."""
    natural, _, stands = card.partition("=")
    shown = _plain(natural.partition(".")[0], short_ten)
    return f"{shown}={_plain(stands, short_ten)}" if stands else shown


def _plain(name: str, short_ten: bool) -> str:
    if name[0] == "*":
        return f"★{name[1:]}"
    rank = "10" if name[0] == "T" and not short_ten else rank_letter(name[0])
    return rank + SIGNS.get(name[1:2], "")


def card_class(card: str) -> str:
    """The style class of a card's suit; of what it stands for if it is wild."""
    name = card.partition("=")[2] or card
    return _SUIT_CLASS.get(name[1:2], "class:joker") if name[0] != "*" else "class:joker"


def with_signs(text: str, names: Collection[str] = ()) -> str:
    """A sentence with its cards written as signs. A word that is one of the *names* of players is left as it is."""
    return _NAME.sub(lambda found: found[0] if found[0] in names else card_label(found[0]), text)


def sentence_lines(look: str, text: str, width: int, names: Collection[str] = ()) -> list[Line]:
    """A sentence with its cards as signs in their colours, wrapped, with a margin of one column."""
    # Below ten columns lines are cut at the edge: words broken into single letters could not be read either.
    parts = folded(with_signs(harmless(text), names), max(10, width - 2))
    return [[(look, " "), *coloured(look, part)] for part in parts]


def coloured(look: str, text: str) -> Line:
    """The text with the signs of its cards in their colours."""
    line: Line = []
    end = 0
    for found in _SIGNED.finditer(text):
        sign = next((char for char in reversed(found[0]) if char in _LETTER), "")
        suit = _SUIT_CLASS[_LETTER[sign]] if sign else "class:joker"
        line += [(look, text[end : found.start()]), (f"{look} {suit}".strip(), found[0])]
        end = found.end()
    return [(style, part) for style, part in (*line, (look, text[end:])) if part]
