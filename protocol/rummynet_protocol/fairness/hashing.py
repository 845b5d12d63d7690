"""The only hash function of the project: SHA-256 over a tag and fields that each carry their length.

The tag separates uses: a value hashed for one purpose is never valid for another. The lengths separate fields: two
different lists of fields never give the same bytes. Source: the fairness protocol, FAIRNESS.md, "Hashes".
"""

from hashlib import sha256
from typing import Final

# Keeps hashes and signatures apart from those of any other program that uses the same key. The version is that of the
# construction; a new version of the log changes the number in its first entry instead.
DOMAIN: Final = b"rummynet/v1/"
SIZE: Final = 32  # SHA-256, never cut short (FAIRNESS.md, "Forbidden" 3)
"""Bytes of every hash, seed, salt and secret."""

TAGS: Final = (
    "blob",
    "chain",
    "commit",
    "commit-set",
    "contribution",
    "deal-id",
    "deal-root",
    "deck-key",
    "engine-seed",
    "fingerprint",
    "first-key",
    "handover",
    "hello",
    "insert-key",
    "key-commit",
    "leaf",
    "log",
    "mix",
    "node",
    "nonce-commit",
    "nonce-set",
    "players",
    "refusal",
    "rules",
    "salt",
    "salt-key",
    "sealed-root",
    "sealed-z",
    "session",
    "statement",
    "web",
)
"""Every tag. A new use of the hash gets a new tag here."""

# Most fields are hashes and most hashes are leaves and nodes of decks: the two tables save work at each.
_HASH_LENGTH: Final = SIZE.to_bytes(4, "big")
_BEGINNINGS: Final = {tag: DOMAIN + tag.encode() + b"\0" for tag in TAGS}


def H(tag: str, *fields: bytes) -> bytes:
    """The 32-byte hash of *fields* under *tag*. Raises KeyError for a tag that is not in TAGS."""
    parts = [_BEGINNINGS[tag]]
    for field in fields:
        parts += (_HASH_LENGTH if len(field) == SIZE else len(field).to_bytes(4, "big")), field
    return sha256(b"".join(parts)).digest()


def u8(number: int) -> bytes:
    """One byte. Raises OverflowError beyond 0..255."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """Two bytes, big-endian. Raises OverflowError beyond 0..65535."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Four bytes, big-endian. Raises OverflowError beyond 0..2**32-1."""
    return number.to_bytes(4, "big")
