from contextlib import nullcontext

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.fairness import statements
from rummynet_protocol.fairness.points import point_fault
from rummynet_protocol.fairness.signing import KINDS, BadKey, BadSignature, Signer, check_key, hello_payload, verify
from tests.support import curve
from tests.support.errors import raises

ANN, BEA = Signer(b"\x01" * 32), Signer(b"\x02" * 32)


def test_every_statement_has_a_kind_of_signature() -> None:
    assert set(statements.KINDS) | {"head", "hello", "refusal", "web", "handover", "forwarded"} == KINDS


def test_another_kind_key_payload_or_signature_does_not_verify() -> None:
    signature = ANN.sign("root", b"payload")
    spoilt = bytes([signature[0] ^ 1]) + signature[1:]
    for public, kind, payload, signed in (
        (ANN.public, "reveal", b"payload", signature),
        (BEA.public, "root", b"payload", signature),
        (ANN.public, "root", b"payload!", signature),
        (ANN.public, "root", b"payload", spoilt),
        (ANN.public, "root", b"payload", signature[:-1]),
        (ANN.public, "root", b"payload", b""),
    ):
        with raises(BadSignature, "signature", kind, "" if len(signed) == 64 else "64 bytes"):
            verify(public, kind, payload, signed)


def test_an_unknown_kind_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        ANN.sign("anything", b"")
    with pytest.raises(KeyError):
        verify(ANN.public, "anything", b"", bytes(64))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_private_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError):
        Signer(bytes(size))


def test_a_proof_of_a_key_is_for_one_host_and_one_connection() -> None:
    proof = hello_payload(b"h" * 32, b"n" * 32, ANN.public)
    assert proof != hello_payload(b"g" * 32, b"n" * 32, ANN.public)
    assert proof != hello_payload(b"h" * 32, b"m" * 32, ANN.public)
    assert proof != hello_payload(b"h" * 32, b"n" * 32, BEA.public)


@pytest.mark.parametrize("key", [*curve.SMALL, *curve.TWICE_WRITTEN], ids=bytes.hex)
def test_a_key_of_small_order_or_with_a_second_encoding_is_nobodys(key: bytes) -> None:
    with raises(BadKey, "key", key[:4].hex()):
        check_key(key)
    with pytest.raises(BadKey):
        verify(key, "root", b"payload", ANN.sign("root", b"payload"))


def test_a_key_that_is_no_point_or_has_another_length_is_nobodys() -> None:
    assert point_fault((2).to_bytes(32, "little")) == "it is no point of the curve"
    for key in (b"", bytes(31), ANN.public + b"\0"):
        with raises(BadKey, "key", 32):
            check_key(key)


CASES = curve.cases(b"rummynet/v1/sig/root\0payload")


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_signatures_that_libraries_differ_about(case: curve.Case) -> None:
    with nullcontext() if case.holds else pytest.raises(BadSignature):
        verify(case.key, "root", b"payload", case.signature)


def test_the_equation_alone_would_take_what_is_refused() -> None:
    """A key of order 1 accepts one signature for everything: the strict checks are needed."""
    signer = curve.NobodysSigner()
    key = Ed25519PublicKey.from_public_bytes(signer.public)
    for text in (b"one text", b"and another"):
        key.verify(signer.sign("root", text), text)
        with pytest.raises(BadKey):
            verify(signer.public, "root", text, signer.sign("root", text))


@given(st.binary(max_size=80), st.integers(0, 95), st.integers(0, 255))
def test_another_library_makes_and_takes_the_same_signatures(payload: bytes, place: int, change: int) -> None:
    """OpenSSL's, with any byte of the key or the signature changed, or none."""
    signed = b"rummynet/v1/sig/root\0" + payload
    signature = ANN.sign("root", payload)
    assert signature == Ed25519PrivateKey.from_private_bytes(b"\x01" * 32).sign(signed)
    parts = bytearray(ANN.public + signature)
    parts[place] ^= change
    key, altered = bytes(parts[:32]), bytes(parts[32:])
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(altered, signed)
        taken = True
    except (InvalidSignature, ValueError):
        taken = False
    assert taken == (change == 0), "an altered byte never holds"
    if taken:
        return verify(key, "root", payload, altered)
    with pytest.raises(BadSignature):
        verify(key, "root", payload, altered)
