"""ristretto255 (RFC 9496): reading elements and scalars from outside, and arithmetic with them.

An element has 32 bytes, a scalar 32 bytes, little-endian, below L. ``Element`` and ``Scalar`` are types of their own:
bytes from outside become one only through ``element`` and ``scalar``, so nothing unchecked gets into arithmetic. The
identity, 32 zero bytes, occurs in computed values alone.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, NewType

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.library import ristretto
from rummynet_protocol.sealed.wide_hash import S

Element = NewType("Element", bytes)
Scalar = NewType("Scalar", bytes)

SIZE: Final = 32  # bytes of an element, and of a scalar
P: Final = 2**255 - 19  # the order of the field in which elements are written
L: Final = 2**252 + 27742317777372353535851937790883648493  # the order of the group
IDENTITY: Final = Element(bytes(SIZE))
ZERO: Final = Scalar(bytes(SIZE))
ONE: Final = Scalar(b"\x01" + bytes(SIZE - 1))

# -- from outside


def element(data: bytes) -> Element:
    """The element that *data* is the one spelling of; never the identity. Raises Cheat("element")."""
    check_size(data)
    # Ours before the library's: libsodium 1.0.18 ignores the top bit, so one point would have two spellings, and a
    # program with a newer libsodium would refuse a log that this one takes.
    check_canonical(data)
    check_not_identity(data)
    check_valid(data)
    return Element(data)


def check_size(data: bytes) -> None:
    """Return if *data* has 32 bytes. Raises Cheat("element")."""
    if len(data) != SIZE:
        raise Cheat("element", f"an element or a scalar has {SIZE} bytes, not {len(data)}")


def check_canonical(data: bytes) -> None:
    """Return if *data* is a number below P, and even. Raises Cheat("element")."""
    if int.from_bytes(data, "little") >= P:
        raise Cheat("element", f"the element {data[:4].hex()}… is written as a number beyond the field")
    if data[0] & 1:
        raise Cheat("element", f"the element {data[:4].hex()}… is written as an odd number")


def check_not_identity(data: bytes) -> None:
    """Return if *data* is not the identity: a key or a share that hides nothing. Raises Cheat("element")."""
    if data == IDENTITY:
        raise Cheat("element", "an element is the identity")


def check_valid(data: bytes) -> None:
    """Return if *data* is an element at all. Raises Cheat("element")."""
    # Sums with bytes that are none do not fail: the library answers 32 zero bytes, and what was summed is gone.
    if not ristretto().crypto_core_ristretto255_is_valid_point(data):
        raise Cheat("element", f"the bytes {data[:4].hex()}… are no element of the group")


def scalar(data: bytes) -> Scalar:
    """The scalar that *data* is the one spelling of. Raises Cheat("element")."""
    check_size(data)
    check_below_order(data)
    return Scalar(data)


def check_below_order(data: bytes) -> None:
    """Return if *data* is a number below L. Raises Cheat("element")."""
    # Refused, never reduced: with s + L in place of s, a proof would have a second spelling, and a log two hashes.
    if int.from_bytes(data, "little") >= L:
        raise Cheat("element", f"the scalar {data[:4].hex()}… is not below the order of the group")


def elements(data: bytes) -> tuple[Element, ...]:
    """The elements joined in *data*. Raises Cheat("element")."""
    return tuple(map(element, pieces(data)))


def scalars(data: bytes) -> tuple[Scalar, ...]:
    """The scalars joined in *data*. Raises Cheat("element")."""
    return tuple(map(scalar, pieces(data)))


def pieces(data: bytes) -> list[bytes]:
    """*data* cut into 32 bytes each; the last may be shorter, which ``check_size`` finds."""
    return [data[start : start + SIZE] for start in range(0, len(data), SIZE)]


# -- from hashes


def hash_to_scalar(tag: str, *fields: bytes) -> Scalar:
    """hs: S(tag, fields) as a little-endian number mod L."""
    return Scalar(ristretto().crypto_core_ristretto255_scalar_reduce(S(tag, *fields)))


def hash_to_element(tag: str, *fields: bytes) -> Element:
    """hg: the element derived from S(tag, fields) as in RFC 9496, section 4.3.4. Its logarithm is known to nobody."""
    return Element(ristretto().crypto_core_ristretto255_from_hash(S(tag, *fields)))


# -- elements


def plus(p: Element, q: Element) -> Element:
    """The sum p + q."""
    # A first deck has the identity in each card, and sums begin with it: nothing to compute there.
    if p == IDENTITY:
        return q
    if q == IDENTITY:
        return p
    return Element(ristretto().crypto_core_ristretto255_add(p, q))


def minus(p: Element, q: Element) -> Element:
    """The difference p − q."""
    return Element(ristretto().crypto_core_ristretto255_sub(p, q))


def times(s: Scalar, p: Element) -> Element:
    """The multiple s p."""
    # The library takes the identity for a mistake, given or found; with prime order it is found from these two alone.
    if p == IDENTITY or s == ZERO:
        return IDENTITY
    return Element(ristretto().crypto_scalarmult_ristretto255(s, p))


def base(s: Scalar) -> Element:
    """The multiple s B of the base point."""
    return Element(ristretto().crypto_scalarmult_ristretto255_base_allow_scalar_zero(s))


def total(points: Iterable[Element]) -> Element:
    """The sum of all; the identity if there are none."""
    return reduce(plus, points, IDENTITY)


def combination(weights: Iterable[Scalar], points: Iterable[Element]) -> Element:
    """Σ s_i P_i, as far as the shorter list goes: whoever reads lists from outside checks their lengths first."""
    return total(map(times, weights, points))


# -- scalars: libsodium's functions take the same time for every value, Python's integers do not


def scalar_plus(s: Scalar, t: Scalar) -> Scalar:
    """The sum s + t mod L."""
    return Scalar(ristretto().crypto_core_ristretto255_scalar_add(s, t))


def scalar_minus(s: Scalar, t: Scalar) -> Scalar:
    """The difference s − t mod L."""
    return Scalar(ristretto().crypto_core_ristretto255_scalar_sub(s, t))


def scalar_times(s: Scalar, t: Scalar) -> Scalar:
    """The product s t mod L."""
    return Scalar(ristretto().crypto_core_ristretto255_scalar_mul(s, t))


def scalar_total(values: Iterable[Scalar]) -> Scalar:
    """The sum of all mod L."""
    return reduce(scalar_plus, values, ZERO)


def scalar_product(values: Iterable[Scalar]) -> Scalar:
    """The product of all mod L."""
    return reduce(scalar_times, values, ONE)


def scalar_combination(weights: Iterable[Scalar], values: Iterable[Scalar]) -> Scalar:
    """Σ s_i t_i mod L."""
    return scalar_total(map(scalar_times, weights, values))
