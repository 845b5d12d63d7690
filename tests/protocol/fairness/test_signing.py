import pytest

from rummynet_protocol.fairness import statements
from rummynet_protocol.fairness.signing import KINDS, BadSignature, Signer, hello_payload, verify

ANN, BEA = Signer(b"\x01" * 32), Signer(b"\x02" * 32)


def test_a_signature_verifies() -> None:
    for kind in KINDS:
        verify(ANN.public, kind, b"payload", ANN.sign(kind, b"payload"))


def test_every_statement_has_a_kind_of_signature() -> None:
    assert set(statements.KINDS) | {"head", "hello"} == KINDS


def test_another_kind_key_payload_or_signature_does_not_verify() -> None:
    signature = ANN.sign("root", b"payload")
    spoilt = bytes([signature[0] ^ 1]) + signature[1:]
    for public, kind, payload, given in (
        (ANN.public, "reveal", b"payload", signature),
        (BEA.public, "root", b"payload", signature),
        (ANN.public, "root", b"payload!", signature),
        (ANN.public, "root", b"payload", spoilt),
        (ANN.public, "root", b"payload", signature[:-1]),
        (ANN.public, "root", b"payload", b""),
        (ANN.public[:-1], "root", b"payload", signature),
        (b"", "root", b"payload", signature),
    ):
        with pytest.raises(BadSignature, match=kind):
            verify(public, kind, payload, given)


def test_an_unknown_kind_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        ANN.sign("anything", b"")
    with pytest.raises(KeyError):
        verify(ANN.public, "anything", b"", bytes(64))


def test_a_signer_does_not_show_its_key() -> None:
    private = b"\x03" * 32
    signer = Signer(private)
    assert private.hex() not in repr(signer)
    assert str(private) not in repr(signer)
    assert not hasattr(signer, "__dict__")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_private_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError):
        Signer(bytes(size))


def test_a_proof_of_a_key_is_for_one_host_and_one_connection() -> None:
    proof = hello_payload(b"h" * 32, b"n" * 32, ANN.public)
    assert proof != hello_payload(b"g" * 32, b"n" * 32, ANN.public)
    assert proof != hello_payload(b"h" * 32, b"m" * 32, ANN.public)
    assert proof != hello_payload(b"h" * 32, b"n" * 32, BEA.public)
