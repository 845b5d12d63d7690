"""The host's side of one deal, as values: its two secrets, its commitments and, with the reveals, the deck.

Pure: the secrets are arguments, and the table decides when each value may be sent.
"""

from collections.abc import Sequence
from typing import ClassVar

from rummynet_protocol.fairness import commitment
from rummynet_protocol.fairness.deck import SealedDeck, seal
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.values import Value


class HostDeal(Value):
    """The host's two secrets for one deal. Neither is in its ``repr``."""

    unprinted: ClassVar = ("s_deck", "s_pub")
    deal: bytes
    host: bytes  # the host's public key
    s_deck: bytes  # determines the order; published when the round is over
    s_pub: bytes  # determines the first seat; published with the co-signatures

    def __post_init__(self) -> None:
        # A shorter secret could be tried out from its commitment, and the order of the deck with it.
        if len(self.s_deck) != SIZE or len(self.s_pub) != SIZE:
            raise ValueError(f"a host's secrets have {SIZE} bytes each")

    @property
    def commits(self) -> tuple[bytes, bytes]:
        """(C_deck, C_pub), as the host-commit entry lists them."""
        return (
            commitment.host_commit(self.deal, "host-deck", self.host, self.s_deck),
            commitment.host_commit(self.deal, "host-pub", self.host, self.s_pub),
        )

    def commit_set(self, seats: Sequence[bytes]) -> bytes:
        """The hash of all commitments, given those of the seats in order."""
        return commitment.commit_set(self.deal, *self.commits, seats)

    def shuffled(self, seats: Sequence[bytes], head: bytes, cards: Sequence[int], xs: Sequence[bytes]) -> "HostShuffle":
        """The deck: seats' commitments, head after the shuffle entry, cards ascending, contributions in seat order."""
        cset = self.commit_set(seats)
        z = commitment.mix(self.deal, cset, head, bytes(cards), xs)
        return HostShuffle(self, cset, z, seal(self.deal, z, self.s_deck, cards))


class HostShuffle(Value):
    """A deal with all contributions: Z and the sealed deck."""

    unprinted: ClassVar = ("deck",)
    secrets: HostDeal
    cset: bytes
    z: bytes
    deck: SealedDeck

    @property
    def deal_root(self) -> bytes:
        """The hash that the seats co-sign."""
        return commitment.deal_root(self.secrets.deal, self.cset, self.z, len(self.deck), self.deck.root)
