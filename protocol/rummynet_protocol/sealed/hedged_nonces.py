"""Nonces that survive a weak generator and a restored disk: made from fresh bytes, a secret, and what they are for.

A nonce used under two challenges gives the secret away. With the secret and the whole statement hashed in, fresh bytes
that come twice give the same nonce only for the same statement, and then the same proof.
"""

from rummynet_protocol.fairness.hashing import SIZE, u16
from rummynet_protocol.fairness.shuffle import Drbg
from rummynet_protocol.sealed.group import Scalar, hash_to_scalar
from rummynet_protocol.sealed.wide_hash import S


class HedgedNonces:
    """The nonces of one proof, and the permutation of one mix. Their seed is S("nonce", x, fresh, statement…)."""

    __slots__ = ("_seed",)

    def __init__(self, secret: Scalar, fresh: bytes, *statement: bytes) -> None:
        """*fresh* is 32 random bytes; the first field of *statement* says what for. Raises ValueError."""
        if len(fresh) != SIZE:
            raise ValueError(f"nonces are made from {SIZE} fresh random bytes, not {len(fresh)}")
        # One seed for all: a mix of 52 cards takes 264 nonces, and its statement is 10 kB.
        self._seed = S("nonce", secret, fresh, *statement)

    def scalar(self, name: str, index: int = 0) -> Scalar:
        """hs("nonce-scalar", seed, name, u16 index)."""
        return hash_to_scalar("nonce-scalar", self._seed, name.encode(), u16(index))

    def scalars(self, name: str, count: int) -> tuple[Scalar, ...]:
        """The nonces of this name from 0 on."""
        return tuple(self.scalar(name, index) for index in range(count))

    def order(self, count: int) -> tuple[int, ...]:
        """A permutation of 0 … count − 1: Fisher-Yates with the draws of FAIRNESS.md under S("nonce-order", seed)."""
        order, draws = list(range(count)), Drbg(S("nonce-order", self._seed))
        for last in range(count - 1, 0, -1):
            other = draws.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
