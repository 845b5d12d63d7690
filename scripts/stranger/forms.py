"""The file's records and the exact shape of every entry and statement, after FAIRNESS.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stranger import packed

MAGIC = b"rummynet transcript\n\x01"
Shape = Callable[[Any], bool]


class Fault(Exception):
    """Something is wrong: the name of the check that fails, and why."""

    def __init__(self, check: str, why: str) -> None:
        super().__init__(why)
        self.check, self.why = check, why


class NoTranscript(Exception):
    """The file is no transcript of this version."""


class Record(NamedTuple):
    """A record of the file: kind 1 or 2, and its body."""

    kind: int
    body: bytes


def records_of(data: bytes) -> tuple[list[Record], bool]:
    """Return a transcript's records, and whether it stops inside of one."""
    if not data.startswith(MAGIC):
        raise NoTranscript("it does not begin like a transcript of version 1")
    found: list[Record] = []
    at = len(MAGIC)
    while at < len(data):
        head = data[at : at + 5]
        if head[0] not in (1, 2):
            raise NoTranscript(f"it has a record of the unknown kind {head[0]}")
        size = int.from_bytes(head[1:], "big")
        if len(head) == 5 and not possible(head[0], size):
            raise NoTranscript(f"it has a record of kind {head[0]} with the impossible length {size}")
        if len(head) < 5 or at + 5 + size > len(data):
            return found, True
        found.append(Record(head[0], data[at + 5 : at + 5 + size]))
        at += 5 + size
    return found, False


def possible(kind: int, size: int) -> bool:
    """Tell whether a record of `kind` may have a body of `size` bytes."""
    return 65 <= size <= 60_064 if kind == 1 else 40 <= size <= 296 and (size - 40) % 32 == 0


def whole(least: int, most: int) -> Shape:
    """Describe a whole number."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def raw(least: int, most: int) -> Shape:
    """Describe bytes by their number."""
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def text(most: int) -> Shape:
    """Describe a text by its characters."""
    return lambda value: isinstance(value, str) and len(value) <= most


def maybe(shape: Shape) -> Shape:
    """Describe what may also be nil."""
    return lambda value: value is None or shape(value)


def many(shape: Shape, least: int, most: int) -> Shape:
    """Describe a list of like items."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(shape, value))


def row(*shapes: Shape) -> Shape:
    """Describe a list with one item of each shape."""
    return lambda value: (
        isinstance(value, list) and len(value) == len(shapes) and all(s(v) for s, v in zip(shapes, value, strict=True))
    )


def fixed(*values: object) -> Shape:
    """Describe one of few values."""
    return lambda value: any(value == one and type(value) is type(one) for one in values)


def option(value: object) -> bool:
    """Tell whether `value` can be that of an option."""
    numbers = many(whole(-(2**63), 2**64 - 1), 0, 12)
    return value is None or isinstance(value, (bool, int, str)) or numbers(value)


def options(value: object) -> bool:
    """Tell whether `value` is a map of options."""
    return isinstance(value, dict) and len(value) <= 40 and all(len(k) <= 30 and option(v) for k, v in value.items())


HASH, SIGNATURE, SEAT, TEXT = raw(32, 32), raw(64, 64), whole(0, 11), text(400)
ROUND, EPOCH, TIME, PLACE = whole(1, 100_000), whole(0, 255), whole(0, 2**53), whole(0, 215)
ENVELOPE = row(raw(0, 1024), SIGNATURE)
ALL = many(ENVELOPE, 1, 12)
PATH: Shape = lambda value: raw(0, 256)(value) and len(value) % 32 == 0  # noqa: E731
OPENING = row(PLACE, PLACE, HASH, PATH)
POINTS = many(whole(-(2**53), 2**53), 1, 12)

ENTRIES: dict[str, dict[str, Shape]] = {
    "open": {
        "version": fixed(1),
        "table": HASH,
        "host": HASH,
        "host_name": text(64),
        "variant": text(20),
        "options": options,
        "at": whole(0, 2**63),
    },
    "seats": {"players": many(row(HASH, text(64)), 1, 12), "joining": many(SEAT, 0, 12)},
    "nonce-commits": {"signed": ALL},
    "nonces": {"signed": ALL},
    "host-commit": {"round": ROUND, "first": EPOCH, "commits": many(row(HASH, HASH), 1, 4)},
    "commits": {"round": ROUND, "first": EPOCH, "signed": ALL},
    "shuffle": {"round": ROUND, "epoch": EPOCH, "cards": raw(0, 216)},
    "reveals": {"round": ROUND, "epoch": EPOCH, "signed": ALL, "pub": HASH},
    "root": {"round": ROUND, "epoch": EPOCH, "root": HASH, "deal_root": HASH},
    "cosigns": {"round": ROUND, "epoch": EPOCH, "signed": ALL},
    "void": {"round": ROUND, "epoch": EPOCH, "silent": many(SEAT, 1, 12)},
    "deal": {"round": ROUND, "starter": SEAT, "to": raw(0, 216), "up": many(OPENING, 0, 64), "t": TIME},
    "insert": {"round": ROUND, "count": whole(1, 64)},
    "act": {
        "seat": SEAT,
        "do": TEXT,
        "signed": maybe(ENVELOPE),
        "why": maybe(fixed("turn", "rule", "vote")),
        "drawn": whole(0, 4),
        "position": maybe(PLACE),
        "t": TIME,
    },
    "vote": {"seat": SEAT, "signed": ENVELOPE, "t": TIME},
    "show": {"round": ROUND, "secrets": many(row(EPOCH, HASH), 0, 256)},
    "score": {
        "round": ROUND,
        "out": maybe(SEAT),
        "round_scores": POINTS,
        "scores": POINTS,
        "winner": maybe(SEAT),
        "finished": fixed(True, False),
        "t": TIME,
    },
    "end": {"t": TIME},
}

STATEMENTS: dict[str, dict[str, Shape]] = {
    "nonce-commit": {"table": HASH, "seat": SEAT, "commit": HASH},
    "nonce": {"table": HASH, "commits": HASH, "nonce": HASH},
    "commit": {"session": HASH, "round": ROUND, "head": HASH, "first": EPOCH, "commits": many(HASH, 1, 4)},
    "reveal": {"session": HASH, "deal": HASH, "cset": HASH, "head": HASH, "x": HASH},
    "root": {"session": HASH, "deal": HASH, "root": HASH, "head": HASH},
    "action": {"session": HASH, "round": ROUND, "n": whole(0, 2**53), "head": HASH, "do": TEXT},
    "vote": {
        "session": HASH,
        "round": ROUND,
        "n": whole(0, 2**53),
        "head": HASH,
        "seat": SEAT,
        "yes": fixed(True, False),
    },
}


def entry_of(data: bytes) -> dict[str, Any]:
    """Return the entry that `data` packs; Fault `format` if it is none."""
    value = unpacked(data)
    kind = value.get("e")
    if not isinstance(kind, str) or kind not in ENTRIES:
        raise Fault("format", "it is an entry of no known kind")
    return shaped(value, {"e": fixed(kind), **ENTRIES[kind]})


def statement_of(kind: str, data: bytes) -> dict[str, Any]:
    """Return the statement of `kind` that `data` packs; Fault `format` if it is none."""
    return shaped(unpacked(data), STATEMENTS[kind])


def unpacked(data: bytes) -> dict[str, Any]:
    """Return the map that `data` packs."""
    try:
        value = packed.read(data)
    except packed.Unreadable as reason:
        raise Fault("format", str(reason)) from None
    if not isinstance(value, dict):
        raise Fault("format", "it is no map")
    return value


def shaped(value: dict[str, Any], shapes: dict[str, Shape]) -> dict[str, Any]:
    """Return `value` if it has just the fields of `shapes`, each as described."""
    if value.keys() != shapes.keys():
        raise Fault("format", "a field is missing or unknown")
    for name, shape in shapes.items():
        if not shape(value[name]):
            raise Fault("format", f"{name} is not what it may be")
    return value
