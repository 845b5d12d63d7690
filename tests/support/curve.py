"""edwards25519 in plain numbers, slow and written from RFC 8032: for keys and signatures that no library would make."""

import hashlib
from typing import NamedTuple

from rummynet_protocol.fairness.signing import Signer

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


class Point(NamedTuple):
    x: int
    y: int

    def __add__(self, other: tuple[int, ...]) -> "Point":  # type: ignore[override]
        x, y = other
        k = D * self.x * x * self.y * y % P
        return Point(
            (self.x * y + x * self.y) * pow(1 + k, -1, P) % P, (self.y * y + self.x * x) * pow(1 - k, -1, P) % P
        )

    def times(self, number: int) -> "Point":
        found, double = ZERO, self
        while number:
            if number & 1:
                found += double
            double, number = double + double, number >> 1
        return found

    def minus(self) -> "Point":
        return Point(-self.x % P, self.y)

    def written(self) -> bytes:
        return (self.y | (self.x & 1) << 255).to_bytes(32, "little")


def with_y(y: int) -> Point:
    """The point with this y and an even x."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    assert x * x % P == square
    return Point(-x % P if x & 1 else x, y)


ZERO = Point(0, 1)
BASE = with_y(4 * pow(5, -1, P) % P)
EIGHTH = with_y(2707385501144840649318225287225658788936804267575313519463743609750303402022)
"""A point of order 8: its multiples are the eight points of small order."""
SMALL = tuple(EIGHTH.times(n).written() for n in range(8))
"""The points of small order, as they are written."""
TWICE_WRITTEN = tuple(
    (y | sign << 255).to_bytes(32, "little")
    for y, sign in [*((P + more, sign) for more in range(19) for sign in (0, 1)), (1, 1), (P - 1, 1)]
)
"""All encodings of 32 bytes for which there is another one: y not below P, or a sign where x is 0."""


def challenge(r: bytes, key: bytes, signed: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + key + signed).digest(), "little") % L


class NobodysSigner(Signer):
    """A key of order 1: one signature, made without any secret, satisfies the equation for every text."""

    def __init__(self) -> None:
        super().__init__(bytes(32))
        self.public = ZERO.written()  # type: ignore[misc]

    def sign(self, kind: str, payload: bytes) -> bytes:
        return BASE.written() + (1).to_bytes(32, "little")


class Case(NamedTuple):
    """A signature, and whether FAIRNESS.md takes it."""

    what: str
    key: bytes
    signed: bytes
    signature: bytes
    holds: bool


def number(text: str) -> int:
    return int.from_bytes(hashlib.sha512(text.encode()).digest(), "little") % L


def cases(signed: bytes) -> list[Case]:
    """Signatures over *signed* for which libraries differ, one of each kind, and one that all take."""
    a = number("key")
    key = BASE.times(a).written()
    good = _made(a, key, signed, BASE.times(number("r")), number("r"))
    s = int.from_bytes(good[32:], "little")
    found = [
        Case("a signature as everybody makes it", key, signed, good, True),
        Case("the order of the group added to S", key, signed, good[:32] + (s + L).to_bytes(32, "little"), False),
        Case("R is the neutral point", key, signed, _made(a, key, signed, ZERO, 0), False),
        Case("R is the neutral point, written another way", key, signed, _second_r(a, key, signed), False),
    ]
    found += [
        Case(f"a key of small order, {one.hex()[:8]}", one, signed, _of_small(one, signed), False) for one in SMALL
    ]
    second = TWICE_WRITTEN[2]
    found.append(
        Case("the neutral point as a key, written another way", second, signed, _of_small(second, signed), False)
    )
    return [*found, *_mixed(a, signed)]


def _made(a: int, key: bytes, signed: bytes, r: Point, secret: int) -> bytes:
    s = (secret + challenge(r.written(), key, signed) * a) % L
    return r.written() + s.to_bytes(32, "little")


def _second_r(a: int, key: bytes, signed: bytes) -> bytes:
    """S for an R that is the neutral point, encoded with a y of P + 1."""
    r = (P + 1).to_bytes(32, "little")
    return r + (challenge(r, key, signed) * a % L).to_bytes(32, "little")


def _of_small(key: bytes, signed: bytes) -> bytes:
    """A signature that satisfies the equation under a key of small order, which anybody can make."""
    y = int.from_bytes(key, "little") % (1 << 255) % P
    point = next(one for one in (EIGHTH.times(n) for n in range(8)) if one.y == y and one.x & 1 == key[31] >> 7)
    for s in range(1, 1000):
        for k in range(8):
            r = (BASE.times(s) + point.times(k).minus()).written()
            if challenge(r, key, signed) % 8 == k:
                return r + s.to_bytes(32, "little")
    raise AssertionError


def _mixed(a: int, signed: bytes) -> list[Case]:
    """Under a key with a part of small order: one with, one without the equation; eight times it holds for both."""
    key = (BASE.times(a) + EIGHTH).written()
    found: dict[bool, bytes] = {}
    for n in range(1, 1000):
        secret = number(f"r{n}")
        r = BASE.times(secret)
        found.setdefault(challenge(r.written(), key, signed) % 8 == 0, _made(a, key, signed, r, secret))
        if len(found) == 2:
            break
    return [
        Case("a key of mixed order, for which the equation holds", key, signed, found[True], True),
        Case("a key of mixed order, for which it holds only times eight", key, signed, found[False], False),
    ]
