"""Seats, decks, the deal, and wild cards turned up."""

from random import Random

import pytest

from rummynet.rules.core.errors import BadDeck, BadSeats, IllegalAction, WrongPhase
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.events import Dealt, TurnedUp
from tests.support.crummy_positions import at, dealt, deck_names, do, position

DECK = deck_names(2)


def with_turned_up(*up: str) -> list[int]:
    """A deck of two players with these cards after the hands of round 1."""
    rest = [name for name in DECK if name not in up]
    return [cards.code(name) for name in (*rest[:14], *up, *rest[14:])]


def test_two_to_eight_can_play() -> None:
    options = VARIETY.resolve({})
    for players in (1, 9):
        with pytest.raises(BadSeats):
            VARIETY.deal(options, players, 0, range(54))
    for players in range(2, 9):
        assert dealt(Random(players), players).players == players


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_a_deck_with_jokers_for_every_two_players_rounded_up(players: int, decks: int) -> None:
    deck = VARIETY.deck(VARIETY.resolve({}), None, players)
    assert deck == list(range(54 * decks))
    assert VARIETY.positions.write(dealt(Random(1), players))["decks"] == decks


def test_cards_go_one_at_a_time_from_the_starter() -> None:
    deck = [cards.code(name, 2) for name in deck_names(3)]
    turned = 21
    deck[turned], deck[3] = deck[3], deck[turned]
    state, events = VARIETY.deal(VARIETY.resolve({}), 3, 1, deck)
    for seat, first in ((1, 0), (2, 1), (0, 2)):
        assert state.hands[seat] == cards.mask(deck[first:21:3])
    assert (state.starter, state.turn, state.discard) == (1, 1, (deck[21],))
    assert state.stock == tuple(deck[22:])
    assert events[0] == Dealt((7, 7, 7))


def test_the_starter_sits_left_of_the_dealer_that_was_drawn() -> None:
    assert VARIETY.first_starter.named(VARIETY.resolve({}), 4) is None
    assert [VARIETY.first_starter.from_seat(seat, 4) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("number", range(1, 8))
def test_each_round_has_its_number_of_cards(number: int) -> None:
    state = dealt(Random(number), 3, number)
    assert [state.count(seat) for seat in range(3)] == [number + 6] * 3
    assert (state.round, state.phase) == (number, "pickup")


def test_a_natural_card_turned_up_begins_the_pile() -> None:
    state, events = VARIETY.deal(VARIETY.resolve({}), 2, 0, with_turned_up("KS"))
    assert (state.phase, state.discard, VARIETY.chance.insertions(state)) == ("pickup", (cards.code("KS"),), 0)
    assert events[1:] == (TurnedUp("KS"),)


def test_wild_cards_turned_up_go_back_into_the_stock() -> None:
    state, events = VARIETY.deal(VARIETY.resolve({}), 2, 0, with_turned_up("*1", "2S", "KS"))
    assert events[1:] == (TurnedUp("*1"), TurnedUp("2S"), TurnedUp("KS"))
    shown = VARIETY.positions.write(state)
    assert (shown["phase"], shown["aside"], shown["discard"]) == ("turnup", ["*1", "2S"], ["KS"])
    assert (VARIETY.chance.insertions(state), VARIETY.actors(state), VARIETY.legal(state, 0)) == (2, (), [])
    with pytest.raises(WrongPhase):
        do(state, "0 draw")
    back, _ = VARIETY.chance.insert(state, [5, 0])
    stock = [cards.face(code) for code in back.stock]
    assert (stock[0], stock[6], len(stock)) == ("2S", "*1", len(state.stock) + 2)
    assert (back.phase, VARIETY.positions.write(back)["aside"], back.turn) == ("pickup", [], 0)


def test_a_place_is_anywhere_from_the_top_to_the_bottom() -> None:
    state, _ = VARIETY.deal(VARIETY.resolve({}), 2, 0, with_turned_up("*1", "2S", "KS"))
    size = len(state.stock)
    bottom, _ = VARIETY.chance.insert(state, [size, size + 1])
    assert [cards.face(code) for code in bottom.stock[-2:]] == ["*1", "2S"]
    for places in ([size + 1, 0], [-1, 0], [0, size + 2], [0], [0, 0, 0], []):
        with pytest.raises(IllegalAction):
            VARIETY.chance.insert(state, places)
    with pytest.raises(IllegalAction):
        VARIETY.chance.insert(bottom, [0])


def test_a_deck_has_exactly_its_cards() -> None:
    options = VARIETY.resolve({})
    for deck in (list(range(53)), [*range(53), 52], list(range(108)), [*range(53), 200]):
        with pytest.raises(BadDeck):
            VARIETY.deal(options, 2, 0, deck)
    with pytest.raises(BadSeats):
        VARIETY.deal(options, 2, 2, range(54))


def test_the_next_round_moves_the_starter_and_keeps_the_totals() -> None:
    over = at(["", "5C"], phase="over", out=0, round=1, starter=1, round_scores=[0, 5], scores=[20, 35])
    deck = with_turned_up("KS")
    deck[16], deck[14] = deck[14], deck[16]
    state, _ = VARIETY.next_round(over, deck)
    assert (state.round, state.starter, state.turn, state.scores) == (2, 0, 0, (20, 35))
    assert (state.round_scores, state.out, VARIETY.positions.write(state)["laid"]) == (None, None, [False, False])
    with pytest.raises(BadSeats):
        VARIETY.next_round(over, deck, [2])
    with pytest.raises(IllegalAction):
        VARIETY.next_round(VARIETY.positions.read(position(["3C", "4C"])), deck)
