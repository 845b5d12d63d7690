"""Dealing, picking up, throwing out, new stocks, blocked rounds, and what is left to the clock."""

import pytest

from rummynet.rules.core.errors import (
    CardNotInPile,
    IllegalAction,
    NotInThisGame,
)
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol import notation
from rummynet_protocol.values import replace
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, did, refused, table


def dealt(players: int, starter: int, **options: object) -> VegasState:
    chosen = VARIETY.resolve(options)
    return vegas(VARIETY.deal(chosen, players, starter, VARIETY.deck(chosen, None, players))[0])


# -- picking up


def test_the_first_player_may_not_take_on_the_first_turn() -> None:
    state = dealt(2, 0)
    assert actions(state) == ["draw"]
    refused(state, f"take {VARIETY.positions.write(state)['discard'][0]}")
    state = did(state, "draw")
    assert not state.first
    thrown = did(state, actions(state, "throw")[0])
    assert actions(thrown) == ["draw", f"take {VARIETY.positions.write(thrown)['discard'][-1]}"]


def test_only_the_top_card_is_taken() -> None:
    state = table(["9H KD", "2S"], pile="4C 5C", phase="pickup")
    refused(state, "take 4C", CardNotInPile)
    refused(state, "take 5C meld 5C 6C 7C", NotInThisGame)
    refused(table(["9H KD", "2S"], pile="", phase="pickup"), "take 4C", CardNotInPile)


# -- the stock


def test_nothing_is_shuffled_before_somebody_draws() -> None:
    state = table(["9H KD", "2S"], pile="4C 5C", stock="TS", phase="pickup")
    assert VARIETY.chance.reshuffle_cards(state) is None
    with pytest.raises(IllegalAction):
        VARIETY.chance.reshuffle(state, [3])
    in_play = table(["9H KD", "2S"], pile="4C 5C", stock="")
    assert VARIETY.chance.reshuffle_cards(in_play) is None


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
