"""The proof that a mix is one: Terelius and Wikström's, made non-interactive.

For (a_i, b_i) to (a'_i, b'_i), i < N, under K, with ψ and r_i of the mix; ρ_i, h_i, w1 … w4, ŵ_i, w'_i random:

    c_ψ(i) = ρ_ψ(i) B + G_i
    st = S("mix-u", ctx, K, list(a, b), list(a', b'), list c)
    u_j = first 16 bytes of SHA-512(st ‖ u16 j);  v_i = u_ψ(i)
    ĉ_i = h_i B + v_i ĉ_(i−1),  ĉ_(−1) = G*
    T1 = w1 B                     T2 = w2 B                     T3 = w3 B + Σ w'_i G_i
    T4 = −w4 B + Σ w'_i a'_i      T5 = −w4 K + Σ w'_i b'_i      T̂_i = ŵ_i B + w'_i ĉ_(i−1)
    x = hs("mix-x", ctx, K, list(a, b), list(a', b'), list c, list ĉ, list(T1 … T5, T̂_0 …))
    s1 = w1 + x Σ ρ_j             s2 = w2 + x Σ_i h_i Π_(k>i) v_k              s3 = w3 + x Σ ρ_j u_j
    s4 = w4 + x Σ r_i v_i         ŝ_i = ŵ_i + x h_i                            s'_i = w'_i + x v_i

Sent: list c, list ĉ, x, s1 … s4, list ŝ, list s', joined: 128 N + 160 bytes. Whoever checks recomputes the T:

    T1 = s1 B − x(Σ c_j − Σ G_i)                     T2 = s2 B − x(ĉ_(N−1) − (Π u_j) G*)
    T3 = s3 B + Σ s'_i G_i − x Σ u_j c_j             T4 = −s4 B + Σ s'_i a'_i − x Σ u_j a_j
    T5 = −s4 K + Σ s'_i b'_i − x Σ u_j b_j           T̂_i = ŝ_i B + s'_i ĉ_(i−1) − x ĉ_i

and x must come out again. T1 says that the committed matrix has rows that add up to 1, T2 and T̂ that the committed v
have the product of the u, T3 that the v are the matrix times u: together, that it is a permutation. T4 and T5 say that
the same v lead from one deck to the other. Sources: Wikström, "A commitment-consistent proof of a shuffle" (2009);
Terelius and Wikström (2010); the form by Haenni, Locher, Koenig and Dubuis (2017).
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertexts, listed_cards, pack_cards
from rummynet_protocol.sealed.constants import chain_start, generator_total, generators
from rummynet_protocol.sealed.group import (
    ONE,
    SIZE,
    ZERO,
    Element,
    Scalar,
    base,
    combination,
    elements,
    hash_to_scalar,
    minus,
    plus,
    scalar_combination,
    scalar_minus,
    scalar_plus,
    scalar_product,
    scalar_times,
    scalar_total,
    scalars,
    times,
    total,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.sealed.held_checks import check_ahead, is_held
from rummynet_protocol.sealed.mix import Mix
from rummynet_protocol.sealed.wide_hash import S, listed, weight
from rummynet_protocol.values import Value

PER_CARD: Final = 4 * SIZE  # bytes of a card's c, ĉ, ŝ and s'
FIXED: Final = 5 * SIZE  # bytes of x, s1 … s4


def mix_proof_size(cards: int) -> int:
    """Bytes of the proof for a mix of so many cards."""
    return PER_CARD * cards + FIXED


class MixProof(Value):
    """A proof as it was sent."""

    commits: tuple[Element, ...]  # c
    chain: tuple[Element, ...]  # ĉ
    challenge: Scalar  # x
    sums: tuple[Scalar, ...]  # s1 … s4
    chain_answers: tuple[Scalar, ...]  # ŝ
    answers: tuple[Scalar, ...]  # s'

    def pack(self) -> bytes:
        """The bytes c ‖ ĉ ‖ x ‖ s1 … s4 ‖ ŝ ‖ s'."""
        numbers = (self.challenge, *self.sums, *self.chain_answers, *self.answers)
        return b"".join((*self.commits, *self.chain, *numbers))


def read_mix_proof(blob: bytes) -> MixProof:
    """The proof in *blob*, for as many cards as its length says. Raises Cheat("mix") or Cheat("element")."""
    cards, rest = divmod(len(blob) - FIXED, PER_CARD)
    if cards < 1 or rest:
        raise Cheat("mix", f"no proof of a mix has {len(blob)} bytes")
    points, numbers = elements(blob[: 2 * SIZE * cards]), scalars(blob[2 * SIZE * cards :])
    return MixProof(
        points[:cards], points[cards:], numbers[0], numbers[1:5], numbers[5 : 5 + cards], numbers[5 + cards :]
    )


# -- to prove


def prove_mix(mix: Mix, secret: Scalar, fresh: bytes) -> MixProof:
    """The proof of *mix*. *secret* hedges *fresh*: the same arguments give the same proof, other ones other nonces."""
    count = len(mix.order)
    lists = (listed_cards(mix.before), listed_cards(mix.after))
    nonces = HedgedNonces(secret, fresh, b"mix-proof", mix.context, mix.key, *lists)
    rho, h = nonces.scalars("rho", count), nonces.scalars("h", count)
    w1, w2, w3, w4 = nonces.scalars("w", 4)
    w_chain, w_answers = nonces.scalars("w-chain", count), nonces.scalars("w-answers", count)

    place = {card: at for at, card in enumerate(mix.order)}
    commits = tuple(plus(base(rho[card]), generators()[place[card]]) for card in range(count))
    u = mix_weights(mix.context, mix.key, *lists, commits, count)
    v = [u[card] for card in mix.order]
    chain = list(accumulate(zip(h, v, strict=True), lambda last, one: plus(base(one[0]), times(one[1], last)),
                            initial=chain_start()))  # fmt: skip

    minus_w4 = scalar_minus(ZERO, w4)
    after_a, after_b = zip(*mix.after, strict=True)
    commitments = [
        base(w1),
        base(w2),
        plus(base(w3), combination(w_answers, generators())),
        plus(base(minus_w4), combination(w_answers, after_a)),
        plus(times(minus_w4, mix.key), combination(w_answers, after_b)),
        *(plus(base(w), times(answer, last)) for w, answer, last in zip(w_chain, w_answers, chain[:-1], strict=True)),
    ]
    x = mix_challenge(mix.context, mix.key, *lists, commits, chain[1:], commitments)

    def answered(nonce: Scalar, hidden: Scalar) -> Scalar:
        return scalar_plus(nonce, scalar_times(x, hidden))

    # Π_(k>i) v_k for each i: products from the end.
    tails = list(accumulate(reversed(v[1:]), scalar_times, initial=ONE))[::-1]
    return MixProof(
        commits,
        tuple(chain[1:]),
        x,
        (
            answered(w1, scalar_total(rho)),
            answered(w2, scalar_combination(h, tails)),
            answered(w3, scalar_combination(rho, u)),
            answered(w4, scalar_combination(mix.masks, v)),
        ),
        tuple(map(answered, w_chain, h)),
        tuple(map(answered, w_answers, v)),
    )


# -- to check


def check_mix(before: Ciphertexts, after: Ciphertexts, key: Element, context: bytes, blob: bytes) -> None:
    """Return if *blob* proves that *after* is *before* mixed under *key*. Raises Cheat("mix") or Cheat("element")."""
    if is_held(*_arguments(before, after, key, context, blob)):
        return
    check_lengths(blob, before, after)
    check_mix_equations(before, after, key, context, read_mix_proof(blob))


def check_mix_ahead(before: Ciphertexts, after: Ciphertexts, key: Element, context: bytes, blob: bytes) -> None:
    """As ``check_mix``. The next such check of the same costs nothing; this one may be in a thread."""
    check_ahead(lambda: check_mix(before, after, key, context, blob), *_arguments(before, after, key, context, blob))


def _arguments(before: Ciphertexts, after: Ciphertexts, key: Element, context: bytes, blob: bytes) -> tuple[bytes, ...]:
    return b"mix", pack_cards(before), pack_cards(after), key, context, blob


def check_lengths(blob: bytes, before: Ciphertexts, after: Ciphertexts) -> None:
    """Return if every list has as many items as there are cards. Raises Cheat("mix")."""
    # One item too many in c, ĉ, ŝ and s' gives a forger a free factor and a free summand: a deck with
    # F'_1 = F_1 + 2 F_0 then passes, and its owner reads another's card off its own.
    if len(after) != len(before) or len(blob) != mix_proof_size(len(before)):
        raise Cheat("mix", f"the proof of a mix of {len(before)} cards is for another number of cards")


def check_mix_equations(before: Ciphertexts, after: Ciphertexts, key: Element, context: bytes, proof: MixProof) -> None:
    """Return if x comes out again from the T that follow from the proof. Raises Cheat("mix")."""
    lists = (listed_cards(before), listed_cards(after))
    u = mix_weights(context, key, *lists, proof.commits, len(before))
    commitments = recomputed(before, after, key, proof, u)
    if proof.challenge != mix_challenge(context, key, *lists, proof.commits, proof.chain, commitments):
        raise Cheat("mix", "the proof of a mix does not hold")


def recomputed(
    before: Ciphertexts, after: Ciphertexts, key: Element, proof: MixProof, u: Sequence[Scalar]
) -> list[Element]:
    """T1 … T5, T̂_0 … as they follow from the answers."""
    count, x = len(before), proof.challenge
    s1, s2, s3, s4 = proof.sums
    minus_s4 = scalar_minus(ZERO, s4)
    before_a, before_b = zip(*before, strict=True)
    after_a, after_b = zip(*after, strict=True)
    row_sums = minus(total(proof.commits), generator_total(count))
    product = minus(proof.chain[-1], times(scalar_product(u), chain_start()))
    lasts = (chain_start(), *proof.chain)
    return [
        minus(base(s1), times(x, row_sums)),
        minus(base(s2), times(x, product)),
        minus(
            plus(base(s3), combination(proof.answers, generators()[:count])),
            times(x, combination(u, proof.commits)),
        ),
        minus(plus(base(minus_s4), combination(proof.answers, after_a)), times(x, combination(u, before_a))),
        minus(plus(times(minus_s4, key), combination(proof.answers, after_b)), times(x, combination(u, before_b))),
        *(
            minus(plus(base(answer), times(v_answer, last)), times(x, one))
            for answer, v_answer, last, one in zip(proof.chain_answers, proof.answers, lasts, proof.chain, strict=False)
        ),
    ]


# -- the hashes of both


def mix_weights(
    context: bytes, key: Element, before: bytes, after: bytes, commits: Sequence[Element], count: int
) -> list[Scalar]:
    """u_j from st = S("mix-u", ctx, K, list(a, b), list(a', b'), list c)."""
    statement = S("mix-u", context, key, before, after, listed(commits))
    return [Scalar(weight(statement, index)) for index in range(count)]


def mix_challenge(
    context: bytes,
    key: Element,
    before: bytes,
    after: bytes,
    commits: Sequence[Element],
    chain: Sequence[Element],
    commitments: Sequence[Element],
) -> Scalar:
    """The challenge x = hs("mix-x", ctx, K, list(a, b), list(a', b'), list c, list ĉ, list(T1 … T5, T̂_0 …))."""
    return hash_to_scalar("mix-x", context, key, before, after, listed(commits), listed(chain), listed(commitments))
