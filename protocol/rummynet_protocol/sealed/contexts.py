"""What binds a proof to its place: table, round, epoch, seat and moment, as the frame of all fields named.

The session covers table, host, players and rules; a deal id covers round and epoch; Z_0 covers every byte of the log
before. A proof that is carried to another place has another context there, and fails.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rummynet_protocol.fairness.hashing import H, u8, u32
from rummynet_protocol.sealed.group import Element
from rummynet_protocol.sealed.wide_hash import frame
from rummynet_protocol.values import Value

# One byte like a seat, and the highest: seats count from 0 and are few.
HOST: Final = 255  # in place of a seat: the host, which holds a part of each escrow and no key to the deck


def possession_context(session: bytes, deal: bytes, seat: int, identity: bytes) -> bytes:
    """A(s) = ("pop", session, deal, u8 s, identity key of s). Without the seat, equal proofs could be copied."""
    return frame(b"pop", session, deal, u8(seat), identity)


class RoundContext(Value):
    """What proofs of a whole round are bound to."""

    session: bytes
    deal: bytes  # the deal id of the round's first epoch
    z: bytes  # Z_0: all contributions of the first epoch, and the log before it

    def play(self, seat: int, number: int, head: bytes) -> bytes:
        """P(s, i, h) = ("play", session, deal, Z_0, u8 s, u32 i, h): the i-th signed action, aimed at head h."""
        return frame(b"play", self.session, self.deal, self.z, u8(seat), u32(number), head)

    def escrow(self, seat: int) -> bytes:
        """X(s) = ("escrow", session, deal, Z_0, u8 s)."""
        return frame(b"escrow", self.session, self.deal, self.z, u8(seat))

    def complaint(self, dealer: int, seat: int) -> bytes:
        """C(s, t) = ("complain", session, deal, Z_0, u8 s, u8 t): t says that its part of s's key does not open."""
        return frame(b"complain", self.session, self.deal, self.z, u8(dealer), u8(seat))


class EpochContext(Value):
    """What proofs about one shuffled stock are bound to."""

    session: bytes
    deal: bytes  # the deal id of this epoch
    z: bytes  # Z_e
    joint: Element  # J, the sum of all keys: the key of the stock

    def mix(self, index: int) -> bytes:
        """M(e, k) = ("mix", session, deal of epoch e, Z_e, J, u8 k): the k-th mix of the chain."""
        return frame(b"mix", self.session, self.deal, self.z, self.joint, u8(index))

    def give(self, seat: int, head: bytes, positions: Sequence[int]) -> bytes:
        """G(e, s, h) = ("give", session, deal of epoch e, Z_e, J, u8 s, h, positions), a byte each.

        h is the head after the entry that made these shares due.
        """
        return frame(b"give", self.session, self.deal, self.z, self.joint, u8(seat), head, bytes(positions))


def epoch_z(deal: bytes, z: bytes, head: bytes) -> bytes:
    """Z_e = H("sealed-z", deal of epoch e, Z_0, head after its `shuffle`), e ≥ 1."""
    return H("sealed-z", deal, z, head)


def key_commit(deal: bytes, seat: int, identity: bytes, public: bytes, possession: bytes) -> bytes:
    """k_s = H("key-commit", deal, u8 s, identity key, Y_s, proof): a key is fixed before another one is seen."""
    return H("key-commit", deal, u8(seat), identity, public, possession)


def blob_hash(blob: bytes) -> bytes:
    """H("blob", bytes): what a signed statement holds where a proof is meant."""
    return H("blob", blob)


def sealed_root(
    epoch: EpochContext, keys: Mapping[int, Element], escrows: Sequence[bytes], mixes: Sequence[bytes], cards: int
) -> bytes:
    """R: all that the seats co-sign. *escrows* and *mixes* are blobs, a mix as its deck and its proof joined.

    R = H("sealed-root", deal of epoch e, Z_e, J, seats (a byte each), each Y_s, u8 number of escrows,
    H(each escrow blob), H(each mix blob), u8 N), by ascending seat and in the order of the chain.
    """
    # How many fields of each kind there are follows from the two counts: the seats, and the number of escrows.
    seats = sorted(keys)
    fields = [epoch.deal, epoch.z, epoch.joint, bytes(seats), *(keys[seat] for seat in seats), u8(len(escrows))]
    return H("sealed-root", *fields, *map(blob_hash, escrows), *map(blob_hash, mixes), u8(cards))
