"""Possession, shares, mixes and escrow: what is honest holds, and whatever is altered does not."""

import random
from collections.abc import Callable, Sequence

import pytest

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertext, Ciphertexts, card_under, first_deck, pack_cards, read_cards
from rummynet_protocol.sealed.constants import faces
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import (
    EscrowPart,
    check_escrow,
    complain,
    judge_complaint,
    keepers,
    make_escrow,
    open_part,
    rebuilt_key,
)
from rummynet_protocol.sealed.group import ONE, Element, base, minus, plus, scalar_total, times, total
from rummynet_protocol.sealed.mix import Mix, mix
from rummynet_protocol.sealed.mix_proof import check_mix, mix_proof_size, prove_mix, read_mix_proof
from rummynet_protocol.sealed.round_keys import check_possession, joint_key, prove_possession, round_key, shown_key
from rummynet_protocol.sealed.shares import check_shares, make_shares, shares_size
from rummynet_protocol.values import replace
from tests.support.cases import case
from tests.support.errors import raises
from tests.support.sealed_table import FreshBytes

DEAL, CONTEXT = b"\x0d" * 32, b"context"
FRESH = FreshBytes("proofs")
KEYS = {seat: round_key(FRESH(), DEAL, seat) for seat in range(3)}
JOINT = joint_key({seat: key.public for seat, key in KEYS.items()})
POINTS = tuple(base(key.secret) for key in KEYS.values())


def refused(check: str | set[str], call: Callable[..., object], *given: object) -> None:
    with pytest.raises(Cheat) as found:
        call(*given)
    assert found.value.check in ({check} if isinstance(check, str) else check)


def with_bit(blob: bytes, at: int) -> bytes:
    return blob[: at // 8] + bytes([blob[at // 8] ^ 1 << at % 8]) + blob[at // 8 + 1 :]


def altered(blob: bytes, seed: int, count: int = 60) -> list[bytes]:
    """The blob with single bits turned, cut, longer, with equal parts exchanged."""
    chance = random.Random(seed)
    found = [with_bit(blob, chance.randrange(8 * len(blob))) for _ in range(count)]
    found += [b"", blob[:-1], blob + b"\0", blob[:-32], blob + blob[-32:], blob[32:] + blob[:32]]
    return [one for one in found if one != blob]


# -- keys


def test_a_key_follows_from_secret_deal_and_seat() -> None:
    secrets = {
        round_key(bytes(32), DEAL, 0).secret,
        round_key(b"\x01" * 32, DEAL, 0).secret,
        round_key(bytes(32), CONTEXT, 0).secret,
        round_key(bytes(32), DEAL, 1).secret,
    }
    assert len(secrets) == 4
    assert "secret" not in repr(KEYS[0])
    with pytest.raises(ValueError, match="32 bytes"):
        round_key(bytes(31), DEAL, 0)


def test_possession_holds_and_nothing_altered_does() -> None:
    proof = prove_possession(KEYS[0], CONTEXT, FRESH())
    assert len(proof) == 64
    assert shown_key(KEYS[0].public, CONTEXT, proof) == KEYS[0].public
    for blob in altered(proof, 1):
        refused({"key", "element"}, check_possession, KEYS[0].public, CONTEXT, blob)
    refused("key", check_possession, KEYS[1].public, CONTEXT, proof)
    refused("key", check_possession, KEYS[0].public, CONTEXT, proof[:-1])
    refused("key", check_possession, KEYS[0].public, b"another", proof)
    refused("element", shown_key, bytes(32), CONTEXT, proof)


# -- shares


@pytest.mark.parametrize("count", [1, 2, 3])
def test_shares_hold_and_nothing_altered_does(count: int) -> None:
    points = POINTS[:count]
    blob = make_shares(KEYS[0], points, CONTEXT, FRESH())
    assert len(blob) == shares_size(count) == 32 * count + 64
    assert check_shares(KEYS[0].public, points, CONTEXT, blob) == tuple(times(KEYS[0].secret, p) for p in points)
    for other in altered(blob, count):
        refused({"share", "element"}, check_shares, KEYS[0].public, points, CONTEXT, other)
    refused("share", check_shares, KEYS[1].public, points, CONTEXT, blob)
    refused("share", check_shares, KEYS[0].public, points, b"another", blob)
    refused("share", check_shares, KEYS[0].public, [*points[:-1], base(ONE)], CONTEXT, blob)


def test_wrong_shares_that_add_up_are_found() -> None:
    """Each of two shares is wrong, and their plain sum is right: weights are what finds it."""
    blob = make_shares(KEYS[0], POINTS, CONTEXT, FRESH())
    one, two, three = check_shares(KEYS[0].public, POINTS, CONTEXT, blob)
    for first, second, third in ((plus(one, faces()[0]), minus(two, faces()[0]), three), (two, one, three)):
        refused("share", check_shares, KEYS[0].public, POINTS, CONTEXT, first + second + third + blob[96:])


def test_a_batch_of_none_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        make_shares(KEYS[0], [], CONTEXT, FRESH())


# -- mixes


def mixed(cards: Sequence[int], times_before: int = 0, key: Element = JOINT) -> Mix:
    deck = first_deck(cards)
    for _ in range(times_before):
        deck = mix(deck, key, CONTEXT, KEYS[0].secret, FRESH()).after
    return mix(deck, key, CONTEXT, KEYS[1].secret, FRESH())


@pytest.mark.parametrize("count", [1, 2, 3, 8, 52])
@pytest.mark.parametrize("before", [0, 1])
def test_a_mix_keeps_the_cards_and_its_proof_holds(count: int, before: int) -> None:
    cards = range(100, 100 + count)
    one = mixed(cards, before)
    blob = prove_mix(one, KEYS[1].secret, FRESH()).pack()
    assert len(blob) == mix_proof_size(count) == 128 * count + 160
    assert read_mix_proof(blob).pack() == blob
    check_mix(one.before, one.after, JOINT, CONTEXT, blob)
    joint = scalar_total(key.secret for key in KEYS.values())
    found = [card_under(card, joint) for card in one.after]
    assert sorted(map(str, found)) == sorted(map(str, cards))
    assert not {*one.before} & {*one.after}


def test_nothing_altered_in_a_proof_holds() -> None:
    one = mixed(range(4), 1)
    blob = prove_mix(one, KEYS[1].secret, FRESH()).pack()
    for other in altered(blob, 7, 150):
        refused({"mix", "element"}, check_mix, one.before, one.after, JOINT, CONTEXT, other)
    for start in range(0, len(blob), 32):  # each element and scalar, exchanged for a good one
        for good in (base(ONE), ONE):
            changed = blob[:start] + good + blob[start + 32 :]
            refused({"mix", "element"}, check_mix, one.before, one.after, JOINT, CONTEXT, changed)


def test_nothing_altered_in_a_statement_holds() -> None:
    one = mixed(range(4), 1)
    blob = prove_mix(one, KEYS[1].secret, FRESH()).pack()
    a, b = one.after[0]
    decks: list[tuple[Ciphertexts, Ciphertexts]] = [
        (one.after, one.before),
        (one.before, one.before),
        (one.before, (one.after[1], one.after[0], *one.after[2:])),
        (one.before, (one.after[1], *one.after[1:])),
        (one.before, (Ciphertext(plus(a, base(ONE)), plus(b, JOINT)), *one.after[1:])),
        (one.before, (Ciphertext(a, faces()[9]), *one.after[1:])),
        (one.before, one.after[:-1]),
        (one.before[:-1], one.after[:-1]),
        (first_deck(range(4)), one.after),
    ]
    for number, (before, after) in enumerate(decks):
        with case(number):
            refused("mix", check_mix, before, after, JOINT, CONTEXT, blob)
    refused("mix", check_mix, one.before, one.after, KEYS[0].public, CONTEXT, blob)
    refused("mix", check_mix, one.before, one.after, JOINT, b"another", blob)


def test_decks_as_bytes() -> None:
    one = mixed(range(3))
    data = pack_cards(one.after)
    assert read_cards(data, 3) == one.after
    refused("mix", read_cards, data, 4)
    refused("mix", read_cards, data[:-1], 3)
    refused("element", read_cards, bytes(32) + data[32:], 3)


@pytest.mark.parametrize("cards", [[], [1, 0], [1, 1], [216], [-1, 0]])
def test_what_is_no_first_deck(cards: list[int]) -> None:
    with pytest.raises(ValueError, match="ascending"):
        first_deck(cards)


# -- escrow

KEEPERS = {seat: KEYS[seat].public for seat in (1, 2)} | {HOST: round_key(b"\x99" * 32, DEAL, HOST).public}
HOST_KEY = round_key(b"\x99" * 32, DEAL, HOST)
SECRETS = {1: KEYS[1].secret, 2: KEYS[2].secret, HOST: HOST_KEY.secret}
SEALED = make_escrow(KEYS[0], KEEPERS, b"X", FRESH())


def parts() -> dict[int, EscrowPart]:
    return check_escrow(KEYS[0].public, tuple(KEEPERS), SEALED)


def test_a_key_comes_back_from_all_its_parts() -> None:
    assert len(SEALED) == 96 * 3
    opened = {keeper: open_part(part, keeper, SECRETS[keeper], b"X") for keeper, part in parts().items()}
    assert rebuilt_key(KEYS[0].public, parts(), opened) == KEYS[0].secret
    for keeper in opened:
        fewer = {one: z for one, z in opened.items() if one != keeper}
        refused("key-open", rebuilt_key, KEYS[0].public, parts(), fewer)
        with raises(Cheat, "cheat", "the host" if keeper == HOST else f"seat {keeper}"):
            rebuilt_key(KEYS[0].public, parts(), opened | {keeper: ONE})
    refused("key-open", rebuilt_key, KEYS[1].public, parts(), opened)


def test_all_parts_but_one_say_nothing() -> None:
    """Whatever the key is, there is a last part that fits the others: they do not even narrow it down."""
    opened = [open_part(parts()[keeper], keeper, SECRETS[keeper], b"X") for keeper in (1, 2)]
    assert base(scalar_total(opened)) == minus(KEYS[0].public, parts()[HOST].point)
    assert len({part.point for part in parts().values()} | {KEYS[0].public}) == 4


def test_parts_that_do_not_add_up_are_found() -> None:
    for start in (0, 96, 192):
        changed = SEALED[:start] + base(ONE) + SEALED[start + 32 :]
        refused("escrow", check_escrow, KEYS[0].public, tuple(KEEPERS), changed)
    refused("escrow", check_escrow, KEYS[1].public, tuple(KEEPERS), SEALED)
    refused("escrow", check_escrow, KEYS[0].public, (1, 2), SEALED)
    refused("escrow", check_escrow, KEYS[0].public, tuple(KEEPERS), SEALED[:-1])
    refused("element", check_escrow, KEYS[0].public, tuple(KEEPERS), bytes(32) + SEALED[32:])
    assert total(part.point for part in parts().values()) == KEYS[0].public


def test_who_lied_about_a_part_that_does_not_open() -> None:
    good = parts()[1]
    bad = replace(good, sealed=ONE)
    for part, to_blame in ((good, "keeper"), (bad, "dealer")):
        blob = complain(part, KEYS[1], b"C", FRESH())
        assert judge_complaint(part, 1, KEYS[1].public, b"X", b"C", blob) == to_blame
        refused("share", judge_complaint, part, 1, KEYS[1].public, b"X", b"another", blob)
        refused("share", judge_complaint, part, 1, KEYS[2].public, b"X", b"C", blob)


@pytest.mark.parametrize("seats", [[0], [0, 1]])
def test_no_escrow_for_two(seats: list[int]) -> None:
    """Host and one seat would open the other's hand."""
    with pytest.raises(ValueError, match="3 holders"):
        keepers(0, seats)
    assert keepers(1, [0, 1, 2]) == (0, 2, HOST)


# -- contexts
