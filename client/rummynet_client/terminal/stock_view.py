"""The middle of the table: the stock with its number of cards, and the spread pile. Pure."""

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from rummynet_client.language import _
from rummynet_client.terminal.card_art import CardLook, card_back, card_rows, card_word
from rummynet_client.terminal.styled_text import Line, flow, width_of


def stock_and_pile(stock: int, pile: Sequence[CardLook], width: int, rows: int, *, close: bool = False) -> list[Line]:
    """The stock face down and the pile open, drawn on so many *rows*; with 0 rows as words on as many as needed.

    A pile too long to be drawn becomes words as well.
    """
    if rows:
        back, label = card_back(stock, rows), f" {stock:<3}"
        left = [[("", " "), *line] for line in back]
        room = width - width_of(left[0]) - get_cwidth(label)
        drawn = card_rows(pile, room, rows) if pile else [[] for _row in range(rows)]
        if drawn is not None:
            middle = rows // 2
            for row, line in enumerate(left):
                line += [("class:title", label if row == middle else " " * get_cwidth(label)), *drawn[row]]
            if not pile:
                left[middle].append(("class:dim", _("the pile is empty")))
            return left
    label = " " + _("Stock {stock}  Pile", stock=stock) + " "
    return flow(label, [card_word(one, close=close) for one in pile], width, min(6, get_cwidth(label)))
