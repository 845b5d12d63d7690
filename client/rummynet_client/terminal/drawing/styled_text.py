"""Lines of styled text: cut to a size, wrapped, and converted to ASCII for terminals without Unicode. Pure.

A line is a list of (style class, text). Letters carry all information; styles only repeat it in colour. Clickable text
is marked in its style class, so that drawing needs no coordinates: cards, melds and offers with their number, texts
that name a key with the key; a click on these is that key.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final
from unicodedata import category

from prompt_toolkit.utils import get_cwidth

from rummynet_protocol.text import harmless
from rummynet_protocol.values import Value

Line = list[tuple[str, str]]

_BARS: Final = "▁▂▃▄▅▆▇█"
_IN_ASCII: Final = {"×": "x", "·": "|", "…": "~", "→": ">", "–": "-", "’": "'", "»": ">", "▶": ">", "◀": "<"} | {
    "✓": "v", "▲": "^", "♣": "C", "♦": "D", "♥": "H", "♠": "S", "★": "*", "─": "-", "│": "|", "╭": ".",
    "╮": ".", "╰": "'", "╯": "'",
    "├": "+", "┤": "+", "┬": "+", "┴": "+", "▒": "#", "●": "o", "○": ".", "█": "#", "░": ".",
} | dict(zip(_BARS, "_.:-=+*#", strict=True))  # fmt: skip
"""Each replacement is one column wide, so that the layout does not change."""
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_]{2}-)(?=[^\W\d_]{2})")  # where a compound word may be broken
_CLOSING: Final = frozenset({"Pe", "Pf", "Po"})  # Unicode categories of characters that cannot start a line

_MARK: Final = re.compile(r"class:at-(pile|melds|hand|offer|key|row|less|more|do)-(\d+)")
CLICKABLE_KEYS: Final[tuple[str, ...]] = (
    "enter", "escape", "space", "tab", "backspace", *"abcdefghilmnopqrstuvwxy", *"CEGHP", *":?+-", *"123456789",
)  # fmt: skip
Mark = tuple[str, int]  # (kind, index)


class Size(Value):
    """Columns and rows available."""

    width: int
    height: int


def width_of(line: Line) -> int:
    """The number of columns of a line."""
    return sum(get_cwidth(text) for _, text in line)


def wrapped(look: str, text: str, width: int) -> list[Line]:
    """The text wrapped, with a margin of one column; no lines for no text."""
    # As in ``sentence_lines``: narrower than ten columns, lines are cut.
    return [[(look, " " + part)] for part in folded(harmless(text), max(10, width - 2))]


def folded(text: str, width: int) -> list[str]:
    """The words of the text on lines of at most *width* columns; *width* is 2 or more.

    Breaks are also allowed between wide characters, whose languages use no spaces, and in a word longer than a line.
    Combining marks stay with their letter.
    """
    lines: list[str] = []
    line = ""
    for gap, word in re.findall(r"(\s*)(\S+)", text):
        for number, piece in enumerate(_pieces(word, width)):
            longer = line + ("" if number else gap) + piece if line else piece
            if get_cwidth(longer) > width:
                lines.append(line)
                longer = piece
            line = longer
    return [*lines, line] if line else lines


def _pieces(word: str, width: int) -> Iterator[str]:
    """The parts into which a word may be broken."""
    for part in _HYPHEN.split(word):
        if part.isascii() and len(part) <= width:
            yield part
            continue
        piece = ""
        for char in part:
            is_wide = get_cwidth(char) > 1 or get_cwidth(piece[:1]) > 1
            parts = is_wide and category(char) not in _CLOSING
            if piece and get_cwidth(char) and (parts or get_cwidth(piece + char) > width):
                yield piece
                piece = ""
            piece += char
        yield piece


def footer_text(text: str, width: int) -> str:
    """A footer with a margin of one column; shortened after a whole word."""
    if get_cwidth(text) < width:
        return " " + text
    # A key cut in the middle of its word would name another key.
    line = folded(text, max(2, width - 3))[0].rstrip("· ")
    return clipped([("", f" {line} …")], width)[0][1]


def flow(label: str, pieces: Iterable[Line], width: int, indent: int = 6) -> list[Line]:
    """Pieces after a label, on as many lines as needed."""
    lines: list[Line] = [[("class:title", label)]]
    used = get_cwidth(label)
    for piece in pieces:
        long = width_of(piece)
        if used + long > width and used > indent:
            lines.append([("", " " * indent)])
            used = indent
        lines[-1] = [*lines[-1], *piece]
        used += long
    return lines


def cut(lines: Sequence[Line], size: Size) -> list[Line]:
    """Exactly as many lines as *size* has rows, none too wide."""
    kept = [clipped(line, size.width) for line in lines[: size.height]]
    return kept + [[] for _ in range(size.height - len(kept))]


# Frames of cards are no ASCII, and a screen has hundreds of the same pieces.
_harmless: Final = lru_cache(maxsize=2048)(harmless)


def clipped(line: Line, width: int) -> Line:
    """The line, shortened with … if too long.

    Control characters are replaced, so that no text can control the terminal.
    """
    parts: Line = []
    room = width
    for look, text in ((look, _harmless(text)) for look, text in line):
        wide = get_cwidth(text)
        if wide <= room:
            parts.append((look, text))
            room -= wide
            continue
        short = ""
        for char in text:
            if get_cwidth(short + char) > room - 1:
                break
            short += char
        parts.append((look, short + "…"))
        break
    return parts


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text in exactly *width* columns, aligned left or *right*; shortened with …."""
    short = "".join(part for _, part in clipped([("", text)], width))
    blank = " " * (width - get_cwidth(short))
    return blank + short if right else short + blank


def in_ascii(line: Line) -> Line:
    """The line in ASCII; characters without a replacement become ``?``."""
    return [(look, "".join(map(_ascii, text))) for look, text in line]


def _ascii(char: str) -> str:
    # As many as it has columns: what stands behind it must not move.
    return char if char.isascii() else _IN_ASCII.get(char, "?" * get_cwidth(char))


def sparkline(values: Sequence[int], width: int) -> str:
    """The newest *width* values as bars from the lowest to the highest; "" without values."""
    kept = values[-width:] if width > 0 else ()
    if not kept:
        return ""
    # Zero is always within, so that totals of 95 and 97 do not look like nothing and all.
    low, high = min(*kept, 0), max(*kept, 0)
    span = max(1, high - low)
    return "".join(_BARS[round((value - low) * (len(_BARS) - 1) / span)] for value in kept)


def plain(lines: Iterable[Line]) -> str:
    """The lines without styles, as text."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)


def titled(text: str, width: int, look: str = "class:title") -> Line:
    """A title at the beginning of a rule."""
    return [("class:line", "── "), (look, text), ("class:line", " " + "─" * max(0, width - get_cwidth(text) - 4))]


def beside(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    """Two columns of as many lines, the left one *width* wide, with a rule between them."""
    kept = [clipped(line, width) for line in left]
    blanks = [("", " " * (width - width_of(line))) for line in kept]
    return [[*one, gap, ("class:line", "│"), *other] for one, gap, other in zip(kept, blanks, right, strict=True)]


def mark(what: str, number: int) -> str:
    """The style class that marks a text as clickable."""
    return f"class:at-{what}-{number}"


def key_mark(key: str) -> str:
    """The style class of a text that stands for a key; "" for several keys at once."""
    return mark("key", CLICKABLE_KEYS.index(key)) if key in CLICKABLE_KEYS else ""


def mark_at(lines: Sequence[Line], column: int, row: int) -> Mark | None:
    """The mark at this place of the screen; None without one."""
    if not 0 <= row < len(lines):
        return None
    at = 0
    for look, text in lines[row]:
        at += get_cwidth(text)
        if column < at:
            match = _MARK.search(look)
            return (match[1], int(match[2])) if match else None
    return None
