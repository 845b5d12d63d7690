"""Each sentence of basic rummy's rules, one test or more: the deal, the turn, lay-offs over sets."""

from typing import Any

import pytest

from rummynet.engine import Engine
from rummynet.rules.basic.game import VARIETY
from rummynet.rules.basic.melds import ends
from rummynet.rules.core.errors import (
    BadDeck,
    BadOption,
    BadSeats,
    CardNotUsed,
    DoesNotFit,
    IllegalAction,
    NoCardsLeft,
    NotInThisGame,
)
from rummynet_protocol.cards import code, face, full_deck
from rummynet_protocol.notation import parse
from tests.rules.basic import legal, meld, state

DECK = full_deck()


def codes(text: str) -> list[int]:
    return [code(word) for word in text.split()]


def refused(at: Any, action: str, seat: int | None = None) -> type[Exception]:  # noqa: ANN401
    with pytest.raises(IllegalAction) as caught:
        VARIETY.apply(at, at.turn if seat is None else seat, parse(action))
    return caught.type


# -- cards, seats, options


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_play(players: int) -> None:
    with pytest.raises(BadSeats):
        VARIETY.deal(VARIETY.resolve({}), players, 0, DECK)


def test_at_most_48_cards_are_dealt() -> None:
    VARIETY.check(VARIETY.resolve({"hand": 12}), 4)
    with pytest.raises(BadOption):
        VARIETY.check(VARIETY.resolve({"hand": 13}), 4)


# -- who deals first


def test_a_draw_for_the_deal_needs_cards_that_exist_once() -> None:
    for deck in (codes("2C"), codes("2C 2C"), [52, 53]):
        with pytest.raises(BadDeck):
            VARIETY.first_starter.from_cards(2, deck)
    with pytest.raises(BadSeats):
        VARIETY.first_starter.from_cards(7, DECK)


def test_nobody_threw_the_first_card_so_nobody_can_call_it() -> None:
    at, _ = VARIETY.deal(VARIETY.resolve({}), 3, 2, DECK)
    assert at.claims == () and VARIETY.offers.holds(at) == 0


# -- picking up


def test_a_deep_take_lays_off_exactly_as_far_as_its_card() -> None:
    at = state(discard=["9H", "TH"], hands=[["8H", "2C"], ["6D"]], melds=[meld("5H 6H 7H")], stock=["9C"])
    assert legal(at) == ["draw", "take 9H lay 8H 9H on 0", "take 9H meld 8H 9H TH", "take TH"]
    assert refused(at, "take 9H lay 8H 9H TH on 0") is CardNotUsed
    assert refused(at, "take 9H lay 9H on 0") is DoesNotFit
    assert refused(at, "take 9H trade 9H for *1") is NotInThisGame


def test_a_draw_never_makes_a_new_stock() -> None:
    at = state(discard=["9C", "TC"])
    assert refused(at, "draw") is NoCardsLeft
    assert VARIETY.chance.reshuffle_cards(at) is None
    with pytest.raises(IllegalAction):
        VARIETY.chance.reshuffle(at, codes("9C"))


# -- over a set


def over(cards: str, *others: str) -> tuple[list[str], list[str]]:
    """What can follow below and above a run, with these melds beside it."""
    at = state(melds=[meld(cards), *map(meld, others)], hands=[["2C"], ["2D"]])
    low, high = ends(at.melds, 0)
    return list(map(face, low)), list(map(face, high))


# -- the clock


def test_the_engine_draws_for_the_deal_from_a_deck_that_may_end_early() -> None:
    request = {"cmd": "draw_for_deal", "variant": "basic", "players": 3, "deck": ["KC", "2C", "2D", "5H"]}
    assert Engine().answer(request) == {"draws": [[0, "KC"], [1, "2C"], [2, "2D"]], "dealer": 1}
    with pytest.raises(BadDeck):
        Engine().answer(request | {"deck": ["KC", "2C"]})
