"""Jack and queen by the letters that the person reads: J and Q, or on German cards B (Bube) and D (Dame).

King and ace have the same letters on both. What is signed, sent and kept is the notation of the protocol; only what a
person reads and types is turned.
"""

import re
from typing import Final

ENGLISH: Final = "english"
GERMAN: Final = "german"
_GERMAN: Final = {"J": "B", "Q": "D"}
_ENGLISH: Final = {german: english for english, german in _GERMAN.items()}
# Only the rank of a whole card is turned, alone, with a deck (QH.1) or behind "=" (7C=QD): names and words stay.
_WRITTEN: Final = re.compile(r"(?<![\w*.=])[JQ](?=[CDHS](?:\.\d)?(?:=|(?!\w)))|(?<==)[JQ](?=[CDHS?](?!\w))")
_TYPED: Final = re.compile(r"(?<![\w*.=])[BD](?=[CDHS](?:\.\d)?(?:=|(?!\w)))|(?<==)[BD](?=[CDHS?](?!\w))")


class _Letters:
    """The letters in use."""

    german = False


def use_letters(which: str) -> None:
    """Use these letters from now on: ``english`` or ``german``."""
    _Letters.german = which == GERMAN


def rank_letter(rank: str) -> str:
    """The letter of a rank as the person reads it."""
    return _GERMAN.get(rank, rank) if _Letters.german else rank


def in_letters(text: str) -> str:
    """A text in notation with its cards in the person's letters."""
    return _WRITTEN.sub(lambda found: _GERMAN[found[0]], text) if _Letters.german else text


def in_notation(text: str) -> str:
    """What the person typed, in notation; the letters of the notation are understood as well."""
    # Both alphabets: J and Q mean nothing else in German, and people copy lines from logs.
    return _TYPED.sub(lambda found: _ENGLISH[found[0]], text) if _Letters.german else text
