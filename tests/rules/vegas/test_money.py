"""Points, aces, expiring, buying in, joining, places and the pot."""

from typing import Any

import pytest

from rummynet.rules.core.errors import BadSeats, GameOver, IllegalAction
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol.values import replace
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import did, refused, table


def after_round(*hands: str, **keys: Any) -> VegasState:  # noqa: ANN401 - JSON
    """Seat 0 throws out its last card."""
    return did(table(["2D", *hands], **keys), "throw 2D")


# -- points


def test_an_ace_counts_1_or_13_ace_by_ace() -> None:
    for high, cost in enumerate((3, 15, 27, 39)):
        assert did(after_round("AC AD AS"), f"aces {high}").round_scores == (0, cost)
    refused(after_round("AC AD AS"), "aces 4")


# -- the next round


def next_round(state: VegasState, join: tuple[int, ...] = ()) -> VegasState:
    deck = VARIETY.deck(state.options, state, state.players, len(join))
    return vegas(VARIETY.next_round(state, deck, join)[0])


def test_there_is_no_next_round_in_the_middle_or_after_the_game() -> None:
    with pytest.raises(IllegalAction):
        VARIETY.next_round(table(["9H KD", "2S"]), list(range(54)))
    with pytest.raises(GameOver):
        VARIETY.next_round(after_round("KC", scores=[0, 95]), list(range(54)))


# -- joining


@pytest.mark.parametrize("join", [(0,), (4,), (3, 3), (-1,), (3, 5), tuple(range(3, 13))])
def test_only_free_seats_in_order_can_be_joined(join: tuple[int, ...]) -> None:
    state = after_round("3C", "4C")
    with pytest.raises(BadSeats):
        VARIETY.next_round(state, VARIETY.deck(state.options, state, 3, 1), join)


# -- winning


def finished(scores: list[int], **keys: Any) -> VegasState:  # noqa: ANN401 - JSON
    """The game at its end: every other hand costs 10, seat 0 goes out."""
    hands = ["KC", "KD", "KH", "KS", "QC", "QD"][: len(scores) - 1]
    state = after_round(*hands, scores=scores, **keys)
    assert state.finished and state.payout is not None and sum(state.payout) == sum(state.paid)
    return state


# -- what people are told


def facts_text(state: VegasState) -> str:
    return "; ".join(VARIETY.presentation.facts(state))


def test_people_are_told_of_the_pot_of_who_has_to_decide_and_on_what_terms_one_comes_in() -> None:
    state = table(["2D", "KC", "KD AD", "3C"], scores=[0, 95, 20, 30], paid=[1, 1, 2, 1])
    assert "7s and jokers are wild; players expire at 100; pot 5 chips:" in facts_text(state)
    assert "pot 5 chips: seat 2 paid 2, seat 0, seat 1 and seat 3 paid 1 each" in facts_text(state)
    assert "coming in before the next round: 1 chip, from 95 points" in facts_text(state)
    assert "pot 4 chips: everybody paid 1" in facts_text(replace(state, paid=(1, 1, 1, 1)))
    state = did(state, "throw 2D")
    assert "seat 2 says how many of their aces count 13, of 1" in facts_text(state) and "coming in" not in facts_text(
        state
    )
    state = did(state, "aces 0")
    assert "seat 1 has expired: they buy in for 1 chip and go on with 33 points, or decline" in facts_text(state)
    assert "coming in" not in facts_text(state), "not before it is settled who plays on"
    pot = "pot 6 chips: seat 1 and seat 2 paid 2 each, seat 0 and seat 3 paid 1 each"
    assert f"{pot}; coming in before the next round: 1 chip, from 33" in facts_text(did(state, "buy"))
    assert "seat 1 sits out; pot 5 chips" in facts_text(did(state, "decline"))


def test_people_are_told_the_places_and_what_they_win() -> None:
    end = did(table(["2D", "KC", "3C"], scores=[0, 95, 97], paid=[2, 4, 4]), "throw 2D")
    assert "places: 1. seat 0, 2. seat 2, 3. seat 1; of the pot seat 0 gets 7, seat 2 gets 3" in facts_text(end)


def test_people_are_told_of_no_chips_in_a_friendly_game() -> None:
    state = table(["2D", "KC", "3C"], scores=[0, 95, 97], paid=[0, 0, 0], options={"buy_in": 0})
    assert "players expire at 100; nobody pays into the pot; coming in" in facts_text(state)
    end = finished([50, 95, 96], paid=[0, 0, 0], options={"buy_in": 0})
    assert "places: 1. seat 0" in facts_text(end) and "gets" not in facts_text(end)
