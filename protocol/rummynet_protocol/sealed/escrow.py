"""A holder's key in parts, one for each other holder and one for the host: all of them together open it.

    z_t random, Σ z_t = x_s;  e_t random
    S_t = z_t B;  E_t = e_t B;  q_t = z_t + hs("pad", X(s), u8 t, E_t, e_t Y_t) mod L

for each holder t ≠ s ascending, then for the host: t = 255, with its key T_h for Y_t. Sent: S_t ‖ E_t ‖ q_t for each.
Everybody checks Σ S_t = Y_s, and t that (q_t − hs("pad", X(s), u8 t, E_t, x_t E_t)) B = S_t.

For three holders or more: with two, the host and one seat would open the other's hand.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.hashing import u8
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.group import (
    SIZE,
    Element,
    Scalar,
    base,
    element,
    hash_to_scalar,
    scalar,
    scalar_minus,
    scalar_plus,
    scalar_total,
    times,
    total,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.sealed.round_keys import RoundKey, check_opened_key
from rummynet_protocol.sealed.shares import check_shares, make_shares
from rummynet_protocol.sealed.wide_hash import listed
from rummynet_protocol.values import Value

PART: Final = 3 * SIZE  # bytes of a part
LEAST_HOLDERS: Final = 3  # holders at a table with escrow


class EscrowPart(Value):
    """One part of a key, sealed to who keeps it."""

    point: Element  # S_t
    ephemeral: Element  # E_t
    sealed: Scalar  # q_t


def keepers(dealer: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Who keeps a part of *dealer*'s key: all other holders by seat, then the host. Raises ValueError for too few."""
    if len(seats) < LEAST_HOLDERS:
        raise ValueError(f"escrow takes {LEAST_HOLDERS} holders or more, not {len(seats)}")
    return (*sorted(set(seats) - {dealer}), HOST)


def make_escrow(key: RoundKey, keys: Mapping[int, Element], context: bytes, fresh: bytes) -> bytes:
    """The parts of *key* for the keepers with these keys, in the order given."""
    nonces = HedgedNonces(key.secret, fresh, b"escrow", context, listed(keys.values()))
    parts = list(nonces.scalars("z", len(keys) - 1))
    parts.append(scalar_minus(key.secret, scalar_total(parts)))
    made = []
    for index, (keeper, public) in enumerate(keys.items()):
        e = nonces.scalar("e", index)
        pad = escrow_pad(context, keeper, base(e), times(e, public))
        made.append(base(parts[index]) + base(e) + scalar_plus(parts[index], pad))
    return b"".join(made)


def escrow_pad(context: bytes, keeper: int, ephemeral: Element, common: Element) -> Scalar:
    """hs("pad", X(s), u8 t, E_t, e_t Y_t)."""
    return hash_to_scalar("pad", context, u8(keeper), ephemeral, common)


def check_escrow(public: Element, keeping: Sequence[int], blob: bytes) -> dict[int, EscrowPart]:
    """Each keeper's part, if Σ S_t = Y_s. Raises Cheat("escrow") or Cheat("element")."""
    parts = read_escrow(keeping, blob)
    check_part_sum(public, parts)
    return parts


def read_escrow(keeping: Sequence[int], blob: bytes) -> dict[int, EscrowPart]:
    """Exactly one part for each keeper. Raises Cheat("escrow") or Cheat("element")."""
    if len(blob) != PART * len(keeping):
        raise Cheat("escrow", f"a key in {len(keeping)} parts has {PART * len(keeping)} bytes, not {len(blob)}")
    parts = {}
    for index, keeper in enumerate(keeping):
        point, ephemeral, sealed = (blob[at : at + SIZE] for at in range(PART * index, PART * (index + 1), SIZE))
        parts[keeper] = EscrowPart(element(point), element(ephemeral), scalar(sealed))
    return parts


def check_part_sum(public: Element, parts: Mapping[int, EscrowPart]) -> None:
    """Return if Σ S_t = Y_s. Raises Cheat("escrow")."""
    if total(part.point for part in parts.values()) != public:
        raise Cheat("escrow", f"the parts of the key {public[:4].hex()}… do not add up to it")


def open_part(part: EscrowPart, keeper: int, secret: Scalar, context: bytes) -> Scalar:
    """z_t = q_t − hs("pad", X(s), u8 t, E_t, x_t E_t), with the keeper's secret. Raises Cheat("escrow")."""
    z = unsealed(part, keeper, times(secret, part.ephemeral), context)
    check_part(part, z)
    return z


def unsealed(part: EscrowPart, keeper: int, common: Element, context: bytes) -> Scalar:
    """q_t − hs("pad", X(s), u8 t, E_t, common), which is z_t if the dealer was honest."""
    return scalar_minus(part.sealed, escrow_pad(context, keeper, part.ephemeral, common))


def check_part(part: EscrowPart, z: Scalar) -> None:
    """Return if z_t B = S_t. Raises Cheat("escrow")."""
    if base(z) != part.point:
        raise Cheat("escrow", f"the part {part.point[:4].hex()}… of a key does not open")


# -- a part that does not open


def complain(part: EscrowPart, key: RoundKey, context: bytes, fresh: bytes) -> bytes:
    """x_t E_t with its proof under the context C(s, t): everybody can then open the part.

    x_t E_t decrypts whatever a dealer chose for E_t. So it is given before the round's first mix only, and the keys of
    the round are dead after it.
    """
    return make_shares(key, [part.ephemeral], context, fresh)


def judge_complaint(
    part: EscrowPart, keeper: int, public: Element, escrow: bytes, complaint: bytes, blob: bytes
) -> Literal["dealer", "keeper"]:
    """Who is to blame for a complaint: the contexts are X(s) and C(s, t). Raises Cheat("share") if its proof is bad."""
    (common,) = check_shares(public, [part.ephemeral], complaint, blob)
    return "keeper" if base(unsealed(part, keeper, common, escrow)) == part.point else "dealer"


# -- a key whose holder is lost


def rebuilt_key(public: Element, parts: Mapping[int, EscrowPart], opened: Mapping[int, Scalar]) -> Scalar:
    """The secret x = Σ z_t, from all keepers' parts. Raises Cheat("key-open") for a wrong or a missing one."""
    if opened.keys() != parts.keys():
        raise Cheat("key-open", "a key is opened by the parts of all its keepers")
    for keeper, z in opened.items():
        check_opened_part(keeper, parts[keeper], z)
    x = scalar_total(opened.values())
    check_opened_key(public, x)
    return x


def check_opened_part(keeper: int, part: EscrowPart, z: Scalar) -> None:
    """Return if z_t B = S_t. Raises Cheat("key-open")."""
    if base(z) != part.point:
        who = "the host" if keeper == HOST else f"seat {keeper}"
        raise Cheat("key-open", f"what {who} opened is not its part of the key")
