"""What is taken for an element or a scalar, and what the group does with them."""

import builtins
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed import group, library
from rummynet_protocol.sealed.constants import card_of, chain_start, faces, generator_total, generators
from rummynet_protocol.sealed.group import (
    IDENTITY,
    ONE,
    ZERO,
    Element,
    L,
    Scalar,
    base,
    combination,
    element,
    elements,
    hash_to_element,
    hash_to_scalar,
    minus,
    plus,
    scalar,
    scalar_combination,
    scalar_minus,
    scalar_plus,
    scalar_product,
    scalar_times,
    scalars,
    times,
    total,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.sealed.library import NoRistretto, ristretto
from rummynet_protocol.sealed.wide_hash import S, frame, listed, weight

# RFC 9496, appendix A: multiples of the generator, and encodings that have to be refused.
MULTIPLES = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
)
NOT_CANONICAL = (
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
NEGATIVE = (
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
)
NO_SQUARE = (
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
)
UNIFORM = (
    "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
    "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6"
)
big = st.integers(0, L - 1)


def of(number: int) -> Scalar:
    return scalar((number % L).to_bytes(32, "little"))


def refused(read: Callable[[bytes], object], data: bytes) -> str:
    with pytest.raises(Cheat) as found:
        read(data)
    assert found.value.check == "element"
    return str(found.value)


def test_the_generator_of_rfc_9496() -> None:
    assert [base(of(number)).hex() for number in range(3)] == list(MULTIPLES)
    assert element(bytes.fromhex(MULTIPLES[1])) == base(ONE)


def test_the_map_from_hashes_of_rfc_9496() -> None:
    found = ristretto().crypto_core_ristretto255_from_hash(bytes.fromhex(UNIFORM))
    assert found.hex() == "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"


def test_known_answers_of_the_constants() -> None:
    assert faces()[0].hex() == "0c8330f51ae540e3d2f2a7aa3d062b46df78a132d2a1f238827f7a8d744ec82e"
    assert faces()[215].hex() == "b409c8f532c6d8575b4d13df2ed0d0b3eb830c8f6f749843db9c704f7df70a53"
    assert generators()[0].hex() == "1c07d6f2f9943d92f90b151df47e1aa614a87106550da27cbd880a1ea96eaf35"
    assert chain_start().hex() == "2ef81de3c61fdb307089f2283f5421e1eee42701e642065c3514fa8b75611737"


def test_no_two_constants_are_equal() -> None:
    everything = {*faces(), *generators(), chain_start(), base(ONE), IDENTITY}
    assert len(everything) == 216 + 216 + 3
    assert card_of()[faces()[77]] == 77
    assert generator_total(3) == plus(plus(generators()[0], generators()[1]), generators()[2])


@pytest.mark.parametrize("text", [*NOT_CANONICAL, *NEGATIVE, *NO_SQUARE, MULTIPLES[0], "", "00" * 31, "02" * 33])
def test_what_is_no_element(text: str) -> None:
    refused(element, bytes.fromhex(text))


def test_why_no_element_is_one() -> None:
    assert "beyond the field" in refused(element, bytes.fromhex(NOT_CANONICAL[1]))
    assert "odd" in refused(element, bytes.fromhex(NEGATIVE[0]))
    assert "no element" in refused(element, bytes.fromhex(NO_SQUARE[0]))
    assert "identity" in refused(element, bytes(32))
    assert "32 bytes" in refused(element, bytes(31))


def test_a_scalar_is_below_the_order_and_never_reduced() -> None:
    assert scalar((L - 1).to_bytes(32, "little")) == scalar_minus(ZERO, ONE)
    for number in (L, L + 1, 2 * L, (1 << 256) - 1):
        refused(scalar, number.to_bytes(32, "little"))
    refused(scalar, bytes(31))
    refused(scalar, bytes(33))


def test_lists_are_read_whole() -> None:
    one, two = base(ONE), base(of(2))
    assert elements(one + two) == (one, two)
    assert scalars(ONE + ZERO) == (ONE, ZERO)
    assert elements(b"") == ()
    refused(elements, one + two[:-1])
    refused(elements, one + bytes(32))
    refused(scalars, ONE + b"\xff" * 32)


@given(big, big)
def test_scalars_count_as_numbers_do(one: int, other: int) -> None:
    a, b = of(one), of(other)
    assert scalar_plus(a, b) == of(one + other)
    assert scalar_minus(a, b) == of(one - other)
    assert scalar_times(a, b) == of(one * other)
    assert scalar_product([a, b, b]) == of(one * other * other)
    assert scalar_combination([a, b], [b, b]) == of(one * other + other * other)


@given(big, big)
def test_multiples_count_as_scalars_do(one: int, other: int) -> None:
    p = hash_to_element("face", b"\x00")
    assert plus(times(of(one), p), times(of(other), p)) == times(of(one + other), p)
    assert minus(base(of(one)), base(of(other))) == base(of(one - other))
    assert times(of(one), times(of(other), p)) == times(of(one * other), p)


def test_the_identity_in_arithmetic() -> None:
    p = base(of(5))
    assert plus(p, IDENTITY) == plus(IDENTITY, p) == minus(p, IDENTITY) == p
    assert minus(p, p) == times(ZERO, p) == times(of(5), IDENTITY) == base(ZERO) == total([]) == IDENTITY
    assert minus(IDENTITY, p) == times(of(-1), p)


def test_sums() -> None:
    points = [base(of(number)) for number in (1, 2, 3)]
    assert total(points) == base(of(6))
    assert combination([of(2), of(3), of(4)], points) == base(of(20))


# -- hashes


def test_the_wide_hash_keeps_tags_and_fields_apart() -> None:
    assert S("share", b"ab", b"c") != S("share", b"a", b"bc") != S("share-w", b"a", b"bc")
    assert len(S("pop")) == 64
    assert frame(b"ab", b"") == bytes.fromhex("000000026162 00000000")
    assert listed([b"a"]) != listed([b"a", b""])
    with pytest.raises(KeyError):
        S("")


def test_scalars_and_weights_from_hashes() -> None:
    wide = int.from_bytes(S("pop", b"x"), "little")
    assert int.from_bytes(hash_to_scalar("pop", b"x"), "little") == wide % L
    one = weight(b"statement", 7)
    assert one[16:] == bytes(16)
    assert len({weight(b"statement", index) for index in range(300)}) == 300


# -- nonces


def test_nonces_differ_by_secret_fresh_bytes_statement_name_and_number() -> None:
    def one(secret: Scalar = ONE, fresh: bytes = bytes(32), *statement: bytes) -> HedgedNonces:
        return HedgedNonces(secret, fresh, *statement)

    found = [
        one().scalar("w"),
        one(of(2)).scalar("w"),
        one(ONE, b"\x01" * 32).scalar("w"),
        one(ONE, bytes(32), b"s").scalar("w"),
        one(ONE, bytes(32), b"s", b"").scalar("w"),
        one().scalar("v"),
        one().scalar("w", 1),
    ]
    assert len(set(found)) == len(found)
    assert one().scalar("w") == found[0]
    assert one().scalars("w", 2) == (found[0], found[6])


@pytest.mark.parametrize("size", [0, 31, 33])
def test_nonces_need_all_their_fresh_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 fresh"):
        HedgedNonces(ONE, bytes(size))


def test_orders_are_even() -> None:
    """A library for card games, libTMCG 1.0.1, had a biased permutation."""
    found: dict[tuple[int, ...], int] = {}
    for number in range(2400):
        order = HedgedNonces(ONE, number.to_bytes(32, "big")).order(4)
        found[order] = found.get(order, 0) + 1
    assert len(found) == 24
    assert 60 < min(found.values()) <= max(found.values()) < 145


def test_an_order_of_many_holds_each_once() -> None:
    assert sorted(HedgedNonces(ONE, bytes(32)).order(216)) == list(range(216))
    assert HedgedNonces(ONE, bytes(32)).order(1) == (0,)


# -- the library


def test_without_the_library_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def lacking(name: str, *more: Any, **named: Any) -> object:  # noqa: ANN401
        if name == "rbcl":
            raise ImportError(name)
        return really(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", lacking)
    monkeypatch.setattr(group, "ristretto", ristretto)  # tests remember what the library said before
    ristretto.cache_clear()
    try:
        with pytest.raises(NoRistretto) as found:
            base(ONE)
        assert found.value.code == "no-ristretto" and "pip install rbcl" in str(found.value)
    finally:
        ristretto.cache_clear()


def test_the_library_is_loaded_when_it_is_needed_only() -> None:
    assert "rbcl" not in vars(library)
    assert sys.modules["rbcl"] is ristretto()


def test_what_the_library_does_with_garbage() -> None:
    """Why every element is tested before arithmetic: a sum with no element is no error, it is lost."""
    garbage, p = Element(b"\x02" + bytes(31)), base(ONE)
    assert plus(garbage, p) == minus(garbage, p) == IDENTITY
