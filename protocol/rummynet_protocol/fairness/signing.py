"""Ed25519 signatures, each bound to a kind, over bytes as they are sent.

The kind is part of what is signed: a signature made for one purpose is invalid for another. Signatures are verified
over the bytes received, which are decoded only afterwards. Source: RFC 8032 (pure Ed25519), in the strict form that
FAIRNESS.md, "Signatures", states.
"""

from typing import Final

from nacl.bindings import crypto_sign, crypto_sign_BYTES, crypto_sign_open, crypto_sign_seed_keypair
from nacl.exceptions import BadSignatureError

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.hashing import DOMAIN, H
from rummynet_protocol.fairness.points import point_fault, signature_fault

_OF_SEATS: Final = {
    "ready",
    "nonce-commit",
    "nonce",
    "commit",
    "reveal",
    "root",
    "action",
    "vote",
    "last-word",
    "key",
    "part",
}
KINDS: Final = frozenset({"head", "hello", "web", "refusal", "handover", "forwarded", *_OF_SEATS})
_BEGINNINGS: Final = {kind: DOMAIN + b"sig/" + kind.encode() + b"\0" for kind in KINDS}


class BadSignature(RummynetError):
    """A signature is not this key's over these bytes; ask for the message again, or distrust its sender."""

    code = "signature"


class BadKey(BadSignature):
    """A public key is refused before anything is verified with it; its owner needs a new one."""

    code = "key"


class Signer:
    """A private key that signs. The key itself is not accessible: only ``public`` and signatures are."""

    __slots__ = ("_key", "public")

    def __init__(self, private: bytes) -> None:
        """*private* is the 32-byte seed of RFC 8032. Raises ValueError for another length."""
        public, self._key = crypto_sign_seed_keypair(private)
        self.public: Final[bytes] = public

    def sign(self, kind: str, payload: bytes) -> bytes:
        """The 64-byte signature of *payload* for *kind*. Raises KeyError for an unknown kind."""
        # libsodium returns signature and text together; the receiver has the text already.
        signed: bytes = crypto_sign(_BEGINNINGS[kind] + payload, self._key)
        return signed[:crypto_sign_BYTES]


def check_key(public: bytes) -> None:
    """Return if *public* is a valid key: canonical encoding, a point, not of small order. Raises BadKey."""
    fault = point_fault(public)
    if fault:
        raise BadKey(f"the key {public[:4].hex()}… can be nobody's: {fault}")


def verify(public: bytes, kind: str, payload: bytes, signature: bytes) -> None:
    """Return if *signature* is *public*'s over *payload* for *kind*. Raises BadSignature, KeyError (unknown kind)."""
    signed = _BEGINNINGS[kind] + payload
    # Before the signature: under a key of small order one signature fits many texts, so it proves nothing.
    check_key(public)
    fault = signature_fault(signature)
    if fault:
        raise BadSignature(f"a signature of kind {kind} is malformed: {fault}")
    try:
        crypto_sign_open(signature + signed, public)  # [S]B - [k]A, encoded, is R: cofactorless
    except BadSignatureError:
        raise BadSignature(f"a signature of kind {kind} was not made by key {public[:4].hex()}…") from None


def hello_payload(host: bytes, challenge: bytes, client: bytes) -> bytes:
    """The payload of a client's proof (kind ``hello``) of its key to this host, for this connection alone."""
    return H("hello", host, challenge, client)


def handover_payload(old: bytes, new: bytes) -> bytes:
    """The payload by which a host's old key says (kind ``handover``) which one is in its place."""
    return H("handover", old, new)


def web_payload(host: bytes, challenge: bytes, origin: str) -> bytes:
    """The payload by which a host proves its key (kind ``web``) to a page of this origin, for one connection."""
    return H("web", host, challenge, origin.encode())
