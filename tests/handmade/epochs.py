"""The shuffles of a round: commitments, contributions, roots and decks, after FAIRNESS.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.handmade import proofs
from tests.handmade.proofs import tagged, u8, u32


@dataclass
class Epoch:
    """The values of one shuffle, as the log gives them."""

    deal: bytes
    host: tuple[bytes, bytes]
    seats: list[bytes] = field(default_factory=list)
    cards: bytes = b""
    head: bytes = b""
    z: bytes = b""
    pub: bytes = b""
    root: bytes = b""
    deal_root: bytes = b""
    signed: bool = False
    handed_out: int = 0
    deck: bytes = b""

    def cset(self) -> bytes:
        """Return the commit set."""
        return tagged("commit-set", self.deal, *self.host, *self.seats)

    def mix(self, contributions: list[bytes]) -> None:
        """Compute Z from the contributions."""
        self.z = tagged("mix", self.deal, self.cset(), self.head, self.cards, *contributions)

    def first_seat(self, seats: int) -> int:
        """Return the seat drawn to begin."""
        return proofs.Drbg(tagged("first-key", self.z, self.pub)).below(seats)

    def sealed_as(self, root: bytes) -> bytes:
        """Return the deal root that belongs to the Merkle root `root`."""
        return tagged("deal-root", self.deal, self.cset(), self.z, u8(len(self.cards)), root)


def deal_id(session: bytes, number: int, epoch: int) -> bytes:
    """Return the id of one shuffle."""
    return tagged("deal-id", session, u32(number), u8(epoch))


def seat_commitment(deal: bytes, seat: int, key: bytes, x: bytes) -> bytes:
    """Return a seat's commitment to `x`."""
    return tagged("commit", deal, b"seat" + u8(seat), key, x)
