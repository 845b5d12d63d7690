"""Proofs of a mix by somebody who does not keep to the honest prover: the same equations, in plain numbers."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import prod

from rummynet_protocol.sealed import mix_proof
from rummynet_protocol.sealed.ciphertexts import Ciphertexts, listed_cards
from rummynet_protocol.sealed.constants import chain_start
from rummynet_protocol.sealed.group import Element, L, Scalar, base, combination, plus, times
from rummynet_protocol.sealed.mix_proof import MixProof
from tests.support.sealed_table import FreshBytes


def number(one: bytes) -> int:
    return int.from_bytes(one, "little")


def of(value: int) -> Scalar:
    return Scalar((value % L).to_bytes(32, "little"))


def forged(
    before: Ciphertexts,
    after: Ciphertexts,
    key: Element,
    context: bytes,
    masks: Sequence[int],
    commits: Sequence[Element],
    values: Callable[[list[int]], list[int]],
    row_sum: int,
    weighted_sum: Callable[[list[int], list[int]], int],
    generators: Sequence[Element],
    fresh: FreshBytes,
) -> MixProof:
    """The proof with the v that *values* makes of the u, however many there are.

    *masks*: r. *row_sum*: the r with Σ c − Σ G = rB. *weighted_sum* of u and v: the r with Σ u c = rB + Σ v G.
    """

    def random() -> int:
        return number(fresh()) % L

    count, lists = len(before), (listed_cards(before), listed_cards(after))
    u = [number(one) for one in mix_proof.mix_weights(context, key, *lists, commits, count)]
    v = values(u)
    h = [random() for _ in v]
    start = chain_start()
    chain = list(
        accumulate(
            zip(h, v, strict=True), lambda last, one: plus(base(of(one[0])), times(of(one[1]), last)), initial=start
        )
    )
    w1, w2, w3, w4 = (random() for _ in range(4))
    w_chain, w_answers = [random() for _ in v], [random() for _ in v]
    answers = [of(one) for one in w_answers]
    after_a, after_b = [card.a for card in after], [card.b for card in after]
    commitments = [
        base(of(w1)),
        base(of(w2)),
        plus(base(of(w3)), combination(answers, generators[:count])),
        plus(base(of(-w4)), combination(answers, after_a)),
        plus(times(of(-w4), key), combination(answers, after_b)),
        *(
            plus(base(of(w)), times(of(answer), last))
            for w, answer, last in zip(w_chain, w_answers, chain[:-1], strict=True)
        ),
    ]
    x = number(mix_proof.mix_challenge(context, key, *lists, commits, chain[1:], commitments))
    tails = sum(one * prod(v[at + 1 :]) for at, one in enumerate(h))
    masked = sum(one * other for one, other in zip(masks, v, strict=False))
    return MixProof(
        tuple(commits),
        tuple(chain[1:]),
        of(x),
        (of(w1 + x * row_sum), of(w2 + x * tails), of(w3 + x * weighted_sum(u, v)), of(w4 + x * masked)),
        tuple(of(w + x * one) for w, one in zip(w_chain, h, strict=True)),
        tuple(of(w + x * one) for w, one in zip(w_answers, v, strict=True)),
    )
