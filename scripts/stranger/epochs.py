"""The shuffles of a round: commitments, contributions, roots and decks, after FAIRNESS.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from stranger import proofs
from stranger.forms import Fault
from stranger.proofs import tagged, u8, u32


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

    def check_opening(self, position: int, card: int, salt: bytes, path: bytes) -> None:
        """Fault `opening` if `card` is not what is sealed at `position`."""
        hashes = [path[at : at + 32] for at in range(0, len(path), 32)]
        start = proofs.leaf(self.deal, position, card, salt)
        fits = position < len(self.cards) and card in self.cards
        if not fits or proofs.climb(start, position, len(self.cards), hashes) != self.root:
            raise Fault("opening", f"another card is sealed at position {position}")

    def reveal(self, host: bytes, secret: bytes) -> None:
        """Recompute the deck from the host's `secret`."""
        if tagged("commit", self.deal, b"host-deck", host, secret) != self.host[0]:
            raise Fault("commitment", "the deck's secret is not the one committed to")
        self.deck = proofs.shuffle(self.cards, tagged("deck-key", self.z, secret))
        if proofs.sealed_root(self.deal, self.deck, tagged("salt-key", self.z, secret)) != self.root:
            raise Fault("deck", "the deck is not the one that the contributions give")


def deal_id(session: bytes, number: int, epoch: int) -> bytes:
    """Return the id of one shuffle."""
    return tagged("deal-id", session, u32(number), u8(epoch))


def seat_commitment(deal: bytes, seat: int, key: bytes, x: bytes) -> bytes:
    """Return a seat's commitment to `x`."""
    return tagged("commit", deal, b"seat" + u8(seat), key, x)
