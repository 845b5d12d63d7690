from collections import Counter
from hashlib import shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.cards import full_deck
from rummynet_protocol.fairness.shuffle import Drbg, shuffle
from tests.support.cases import case
from tests.support.streams import stream_over

COUNTING = bytes(range(32))


def test_the_stream_is_shake256_of_label_and_key() -> None:
    stream = Drbg(COUNTING)
    found = bytes(stream.below(256) for _ in range(600))
    assert found == shake_256(b"rummynet/v1/drbg\x00" + COUNTING).digest(600)
    assert found.hex().startswith("d852f3cc7d3d6e73f7a63c3f202a83ee690f2b9b02ad09753c50fdf6f45c74dc")
    assert (stream.used, stream.rejected) == (600, 0)


def test_a_known_deck() -> None:
    deck = "1825211a2d1c0a19232c281300072f2911332208242b0c0e16122631052a1d1509030232060f300b0120142e1f17100d1b04271e"
    assert bytes(shuffle(full_deck(), COUNTING)).hex() == deck


def test_how_many_bytes_that_deck_takes() -> None:
    stream = Drbg(COUNTING)
    for m in range(52, 1, -1):
        stream.below(m)
    assert (stream.used, stream.rejected) == (59, 8)


def test_every_value_has_the_same_number_of_bytes_behind_it() -> None:
    for m in range(1, 257):
        with case(m):
            stream = stream_over(bytes(range(256)))  # every byte once: the distribution is exact, not a sample
            drawn = Counter(stream.below(m) for _ in range(256 // m))
            while stream.used < 256 - 256 % m:
                drawn[stream.below(m)] += 1
            assert drawn == Counter(dict.fromkeys(range(m), 256 // m))
            assert stream.rejected == 0
            assert stream.used == 256 - 256 % m


def test_bytes_beyond_the_last_multiple_are_rejected_and_counted() -> None:
    stream = stream_over(bytes([255, 208, 207, 5]))
    assert [stream.below(52), stream.below(52)] == [51, 5]
    assert (stream.used, stream.rejected) == (4, 2)


@pytest.mark.parametrize("m", [0, -1, 257])
def test_a_limit_that_a_byte_cannot_hold_is_refused(m: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        Drbg(COUNTING).below(m)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 255), unique=True, max_size=216))
def test_a_shuffle_keeps_the_cards(key: bytes, cards: list[int]) -> None:
    ascending = sorted(cards)
    found = shuffle(ascending, key)
    assert sorted(found) == ascending
    assert found == shuffle(tuple(ascending), key)


def test_the_cards_given_are_left_as_they_are() -> None:
    cards = full_deck()
    shuffle(cards, COUNTING)
    assert cards == full_deck()


@pytest.mark.parametrize(("decks", "jokers"), [(1, True), (2, False), (2, True), (4, True)])
def test_several_decks_with_jokers(decks: int, jokers: bool) -> None:
    deck = full_deck(decks, jokers)
    found = shuffle(deck, COUNTING)
    assert found != deck
    assert sorted(found) == deck


def test_small_decks_come_in_every_order() -> None:
    orders = Counter(tuple(shuffle(range(4), number.to_bytes(32, "big"))) for number in range(2400))
    assert len(orders) == 24
    assert 60 < min(orders.values()) <= max(orders.values()) < 145
