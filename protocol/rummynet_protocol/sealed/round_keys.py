"""The key that each holder makes for a round, and the proof that it has the secret to what it shows.

Without the proof the last seat could show Y = zB − the sum of the others, and the deck's key would be its own z.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.hashing import SIZE, u8
from rummynet_protocol.sealed.group import (
    Element,
    Scalar,
    base,
    element,
    hash_to_scalar,
    plus,
    scalar,
    scalar_plus,
    scalar_times,
    times,
    total,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.values import Value

POSSESSION: int = 64  # bytes of a proof of possession: T, s


class RoundKey(Value):
    """A holder's key of one round: x, and Y = xB."""

    unprinted: ClassVar = ("secret",)
    secret: Scalar
    public: Element


def round_key(secret: bytes, deal: bytes, seat: int) -> RoundKey:
    """The key x = hs("key", secret, deal, u8 s), Y = xB; *secret* is 32 random bytes. Raises ValueError."""
    if len(secret) != SIZE:
        raise ValueError(f"a round's secret has {SIZE} bytes")
    return key_of(hash_to_scalar("key", secret, deal, u8(seat)))


def key_of(secret: Scalar) -> RoundKey:
    """The key with this secret."""
    return RoundKey(secret, base(secret))


def prove_possession(key: RoundKey, context: bytes, fresh: bytes) -> bytes:
    """(T, s): w random, T = wB, c = hs("pop", A, Y, T), s = w + cx."""
    w = HedgedNonces(key.secret, fresh, b"pop", context, key.public).scalar("w")
    commit = base(w)
    c = possession_challenge(context, key.public, commit)
    return commit + scalar_plus(w, scalar_times(c, key.secret))


def possession_challenge(context: bytes, public: Element, commit: Element) -> Scalar:
    """The challenge c = hs("pop", A, Y, T)."""
    return hash_to_scalar("pop", context, public, commit)


def shown_key(public: bytes, context: bytes, proof: bytes) -> Element:
    """The key Y that a seat shows, if it has the secret. Raises Cheat("key") or Cheat("element")."""
    found = element(public)
    check_possession(found, context, proof)
    return found


def check_possession(public: Element, context: bytes, proof: bytes) -> None:
    """Return if sB = T + cY. Raises Cheat("key") or Cheat("element")."""
    if len(proof) != POSSESSION:
        raise Cheat("key", f"a proof of possession has {POSSESSION} bytes, not {len(proof)}")
    commit, s = element(proof[:SIZE]), scalar(proof[SIZE:])
    if base(s) != plus(commit, times(possession_challenge(context, public, commit), public)):
        raise Cheat("key", f"the proof for the key {public[:4].hex()}… does not hold")


def check_distinct(keys: Iterable[Element]) -> None:
    """Return if no two keys are equal. Raises Cheat("key")."""
    # Two seats with one key read each other's cards: their hidden hands lie under it.
    found = list(keys)
    if len(set(found)) != len(found):
        raise Cheat("key", "two seats have shown the same key")


def joint_key(keys: Mapping[int, Element]) -> Element:
    """J = Σ Y_s."""
    return total(keys.values())


def check_opened_key(public: Element, secret: Scalar) -> None:
    """Return if xB = Y. Raises Cheat("key-open")."""
    if base(secret) != public:
        raise Cheat("key-open", f"what was opened is not the secret of the key {public[:4].hex()}…")
