"""Dealing, picking up, throwing out, new stocks, blocked rounds, and what is left to the clock."""

import pytest

from rummynet.rules.core.errors import (
    BadDeck,
    CardNotHeld,
    CardNotInPile,
    IllegalAction,
    NeedsShuffle,
    NotInThisGame,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol import notation
from rummynet_protocol.cards import members
from rummynet_protocol.events import Drew, Shuffled, ThrewOut, WentOut
from rummynet_protocol.notation import parse
from rummynet_protocol.values import replace
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, did, hand, refused, table


def dealt(players: int, starter: int, **options: object) -> VegasState:
    chosen = VARIETY.resolve(options)
    return vegas(VARIETY.deal(chosen, players, starter, VARIETY.deck(chosen, None, players))[0])


# -- the deal


def test_one_card_at_a_time_clockwise_from_the_starter() -> None:
    state = dealt(3, 1, hand=3)
    assert [sorted(members(held)) for held in state.hands] == [[2, 5, 8], [0, 3, 6], [1, 4, 7]]
    assert state.discard == (9,) and state.stock == tuple(range(10, 54))
    assert (state.turn, state.phase, state.first, state.round) == (1, "pickup", True, 1)


@pytest.mark.parametrize(
    ("players", "hand_size", "decks"),
    [(2, 7, 1), (4, 7, 1), (5, 7, 2), (8, 7, 2), (9, 7, 3), (12, 7, 3), (12, 12, 4), (2, 12, 1), (4, 8, 1), (5, 8, 2)],
)
def test_decks_by_the_formula(players: int, hand_size: int, decks: int) -> None:
    state = dealt(players, 0, hand=hand_size)
    assert state.decks == decks
    assert len(VARIETY.deck(state.options, None, players)) == 54 * decks


def test_each_deck_has_two_jokers() -> None:
    assert [code for code in VARIETY.deck(VARIETY.resolve({}), None, 5) if code % 54 >= 52] == [52, 53, 106, 107]


def test_the_seat_left_of_the_drawn_dealer_starts() -> None:
    assert [VARIETY.first_starter.from_seat(dealer, 3) for dealer in range(3)] == [1, 2, 0]
    assert VARIETY.first_starter.named(VARIETY.resolve({}), 3) is None


# -- picking up


def test_the_first_player_may_not_take_on_the_first_turn() -> None:
    state = dealt(2, 0)
    assert actions(state) == ["draw"]
    refused(state, f"take {VARIETY.positions.write(state)['discard'][0]}")
    state = did(state, "draw")
    assert not state.first
    thrown = did(state, actions(state, "throw")[0])
    assert actions(thrown) == ["draw", f"take {VARIETY.positions.write(thrown)['discard'][-1]}"]


def test_a_draw_gives_the_top_of_the_stock() -> None:
    state, events = VARIETY.apply(dealt(2, 0), 0, parse("draw"))
    assert events == (Drew(0, "3D"),) and state.phase == "play"


def test_taking_the_top_card_carries_no_duty() -> None:
    state = did(table(["9H KD", "2S"], pile="4C 5C", phase="pickup"), "take 5C")
    assert hand(state) == {"9H", "KD", "5C"} and state.discard == (3,)
    assert did(state, "throw 5C").discard == (3, 4)


def test_only_the_top_card_is_taken() -> None:
    state = table(["9H KD", "2S"], pile="4C 5C", phase="pickup")
    refused(state, "take 4C", CardNotInPile)
    refused(state, "take 5C meld 5C 6C 7C", NotInThisGame)
    refused(table(["9H KD", "2S"], pile="", phase="pickup"), "take 4C", CardNotInPile)


def test_after_2n_takes_in_a_row_somebody_has_to_draw() -> None:
    state = table(["9H KD", "2S 3S"], pile="4C", phase="pickup", takes=3)
    state = did(state, "take 4C")
    assert state.takes == 4
    state = did(state, "throw 4C")
    assert actions(state) == ["draw"]
    assert "somebody has to draw" in refused(state, "take 4C")
    state = did(state, "draw")
    assert state.takes == 0
    assert "take TS" in actions(did(state, "throw TS"))


# -- throwing out


@pytest.mark.parametrize("card", ["*1", "7C", "9H", "JS"])
def test_any_card_may_be_thrown_wild_ones_and_the_one_taken_too(card: str) -> None:
    state = did(table(["*1 7C 9H", "2S"], phase="pickup"), "take JS")
    assert f"throw {card}" in actions(state)
    assert did(state, f"throw {card}").turn == 1


def test_an_empty_hand_after_the_throw_out_is_going_out() -> None:
    state, events = VARIETY.apply(table(["9H", "2S"]), 0, parse("throw 9H"))
    assert state.out == 0 and state.phase == "over"
    assert events[:2] == (ThrewOut(0, "9H"), WentOut(0))


def test_refusals_say_what_is_due() -> None:
    state = table(["9H KD", "2S"], phase="pickup")
    for action in ("meld 9H TH JH", "throw 9H", "lay 9H on 0", "swap 9H on 0", "aces 0", "buy", "decline"):
        refused(state, action, WrongPhase)
    refused(table(["9H KD", "2S"]), "draw", WrongPhase)
    refused(table(["9H KD", "2S"]), "throw 2S", CardNotHeld)
    with pytest.raises(NotYourTurn):
        VARIETY.apply(state, 1, parse("draw"))
    for action in ("rummy meld 9H TH JH", "declare meld 9H TH JH", "want 9H", "waive", "turn", "trade 9H for *1"):
        refused(state, action, NotInThisGame)
    refused(table(["9H KD", "2S"], ["4C *1=5C 6C"]), "swap 9H on 0 lay *1=7C on 0", NotInThisGame)
    over = did(table(["9H", "2S"]), "throw 9H")
    refused(over, "draw", RoundOver)
    assert VARIETY.legal(over, 0) == VARIETY.legal(over, 1) == [] and VARIETY.actors(over) == ()


# -- the stock


def test_a_draw_from_an_empty_stock_waits_for_the_shuffle() -> None:
    state = table(["9H KD", "2S"], pile="4C 5C 6C", stock="", phase="pickup")
    assert actions(state) == ["draw", "take 6C"]
    with pytest.raises(NeedsShuffle):
        VARIETY.apply(state, 0, parse("draw"))
    assert VARIETY.chance.reshuffle_cards(state) == [3, 4]
    renewed, events = VARIETY.chance.reshuffle(state, [4, 3])
    assert (renewed.stock, renewed.discard, renewed.reshuffles) == ((4, 3), (5,), 1) and events == (Shuffled(2),)
    assert hand(did(vegas(renewed), "draw")) == {"9H", "KD", "5C"}
    for wrong in ([3], [3, 3], [3, 5]):
        with pytest.raises(BadDeck):
            VARIETY.chance.reshuffle(state, wrong)


def test_nothing_is_shuffled_before_somebody_draws() -> None:
    state = table(["9H KD", "2S"], pile="4C 5C", stock="TS", phase="pickup")
    assert VARIETY.chance.reshuffle_cards(state) is None
    with pytest.raises(IllegalAction):
        VARIETY.chance.reshuffle(state, [3])
    in_play = table(["9H KD", "2S"], pile="4C 5C", stock="")
    assert VARIETY.chance.reshuffle_cards(in_play) is None


def test_who_can_neither_draw_nor_take_passes_and_all_score() -> None:
    state = table(["9H KD", "2S 3S"], pile="4C", stock="", phase="pickup", takes=4, scores=[10, 20])
    assert actions(state) == ["pass"]
    state = did(state, "pass")
    assert (state.phase, state.out, state.round_scores, state.scores) == ("over", None, (19, 5), (29, 25))


def test_passing_is_refused_where_a_card_can_be_picked_up() -> None:
    refused(table(["9H KD", "2S"], stock="", phase="pickup"), "pass")
    refused(table(["9H KD", "2S"], takes=4, phase="pickup"), "pass")


# -- the clock


def clock(state: VegasState) -> str:
    """What the clock does; that it can be done is part of every use."""
    timed = replace(state, options=VARIETY.resolve({**state.options, "turn_seconds": 30}))
    (timer,) = VARIETY.timers(timed)
    assert (timer.seat, timer.seconds, timer.kind) == (state.turn, 30, "turn")
    assert timer.action is not None
    VARIETY.apply(timed, timer.seat, timer.action)
    return notation.text(timer.action)


def test_else_the_dearest_that_is_not_wild() -> None:
    assert clock(did(table(["9H KD QC *1 7C", "2S"], pile="2D", phase="pickup"), "take 2D")) == "throw QC"
    assert clock(table(["9H 8S AD *1 7C", "2S"])) == "throw 9H"
    assert clock(table(["TS KH JD", "2S"], stock="4C")) == "throw JD"
    assert clock(table(["7S *2 7C", "2S"])) == "throw *2"


def test_the_clock_counts_aces_low_and_declines() -> None:
    state = did(table(["KD", "AS", "AC 2C", "3C"], scores=[0, 99, 10, 20]), "throw KD")
    assert clock(state) == "aces 0"
    state = did(state, "aces 0", "aces 0")
    assert state.phase == "buyin" and clock(state) == "decline"
