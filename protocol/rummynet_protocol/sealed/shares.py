"""Shares of cards: d_i = x a_i for a batch, with one proof for all (Chaum-Pedersen, batched).

    st = S("share-w", ctx, Y, list a, list d);  v_0 = 1;  v_i = first 16 bytes of SHA-512(st ‖ u16 i), i ≥ 1
    a = Σ v_i a_i;  d = xa;  w random;  T1 = wB;  T2 = wa
    c = hs("share", ctx, Y, list a, list d, T1, T2);  s = w + cx

Sent: d_0 ‖ d_1 ‖ … ‖ c ‖ s, 32 k + 64 bytes. Source: RFC 9497, section 2.2, for the batch.
"""

from collections.abc import Sequence
from typing import Final

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.group import (
    SIZE,
    Element,
    Scalar,
    base,
    combination,
    elements,
    hash_to_scalar,
    minus,
    plus,
    scalar,
    scalar_plus,
    scalar_times,
    times,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.sealed.held_checks import check_ahead, is_held
from rummynet_protocol.sealed.round_keys import RoundKey
from rummynet_protocol.sealed.wide_hash import S, listed, weight

PROOF: Final = 2 * SIZE  # bytes of c and s


def shares_size(count: int) -> int:
    """Bytes of a batch of *count* shares."""
    return SIZE * count + PROOF


def make_shares(key: RoundKey, points: Sequence[Element], context: bytes, fresh: bytes) -> bytes:
    """The shares of these a_i with their proof. Raises ValueError for none."""
    if not points:
        raise ValueError("a batch of shares has at least one")
    shares = [times(key.secret, point) for point in points]
    weights = share_weights(context, key.public, points, shares)
    a = weighted(weights, points)
    # The whole statement is in the nonce, so a restored disk cannot use it under another challenge.
    w = HedgedNonces(key.secret, fresh, b"share", context, key.public, listed(points), listed(shares)).scalar("w")
    c = share_challenge(context, key.public, points, shares, base(w), times(w, a))
    return b"".join(shares) + c + scalar_plus(w, scalar_times(c, key.secret))


def check_shares(public: Element, points: Sequence[Element], context: bytes, blob: bytes) -> tuple[Element, ...]:
    """The shares, if c = hs("share", ctx, Y, list a, list d, sB − cY, sa − cd) with d = Σ v_i d_i.

    Raises Cheat("share") or Cheat("element").
    """
    shares, c, s = read_shares(blob, len(points))
    if not is_held(*_arguments(public, points, context, blob)):
        check_share_proof(public, points, context, shares, c, s)
    return shares


def check_shares_ahead(public: Element, points: Sequence[Element], context: bytes, blob: bytes) -> None:
    """As ``check_shares``. The next such check computes little; this one may be in a thread."""
    check_ahead(lambda: check_shares(public, points, context, blob), *_arguments(public, points, context, blob))


def _arguments(public: Element, points: Sequence[Element], context: bytes, blob: bytes) -> tuple[bytes, ...]:
    return b"shares", public, listed(points), context, blob


def read_shares(blob: bytes, count: int) -> tuple[tuple[Element, ...], Scalar, Scalar]:
    """Exactly *count* shares, c and s. Raises Cheat("share") or Cheat("element")."""
    if len(blob) != shares_size(count):
        raise Cheat("share", f"{count} shares have {shares_size(count)} bytes, not {len(blob)}")
    end = SIZE * count
    return elements(blob[:end]), scalar(blob[end : end + SIZE]), scalar(blob[end + SIZE :])


def check_share_proof(
    public: Element, points: Sequence[Element], context: bytes, shares: Sequence[Element], c: Scalar, s: Scalar
) -> None:
    """Return if the proof holds. Raises Cheat("share")."""
    weights = share_weights(context, public, points, shares)
    a, d = weighted(weights, points), weighted(weights, shares)
    commits = minus(base(s), times(c, public)), minus(times(s, a), times(c, d))
    if c != share_challenge(context, public, points, shares, *commits):
        raise Cheat("share", f"a share under the key {public[:4].hex()}… is wrong")


def share_weights(
    context: bytes, public: Element, points: Sequence[Element], shares: Sequence[Element]
) -> list[Scalar]:
    """v_1, v_2, … from the hash of the whole statement; v_0 is 1."""
    # A false batch still gets through with a chance of 2^-128 only: a change of the first share alone is found for
    # certain, and any other meets a weight that was drawn after it. A draw, a batch of one, saves two of five
    # multiplications by it.
    statement = S("share-w", context, public, listed(points), listed(shares))
    return [Scalar(weight(statement, index)) for index in range(1, len(points))]


def weighted(weights: Sequence[Scalar], points: Sequence[Element]) -> Element:
    """Σ v_i P_i with v_0 = 1."""
    return plus(points[0], combination(weights, points[1:]))


def share_challenge(
    context: bytes, public: Element, points: Sequence[Element], shares: Sequence[Element], t1: Element, t2: Element
) -> Scalar:
    """The challenge c = hs("share", ctx, Y, list a, list d, T1, T2)."""
    return hash_to_scalar("share", context, public, listed(points), listed(shares), t1, t2)
