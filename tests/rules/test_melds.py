"""All sets and runs of natural cards, and what can be added to them."""

from itertools import combinations, islice, permutations

import pytest

from rummynet.rules.core.state import Meld
from rummynet.rules.shared.melds import MELDS, SHAPES, allows, canonical, grown, melds_in, with_cards
from rummynet_protocol import cards


def codes(text: str) -> tuple[int, ...]:
    return tuple(cards.code(word) for word in text.split())


def meld(text: str) -> Meld:
    return Meld(codes(text), codes(text), tuple(range(len(text.split()))), SHAPES[codes(text)].is_run)


def test_how_many_there_are() -> None:
    # Sets: 13 ranks, four threes and one four. Runs: 77 stretches of 14 places, the one of 14 left out, in 4 suits;
    # of the two runs of 13 cards one way of writing is laid at once.
    assert sum(not shape.is_run for shape in SHAPES.values()) == 13 * 5
    assert sum(shape.is_run for shape in SHAPES.values()) == 4 * 77
    assert len(SHAPES) - len(MELDS) == 4


def test_every_three_cards_are_a_meld_exactly_if_a_rank_or_a_row_says_so() -> None:
    rows = {frozenset("A23456789TJQKA"[at : at + 3]) for at in range(12)}
    for three in combinations(range(52), 3):
        ranks = {code % 13 for code in three}
        suits = {code // 13 for code in three}
        named = frozenset(cards.RANKS[rank] for rank in ranks)
        is_meld = len(ranks) == 1 or (len(suits) == 1 and len(ranks) == 3 and named in rows)
        assert (canonical([cards.FACES[code] for code in three]) is not None) == is_meld


def test_where_aces_lie_in_a_game_forbids_runs_alone() -> None:
    for shape in SHAPES.values():
        ranks = [cards.FACES[code][0] for code in shape.cards]
        low, high = (ranks[0] == "A", ranks[-1] == "A") if shape.is_run else (False, False)
        assert allows(shape.cards, "either")
        assert allows(shape.cards, "low") is not high
        assert allows(shape.cards, "high") is not low


def test_melds_in_finds_each_once() -> None:
    held = cards.mask(codes("AS 2S 3S 4S QS KS 4C 4D 4H 9C"))
    found = [shape.text for shape in melds_in(held)]
    assert sorted(found) == sorted(
        ["meld AS 2S 3S", "meld AS 2S 3S 4S", "meld 2S 3S 4S", "meld QS KS AS", "meld 4C 4D 4H", "meld 4C 4D 4S",
         "meld 4C 4H 4S", "meld 4D 4H 4S", "meld 4C 4D 4H 4S"],
    )  # fmt: skip
    assert len(melds_in(cards.mask(range(52)))) == len(MELDS)


@pytest.mark.parametrize(
    ("laid", "added", "after"),
    [
        ("3H 4H 5H", "6H", "3H 4H 5H 6H"),
        ("3H 4H 5H", "AH 2H", "AH 2H 3H 4H 5H"),
        ("TH JH QH", "KH AH", "TH JH QH KH AH"),
        ("3H 4H 5H", "2H 6H", None),
        ("3H 4H 5H", "7H 6H", None),
        ("QH KH AH", "2H", None),
        ("AH 2H 3H", "KH", None),
        ("5C 5D 5S", "5H", "5C 5D 5H 5S"),
        ("5C 5D 5S", "5H 5C", None),
        ("5C 5D 5H 5S", "5H", None),
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "2S", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS", None),
    ],
)
def test_adding(laid: str, added: str, after: str | None) -> None:
    grown = with_cards(meld(laid), codes(added), 9)
    assert (None if grown is None else grown.cards) == (None if after is None else codes(after))
    if grown is not None:
        owners = dict(zip(codes(laid), meld(laid).by, strict=True)) | dict.fromkeys(codes(added), 9)
        assert [owners[code] for code in grown.cards] == list(grown.by) and grown.stands == grown.cards


def test_nothing_added_is_no_lay_off() -> None:
    assert with_cards(meld("3H 4H 5H"), (), 0) is None
    assert with_cards(meld("3H 4H 5H"), (-1,), 0) is None


def test_lay_offs_that_are_asked_for_and_do_not_fit_do_not_fill_memory() -> None:
    shape = next(iter(SHAPES.values()))
    meld = Meld(shape.cards, shape.cards, (0,) * len(shape.cards), shape.is_run)
    for codes in islice(permutations(range(52), 4), 20_000):
        with_cards(meld, codes, 0)
    assert grown.cache_info().currsize < 20_000


@pytest.mark.parametrize("words", ["7H", "7H 7H 7H", "7H 8H", "7H 8H 9H.1", "*1 7H 8H", "", "KH AH 2H"])
def test_what_is_no_meld_in_any_order(words: str) -> None:
    assert canonical(words.split()) is None


def test_canonical_order_is_found() -> None:
    for given, expected in (
        ("7S 5S 6S", "meld 5S 6S 7S"),
        ("5S 5D 5C", "meld 5C 5D 5S"),
        ("AC KC QC", "meld QC KC AC"),
    ):
        shape = canonical(given.split())
        assert shape is not None and shape.text == expected
