"""The rules run where hands are not known; with actions named explicitly they never disagree with the truth."""

import pytest

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.shared.faces import given_out, read_words, with_decks
from rummynet.rules.vegas.game import VARIETY
from rummynet_protocol.notation import parse
from tests.support.errors import raises
from tests.support.vegas_positions import vegas
from tests.support.vegas_tables import actions, did, position

# -- which copy


def test_a_face_of_a_hidden_hand_is_the_lowest_copy_that_may_be_there() -> None:
    given = position(["KD.0", "9C.0"], pile="JS.1", stock="TS.0", decks=3)
    given["hands"][0] = [None, None, "9C.2"]
    state = vegas(VARIETY.positions.read(given))
    assert did(state, "throw 9C").discard[-1] == 8 + 108
    assert did(state, "throw 9C.1").discard[-1] == 8 + 54
    assert did(state, "throw 8C").discard[-1] == 7
    with raises(IllegalAction, "card_not_held"):
        VARIETY.apply(state, 0, parse("throw 9C.0"))


def test_no_more_unknown_cards_are_played_than_there_are() -> None:
    words = read_words(("5H", "6H", "7H"))
    assert given_out(words, 1 << 30, 1, hidden=2) == (30, 31, 32)
    with raises(IllegalAction, "card_not_held"):
        given_out(words, 1 << 30, 1, hidden=1)
    assert with_decks(("5H", "6H=9C"), (30, 31), 1, 0) == ("5H", "6H=9C")


# -- the end


def test_aces_wait_for_the_hands() -> None:
    given = position(["2D", "AC KD", "3C"])
    given["hands"][1] = [None, None]
    state = did(vegas(VARIETY.positions.read(given)), "throw 2D")
    assert (state.phase, state.aces, state.round_scores, state.out) == ("aces", None, None, 0)
    assert VARIETY.actors(state) == () and actions(state) == [] and VARIETY.timers(state) == []
    with pytest.raises(HiddenCard):
        VARIETY.apply(state, state.turn, parse("aces 0"))
    with pytest.raises(HiddenCard):
        VARIETY.next_round(state, list(range(54)))
    known = vegas(VARIETY.reveal(VARIETY.reveal(state, 1, 12), 1, 13))
    assert (known.turn, known.aces) == (1, (0, None, 0))
    assert VARIETY.positions.read(VARIETY.positions.write(state)) == state


def test_the_clock_says_nothing_where_it_depends_on_an_unknown_card() -> None:
    given = position(["KD", "2S"], options={"turn_seconds": 20})
    given["hands"][0] = [None, "QC"]
    (timer,) = VARIETY.timers(VARIETY.positions.read(given))
    assert timer.action is None
