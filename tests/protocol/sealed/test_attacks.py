"""Each attack twice: refused as things are, and a success once the check that stops it is taken out.

The numbers are those of the list in protocol/SEALED.md. An attack that is stopped raises Cheat; one that runs to its
end without a gain raises Foiled.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed import (
    ciphertexts,
    contexts,
    escrow,
    group,
    hidden_hand,
    key_holder,
    mix_proof,
    round_audit,
    round_cards,
    round_keys,
    shares,
)
from rummynet_protocol.sealed import mix as mixing
from rummynet_protocol.sealed.ciphertexts import Ciphertext, Ciphertexts, pack_cards, re_encrypted
from rummynet_protocol.sealed.constants import card_of, faces, generators
from rummynet_protocol.sealed.contexts import EpochContext, RoundContext, possession_context
from rummynet_protocol.sealed.escrow import EscrowPart, check_escrow, keepers, make_escrow, open_part, rebuilt_key
from rummynet_protocol.sealed.group import (
    IDENTITY,
    ONE,
    ZERO,
    Element,
    L,
    Scalar,
    base,
    element,
    minus,
    plus,
    scalar_minus,
    scalar_plus,
    scalar_times,
    times,
    total,
)
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces
from rummynet_protocol.sealed.mix import mix
from rummynet_protocol.sealed.mix_proof import check_mix, prove_mix
from rummynet_protocol.sealed.round_audit import audit_round
from rummynet_protocol.sealed.round_cards import RoundCards
from rummynet_protocol.sealed.round_keys import RoundKey, check_possession, key_of, prove_possession, shown_key
from rummynet_protocol.sealed.shares import check_shares, make_shares
from rummynet_protocol.sealed.wide_hash import frame
from rummynet_protocol.values import replace
from tests.support.forged_mixes import forged, number, of
from tests.support.sealed_table import SESSION, FreshBytes, SealedTable

VICTIM, OTHER, CROOK = 0, 1, 2
FRESH = FreshBytes("attacks")
GARBAGE = Element(b"\x02" + bytes(31))
Variant = Callable[[pytest.MonkeyPatch], None]


class Foiled(Exception):
    """The attack has found nothing."""


@dataclass(frozen=True)
class Attack:
    name: str
    run: Callable[[], None]
    stopped_by: str
    """The check that the Cheat names; ``Foiled`` if it only finds nothing."""
    variant: Variant


def no_op(*_: Any, **__: Any) -> None:  # noqa: ANN401
    pass


def without(*checks: tuple[ModuleType, str]) -> Variant:
    """The variant that lacks these checks."""

    def apply(patch: pytest.MonkeyPatch) -> None:
        for module, name in checks:
            assert callable(getattr(module, name))
            patch.setattr(module, name, no_op)

    return apply


def gain(found: object) -> None:
    if not found:
        raise Foiled


# -- 1, 2: cards that are related


def doubled_last_mix(table: SealedTable, factor: Scalar, secret_place: int = 0, own_place: int = CROOK) -> None:
    """The crook mixes last: as is right, but for its own place, which gets a multiple of the victim's card."""
    holder, cards = table.holders[CROOK], table.cards
    honest = ciphertexts.read_cards(holder.make_deck(FRESH()), len(cards.mixing.decks[0]))  # type: ignore[union-attr]
    a, b = honest[secret_place]
    joint = cards.mixing.epoch.joint  # type: ignore[union-attr]
    related = re_encrypted(Ciphertext(times(factor, a), times(factor, b)), of(number(FRESH())), joint)
    deck = list(honest)
    deck[own_place] = related
    cards.add_deck(CROOK, pack_cards(tuple(deck)))
    cards.add_proof(CROOK, holder.make_proof(FRESH()))


def related_cards() -> None:
    table = SealedTable()
    table.start(range(8))
    table.mix(lambda: doubled_last_mix(table, of(2)))
    table.give([VICTIM, OTHER, CROOK])
    (own,) = table.cards.hands[CROOK].cards
    doubled = minus(own.b, times(table.keys[CROOK].secret, own.a))
    seen = card_of().get(times(of((L + 1) // 2), doubled))
    gain([seen] == table.hand(VICTIM))


def faces_with_relations(patch: pytest.MonkeyPatch) -> None:
    """F_c = (c + 1) B."""
    known = tuple(base(of(card + 1)) for card in range(216))
    for module in (ciphertexts, hidden_hand):
        patch.setattr(module, "faces", lambda: known)
    for module in (ciphertexts, round_cards):
        patch.setattr(module, "card_of", lambda: {face: card for card, face in enumerate(known)})


def card_out_of_another() -> None:
    """A card turned into another one by a multiple, in a system without a proof of the mix, and then played."""
    with pytest.MonkeyPatch.context() as patch:
        without((round_cards, "check_mix"))(patch)
        table = SealedTable()
        table.start(range(8))
        table.mix(lambda: doubled_last_mix(table, of(2)))
    table.give([VICTIM, OTHER, CROOK])
    (changed,) = table.holders[CROOK].hand()
    gain(changed is not None)
    assert changed is not None
    table.play(CROOK, [changed])


def same_ciphertexts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(mixing, "re_encrypted", lambda card, _mask, _key: card)


def traced_through_the_decks() -> None:
    """Who only reads the log follows a card from one deck to the next."""
    key, before = _first(8)
    gain(sorted(mix(before, key, b"ctx", ONE, FRESH()).after) == sorted(before))


# -- 3, 13, 16: forged mixes


def _random(count: int) -> list[int]:
    return [number(FRESH()) % L for _ in range(count)]


def _first(count: int = 5) -> tuple[Element, Ciphertexts]:
    """A key of others, and a deck under it that has been mixed once."""
    key = base(of(number(FRESH())))
    return key, mix(ciphertexts.first_deck(range(count)), key, b"ctx", ONE, FRESH()).after


def _masked(cards: Sequence[Ciphertext], masks: Sequence[int], key: Element) -> Ciphertexts:
    return tuple(re_encrypted(card, of(mask), key) for card, mask in zip(cards, masks, strict=True))


def _plus(one: Ciphertext, other: Ciphertext, factor: int = 1) -> Ciphertext:
    return Ciphertext(plus(one.a, times(of(factor), other.a)), plus(one.b, times(of(factor), other.b)))


def lists_one_too_long() -> None:
    """F'_1 = F_1 + 2 F_0, with one commitment and one link of the chain more than there are cards."""
    key, before = _first()
    count, masks = len(before), _random(len(before))
    after = _masked([before[0], _plus(before[1], before[0], 2), *before[2:]], masks, key)
    rho = _random(count + 1)
    commits = [plus(base(of(r)), g) for r, g in zip(rho, generators(), strict=False)]
    commits[1] = plus(commits[1], times(of(-2), generators()[0]))
    commits[count] = plus(base(of(rho[count])), times(of(2), generators()[0]))

    def values(u: list[int]) -> list[int]:
        first = (u[0] - 2 * u[1]) % L
        return [first, *u[1:], u[0] * pow(first, -1, L) % L]

    proof = forged(
        before, after, key, b"ctx", masks, commits, values, sum(rho),
        lambda u, _: sum(one * r for one, r in zip(u, rho, strict=False)), generators(), FRESH,
    )  # fmt: skip
    check_mix(before, after, key, b"ctx", proof.pack())


TRAPDOORS = [number(FRESH()) % L for _ in range(216)]


@cache
def trapdoor_generators() -> tuple[Element, ...]:
    return tuple(base(of(one)) for one in TRAPDOORS)


def generators_with_trapdoors(patch: pytest.MonkeyPatch) -> None:
    """G_i = g_i B, with g_i known to the forger."""
    patch.setattr(mix_proof, "generators", trapdoor_generators)
    patch.setattr(mix_proof, "generator_total", lambda count: total(trapdoor_generators()[:count]))


def trapdoor_forgery() -> None:
    """Two cards tagged: one multiplied by 2, the other by 1/2. Commitments open to whatever the forger likes."""
    key, before = _first()
    count, masks, half = len(before), _random(len(before)), (L + 1) // 2
    scaled = [Ciphertext(times(of(f), a), times(of(f), b)) for f, (a, b) in zip((2, half), before, strict=False)]
    after = _masked([*scaled, *before[2:]], masks, key)
    rho = _random(count)
    commits = [base(of(r)) for r in rho]

    def weighted_sum(u: list[int], v: list[int]) -> int:
        return sum(a * r - b * g for a, r, b, g in zip(u, rho, v, TRAPDOORS, strict=False))

    proof = forged(
        before, after, key, b"ctx", masks, commits, lambda u: [half * u[0] % L, 2 * u[1] % L, *u[2:]],
        sum(rho) - sum(TRAPDOORS[:count]), weighted_sum, trapdoor_generators(), FRESH,
    )  # fmt: skip
    check_mix(before, after, key, b"ctx", proof.pack())


def weights_without_the_deck(patch: pytest.MonkeyPatch) -> None:
    true = mix_proof.mix_weights
    patch.setattr(
        mix_proof,
        "mix_weights",
        lambda ctx, key, before, _, commits, count: true(ctx, key, before, b"", commits, count),
    )


def deck_chosen_after_the_weights() -> None:
    """With u known before the deck, two cards change so that the weighted sum stays."""
    key, before = _first()
    masks = _random(len(before))
    honest = _masked(before, masks, key)
    rho = _random(len(before))
    commits = [plus(base(of(r)), g) for r, g in zip(rho, generators(), strict=False)]
    lists = ciphertexts.listed_cards(before), ciphertexts.listed_cards(honest)
    u = [number(one) for one in mix_proof.mix_weights(b"ctx", key, *lists, commits, len(before))]
    other = Ciphertext(IDENTITY, faces()[99])
    after = (_plus(honest[0], other, u[1]), _plus(honest[1], other, -u[0]), *honest[2:])
    proof = forged(
        before, after, key, b"ctx", masks, commits, lambda u: u, sum(rho),
        lambda u, _: sum(one * r for one, r in zip(u, rho, strict=True)), generators(), FRESH,
    )  # fmt: skip
    check_mix(before, after, key, b"ctx", proof.pack())


def challenge_without_commitments(patch: pytest.MonkeyPatch) -> None:
    true: Callable[..., Scalar] = mix_proof.mix_challenge
    patch.setattr(mix_proof, "mix_challenge", lambda *fields: true(*fields[:-1], ()))


def any_proof_will_do() -> None:
    """Without T in the challenge a proof for nothing is a challenge and random answers."""
    key, before = _first()
    after = (before[0], *before[:-1])
    one = prove_mix(mix(before, key, b"ctx", ONE, FRESH()), ONE, FRESH())
    lists = ciphertexts.listed_cards(before), ciphertexts.listed_cards(after)
    x = mix_proof.mix_challenge(b"ctx", key, *lists, one.commits, one.chain, ())
    check_mix(before, after, key, b"ctx", replace(one, challenge=x).pack())


def share_hashes_without_d(patch: pytest.MonkeyPatch) -> None:
    weights, challenge = shares.share_weights, shares.share_challenge
    patch.setattr(shares, "share_weights", lambda ctx, y, points, _: weights(ctx, y, points, ()))
    patch.setattr(shares, "share_challenge", lambda ctx, y, points, _, *ts: challenge(ctx, y, points, (), *ts))


def share_chosen_after_the_challenge() -> None:
    x, points = of(number(FRESH())), [faces()[5]]
    w, other = of(number(FRESH())), of(number(FRESH()))
    t1, t2 = base(w), times(other, points[0])
    c = shares.share_challenge(b"ctx", base(x), points, (), t1, t2)
    s = scalar_plus(w, scalar_times(c, x))
    inverse = of(pow(number(c), -1, L))
    wrong = times(scalar_times(scalar_minus(s, other), inverse), points[0])
    check_shares(base(x), points, b"ctx", wrong + c + s)
    gain(wrong != times(x, points[0]))


def share_hash_without_t(patch: pytest.MonkeyPatch) -> None:
    challenge = shares.share_challenge
    patch.setattr(shares, "share_challenge", lambda ctx, y, a, d, *_: challenge(ctx, y, a, d, IDENTITY, IDENTITY))


def any_share_will_do() -> None:
    wrong = faces()[6]
    c = shares.share_challenge(b"ctx", faces()[7], [faces()[5]], [wrong], IDENTITY, IDENTITY)
    check_shares(faces()[7], [faces()[5]], b"ctx", wrong + c + ONE)


# -- 4, 5, 6: encodings


def second_spelling() -> None:
    one = base(of(77))
    twice = element(one[:31] + bytes([one[31] | 0x80]))
    gain(twice != one and minus(twice, one) == IDENTITY)


def no_point_at_all() -> None:
    """Odd, and beyond the field: libsodium 1.0.18 refuses these by itself, other libraries need not."""
    p = number(base(of(77)))
    for wrong in (group.P - p, group.P + 1, 2**255 - 1):
        element(wrong.to_bytes(32, "little"))


def parts_with_garbage() -> None:
    """Sums that meet no element begin again at zero: the parts seem to add up, and one of them is worth nothing."""
    table = SealedTable((0, 1, 2, 3))
    key, context = table.keys[CROOK], table.context.escrow(CROOK)
    keys = {seat: table.keys[seat].public for seat in (0, 1, 3)} | {contexts.HOST: table.host.public}
    z = dict(zip(keys, (of(5), of(6), ZERO, key.secret), strict=True))
    blob = b""
    for keeper, public in keys.items():
        pad = escrow.escrow_pad(context, keeper, base(ONE), public)
        blob += (GARBAGE if keeper == 3 else base(z[keeper])) + base(ONE) + scalar_plus(z[keeper], pad)
    parts = check_escrow(key.public, tuple(keys), blob)  # seat 3 is in league, and does not complain
    opened = {seat: open_part(parts[seat], seat, table.keys[seat].secret, context) for seat in (0, 1)}
    with pytest.raises(Cheat):
        rebuilt_key(key.public, parts, opened | {3: ZERO, contexts.HOST: key.secret})


def key_that_hides_nothing() -> None:
    """Whatever is dealt to the identity as a key lies open."""
    context = possession_context(SESSION, b"deal", CROOK, b"identity")
    proof = prove_possession(RoundKey(ZERO, IDENTITY), context, FRESH())
    key = shown_key(bytes(32), context, proof)
    table = SealedTable()
    table.cards = RoundCards(table.context, {**table.cards.keys, CROOK: key})
    table.keys[CROOK] = RoundKey(ZERO, key)
    table.holders = {seat: key_holder.KeyHolder(seat, one, table.cards) for seat, one in table.keys.items()}
    table.start(range(8))
    for seat in table.holders:
        table.mix_of(seat)
    table.cards.finish_mixing()
    table.cards.give(b"head", 0, [CROOK])
    for seat in (VICTIM, OTHER):
        table.cards.add_shares(seat, table.holders[seat].make_shares(FRESH()))
    (card,) = table.cards.hands[CROOK].cards
    gain(card.b in card_of())


# -- 7, 8: keys


def rogue_key() -> None:
    """The last to show a key takes one that cancels the others out, and has the key of the whole deck."""
    table = SealedTable()
    known = of(number(FRESH()))
    others = plus(table.keys[VICTIM].public, table.keys[OTHER].public)
    context = possession_context(SESSION, table.deal, CROOK, b"identity 2")
    rogue = shown_key(minus(base(known), others), context, prove_possession(key_of(known), context, FRESH()))
    cards = RoundCards(table.context, {**table.cards.keys, CROOK: rogue})
    cards.start_stock(table.deal, table.context.z, range(8))
    joint = cards.mixing.epoch.joint  # type: ignore[union-attr]
    deck = mix(ciphertexts.first_deck(range(8)), joint, b"ctx", table.keys[VICTIM].secret, FRESH()).after
    read = [ciphertexts.card_under(card, known) for card in deck]
    gain(sorted(map(str, read)) == sorted(map(str, range(8))))


def copied_key() -> None:
    """The victim's key and proof, shown for another seat: with them two seats' hands lie under one key."""
    table = SealedTable()
    proof = prove_possession(table.keys[VICTIM], possession_context(SESSION, table.deal, VICTIM, b"ann"), FRESH())
    copy = shown_key(table.keys[VICTIM].public, possession_context(SESSION, table.deal, CROOK, b"cy"), proof)
    RoundCards(table.context, {**table.cards.keys, CROOK: copy})


def without_seat_and_identity(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(contexts, "frame", lambda *fields: frame(*fields[:3]))


def without_seat_identity_and_distinct_keys(patch: pytest.MonkeyPatch) -> None:
    without_seat_and_identity(patch)
    without((round_cards, "check_distinct"))(patch)


# -- 9, 10, 11: decryption by the victim's own program


def position_given_twice() -> None:
    table = SealedTable()
    table.shuffle(range(8))
    table.give([VICTIM])
    table.cards.give(table.head, 0, [CROOK])
    (card,) = table.cards.stock.deck[:1]  # type: ignore[union-attr]
    for seat in (VICTIM, OTHER):
        table.cards.add_shares(seat, table.holders[seat].make_shares(FRESH()))
    gain(card.a == table.cards.hands[CROOK].cards[0].a and table.hand(CROOK) == table.hand(VICTIM))


OFFERED: list[Ciphertexts] = []


def first_deck_as_received(patch: pytest.MonkeyPatch) -> None:
    true = ciphertexts.first_deck
    patch.setattr(round_cards, "first_deck", lambda cards: OFFERED.pop() if OFFERED else true(cards))


def hand_in_a_new_stock() -> None:
    OFFERED.clear()
    table = SealedTable()
    table.shuffle(range(10))
    table.give([VICTIM] * 4)
    victims = table.cards.stock.deck[:4]  # type: ignore[union-attr]
    joint = table.cards.stock.epoch.joint  # type: ignore[union-attr]
    OFFERED.append(_masked(victims, _random(4), joint))
    table.shuffle(range(50, 54))
    table.give([CROOK] * 4)
    gain(sorted(table.hand(CROOK)) == sorted(table.hand(VICTIM)))


def complaint_about_a_card() -> None:
    """The dealer's E_t is a card's a: who complains of the part decrypts the card."""
    table = SealedTable()
    table.shuffle(range(8))
    table.give([VICTIM])
    a, b = table.cards.stock.deck[0]  # type: ignore[union-attr]
    bait = {VICTIM: EscrowPart(base(ONE), a, ONE)}
    blob = table.holders[VICTIM].complain(CROOK, bait, FRESH())
    last = Element(blob[:32])
    others = total(times(table.keys[seat].secret, a) for seat in (OTHER, CROOK))
    gain(table.hand(VICTIM) == [card_of()[minus(minus(b, others), last)]])


# -- 14: nonces


class PlainNonces(HedgedNonces):
    """Nonces of the fresh bytes alone."""

    def __init__(self, secret: Scalar, fresh: bytes, *statement: bytes) -> None:
        super().__init__(ZERO, fresh)


def nonces_of_fresh_bytes_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shares, "HedgedNonces", PlainNonces)


def same_fresh_bytes_twice() -> None:
    """A restored disk, or a generator that repeats itself: two answers by one nonce are two equations for x."""
    key, fresh = key_of(of(number(FRESH()))), FRESH()
    one, other = (make_shares(key, [face], b"ctx", fresh) for face in faces()[:2])
    (c1, s1), (c2, s2) = ((number(blob[32:64]), number(blob[64:])) for blob in (one, other))
    gain(of((s1 - s2) * pow(c1 - c2, -1, L)) == key.secret)


# -- 17: wrong shares


def card_changed_by_a_share() -> None:
    """Two in league: what one gives the other is wrong by the difference of two faces."""
    table = SealedTable()
    table.shuffle(range(8))
    table.cards.give(table.head, 0, [CROOK])
    a = table.cards.points([0])[0]
    for seat in (VICTIM, OTHER):
        blob = table.holders[seat].make_shares(FRESH())
        if seat == OTHER:
            card = table.cards.stock.deck[0]  # type: ignore[union-attr]
            true = card_of()[minus(card.b, total(times(key.secret, a) for key in table.keys.values()))]
            wished = (true + 1) % 8
            wrong = plus(Element(blob[:32]), minus(faces()[true], faces()[wished]))
            blob = wrong + blob[32:]
        table.cards.add_shares(seat, blob)
    gain(table.hand(CROOK) == [wished])
    table.play(CROOK, [wished])
    with pytest.raises(Cheat) as found:  # too late for the game, and still in time for the verdict
        audit_round(table.cards, table.secrets())
    assert found.value.check == "share" and f"seat {OTHER}" in str(found.value)


# -- 22: the chain of mixes


def one_mix_alone() -> None:
    """The host leaves out everybody's mix but its friend's, who knows the order then."""
    table = SealedTable()
    table.start(range(8))
    deck = table.holders[CROOK].make_deck(FRESH())
    order = mix(
        table.cards.mixing.decks[0],  # type: ignore[union-attr]
        table.cards.mixing.epoch.joint,  # type: ignore[union-attr]
        table.cards.mix_context(CROOK), table.keys[CROOK].secret, FreshBytes("known")(),
    )  # fmt: skip
    assert len(deck) == 64 * 8
    table.cards.add_deck(CROOK, pack_cards(order.after))
    table.cards.finish_mixing()
    table.give([VICTIM])
    gain(table.hand(VICTIM) == [order.order[0]])


def mix_unproven() -> None:
    table = SealedTable()
    table.start(range(8))
    for seat, holder in table.holders.items():
        table.cards.add_deck(seat, holder.make_deck(FRESH()))
    table.cards.finish_mixing()


def mix_twice() -> None:
    table = SealedTable()
    table.start(range(8))
    table.mix_of(VICTIM)
    table.cards.add_deck(VICTIM, table.holders[VICTIM].make_deck(FRESH()))


# -- 27: escrow


def _dealt_badly(table: SealedTable, last: Scalar) -> dict[int, EscrowPart]:
    """The crook's parts, the host's made of *last*."""
    context, keys = table.context.escrow(CROOK), {**table.cards.keys, contexts.HOST: table.host.public}
    receivers = {keeper: keys[keeper] for keeper in keepers(CROOK, [0, 1, 2])}
    blob = make_escrow(key_of(last), receivers, context, FRESH())
    return check_escrow(table.keys[CROOK].public, tuple(receivers), blob)


def parts_of_another_key() -> None:
    table = SealedTable()
    parts = _dealt_badly(table, of(5))
    opened = {seat: table.holders[seat].open_part(CROOK, parts) for seat in (0, 1)}
    host = open_part(parts[contexts.HOST], contexts.HOST, table.host.secret, table.context.escrow(CROOK))
    with pytest.raises(Cheat):
        rebuilt_key(table.keys[CROOK].public, parts, opened | {contexts.HOST: host})


def part_that_does_not_open() -> None:
    table = SealedTable()
    parts = _dealt_badly(table, table.keys[CROOK].secret)
    parts[VICTIM] = replace(parts[VICTIM], sealed=ONE)
    z = table.holders[VICTIM].open_part(CROOK, parts)
    gain(base(z) != parts[VICTIM].point)


# -- 28, 29, 30: plays and decks


def _dealt(cards: int = 4) -> SealedTable:
    table = SealedTable()
    table.shuffle(range(12))
    table.give([CROOK] * cards)
    return table


def card_opened_twice() -> None:
    """One card, named twice in one play: two cards for one."""
    table = _dealt()
    card = table.hand(CROOK)[0]
    head = table.head
    a = table.cards.hands[CROOK].cards[0].a
    context = table.context.play(CROOK, 1, head)
    blob = bytes([0, 0]) + make_shares(table.keys[CROOK], [a, a], context, FRESH())
    table.cards.play(CROOK, 1, head, [card, card], blob)
    gain(len(table.cards.hands[CROOK].cards) == 3)


def drawn_card_thrown_in_the_open() -> None:
    """After a draw a card is played without a mix: its index says that it was the one drawn."""
    table = _dealt()
    table.give([CROOK])
    head, hand = table.head, table.cards.hands[CROOK]
    unmarked = hidden_hand.HiddenHand(hand.public, hand.cards)
    context = table.context.play(CROOK, 1, head)
    card = table.hand(CROOK)[4]
    blob = hidden_hand.make_play(unmarked, table.keys[CROOK], [card], context, FRESH())
    table.cards.play(CROOK, 1, head, [card], blob)
    gain(blob[0] == 4)


def mix_where_none_is_due() -> None:
    """A second way to write the same play."""
    table = _dealt()
    head, hand = table.head, table.cards.hands[CROOK]
    marked = hidden_hand.HiddenHand(hand.public, hand.cards, aged=True)
    context = table.context.play(CROOK, 1, head)
    card = table.hand(CROOK)[0]
    blob = hidden_hand.make_play(marked, table.keys[CROOK], [card], context, FRESH())
    table.cards.play(CROOK, 1, head, [card], blob)


def duplicate_card(audited: bool) -> Callable[[], None]:
    """A crook that mixes puts a card twice into the deck, and another one nowhere."""

    def run() -> None:
        table = SealedTable()
        table.start(range(8))
        table.mix(lambda: doubled_last_mix(table, ONE))
        if audited:
            audit_round(table.cards, table.secrets())

    return run


def hand_mixed_into_another() -> None:
    """A crook turns a card of its hand into one that it likes, as it mixes the hand."""
    table = _dealt()
    table.give([CROOK])
    head, hand, key = table.head, table.cards.hands[CROOK], table.keys[CROOK]
    context = table.context.play(CROOK, 1, head)
    wished = 150
    liked = Ciphertext(base(ONE), plus(faces()[wished], key.public))
    other = hidden_hand.HiddenHand(hand.public, (liked, *hand.cards[1:]), aged=True)
    blob = hidden_hand.make_play(other, key, [wished], context, FRESH())
    table.cards.play(CROOK, 1, head, [wished], blob)


# -- 31: two spellings of one proof


def answer_beyond_the_order() -> None:
    key = key_of(of(number(FRESH())))
    blob = make_shares(key, [faces()[0]], b"ctx", FRESH())
    s = number(blob[64:]) + L
    other = blob[:64] + s.to_bytes(32, "little")
    gain(check_shares(key.public, [faces()[0]], b"ctx", other) == check_shares(key.public, [faces()[0]], b"ctx", blob))


ATTACKS = [
    Attack("01-related-cards", related_cards, "mix", without((round_cards, "check_mix"))),
    Attack("02-card-out-of-another", card_out_of_another, "Foiled", faces_with_relations),
    Attack("02-traced-through-the-decks", traced_through_the_decks, "Foiled", same_ciphertexts),
    Attack("03-lists-one-too-long", lists_one_too_long, "mix", without((mix_proof, "check_lengths"))),
    Attack("04-second-spelling", second_spelling, "element", without((group, "check_canonical"))),
    Attack(
        "04-no-point-at-all", no_point_at_all, "element", without((group, "check_canonical"), (group, "check_valid"))
    ),
    Attack("05-parts-with-garbage", parts_with_garbage, "element", without((group, "check_valid"))),
    Attack("06-key-that-hides-nothing", key_that_hides_nothing, "element", without((group, "check_not_identity"))),
    Attack("07-rogue-key", rogue_key, "key", without((round_keys, "check_possession"))),
    Attack(
        "08-copied-key", copied_key, "key",
        without_seat_identity_and_distinct_keys,
    ),
    Attack("09-position-given-twice", position_given_twice, "due", without((round_cards, "check_on_top"))),
    Attack("10-hand-in-a-new-stock", hand_in_a_new_stock, "Foiled", first_deck_as_received),
    Attack("11-complaint-about-a-card", complaint_about_a_card, "due",
           without((key_holder, "check_before_first_stock"))),
    Attack("13-share-without-d", share_chosen_after_the_challenge, "share", share_hashes_without_d),
    Attack("13-share-without-t", any_share_will_do, "share", share_hash_without_t),
    Attack("13-mix-without-the-deck", deck_chosen_after_the_weights, "mix", weights_without_the_deck),
    Attack("13-mix-without-t", any_proof_will_do, "mix", challenge_without_commitments),
    Attack("14-one-nonce-two-challenges", same_fresh_bytes_twice, "Foiled", nonces_of_fresh_bytes_alone),
    Attack("16-trapdoor", trapdoor_forgery, "mix", generators_with_trapdoors),
    Attack("17-card-changed-by-a-share", card_changed_by_a_share, "share", without((shares, "check_share_proof"))),
    Attack(
        "22-one-mix-alone", one_mix_alone, "mix", without((round_cards, "check_turn"), (key_holder, "check_turn"),
                                                            (round_cards, "check_complete")),
    ),
    Attack("22-mix-unproven", mix_unproven, "mix", without((round_cards, "check_complete"))),
    Attack("22-mix-twice", mix_twice, "mix", without((round_cards, "check_turn"), (key_holder, "check_turn"))),
    Attack("27-parts-of-another-key", parts_of_another_key, "escrow", without((escrow, "check_part_sum"))),
    Attack("27-part-that-does-not-open", part_that_does_not_open, "escrow", without((escrow, "check_part"))),
    Attack("28-card-opened-twice", card_opened_twice, "hand", without((hidden_hand, "check_indexes"))),
    Attack("29-card-age", drawn_card_thrown_in_the_open, "hand", without((hidden_hand, "check_age"))),
    Attack("29-mix-where-none-is-due", mix_where_none_is_due, "hand", without((hidden_hand, "check_age"))),
    Attack("30-duplicate-card", duplicate_card(audited=False), "mix", without((round_cards, "check_mix"))),
    Attack(
        "30-duplicate-card-and-broken-proofs", duplicate_card(audited=True), "mix",
        without((round_cards, "check_mix"), (round_audit, "audit_mix")),
    ),
    Attack("30-hand-mixed-into-another", hand_mixed_into_another, "mix", without((hidden_hand, "check_mix"))),
    Attack("31-answer-beyond-the-order", answer_beyond_the_order, "element", without((group, "check_below_order"))),
]  # fmt: skip
each = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)


@each
def test_refused(attack: Attack) -> None:
    with pytest.raises((Cheat, Foiled)) as found:
        attack.run()
    assert (found.value.check if isinstance(found.value, Cheat) else "Foiled") == attack.stopped_by


@each
def test_without_the_check_it_succeeds(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    attack.variant(monkeypatch)
    attack.run()


LAYERED = {
    "04-odd": (no_point_at_all, without((group, "check_canonical"))),
    "04-valid": (no_point_at_all, without((group, "check_valid"))),
    "08-context": (copied_key, without_seat_and_identity),
    "08-distinct": (copied_key, without((round_cards, "check_distinct"))),
    "22-turn": (one_mix_alone, without((round_cards, "check_turn"), (key_holder, "check_turn"))),
    "22-complete": (one_mix_alone, without((round_cards, "check_complete"))),
    "30-proof": (duplicate_card(audited=True), without((round_cards, "check_mix"))),
    "30-audit": (duplicate_card(audited=True), without((round_audit, "audit_mix"))),
}
"""Attacks that two checks stop, with one of them taken out."""


@pytest.mark.parametrize("name", LAYERED)
def test_the_other_check_stops_it_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run, variant = LAYERED[name]
    variant(monkeypatch)
    with pytest.raises(Cheat):
        run()


# -- 12: each proof in another place


@dataclass(frozen=True)
class Place:
    """A kind of proof, and its context as a function of that context's fields."""

    kind: str
    fields: tuple[Any, ...]
    others: tuple[Any, ...]
    """For each field another value."""
    context: Callable[..., bytes]
    replay: Callable[[bytes, bytes], None]
    """Makes a proof under one context, and checks it under another."""


KEY = key_of(of(number(FRESH())))
JOINT, RIVAL = base(of(3)), base(of(4))


def possession_elsewhere(made: bytes, checked: bytes) -> None:
    check_possession(KEY.public, checked, prove_possession(KEY, made, FRESH()))


def share_elsewhere(made: bytes, checked: bytes) -> None:
    check_shares(KEY.public, [faces()[0]], checked, make_shares(KEY, [faces()[0]], made, FRESH()))


def mix_elsewhere(made: bytes, checked: bytes) -> None:
    one = mix(ciphertexts.first_deck(range(3)), KEY.public, made, KEY.secret, FRESH())
    check_mix(one.before, one.after, KEY.public, checked, prove_mix(one, KEY.secret, FRESH()).pack())


def part_elsewhere(made: bytes, checked: bytes) -> None:
    parts = check_escrow(KEY.public, (1,), make_escrow(KEY, {1: KEY.public}, made, FRESH()))
    open_part(parts[1], 1, KEY.secret, checked)


PLACES = [
    Place("possession", (b"s", b"d", 0, b"ann"), (b"t", b"e", 1, b"ben"), possession_context, possession_elsewhere),
    Place("mix", (b"s", b"d", b"z", JOINT, 0), (b"t", b"e", b"y", RIVAL, 1),
          lambda s, d, z, j, k: EpochContext(s, d, z, j).mix(k), mix_elsewhere),
    Place("give", (b"s", b"d", b"z", JOINT, 0, b"h", (4,)), (b"t", b"e", b"y", RIVAL, 1, b"i", (5,)),
          lambda s, d, z, j, *more: EpochContext(s, d, z, j).give(*more), share_elsewhere),
    Place("play", (b"s", b"d", b"z", 0, 7, b"h"), (b"t", b"e", b"y", 1, 8, b"i"),
          lambda s, d, z, *more: RoundContext(s, d, z).play(*more), share_elsewhere),
    Place("escrow", (b"s", b"d", b"z", 0), (b"t", b"e", b"y", 1),
          lambda s, d, z, seat: RoundContext(s, d, z).escrow(seat), part_elsewhere),
    Place("complaint", (b"s", b"d", b"z", 0, 1), (b"t", b"e", b"y", 1, 0),
          lambda s, d, z, *more: RoundContext(s, d, z).complaint(*more), share_elsewhere),
]  # fmt: skip
EVERY_FIELD = [(place, at) for place in PLACES for at in range(len(place.fields))]


def elsewhere(place: Place, at: int) -> tuple[bytes, bytes]:
    changed = [*place.fields[:at], place.others[at], *place.fields[at + 1 :]]
    return place.context(*place.fields), place.context(*changed)


@pytest.mark.parametrize(("place", "at"), EVERY_FIELD, ids=lambda one: getattr(one, "kind", str(one)))
def test_a_proof_is_refused_in_another_place(place: Place, at: int) -> None:
    made, checked = elsewhere(place, at)
    place.replay(made, made)
    with pytest.raises(Cheat):
        place.replay(made, checked)


@pytest.mark.parametrize(("place", "at"), EVERY_FIELD, ids=lambda one: getattr(one, "kind", str(one)))
def test_without_the_field_it_is_taken_there(place: Place, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first field of a context is its kind.
    monkeypatch.setattr(contexts, "frame", lambda *fields: frame(*fields[: at + 1], *fields[at + 2 :]))
    place.replay(*elsewhere(place, at))
