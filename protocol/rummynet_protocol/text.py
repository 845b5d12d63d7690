"""Sanitizes text from other people before it is stored or shown."""

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from rummynet_protocol.unicode_tables import IGNORABLE

# Two as in Vietnamese (ế); a pile of marks on one letter would cover the lines above it.
_MOST_MARKS: Final = 2
_KEPT: Final = frozenset({"L", "M", "N", "P", "S"})
_BLANK: Final = frozenset("\u2800\ufffc\U00013441\U00013442\U00016fe4\U0001d159")
"""Characters that count as letters or signs but are rendered as nothing, or only if there is nothing to replace them.

Braille pattern blank, object replacement character, two blanks of Egyptian hieroglyphs, Khitan filler, a musical null
notehead. No Unicode property names them.
"""
_STARTS: Final = [first for first, _ in IGNORABLE]


def clean(text: str, most: int) -> str:
    """*text* on one line without control, format, private or unassigned characters; at most *most* characters.

    Escape sequences, bidi overrides and invisible characters are removed, runs of white space become one space, a
    letter keeps at most two combining marks, and marks without a letter are removed. The result may be empty.
    """
    # Cut first, so that a long text costs little; eight times, since most of it may be removed.
    kept = harmless(unicodedata.normalize("NFC", text[: most * 8]))
    joined = unicodedata.normalize("NFC", " ".join(kept.split()))  # again: letters and marks may have become adjacent
    return joined[:most].rstrip()


def shortened(text: str, most: int) -> str:
    """``clean`` text, with ``…`` at its end where something is left out."""
    kept = clean(text, most + 1)
    return kept if len(kept) <= most else f"{kept[: most - 1].rstrip()}…"


def clean_sentence(sentence: str, most: int) -> str:
    """The sentence itself, with its template and values, if it is clean and short enough; else its clean text."""
    text = clean(sentence, most)
    return sentence if text == sentence else text


def harmless(text: str) -> str:
    """The same for a line that has its layout already: each white space character becomes a space, none is removed.

    For the last step before a terminal, on whole lines that may contain text from anybody.
    """
    # Nearly every line; the loop below runs in Python for each character.
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    # As if a letter had all its marks: a mark that begins the line would combine with what the screen has before it.
    marks = _MOST_MARKS
    for char in text:
        match _kind(char):
            case "space":
                kept.append(" ")
                marks = _MOST_MARKS
            case "mark":
                marks += 1
                if marks <= _MOST_MARKS:
                    kept.append(char)
            case "shown":
                kept.append(char)
                marks = 0
    return "".join(kept)


@lru_cache(1024)
def _kind(char: str) -> str:
    """``space``, ``mark`` (one that combines with a letter), ``shown``, or ``removed``. A screen has few characters."""
    if char.isspace():
        return "space"
    category = unicodedata.category(char)[0]
    if category not in _KEPT or is_ignorable(char) or char in _BLANK:
        return "removed"
    return "mark" if category == "M" else "shown"


def is_ignorable(char: str) -> bool:
    """Whether the character is rendered as nothing (the property Default_Ignorable_Code_Point)."""
    code = ord(char)
    place = bisect_right(_STARTS, code) - 1
    return place >= 0 and code <= IGNORABLE[place][1]
