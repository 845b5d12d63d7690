"""SHA-512 over a tag and fields with their lengths: the second hash, where 64 bytes are needed. SEALED.md, "Hashes".

A scalar made from 32 bytes would favour small values, and the map from hashes to elements takes 64.
"""

from collections.abc import Iterable
from hashlib import sha512
from typing import Final

from rummynet_protocol.fairness.hashing import DOMAIN, u16, u32

_DOMAIN: Final = DOMAIN + b"sealed/"
TAGS: Final = (
    "face",
    "gen",
    "gen0",
    "key",
    "mix-u",
    "mix-x",
    "nonce",
    "nonce-order",
    "nonce-scalar",
    "pad",
    "pop",
    "share",
    "share-w",
)
"""Every tag of S. A new use of the hash gets a new tag here."""
_BEGINNINGS: Final = {tag: _DOMAIN + tag.encode() + b"\0" for tag in TAGS}
WEIGHT: Final = 16  # bytes of a weight: a false statement gets through a weighted sum with a chance of 2^-128


def S(tag: str, *fields: bytes) -> bytes:
    """SHA-512("rummynet/v1/sealed/" ‖ tag ‖ 00 ‖ u32 len f1 ‖ f1 ‖ …). Raises KeyError for a tag not in TAGS."""
    return sha512(_BEGINNINGS[tag] + frame(*fields)).digest()


def frame(*fields: bytes) -> bytes:
    """u32 len f1 ‖ f1 ‖ …: fields joined so that two different lists never give the same bytes."""
    return b"".join(part for field in fields for part in (u32(len(field)), field))


def listed(values: Iterable[bytes]) -> bytes:
    """A list of elements or scalars as one field: each with its length in front."""
    return frame(*values)


def weight(statement: bytes, index: int) -> bytes:
    """v_i: the first 16 bytes of SHA-512(statement ‖ u16 i), little-endian, as the 32 bytes of a scalar."""
    return sha512(statement + u16(index)).digest()[:WEIGHT] + bytes(WEIGHT)
