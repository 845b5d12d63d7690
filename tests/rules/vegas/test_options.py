"""Every option: default, range, and what it must not contradict."""

import pytest

from rummynet.rules.core.errors import BadOption, BadSeats
from rummynet.rules.vegas.game import VARIETY
from tests.support.errors import raises
from tests.support.vegas_positions import vegas

DEFAULTS = {
    "buy_in": 1, "max_score": 100, "handicaps": (), "hand": 7, "solidarity": True, "strict": False, "wild": "rank",
    "aces": "ask", "split": (70, 30), "third_buy_in": False, "decks": None, "reshuffle_limit": 10, "idle_stocks": 1,
    "turn_seconds": 0, "voids": 3, "idle_seconds": 180, "break_seconds": 30,
    "hints": False, "deck": "plain", "escrow": True,
}  # fmt: skip


def test_names_and_defaults() -> None:
    assert dict(VARIETY.resolve({})) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("buy_in", 0, 1000),
        ("max_score", 10, 1000),
        ("hand", 3, 12),
        ("decks", 1, 4),
        ("reshuffle_limit", 0, 100),
        ("idle_stocks", 0, 10),
    ],
)
def test_ranges(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert VARIETY.resolve({name: value})[name] == value
    for wrong in (low - 1, high + 1, "x", True, 2.5):
        with pytest.raises(BadOption):
            VARIETY.resolve({name: wrong})


@pytest.mark.parametrize("split", [[], [70, 20], [70, 40], [110, -10], [100] + [0] * 12, "70", [70.0, 30.0]])
def test_a_split_that_does_not_is_refused(split: object) -> None:
    with pytest.raises(BadOption):
        VARIETY.resolve({"split": split})


def test_handicaps_are_starting_totals() -> None:
    options = VARIETY.resolve({"handicaps": [0, 99, 5]})
    state = vegas(VARIETY.deal(options, 3, 0, VARIETY.deck(options, None, 3))[0])
    assert state.scores == (0, 99, 5) and state.paid == (1, 1, 1)


@pytest.mark.parametrize("handicaps", [[100, 0], [-1, 0], [0.5, 0], 5])
def test_handicaps_are_below_the_maximum(handicaps: object) -> None:
    with pytest.raises(BadOption):
        VARIETY.resolve({"handicaps": handicaps})
    with raises(BadOption, "option", "0 to 49"):
        VARIETY.resolve({"handicaps": [50, 0], "max_score": 50})


def test_there_is_one_for_each_seat_or_none() -> None:
    options = VARIETY.resolve({"handicaps": [0, 10]})
    VARIETY.check(options, 2)
    with pytest.raises(BadOption):
        VARIETY.check(options, 3)


def test_everybody_pays_one_buy_in_at_the_start() -> None:
    options = VARIETY.resolve({"buy_in": 5})
    assert vegas(VARIETY.deal(options, 2, 0, VARIETY.deck(options, None, 2))[0]).paid == (5, 5)


def test_two_to_twelve_players() -> None:
    options = VARIETY.resolve({})
    for players in (2, 12):
        VARIETY.check(options, players)
    for players in (1, 13):
        with pytest.raises(BadSeats):
            VARIETY.check(options, players)


@pytest.mark.parametrize(("decks", "hand", "most"), [(1, 7, 6), (1, 12, 4), (2, 7, 12), (2, 12, 8)])
def test_the_decks_hold_a_hand_and_a_card_for_each_and_one_more(decks: int, hand: int, most: int) -> None:
    options = VARIETY.resolve({"decks": decks, "hand": hand})
    VARIETY.check(options, most)
    if most < 12:
        with raises(BadOption, "option", most + 1, "decks"):
            VARIETY.check(options, most + 1)


def test_a_fixed_number_of_decks_stays() -> None:
    options = VARIETY.resolve({"decks": 3})
    assert vegas(VARIETY.deal(options, 2, 0, VARIETY.deck(options, None, 2))[0]).decks == 3


def test_options_as_text() -> None:
    known = {option.name: option for option in VARIETY.options}
    assert known["split"].read_text("50,30,20") == (50, 30, 20)
    assert known["decks"].read_text("null") is None and known["wild"].read_text("card") == "card"
