"""Ed25519 signatures, each bound to a kind, over bytes as they are sent.

The kind is part of what is signed: a signature made for one purpose is invalid for another. Signatures are verified
over the bytes received, which are decoded only afterwards. Source: RFC 8032 (pure Ed25519), in the strict form that
FAIRNESS.md, "Signatures", states.
"""

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.hashing import DOMAIN, H
from rummynet_protocol.fairness.points import point_fault, signature_fault

KINDS: Final = frozenset(
    {"head", "hello", "refusal", "ready", "nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote"}
)
_BEGINNINGS: Final = {kind: DOMAIN + b"sig/" + kind.encode() + b"\0" for kind in KINDS}


class BadSignature(RummynetError):
    """A signature is not this key's over these bytes; ask for the message again, or distrust its sender."""

    code = "signature"


class BadKey(BadSignature):
    """A public key is refused before anything is verified with it: its owner has to make another one."""

    code = "key"


class Signer:
    """A private key that signs. The key itself is not accessible: only ``public`` and signatures are."""

    __slots__ = ("_key", "public")

    def __init__(self, private: bytes) -> None:
        """*private* is the 32-byte seed of RFC 8032. Raises ValueError for another length."""
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public: Final = self._key.public_key().public_bytes_raw()

    def sign(self, kind: str, payload: bytes) -> bytes:
        """The 64-byte signature of *payload* for *kind*. Raises KeyError for an unknown kind."""
        return self._key.sign(_BEGINNINGS[kind] + payload)


def check_key(public: bytes) -> None:
    """Return if *public* is a valid key: canonical encoding, a point, not of small order. Raises BadKey."""
    fault = point_fault(public)
    if fault:
        raise BadKey(f"the key {public[:4].hex()}… can be nobody's: {fault}")


def verify(public: bytes, kind: str, payload: bytes, signature: bytes) -> None:
    """Return if *signature* is *public*'s over *payload* for *kind*. Raises BadSignature, KeyError (unknown kind)."""
    signed = _BEGINNINGS[kind] + payload
    check_key(public)
    fault = signature_fault(signature)
    if fault:
        raise BadSignature(f"a signature of kind {kind} is malformed: {fault}")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)  # [S]B - [k]A, encoded, is R: cofactorless
    except (InvalidSignature, ValueError):
        raise BadSignature(f"a signature of kind {kind} was not made by key {public[:4].hex()}…") from None


def hello_payload(host: bytes, challenge: bytes, client: bytes) -> bytes:
    """The payload of a client's proof (kind ``hello``) of its key to this host, for this connection alone."""
    return H("hello", host, challenge, client)
