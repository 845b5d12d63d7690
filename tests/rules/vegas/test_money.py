"""Points, aces, expiring, buying in, joining, places and the pot."""

from typing import Any

import pytest

from rummynet.rules.core.errors import BadSeats, GameOver, IllegalAction
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol.values import replace
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, did, refused, table


def after_round(*hands: str, **keys: Any) -> VegasState:  # noqa: ANN401 - JSON
    """Seat 0 throws out its last card."""
    return did(table(["2D", *hands], **keys), "throw 2D")


# -- points


@pytest.mark.parametrize(
    ("held", "cost"),
    [("2C", 2), ("9C", 9), ("TC", 10), ("JC QC KC", 30), ("7C", 25), ("*1 *2", 50), ("3C 7D *1", 53)],
)
def test_points_in_hand(held: str, cost: int) -> None:
    state = after_round(held, scores=[5, 6])
    assert state.round_scores == (0, cost) and state.scores == (5, 6 + cost)


def test_an_ace_counts_1_or_13_ace_by_ace() -> None:
    for high, cost in enumerate((3, 15, 27, 39)):
        assert did(after_round("AC AD AS"), f"aces {high}").round_scores == (0, cost)
    refused(after_round("AC AD AS"), "aces 4")


def test_a_wild_ace_costs_25_and_leaves_no_choice() -> None:
    state = after_round("AC AD", wild="A")
    assert state.phase == "over" and state.round_scores == (0, 50) and state.aces == (0, 0)
    by_card = after_round("AC AD", wild="AC", options={"wild": "card"})
    assert actions(by_card) == ["aces 0", "aces 1"]


# -- expiring


def test_the_maximum_itself_expires() -> None:
    assert after_round("TC", "3C", scores=[0, 90, 0]).phase == "buyin"
    assert after_round("9C", "3C", scores=[0, 90, 0]).phase == "over"


def test_one_below_the_maximum_ends_the_game_and_nobody_buys_in() -> None:
    state = after_round("KC", "KD", scores=[60, 95, 90])
    assert state.phase == "over" and state.winner == 0 and state.places == ((0,), (2,), (1,))
    assert state.expiries == (0, 1, 1)


def test_a_buyer_gets_the_highest_total_of_those_who_did_not_expire() -> None:
    state = after_round("KC", "3C", "KD", scores=[40, 95, 60, 98])
    assert (state.phase, state.turn) == ("buyin", 1)
    state = did(state, "buy", "buy")
    assert state.scores == (40, 63, 63, 63) and state.paid == (1, 2, 1, 2) and state.expiries == (0, 1, 0, 1)


def test_who_declines_sits_out_from_now_on() -> None:
    state = did(after_round("KC", "3C", "KD", scores=[40, 95, 60, 98]), "decline", "buy")
    assert state.playing == (True, False, True, True) and state.paid == (1, 1, 1, 2)
    dealt = vegas(VARIETY.next_round(state, VARIETY.deck(state.options, state, 4))[0])
    assert [dealt.count(seat) for seat in range(4)] == [7, 0, 7, 7] and dealt.scores[1] == 105


# -- the next round


def next_round(state: VegasState, join: tuple[int, ...] = ()) -> VegasState:
    deck = VARIETY.deck(state.options, state, state.players, len(join))
    return vegas(VARIETY.next_round(state, deck, join)[0])


def test_the_starter_moves_to_the_next_seat_that_plays() -> None:
    state = did(after_round("KC", "3C", scores=[40, 95, 60]), "decline")
    assert next_round(state).starter == 2
    assert next_round(state, (1,)).starter == 1
    assert next_round(replace(state, starter=2), (3,)).starter == 3
    assert next_round(replace(state, starter=2)).starter == 0


def test_totals_chips_and_expiries_go_on_and_the_round_begins_anew() -> None:
    state = did(after_round("KC", "3C", scores=[40, 95, 60], takes=2, reshuffles=1), "buy")
    dealt = next_round(state)
    assert (dealt.scores, dealt.paid, dealt.expiries) == (state.scores, state.paid, state.expiries)
    assert (dealt.round, dealt.takes, dealt.reshuffles, dealt.first, dealt.aces) == (2, 0, 0, True, None)
    assert dealt.round_scores is None and dealt.out is None and dealt.melds == ()


def test_there_is_no_next_round_in_the_middle_or_after_the_game() -> None:
    with pytest.raises(IllegalAction):
        VARIETY.next_round(table(["9H KD", "2S"]), list(range(54)))
    with pytest.raises(GameOver):
        VARIETY.next_round(after_round("KC", scores=[0, 95]), list(range(54)))


# -- joining


def test_a_newcomer_pays_the_buy_in_times_the_most_expiries_and_begins_at_that_total() -> None:
    state = after_round("3C", "4C", scores=[10, 20, 30], expiries=[2, 3, 0], options={"buy_in": 2}, paid=[6, 8, 2])
    dealt = next_round(state, (3,))
    assert dealt.paid == (6, 8, 2, 6) and dealt.scores == (10, 23, 34, 23) and dealt.expiries == (2, 3, 0, 0)
    assert dealt.players == 4 and dealt.playing == (True,) * 4 and dealt.count(3) == 7


def test_once_at_least() -> None:
    dealt = next_round(after_round("3C", "4C", scores=[10, 20, 30]), (3,))
    assert dealt.paid[3] == 1 and dealt.scores[3] == 34


def test_with_several_such_players_at_the_highest_of_their_totals() -> None:
    dealt = next_round(after_round("3C", "4C", scores=[10, 20, 50], expiries=[1, 1, 0]), (3,))
    assert dealt.scores[3] == 23


def test_who_declined_comes_back_as_a_brand_new_player() -> None:
    state = did(after_round("KC", "4C", scores=[10, 95, 30], expiries=[2, 1, 0], paid=[3, 2, 1]), "decline")
    dealt = next_round(state, (1,))
    assert dealt.expiries[1] == 0 and dealt.paid[1] == 4 and dealt.scores[1] == 10 and dealt.playing[1]


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


def test_places_by_lower_total_equal_ones_shared() -> None:
    assert finished([50, 95, 92, 95]).places == ((0,), (2,), (1, 3))


def test_those_who_sat_out_come_after_those_of_the_last_round() -> None:
    state = did(table(["2D", "KC", "", ""], scores=[50, 99, 101, 100], playing=[True, True, False, False]), "throw 2D")
    assert state.places == ((0,), (1,), (3,), (2,))


def test_parts_are_rounded_down_and_the_winner_gets_the_rest() -> None:
    assert finished([50, 95, 96], paid=[3, 3, 4]).payout == (7, 3, 0)
    assert finished([50, 95, 96], paid=[3, 3, 3]).payout == (7, 2, 0)


def test_a_third_buy_in_goes_from_the_second_part_to_the_third() -> None:
    options = {"third_buy_in": True, "buy_in": 2}
    assert finished([50, 95, 96], paid=[8, 6, 6], options=options).payout == (14, 4, 2)
    assert finished([50, 95], paid=[5, 5], options=options).payout == (7, 3)


def test_a_friendly_game_has_an_empty_pot() -> None:
    assert finished([50, 95, 96], paid=[0, 0, 0], options={"buy_in": 0}).payout == (0, 0, 0)


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
