"""Text from other people, made harmless before it is stored or shown."""

import unicodedata
from typing import Final

_MOST_MARKS: Final = 2
_KEPT: Final = frozenset({"L", "M", "N", "P", "S"})


def clean(text: str, most: int) -> str:
    """*text* on one line without control, format, private or unassigned characters; at most *most* characters.

    Escape sequences, bidi overrides and zero-width characters fall away, runs of white space become one space, and a
    letter carries at most two combining marks. The result may be empty.
    """
    return " ".join(harmless(unicodedata.normalize("NFC", text[: most * 8])).split())[:most].rstrip()


def harmless(text: str) -> str:
    """The same for a line that has its layout already: each white space becomes a space, none is taken away.

    For the last step before a terminal, where it does not matter any more who wrote which part of the line.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for char in text:
        if char.isspace():
            kept.append(" ")
            continue
        category = unicodedata.category(char)
        if category[0] not in _KEPT:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)
