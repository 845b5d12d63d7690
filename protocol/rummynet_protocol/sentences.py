"""Sentences that keep their template and values: English text that can be translated later.

Rules and verifier know English only. Their sentences are ordinary ``str`` objects; a client may look the template up in
a catalogue and fill in the same values.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Self

PLAYER: Final = "seat {seat}"
"""The template of a sentence that stands for the player in a seat; who knows the name writes that instead."""


class Sentence(str):
    """A sentence. ``template`` holds the places of ``values`` in braces; a value may be a sentence itself.

    Where a number decides between two wordings, ``many`` is the one for more than one and ``number`` that number.
    """

    __slots__ = ("many", "number", "template", "values")
    template: str
    many: str
    number: int
    values: Mapping[str, object]

    # Equal to its English text, so rules can compare and sort sentences, and what knows no Sentence shows plain text.
    def __new__(cls, template: str, values: Mapping[str, object], many: str = "", count: int = 1) -> Self:
        """The English text, to which the sentence compares equal."""
        sentence = super().__new__(cls, (template if count == 1 else many).format(**values))
        sentence.template, sentence.many, sentence.number, sentence.values = template, many, count, values
        return sentence

    def __getnewargs__(self) -> tuple[str, Mapping[str, object], str, int]:  # type: ignore[override]
        return self.template, self.values, self.many, self.number  # else a copy would lack what it was made of


def sentence(template: str, /, **values: object) -> Sentence:
    """The sentence made of this template and these values."""
    return Sentence(template, values)


def plural_sentence(one: str, many: str, count: int, /, **values: object) -> Sentence:
    """The sentence for one, or for another number."""
    return Sentence(one, values, many, count)


def player_in(seat: int) -> Sentence:
    """The player in this seat, as a value of a sentence: rules and hosts know seats, people read names."""
    return Sentence(PLAYER, {"seat": seat})


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """Which of the *known* words a mistyped one is nearest to; *otherwise* if it is near none."""
    from difflib import get_close_matches  # only for a mistyped word; 0.7 takes kielty for keilty, not chips for hints

    near = get_close_matches(word, list(known), 1, 0.7)
    return sentence("did you mean {verb!r}?", verb=near[0]) if near else otherwise


def either(choices: Sequence[str]) -> str:
    """``a``, ``a or b``, ``a or b or c``; empty for no choices."""
    return _join("{first} or {others}", choices)


def both(parts: Sequence[str]) -> str:
    """``a``, ``a and b``; empty for no parts."""
    return _join("{first} and {others}", parts)


def comma_list(parts: Sequence[str]) -> str:
    """``a``, ``a, b``, ``a, b, c``; empty for no parts."""
    return _join("{first}, {others}", parts)


def _join(template: str, parts: Sequence[str]) -> str:
    if not parts:
        return ""
    first, *others = parts
    # A sentence in a sentence instead of a plain join: each language writes its own "or", "and" and comma.
    return sentence(template, first=first, others=_join(template, others)) if others else first
