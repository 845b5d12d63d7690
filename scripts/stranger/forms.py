"""The exact shape of every log entry and statement, after FAIRNESS.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stranger import packed

Shape = Callable[[Any], bool]


class Fault(Exception):
    """A check that failed: its name, and the reason."""

    def __init__(self, check: str, why: str) -> None:
        super().__init__(why)
        self.check, self.why = check, why


def need(truth: object, check: str, why: str) -> None:
    """Raise Fault for `check` unless `truth`."""
    if not truth:
        raise Fault(check, why)


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
YES = fixed(True, False)
ENVELOPE = row(raw(0, 1024), SIGNATURE)
ALL, SEATS = many(ENVELOPE, 0, 12), many(SEAT, 0, 12)
PATH: Shape = lambda value: raw(0, 256)(value) and len(value) % 32 == 0  # noqa: E731
OPENING = row(PLACE, PLACE, HASH, PATH)
POINTS = many(whole(-(10**9), 10**9), 0, 12)
REASONS = ("turn", "rule", "vote")

ENTRIES: dict[str, dict[str, Shape]] = {
    "open": {
        "version": fixed(2),
        "table": HASH,
        "game": whole(1, 2**31),
        "before": HASH,
        "host": HASH,
        "host_name": text(64),
        "variant": text(20),
        "options": options,
        "at": whole(0, 2**53),
    },
    "seats": {"players": many(row(HASH, text(64)), 0, 12), "joining": SEATS, "ready": ALL},
    "nonce-commits": {"signed": ALL},
    "nonces": {"signed": ALL},
    "host-commit": {"round": ROUND, "first": EPOCH, "commits": many(row(HASH, HASH), 0, 4)},
    "commits": {"round": ROUND, "first": EPOCH, "signed": ALL},
    "shuffle": {"round": ROUND, "epoch": EPOCH, "cards": raw(0, 216)},
    "reveals": {"round": ROUND, "epoch": EPOCH, "signed": ALL},
    "root": {"round": ROUND, "epoch": EPOCH, "root": HASH, "deal_root": HASH},
    "cosigns": {"round": ROUND, "epoch": EPOCH, "signed": ALL, "pub": HASH},
    "void": {"round": ROUND, "epoch": EPOCH, "silent": SEATS},
    "deal": {"round": ROUND, "starter": SEAT, "to": raw(0, 216), "up": many(OPENING, 0, 64)},
    "insert": {"round": ROUND, "count": whole(1, 64)},
    "want": {"seat": SEAT, "do": TEXT, "signed": maybe(ENVELOPE), "why": maybe(fixed(*REASONS))},
    "act": {
        "seat": SEAT,
        "do": TEXT,
        "signed": maybe(ENVELOPE),
        "why": maybe(fixed(*REASONS, "want")),
        "drawn": whole(0, 4),
        "position": maybe(PLACE),
    },
    "vote": {"seat": SEAT, "signed": ENVELOPE},
    "show": {"round": ROUND, "secrets": many(row(EPOCH, HASH), 0, 256)},
    "score": {
        "round": ROUND,
        "out": maybe(SEAT),
        "round_scores": POINTS,
        "scores": POINTS,
        "winner": maybe(SEAT),
        "finished": YES,
    },
    "end": {"why": fixed("played", "voids", "epochs", "no-session")},
}

COMMON: dict[str, Shape] = {
    "log": HASH,
    "n": whole(0, 2**31),
    "prev": HASH,
    "head": HASH,
    "clock": raw(8, 8),
    "t": TIME,
}

STATEMENTS: dict[str, dict[str, Shape]] = {
    "ready": {"rules": HASH, "players": HASH},
    "nonce-commit": {"seat": SEAT, "commit": HASH},
    "nonce": {"commits": HASH, "nonce": HASH},
    "commit": {"session": HASH, "round": ROUND, "first": EPOCH, "commits": many(HASH, 0, 4), "answered": maybe(YES)},
    "reveal": {"session": HASH, "deal": HASH, "cset": HASH, "x": HASH},
    "root": {"session": HASH, "deal": HASH, "root": HASH},
    "action": {"session": HASH, "round": ROUND, "do": TEXT},
    "vote": {"session": HASH, "round": ROUND, "about": SEAT, "yes": YES},
}


def entry_of(data: bytes) -> dict[str, Any]:
    """Return the entry packed in `data`; Fault `format` if it is invalid."""
    value = unpacked(data)
    kind = value.get("e")
    if not isinstance(kind, str) or kind not in ENTRIES:
        raise Fault("format", "it is an entry of no known kind")
    shapes = {"e": fixed(kind), **ENTRIES[kind]} | ({} if kind == "open" else {"t": TIME})
    return shaped(value, shapes)


def statement_of(kind: str, data: bytes) -> dict[str, Any]:
    """Return the statement of `kind` packed in `data`; Fault `format` if it is invalid."""
    if len(data) > 1_024:
        raise Fault("format", "it is too long for a statement")
    return shaped(unpacked(data), COMMON | STATEMENTS[kind])


def unpacked(data: bytes) -> dict[str, Any]:
    """Return the map packed in `data`."""
    try:
        value = packed.read(data)
    except packed.Unreadable as reason:
        raise Fault("format", str(reason)) from None
    if not isinstance(value, dict):
        raise Fault("format", "it is no map")
    return value


def shaped(value: dict[str, Any], shapes: dict[str, Shape]) -> dict[str, Any]:
    """Return `value` if it has exactly the fields of `shapes`, each as described."""
    if value.keys() != shapes.keys():
        raise Fault("format", "a field is missing or unknown")
    for name, shape in shapes.items():
        if not shape(value[name]):
            raise Fault("format", f"{name} is not what it may be")
    return value
