"""Hashes, signatures, the random stream and Merkle trees, after FAIRNESS.md."""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL = (0, 1, PRIME - 1, EIGHTH, PRIME - EIGHTH)


def u8(number: int) -> bytes:
    """Return one byte."""
    return bytes([number])


def u32(number: int) -> bytes:
    """Return four bytes, the most significant first."""
    return number.to_bytes(4, "big")


def tagged(tag: str, *fields: bytes) -> bytes:
    """Return the page's H(tag, f1, ...), 32 bytes."""
    joined = b"".join(u32(len(field)) + field for field in fields)
    return hashlib.sha256(b"rummynet/v1/" + tag.encode() + b"\0" + joined).digest()


def is_strict(point: bytes) -> bool:
    """Tell whether a key, or an R, has one encoding and an order above 8."""
    y = int.from_bytes(point, "little") & (1 << 255) - 1
    return len(point) == 32 and y < PRIME and y not in SMALL


def is_key(key: bytes) -> bool:
    """Tell whether `key` is valid: a point of the curve with one encoding and an order above 8."""
    y = int.from_bytes(key, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(1 - 121665 * pow(121666, -1, PRIME) * y * y, -1, PRIME)
    return is_strict(key) and pow(square, PRIME // 2, PRIME) == 1


def is_signed(key: bytes, kind: str, payload: bytes, signature: bytes) -> bool:
    """Tell whether `signature` is that of `key` over `payload`, as a signature of `kind`."""
    if not (is_strict(key) and is_strict(signature[:32]) and int.from_bytes(signature[32:], "little") < ORDER):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, b"rummynet/v1/sig/" + kind.encode() + b"\0" + payload)
    except (InvalidSignature, ValueError):
        return False
    return True


class Drbg:
    """The byte stream SHAKE256("rummynet/v1/drbg", 0, key) and draws from it."""

    def __init__(self, key: bytes) -> None:
        self.shake, self.known, self.at = hashlib.shake_256(b"rummynet/v1/drbg\0" + key), b"", 0

    def byte(self) -> int:
        """Return the next byte."""
        if self.at == len(self.known):
            self.known = self.shake.digest(2 * self.at + 256)
        self.at += 1
        return self.known[self.at - 1]

    def below(self, bound: int) -> int:
        """Return a uniform draw from 0 to `bound` - 1, at most 255."""
        limit = 256 - 256 % bound
        while (byte := self.byte()) >= limit:
            pass
        return byte % bound


def shuffle(cards: bytes, key: bytes) -> bytes:
    """Return the deck that `key` makes of `cards`, top first."""
    deck, stream = bytearray(sorted(cards)), Drbg(key)
    for last in range(len(deck) - 1, 0, -1):
        other = stream.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return bytes(deck)


def leaf(deal: bytes, position: int, card: int, salt: bytes) -> bytes:
    """Return the hash that commits to `card` at `position`."""
    return tagged("leaf", deal, u8(position), u8(card), salt)


def left_part(count: int) -> int:
    """Return the largest power of two below `count`, of at least two."""
    return 1 << ((count - 1).bit_length() - 1)


def root_of(leaves: list[bytes]) -> bytes:
    """Return the root of the tree over `leaves`, at least one."""
    if len(leaves) == 1:
        return leaves[0]
    split = left_part(len(leaves))
    return tagged("node", root_of(leaves[:split]), root_of(leaves[split:]))


def climb(start: bytes, position: int, count: int, path: list[bytes]) -> bytes | None:
    """Return the root over `count` leaves that `path` leads to from `start`; None if its length is wrong."""
    if count == 1 or not path:
        return start if count == 1 and not path else None
    split = left_part(count)
    if position < split:
        below = climb(start, position, split, path[:-1])
        return None if below is None else tagged("node", below, path[-1])
    below = climb(start, position - split, count - split, path[:-1])
    return None if below is None else tagged("node", path[-1], below)


def sealed_root(deal: bytes, deck: bytes, salt_key: bytes) -> bytes:
    """Return the Merkle root over a whole deck."""
    salts = [tagged("salt", salt_key, u8(position)) for position in range(len(deck))]
    return root_of([leaf(deal, position, card, salts[position]) for position, card in enumerate(deck)])
