"""One mix: the cards in another order, each under a new mask, so that nobody else can tell which went where.

    ψ a permutation, r_i random;  a'_i = a_ψ(i) + r_i B,  b'_i = b_ψ(i) + r_i K

K is J for a stock, Y_p for p's own hand. The proof that nothing else was done is in ``mix_proof``: the deck can go out
first, and the next seat mixes while the proof is made.
"""

from typing import ClassVar

from rummynet_protocol.sealed.ciphertexts import Ciphertexts, listed_cards, re_encrypted
from rummynet_protocol.sealed.group import Element, Scalar
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.values import Value


class Mix(Value):
    """A mix with its secrets. Made again from the same arguments it is the same, bytes and all."""

    unprinted: ClassVar = ("order", "masks")
    key: Element
    context: bytes
    before: Ciphertexts
    after: Ciphertexts
    order: tuple[int, ...]  # ψ: which card of *before* is at each place
    masks: tuple[Scalar, ...]  # r


def mix(before: Ciphertexts, key: Element, context: bytes, secret: Scalar, fresh: bytes) -> Mix:
    """Mix *before* under *key*. *secret* is the mixer's own x: it hedges the fresh bytes."""
    nonces = HedgedNonces(secret, fresh, b"mix", context, key, listed_cards(before))
    order, masks = nonces.order(len(before)), nonces.scalars("r", len(before))
    after = tuple(re_encrypted(before[at], mask, key) for at, mask in zip(order, masks, strict=True))
    return Mix(key, context, before, after, order, masks)
