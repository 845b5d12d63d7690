"""Each sentence of joker rummy's rules, one test or more."""

import pytest

from rummynet.rules.core.errors import (
    BadOption,
    CannotPass,
    IllegalAction,
)
from rummynet.rules.joker.game import VARIETY
from tests.rules.joker import after, legal, meld, state


def refused(at: object, action: str) -> type[Exception]:
    with pytest.raises(IllegalAction) as caught:
        after(at, action)  # type: ignore[arg-type]
    return caught.type


# -- the deal


def test_the_first_dealer_can_be_named() -> None:
    assert VARIETY.first_starter.named(VARIETY.resolve({"first_dealer": 3}), 4) == 0
    with pytest.raises(BadOption):
        VARIETY.check(VARIETY.resolve({"first_dealer": 3}), 3)


# -- jokers


def test_at_a_table_that_says_so_the_place_scores_for_who_laid_the_real_card() -> None:
    melds = [meld("5H 6H *1=7H", 1)]
    at = state(phase="play", hands=[["7H", "2C"], ["4H"]], melds=melds, options={"trade_points": "card"})
    over = after(at, "trade 7H for *1", "lay *1=8H on 0", "throw 2C")
    assert over.round_scores == (5 + 5, 10 - 5)
    assert over.melds[0].by == (1, 1, 0, 0)


# -- the stock


def test_with_a_sealed_deck_who_can_take_may_pass() -> None:
    """As in Keilty rummy: nobody else can see what a hidden hand could use."""
    at = state(discard=["4S"], hands=[["4C", "4D"], ["2C"]], options={"deck": "sealed"})
    assert "pass" in legal(at) and len(legal(at)) > 1
    assert after(at, "pass").phase == "over"
    assert refused(state(stock=["9C"], options={"deck": "sealed"}), "pass") is CannotPass
