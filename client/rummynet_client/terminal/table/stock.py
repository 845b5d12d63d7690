"""The middle of the table: the stock with its number of cards, and the spread pile. Pure."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.language import _
from rummynet_client.terminal.drawing.cards import SMALL, CardLook, card_back, card_rows, card_word
from rummynet_client.terminal.drawing.styled_text import Line, flow, width_of

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
            return stock_and_pile(stock, pile, width, SMALL, close=close)
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
