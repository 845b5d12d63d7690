"""Hashes, the random stream and Merkle trees, after FAIRNESS.md."""

from __future__ import annotations

import hashlib


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
