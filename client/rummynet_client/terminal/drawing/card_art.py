"""Playing cards as text: their names, drawn cards on three rows or five, words on one row, stock and pile. Pure.

A drawn card shows its rank and suit at its left edge, so that overlapped cards can be read. The card under the
cursor has ``▲`` in its lower edge, a picked card stands a row higher, a new one has ``+`` in its upper edge; a word has
``[ ]``, ``*`` and ``+`` for these.
"""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.text.card_names import rank_letter
from rummynet_client.language import _
from rummynet_client.terminal.drawing.styled_text import Line, flow, folded, in_ascii, width_of
from rummynet_protocol.text import harmless
from rummynet_protocol.values import Value

SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS: Final = str.maketrans({sign: letter for letter, sign in SIGNS.items()} | {"★": "*"})
"""For people who want letters."""
_SUIT_CLASS: Final = {"C": "class:clubs", "D": "class:diamonds", "H": "class:hearts", "S": "class:spades"}
# B and D are the German jack and queen (``card_names``); T stands for 10 where columns are short.
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


SMALL: Final = 3  # rows of a card with its rank and suit between two edges: less is no card any more
LARGE: Final = 5  # rows with the suit in the middle as well, for terminals with room
HUGE: Final = 7  # for terminals that fill a large window: cards are seen from an armchair
VAST: Final = 9  # for those that fill a large screen
# By rows, where nothing covers the card: a column is half as wide as a row is high, so these are about a card's
# proportions.
COLUMNS: Final = {SMALL: 5, LARGE: 7, HUGE: 9, VAST: 11}
CURSOR: Final = "▲"


class CardLook(Value):
    """A card and how it is shown."""

    card: str
    look: str = ""  # further style classes, such as the mark of what a click hits
    cursor: bool = False
    picked: bool = False
    new: bool = False
    by: tuple[str, str] | None = None  # (style class, letter) of who laid it off on the meld of somebody else


def card_rows(cards: Sequence[CardLook], width: int, rows: int = SMALL, *, raised: bool = False) -> list[Line] | None:
    """The cards side by side, overlapped as far as *width* asks for; None if even their edges do not fit.

    *raised*: one row more on top, into which picked cards reach; otherwise a picked card has ``*`` in its upper edge.
    """
    full = COLUMNS[rows]
    # ``10`` is what people read; ``T`` saves a column, and only where the cards would not fit else.
    for short in (False, True):
        labels = [card_label(one.card, short_ten=short) for one in cards]
        steps = _steps(tuple(1 + get_cwidth(label) for label in labels), full, width)
        if steps is not None:
            break
    else:
        return None
    lines: list[Line] = [[] for _ in range(rows + raised)]
    for one, label, step in zip(cards, labels, steps, strict=True):
        up = raised and one.picked
        # A wild card's label may be longer than a card is wide: its frame is as wide, though the next card covers it.
        wide = max(full, step, 2 + get_cwidth(label))
        drawn = _card(one, label, wide, rows + up, not raised, step)
        for line, row in zip(lines, [*([(("", " " * step),)] if raised and not up else []), *drawn], strict=True):
            line += row
    return lines


def card_groups(
    head: Line, groups: Sequence[tuple[Sequence[CardLook], str]], width: int, rows: int, *, apart: bool
) -> list[Line] | None:
    """Groups of cards drawn on *rows* lines, each behind its label, in as many rows as they need; None if one is wider.

    *head* stands before the first row. *apart*: a blank line between two.
    """
    indent = width_of(head)
    lines: list[Line] = []
    block: list[Line] = [[("", " " * indent)], [*head], *([("", " " * indent)] for _row in range(rows - 2))]
    for cards, label in groups:
        room = sum(1 + len(card_label(one.card)) for one in cards) + rows - 1
        drawn = card_rows(cards, min(room, width - indent - len(label)), rows)
        if drawn is None:
            return None
        if width_of(block[0]) + len(label) + width_of(drawn[0]) > width:
            lines += [*block, *([[]] if apart else [])]
            block = [[("", " " * indent)] for _row in range(rows)]
        for number, (row, part) in enumerate(zip(block, drawn, strict=True)):
            row += [("class:dim", label if number == 1 else " " * len(label)), *part, ("", "  ")]
    return [*lines, *block]


def card_back(count: int, rows: int = SMALL) -> list[Line]:
    """A face-down stack; an empty outline where it holds nothing."""
    full = COLUMNS[rows]
    fill = "▒" if count else " "
    inside: list[Line] = [[("class:back", f"│{fill * (full - 2)}│")] for _ in range(rows - 2)]
    return [[("class:back", f"╭{'─' * (full - 2)}╮")], *inside, [("class:back", f"╰{'─' * (full - 2)}╯")]]


def card_word(one: CardLook, *, close: bool = False) -> Line:
    """The card on one row, with room for the cursor's brackets; *close*: without unless it has something to show."""
    sign = "*" if one.picked else "+" if one.new else ""
    before = "[" if one.cursor else "" if close and sign else " "
    after = "]" if one.cursor else "" if close else " "
    edge = "class:cursor" if one.cursor else "class:picked" if one.picked else ""
    return [(f"{edge} {one.look}", before + sign), (_face(one), card_label(one.card)), (f"{edge} {one.look}", after)]


# The same few cards are drawn again with each key, in several layouts to measure them: half of a key's time.
# Everything that these depend on is an argument.


@lru_cache(maxsize=256)
def _steps(least: tuple[int, ...], full: int, width: int) -> tuple[int, ...] | None:
    """The columns that each card shows; the last one, which nothing covers, shows all."""
    for more in range(full, -1, -1):
        widest = full if all(one + more >= full for one in least) else full - 1  # all apart, or all overlapped
        steps = [max(one, min(widest, one + more)) for one in least]
        if steps:
            steps[-1] = max(full, least[-1] + 1)
        if sum(steps) <= width:
            return tuple(steps)
    return None


@lru_cache(maxsize=1024)
def _card(one: CardLook, label: str, width: int, rows: int, star: bool, step: int) -> tuple[Line, ...]:
    """The first *step* columns of a card; one that is covered has its label in the corner alone."""
    covered = step < width
    edge = f"class:edge {_state(one)} {one.look}"
    sign = "*" if one.picked and star else "+" if one.new else "─"
    low = CURSOR if one.cursor else "─"
    inside = width - 2
    texts = [label.ljust(inside - get_cwidth(label) + len(label)), *(" " * inside for _ in range(rows - 3))]
    if rows >= LARGE and not covered:
        texts[-1] = label.rjust(inside - get_cwidth(label) + len(label))
        texts[len(texts) // 2] = _suit(one.card).center(inside)
    by = one.by
    bottom: Line = [(edge, f"╰{low}{'─' * (width - 3)}╯")]
    # The cursor is at the same place, and matters more while one points.
    if by is not None and not one.cursor:
        bottom = [(edge, "╰"), (f"class:edge {by[0]}-card", by[1]), (edge, f"{'─' * (width - 3)}╯")]
    lines: list[Line] = [
        [(edge, f"╭{sign}{'─' * (width - 3)}╮")],
        *([(edge, "│"), (_face(one), text), (edge, "│")] for text in texts),
        bottom,
    ]
    return tuple(_first(line, step) for line in lines)


def _suit(card: str) -> str:
    label = card_label(card.partition("=")[2] or card)
    return label[:1] if label.startswith("★") else label[-1]


def _state(one: CardLook) -> str:
    return " ".join(
        name for holds, name in ((one.cursor, "class:pointed"), (one.picked, "class:picked"), (one.new, "class:new"))
        if holds
    )  # fmt: skip


def _face(one: CardLook) -> str:
    return f"class:card {card_class(one.card)} {_state(one)} {one.look}".rstrip()


def _first(line: Line, columns: int) -> Line:
    """The first columns of a line whose characters are one column wide."""
    kept: Line = []
    for look, text in line:
        if columns <= 0:
            break
        kept.append((look, text[:columns]))
        columns -= len(kept[-1][1])
    return kept


# Rows of cards into which a long pile is broken: more take the melds' place, and words are easier to read then; of
# large cards not even two are worth it.
_MOST_PARTS: Final = 3


def stock_and_pile(stock: int, pile: Sequence[CardLook], width: int, rows: int, *, close: bool = False) -> list[Line]:
    """The stock face down and the pile open, drawn on so many *rows*; with 0 rows as words on as many as needed.

    A pile that is too long for a row of large cards is drawn small, in parts one below the other if need be, and as
    words where ``_MOST_PARTS`` are too few.
    """
    if rows:
        back, label = card_back(stock, rows), f" {stock:<3}"
        left: list[Line] = [[("", " "), *line] for line in back]
        room = width - width_of(left[0]) - get_cwidth(label)
        drawn = _drawn(pile, room, rows)
        if drawn is not None:
            middle, blank = rows // 2, ("", " " * (width - room))
            for row, line in enumerate(left):
                line.append(("class:title", label if row == middle else " " * get_cwidth(label)))
            if not pile:
                left[middle].append(("class:dim", _("the pile is empty")))
            left += [[blank] for _row in drawn[rows:]]
            return [[*before, *cards] for before, cards in zip_longest(left, drawn, fillvalue=())]
        if rows > SMALL:
            return stock_and_pile(stock, pile, width, LARGE if rows > LARGE else SMALL, close=close)
    label = " " + _("Stock {stock}  Pile", stock=stock) + " "
    return flow(label, [card_word(one, close=close) for one in pile], width, min(6, get_cwidth(label)))


def _drawn(pile: Sequence[CardLook], room: int, rows: int) -> list[Line] | None:
    """The pile's cards in as few parts as *room* columns ask for, the oldest on top; None if they are too many."""
    for parts in range(1, 2 if rows > SMALL else _MOST_PARTS + 1):
        size = -(-len(pile) // parts)
        drawn = [card_rows(pile[start : start + size], room, rows) for start in range(0, len(pile), size or 1)]
        if None not in drawn:
            return [line for part in drawn for line in part or ()]
    return None
