"""A small MessagePack reader for what FAIRNESS.md, "Packed values", allows in entries and statements."""

from __future__ import annotations

from typing import Any, TypeAlias

Packed: TypeAlias = Any
LONGEST, MOST, DEEPEST = 65_536, 4_096, 8
INTEGERS = {0xCC: (1, False), 0xCD: (2, False), 0xCE: (4, False), 0xCF: (8, False)}
INTEGERS |= {0xD0: (1, True), 0xD1: (2, True), 0xD2: (4, True), 0xD3: (8, True)}
SIZED = {0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4), 0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4)}
SIZED |= {0xDC: ("array", 2), 0xDD: ("array", 4), 0xDE: ("map", 2), 0xDF: ("map", 4)}
CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}


class Unreadable(ValueError):
    """The bytes are no packed value of the permitted kinds."""


class Reader:
    """Reads one value after another from `data`."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        piece = self.data[self.at : self.at + count]
        if len(piece) < count:
            raise Unreadable("the value breaks off")
        self.at += count
        return piece

    def value(self, depth: int = 0) -> Packed:
        """Return the next value; `depth` lists and maps are open around it."""
        first = self.take(1)[0]
        if first < 0x80 or first >= 0xE0:
            return first - 256 * (first >= 0xE0)
        if first in CONSTANTS:
            return CONSTANTS[first]
        if first in INTEGERS:
            size, negative = INTEGERS[first]
            return int.from_bytes(self.take(size), "big", signed=negative)
        return self.sized(*self.kind_and_size(first), depth)

    def kind_and_size(self, first: int) -> tuple[str, int]:
        """Tell what begins with the byte `first`, and how many bytes or items it has."""
        if first < 0x90:
            return "map", first & 0x0F
        if first < 0xC0:
            return ("array", first & 0x0F) if first < 0xA0 else ("str", first & 0x1F)
        if first not in SIZED:
            raise Unreadable(f"a value of the kind {first:#04x} may not occur")
        kind, width = SIZED[first]
        return kind, int.from_bytes(self.take(width), "big")

    def sized(self, kind: str, size: int, depth: int) -> Packed:
        """Return text, bytes, a list or a map of `size` bytes or items."""
        if kind == "bin":
            return self.take(size)
        if kind == "str":
            return text(self.take(size))
        if size > MOST or depth == DEEPEST:
            raise Unreadable("too many items, or nested too deeply")
        if kind == "array":
            return [self.value(depth + 1) for _ in range(size)]
        return self.mapping(size, depth + 1)

    def mapping(self, size: int, depth: int) -> dict[str, Any]:
        """Return a map whose keys are text without duplicates."""
        found: dict[str, Any] = {}
        for _ in range(size):
            key = self.value(depth)
            if not isinstance(key, str) or key in found:
                raise Unreadable("a key is no text, or stands twice")
            found[key] = self.value(depth)
        return found


def text(data: bytes) -> str:
    """Return the text encoded in `data` as UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable("a text is not UTF-8") from None


def read(data: bytes) -> Packed:
    """Return the only value in `data`; Unreadable if there is more or less."""
    if len(data) > LONGEST:
        raise Unreadable("too long")
    reader = Reader(data)
    value = reader.value()
    if reader.at < len(data):
        raise Unreadable("there are bytes behind the value")
    return value


def write(value: Packed) -> bytes:
    """Pack `value` in the shortest form, for the rules hash: the only hash over values that did not come as bytes."""
    if value is None or isinstance(value, bool):
        return bytes([{None: 0xC0, False: 0xC2, True: 0xC3}[value]])
    if isinstance(value, int):
        return write_integer(value)
    if isinstance(value, str):
        data = value.encode()
        return head_of(len(data), 0xA0, 32, {1: 0xD9, 2: 0xDA, 4: 0xDB}) + data
    return head_of(len(value), 0x90, 16, {2: 0xDC, 4: 0xDD}) + b"".join(map(write, value))


def head_of(size: int, short: int, below: int, longer: dict[int, int]) -> bytes:
    """Return the head of a text or list of `size`: in one byte if `size` is less than `below`."""
    if size < below:
        return bytes([short + size])
    width = min(width for width in longer if size < 256**width)
    return bytes([longer[width]]) + size.to_bytes(width, "big")


def write_integer(number: int) -> bytes:
    """Pack a whole number in the shortest form."""
    if -32 <= number < 128:
        return bytes([number % 256])
    for first, (width, negative) in INTEGERS.items():
        least = -(256**width) // 2 if negative else 0
        if negative == (number < 0) and least <= number < 256**width:
            return bytes([first]) + number.to_bytes(width, "big", signed=negative)
    raise Unreadable("a number has more than 64 bits")
