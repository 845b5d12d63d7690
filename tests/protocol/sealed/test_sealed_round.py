"""Whole rounds in miniature, and what a host could find in them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, combinations

import pytest

from rummynet_protocol.cards import full_deck
from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertext, card_under, without_shares
from rummynet_protocol.sealed.constants import card_of
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import open_part, rebuilt_key
from rummynet_protocol.sealed.group import Element, Scalar, element, minus, pieces, scalar_total, times
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_audit import audit_round
from rummynet_protocol.sealed.round_cards import RoundCards
from tests.support.sealed_table import FreshBytes, SealedTable

pytestmark = pytest.mark.slow
FRESH = FreshBytes("rounds")
SIZES = [(seats, cards) for seats in (2, 3, 6) for cards in (52, 108)]
DECKS = {52: full_deck(), 108: full_deck(2, jokers=True)}


@contextmanager
def cheat(check: str) -> Iterator[None]:
    """The block raises Cheat with this check."""
    with pytest.raises(Cheat) as found:
        yield
    assert found.value.check == check


def lost(table: SealedTable, seat: int) -> list[int]:
    """All others and the host open the key of this seat. Returns the cards turned up."""
    parts = table.parts[seat]
    opened = {keeper: holder.open_part(seat, parts) for keeper, holder in table.holders.items() if keeper in parts}
    opened[HOST] = open_part(parts[HOST], HOST, table.host.secret, table.context.escrow(seat))
    secret = rebuilt_key(table.keys[seat].public, parts, opened)
    assert secret == table.keys[seat].secret
    del table.holders[seat]
    return table.cards.open_key(seat, secret)


@pytest.mark.parametrize(("seats", "count"), SIZES)
def test_a_round(seats: int, count: int) -> None:
    table, deck = SealedTable(range(seats), seed=f"{seats} {count}"), DECKS[count]
    if seats > 2:
        table.escrow()
    table.shuffle(deck)

    # the deal
    each = 5 if (seats, count) == (6, 52) else 7
    pile = table.give([*range(seats)] * each + [None])
    hands = {seat: table.hand(seat) for seat in table.holders}
    assert len(pile) == 1 and {len(hand) for hand in hands.values()} == {each}
    dealt = [*chain(*hands.values()), *pile]
    assert len({*dealt}) == each * seats + 1 and {*dealt} <= {*deck}
    assert found_by(table, honest=0) == set()

    def draw(seat: int, number: int = 1) -> None:
        gone, before = {*pile, *chain(*hands.values())}, hands[seat]
        table.give([seat] * number)
        hands[seat] = table.hand(seat)
        assert hands[seat][:-number] == before
        assert not gone & {*hands[seat][-number:]}

    def play(seat: int, *named: int) -> None:
        cards = table.cards.hands[seat]
        size = len(table.play(seat, named))
        assert size == (192 * len(cards.cards) + 160) * cards.aged + 33 * len(named) + 64
        pile.extend(named)
        left = sorted({*hands[seat]} - {*named})
        hands[seat] = table.hand(seat)
        assert sorted(hands[seat]) == left

    # turns: a card is drawn, some are laid down, one is thrown
    play(0, *hands[0][2:4])
    for _ in range(2):
        for seat in range(seats):
            draw(seat)
            assert table.cards.hands[seat].aged
            play(seat, hands[seat][-1])
            play(seat, hands[seat][0])
            assert not table.cards.hands[seat].aged
    draw(1, number=2)  # a penalty
    assert found_by(table, honest=0) == set()

    # a new stock of the pile, under the same keys: hands that were dealt before stay as they are
    before = {seat: table.cards.hands[seat] for seat in range(seats)}
    rest = table.cards.stock
    assert rest is not None
    set_aside = len(rest.deck) - rest.position
    new, pile = sorted(pile), []
    table.shuffle(new)
    assert before == table.cards.hands
    draw(0)
    assert hands[0][-1] in new
    play(0, hands[0][0], hands[0][-1])

    # cards turned up go back into the stock
    up = table.give([None]) + table.give([None])
    rest = table.cards.stock
    assert rest is not None
    left = len(rest.deck) - rest.position
    table.put_back(up)
    rest = table.cards.stock
    assert rest is not None
    assert (len(rest.deck), rest.position) == (left + 2, 0)
    draw(1)

    # a seat is lost as its share is due; its hand is open, and the others go on
    if seats > 2:
        assert table.give([0], silent=[1]) == []
        assert table.cards.owed(1) == (1,)
        secrets = table.secrets()
        lost(table, 1)
        hands[0] = table.hand(0)
        assert table.cards.due is None and table.cards.open_hand(1) == hands[1]
        (turned_up,) = table.give([None])
        pile.append(turned_up)
        draw(2)
        play(2, hands[2][0])
        again = sorted(pile)
        table.shuffle(again)
        assert len(table.cards.stock_mixes) == 4 * seats - 1
        pile = table.give([None])
        assert {*pile} <= {*again}
    else:
        secrets = table.secrets()

    # the end: all keys are open
    left_over = audit_round(table.cards, secrets)
    assert {seat: sorted(hand) for seat, hand in left_over.items()} == {s: sorted(h) for s, h in hands.items()}
    assert set_aside + each * seats + 1 <= count
    everything = chain(pile, *hands.values())
    assert {*everything} <= {*deck}


def subsets(values: Iterable[Scalar]) -> list[tuple[Scalar, ...]]:
    found = list(values)
    return [one for size in range(len(found) + 1) for one in combinations(found, size)]


def found_by(table: SealedTable, honest: int) -> set[int]:
    """Cards of the honest seat, and of the stock, that follow from the log, the host's key and all other seats' keys.

    Tried are all sums of the keys that there are, the host's and those of its escrow parts among them, and the log's
    elements one by one: each as what could be taken away from a card.
    """
    keys = {seat: key.secret for seat, key in table.keys.items() if seat != honest}
    known = [*keys.values(), table.host.secret]
    if table.parts:
        parts, context = table.parts[honest], table.context.escrow(honest)
        # The host's own part of the honest seat's key, and another's: all of them together are what escrow allows.
        known += [open_part(parts[HOST], HOST, table.host.secret, context)]
        known += [open_part(parts[keeper], keeper, keys[keeper], context) for keeper in list(keys)[:-1]][:1]
    stock = table.cards.stock
    assert stock is not None
    hidden: Sequence[Ciphertext] = (*table.cards.hands[honest].cards[:2], *stock.deck[stock.position :][:2])
    found = {card_under(card, scalar_total(some)) for card in hidden for some in subsets(known)}
    others = [without_shares(card, [times(secret, card.a) for secret in keys.values()]) for card in hidden]
    for point in logged_elements(table.log):
        found |= {card_of().get(minus(card.b, point)) for card in (*hidden, *others)}
    return {card for card in found if card is not None}


def logged_elements(log: Sequence[bytes]) -> set[Element]:
    """Everything in the log that could be an element; plays have their indexes before their shares."""
    found = set[Element]()
    for blob in log:
        for piece in pieces(blob) + pieces(blob[-96:]):
            try:
                found.add(element(piece))
            except Cheat:
                continue
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_the_search_finds_what_a_host_must_not_have(seats: int) -> None:
    table = SealedTable(range(seats))
    if seats > 2:
        table.escrow()
    table.shuffle(range(12))
    table.give([0, 0])
    assert found_by(table, honest=0) == set()
    card = table.cards.hands[0].cards[1]
    table.log.append(times(table.keys[0].secret, card.a))  # a leak
    assert found_by(table, honest=0) == {table.hand(0)[1]}


# -- order and time of things


def stocked(seats: int = 3) -> SealedTable:
    table = SealedTable(range(seats))
    table.shuffle(range(12))
    return table


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_hold_keys(seats: int) -> None:
    SealedTable(range(6))
    with pytest.raises(ValueError, match="2 to 6"):
        SealedTable(range(seats))


def test_seats_that_sit_out_hold_no_key() -> None:
    table = SealedTable((1, 4))
    table.shuffle(range(9))
    (turned_up,) = table.give([4, 1, None])
    assert len({turned_up, *table.hand(1), *table.hand(4)}) == 3
    for to in ([0], []):
        with cheat("due"):
            table.give(to)
    with cheat("due"):
        SealedTable((1, 4)).cards.give(b"head", 0, [1])


def test_the_same_shares_go_out_again() -> None:
    table = stocked()
    table.cards.give(b"head", 0, [0, None])
    first = table.holders[1].make_shares(FRESH())
    assert table.holders[1].make_shares(FRESH()) == first
    assert len(table.holders[0].make_shares(FRESH())) == 96  # for the card turned up, and never for its own


def test_each_holder_by_its_own_copy_of_the_log() -> None:
    table = SealedTable()
    copies = [RoundCards(table.context, table.cards.keys) for _ in table.holders]
    holders = [KeyHolder(seat, table.keys[seat], copies[seat]) for seat in table.holders]
    for copy in copies:
        copy.start_stock(table.deal, table.context.z, range(8))
    for holder in holders:  # all decks first: proofs are made while others mix
        deck = holder.make_deck(FRESH())
        for copy in copies:
            copy.add_deck(holder.seat, deck)
    for holder in holders:
        proof = holder.make_proof(FRESH())
        for copy in copies:
            copy.add_proof(holder.seat, proof)
    for copy in copies:
        copy.finish_mixing()
        copy.give(b"head", 0, [0, 1, 2, 0])
    for holder in holders:
        shares = holder.make_shares(FRESH())
        for copy in copies:
            copy.add_shares(holder.seat, shares)
    held = [holder.hand() for holder in holders]
    assert len({card for hand in held for card in hand}) == 4 and None not in held[0]
    assert copies[0] == copies[1] == copies[2]


def test_what_is_due_comes_first() -> None:
    table = stocked()
    with cheat("due"):
        table.holders[1].make_shares(FRESH())
    table.cards.give(b"head", 0, [0])
    blob = table.holders[1].make_shares(FRESH())
    for call in (
        lambda: table.cards.give(b"head", 1, [1]),
        lambda: table.start(range(5)),
        lambda: table.put_back([]),
        lambda: table.cards.play(0, 1, b"head", [0], bytes(97)),
        lambda: table.holders[0].make_shares(FRESH()),
        lambda: table.cards.add_shares(0, blob),
    ):
        with cheat("due"):
            call()
    table.cards.add_shares(1, blob)
    with cheat("due"):
        table.cards.add_shares(1, blob)
    with cheat("share"):
        table.cards.add_shares(2, blob)
    assert table.cards.hands[0].cards == ()
    table.answer()
    assert len(table.hand(0)) == 1


def test_cards_come_from_the_top_as_far_as_there_are_any() -> None:
    table = stocked()
    table.give([0, 1])
    for position, to in ((0, [0]), (1, [0]), (3, [0]), (2, []), (2, [0] * 11), (2, [3])):
        with cheat("due"):
            table.cards.give(b"head", position, to)
    table.give([0] * 10)
    with cheat("due"):
        table.give([1])
    assert len(table.hand(0)) == 11


def test_an_earlier_stock_is_dead_once_another_is_mixed() -> None:
    table = stocked()
    table.start(range(20, 24))
    with cheat("due"):
        table.cards.give(b"head", 0, [0])
    with cheat("due"):
        table.put_back([1])


def test_mixes_come_in_turn_and_with_their_proofs() -> None:
    table = SealedTable()
    with cheat("mix"):
        table.cards.finish_mixing()
    with cheat("due"):
        table.cards.give(b"head", 0, [0])
    table.start(range(6))
    with cheat("mix"):
        table.holders[1].make_deck(FRESH())
    with pytest.raises(ValueError, match="no mix"):
        table.holders[0].make_proof(FRESH())
    deck = table.holders[0].make_deck(FRESH())
    proof = table.holders[0].make_proof(FRESH())
    with cheat("mix"):
        table.cards.add_proof(0, proof)
    with cheat("mix"):
        table.cards.add_deck(0, deck[:-64])
    table.cards.add_deck(0, deck)
    with cheat("mix"):
        table.cards.add_proof(1, proof)
    with cheat("mix"):
        table.cards.mix_context(5)
    table.cards.add_proof(0, proof)
    with cheat("mix"):
        table.cards.add_proof(0, proof)
    with cheat("mix"):
        table.start(range(6))
    table.mix_of(1)
    with cheat("mix"):
        table.cards.finish_mixing()
    table.mix_of(2)
    table.cards.finish_mixing()
    with cheat("mix"):
        table.mix_of(0)


def test_a_seat_lost_while_a_new_stock_is_mixed() -> None:
    """What came before its place stays; its own mix, and those after it, are made again without it."""
    table = stocked()
    table.escrow()
    table.start(range(20, 26))
    table.mix_of(0)
    table.mix_of(1)
    lost(table, 1)
    assert table.cards.mixing is not None
    assert (table.cards.mixing.mixers, len(table.cards.mixing.decks), table.cards.mixing.proven) == (
        (0, 2),
        2,
        frozenset({0}),
    )
    table.mix_of(2)
    table.cards.finish_mixing()
    table.give([0])
    assert table.hand(0)[0] in range(20, 26)


def test_the_last_seat_that_is_left_is_dealt_cards_at_once() -> None:
    table = stocked()
    table.escrow()
    lost(table, 1)
    table.cards.open_key(2, table.keys[2].secret)
    table.give([0, 0])
    assert len(table.hand(0)) == 2


def test_a_key_is_opened_by_its_own_secret_alone() -> None:
    table = stocked()
    with cheat("key-open"):
        table.cards.open_key(1, table.keys[2].secret)
    assert table.cards.opened == {}


def test_a_play_of_what_is_not_held() -> None:
    table = stocked()
    table.give([0, 0, 0])
    one, other, _ = table.hand(0)
    missing = next(card for card in range(12) if card not in table.hand(0))
    with pytest.raises(ValueError):
        table.play(0, [missing])
    blob = table.holders[0].make_play(1, b"head", [one], FRESH())
    for number, head, named in ((2, b"head", [one]), (1, b"other", [one])):
        with cheat("share"):
            table.cards.play(0, number, head, named, blob)
    for named in ([other], [one, other], [], [one] * 4):
        with cheat("hand"):
            table.cards.play(0, 1, b"head", named, blob)
    with cheat("hand"):
        table.cards.play(0, 1, b"head", [one], bytes([3]) + blob[1:])
    table.cards.play(0, 1, b"head", [one], blob)
    assert len(table.hand(0)) == 2


def test_cards_of_one_batch_have_one_age() -> None:
    table = stocked()
    table.give([0, 0, 0])
    assert not table.cards.hands[0].aged
    table.play(0, table.hand(0)[:1])
    table.give([1])
    assert not table.cards.hands[0].aged
    table.give([0])
    assert table.cards.hands[0].aged
    table.play(0, table.hand(0)[:3])
    table.give([0, 0])
    assert not table.cards.hands[0].aged


def test_complaints_are_heard_before_the_first_stock() -> None:
    table = SealedTable()
    table.escrow()
    table.start(range(6))
    assert len(table.holders[0].complain(1, table.parts[1], FRESH())) == 96
    table.mix_of(0)
    assert len(table.holders[0].complain(1, table.parts[1], FRESH())) == 96  # no card can be given yet
    for seat in sorted(table.holders)[1:]:
        table.mix_of(seat)
    table.cards.finish_mixing()
    with cheat("due"):
        table.holders[0].complain(1, table.parts[1], FRESH())


def test_the_audit_wants_every_key() -> None:
    table = stocked()
    for to in ([], [0] * 99, [9]):
        with cheat("due"):
            table.cards.give(b"head", table.cards.stock.position if table.cards.stock else 0, to)
    secrets = table.secrets()
    audit_round(table.cards, secrets)
    with cheat("key-open"):
        audit_round(table.cards, {seat: secrets[seat] for seat in (0, 1)})
    with cheat("key-open"):
        audit_round(table.cards, {**secrets, 2: secrets[1]})
