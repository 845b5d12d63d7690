"""Texts that would do something to a terminal, and whether a text can do nothing to one."""

import unicodedata
from typing import Any

from rummynet_protocol.shapes import ShapeError, shapes_of
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Message

TEXTS = (
    "\x1b[2J\x1b[H\x1b[31mred",
    "\x1b]0;title\x07\x1bP+q\x1b\\",
    "\x9b31m\x9d0;c1\x9c\x84\x85",
    "\u202eevil\u2066bidi\u2069\u200f",
    "zero\u200bwidth\u200d\ufeff\u2060\u00ad",
    "a" + "\u0301\u0489\u20dd" * 3334,
    "line\r\nbye code=quit\u2028more\u2029\x0b\x0c",
    "nul\x00bell\x07back\x08\x08\x7f",
    "\ue000private\U000f0000\U000e0041tag",
    "\u0600\u06dd\u110bd",
    "plain",
)


def is_harmless(text: str) -> bool:
    """No control, format, surrogate, private, unassigned or separating character; no pile of combining marks."""
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or marks > 2:
            return False
    return True


def spoiled(message: Message, text: str) -> Message:
    """The message with *text*, cut to length, wherever its shape allows text."""
    for name, shape in shapes_of(type(message)):
        value = getattr(message, name)
        for most in (400, 200, 60, 32, 20):
            try:
                message = replace(message, **{name: shape(_replaced(value, text[:most]))})
                break
            except ShapeError:
                continue
    return message


def _replaced(value: Any, text: str) -> Any:  # noqa: ANN401
    match value:
        case str():
            return text
        case list() | tuple():
            return [_either(item, text) for item in value]
        case dict():
            return {key: text if isinstance(item, str) else item for key, item in value.items()}
    return value


def _either(value: Any, text: str) -> Any:  # noqa: ANN401
    """Inside a row stage and variant keep their words."""
    return value if value in ("waiting", "playing", "keilty") else _replaced(value, text)
