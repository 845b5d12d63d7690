"""Sentences on the wire: a template and its values, so that each client can show them in its own language.

A sentence without values is text. Any other is a list of template and values and, where a number decides between two
wordings, of the template for numbers other than one and that number: ``["seat {seat} is free", {"seat": 3}]``. Source:
PROTOCOL.md, "Sentences".
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from rummynet_protocol.sentences import Sentence
from rummynet_protocol.shapes import Shape, ShapeError

# Three hold "a, b and c" with names; each level takes two of the eight levels of the codec.
DEEPEST: Final = 3  # nesting depth of sentences; deeper ones are sent as English text
# No sentence has half as many; the bound keeps the work for one that is made up small.
MOST_VALUES: Final = 12
# `!r` and nothing else: `str.format` would otherwise look up attributes and widths that a stranger chose.
_PLACE: Final = re.compile(r"\{([a-z_]{1,30})(?:!r)?\}")
# The largest whole number that JavaScript holds exactly.
_LARGEST: Final = 2**53


def wire_form(sentence: str, depth: int = DEEPEST) -> Any:  # noqa: ANN401
    """A sentence as MessagePack values: text, or a list."""
    if not isinstance(sentence, Sentence) or not depth or len(sentence.values) > MOST_VALUES:
        return str(sentence)
    values = {name: _value_form(value, depth - 1) for name, value in sentence.values.items()}
    if not sentence.many:
        return [sentence.template, values] if values else str(sentence)
    return [sentence.template, values, sentence.many, sentence.number]


def _value_form(value: object, depth: int) -> object:
    return value if type(value) is int else wire_form(value if isinstance(value, str) else str(value), depth)


SENTENCES: Final[set[Shape]] = set()


def sentence(most: int) -> Shape:
    """A shape: a sentence of at most *most* characters, read as a ``Sentence``, or as text if it has no values."""

    def read(value: object) -> str:
        found = _read(wire_form(value) if isinstance(value, Sentence) else value, most, DEEPEST)
        if len(found) > most:
            raise ShapeError(f"should be a sentence of at most {most} characters")
        return found

    # Shapes are functions, so `message_codec` finds the fields that may hold a sentence by looking here.
    SENTENCES.add(read)
    return read


def _read(value: object, most: int, depth: int) -> str:
    match value:
        case str():
            return _text(value, most)
        case [str(template), dict(values)] if depth:
            return Sentence(_checked(template, values, most), _values(values, most, depth))
        case [str(template), dict(values), str(many), number] if depth and type(number) is int and 0 <= number:
            _checked(template, values, most)
            return Sentence(template, _values(values, most, depth), _checked(many, values, most), number)
    raise ShapeError(f"should be a sentence of at most {most} characters")


def _text(value: str, most: int) -> str:
    if len(value) > most:
        raise ShapeError(f"should be a sentence of at most {most} characters")
    return value


def _checked(template: str, values: Mapping[Any, object], most: int) -> str:
    """The template, if it has only plain placeholders, each with a value: it is filled in by ``str.format``."""
    rest = _PLACE.sub("", _text(template, most))
    if "{" in rest or "}" in rest or any(name not in values for name in _PLACE.findall(template)):
        raise ShapeError("should have a value for every place of its template, and no other braces")
    return template


def _values(values: Mapping[Any, object], most: int, depth: int) -> dict[str, object]:
    if len(values) > MOST_VALUES:
        raise ShapeError(f"should have at most {MOST_VALUES} values")
    read: dict[str, object] = {}
    for name, value in values.items():
        if type(value) is int and abs(value) <= _LARGEST:
            read[name] = value
        else:
            read[name] = _read(value, most, depth - 1)
    return read
