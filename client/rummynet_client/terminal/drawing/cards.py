"""Playing cards as text: drawn and overlapped on three rows or five, or each as a word on one row. Pure.

A drawn card shows its rank and suit at its left edge, so that overlapped cards can be read. The card under the
cursor has ``▲`` in its lower edge, a picked card stands a row higher, a new one has ``+`` in its upper edge; a word has
``[ ]``, ``*`` and ``+`` for these.
"""

from collections.abc import Sequence
from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.terminal.drawing.card_words import card_class, card_label
from rummynet_client.terminal.drawing.styled_text import Line
from rummynet_protocol.values import Value

SMALL: Final = 3  # rows of a card with its rank and suit between two edges: less is no card any more
LARGE: Final = 5  # rows with the suit in the middle as well, for terminals with room
# By rows, where nothing covers the card: a column is half as wide as a row is high, so these are about a card's
# proportions.
_COLUMNS: Final = {SMALL: 5, LARGE: 7}
CURSOR: Final = "▲"


class CardLook(Value):
    """A card and how it is shown."""

    card: str
    look: str = ""
    """Further style classes, such as the mark of what a click hits."""
    cursor: bool = False
    picked: bool = False
    new: bool = False
    by: tuple[str, str] | None = None
    """(style class, letter) of who laid it off on the meld of somebody else."""


def card_rows(cards: Sequence[CardLook], width: int, rows: int = SMALL, *, raised: bool = False) -> list[Line] | None:
    """The cards side by side, overlapped as far as *width* asks for; None if even their edges do not fit.

    *raised*: one row more on top, into which picked cards reach; otherwise a picked card has ``*`` in its upper edge.
    """
    full = _COLUMNS[rows]
    # ``10`` is what people read; ``T`` saves a column, and only where the cards would not fit else.
    for short in (False, True):
        labels = [card_label(one.card, short_ten=short) for one in cards]
        steps = _steps([1 + get_cwidth(label) for label in labels], full, width)
        if steps is not None:
            break
    else:
        return None
    lines: list[Line] = [[] for _ in range(rows + raised)]
    for one, label, step in zip(cards, labels, steps, strict=True):
        up = raised and one.picked
        drawn = _card(one, label, max(full, step), rows + up, star=not raised, covered=step < full)
        blank: Line = [("", " " * step)]
        for line, row in zip(lines, [*([blank] if raised and not up else []), *drawn], strict=True):
            line += _first(row, step)
    return lines


def card_back(count: int, rows: int = SMALL) -> list[Line]:
    """A face-down stack; an empty outline where it holds nothing."""
    full = _COLUMNS[rows]
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


def _steps(least: Sequence[int], full: int, width: int) -> list[int] | None:
    """The columns that each card shows; the last one, which nothing covers, shows all."""
    for more in range(full, -1, -1):
        widest = full if all(one + more >= full for one in least) else full - 1  # all apart, or all overlapped
        steps = [max(one, min(widest, one + more)) for one in least]
        if steps:
            steps[-1] = max(full, least[-1] + 1)
        if sum(steps) <= width:
            return steps
    return None


def _card(one: CardLook, label: str, width: int, rows: int, *, star: bool, covered: bool) -> list[Line]:
    """A card; one that is partly *covered* has its label in the corner that is seen, and nothing else."""
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
    return [
        [(edge, f"╭{sign}{'─' * (width - 3)}╮")],
        *([(edge, "│"), (_face(one), text), (edge, "│")] for text in texts),
        bottom,
    ]


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
