"""The rules where they do not know every card: what everybody else than the drawer goes by."""

import pytest

from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards, notation
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.values import replace
from tests.support.errors import raises
from tests.support.in_notation import clock_texts
from tests.support.keilty_play import at, calls, do, legal


def covered(state: State, *known: int) -> State:
    """*state* with every card hidden but the hands of *known*."""
    return replace(
        state,
        hands=tuple(mask if seat in known else 0 for seat, mask in enumerate(state.hands)),
        hidden=tuple(0 if seat in known else state.count(seat) for seat in range(state.players)),
        stock=(HIDDEN,) * len(state.stock),
    )


def test_a_drawn_card_is_counted_and_nobody_is_told_which() -> None:
    state, happened = VARIETY.apply(covered(at(["2C", "4H"], "9C")), 0, notation.parse("draw"))
    assert state.count(0) == 2 and state.hands == (0, 0) and state.drawn == HIDDEN
    assert getattr(happened[0], "card", 0) is None


def test_a_hidden_card_may_be_played_unless_it_is_known_to_be_elsewhere() -> None:
    state = covered(at(["2C 3C 4C 9D", "4H"], "9C JD", ("5H 6H 7H",), phase="play"))
    laid = do(state, "0 meld 2C 3C 4C")
    assert laid.hidden == (1, 1)
    for card in ("9C", "5H", "JD"):
        with raises(IllegalAction, "card_not_held"):
            do(state, f"0 throw {card}")
    assert pile_top(do(state, "0 throw KS")) == "KS"
    with raises(IllegalAction, "card_not_held"):
        do(laid, "0 throw 3C")


def pile_top(state: State) -> str:
    return cards.face(state.discard[-1])


def test_no_more_hidden_cards_than_there_are() -> None:
    with raises(IllegalAction, "card_not_held"):
        do(covered(at(["2C 3C", "4H KH"], "9C", phase="play")), "0 meld 2C 3C 4C")


def test_what_was_taken_openly_is_known_to_all() -> None:
    state = do(covered(at(["5S 7S 2D", "4H"], "6S KD")), "0 take 6S meld 5S 6S 7S")
    assert state.hands[0] == cards.mask([cards.code("KD")]) and state.hidden == (1, 1)
    assert legal(state, 0) == ["throw KD"]


def test_calls_are_the_same_for_all_since_the_pile_is_open() -> None:
    state = do(covered(at(["6S 2D", "4H"], "5S 7S", phase="play")), "0 throw 6S")
    assert calls(state) == {"rummy meld 5S 6S 7S": 0}
    assert do(state, "1 rummy meld 5S 6S 7S").hidden == (1, 1)


def test_a_round_is_scored_when_the_last_hand_is_known() -> None:
    over = do(covered(at(["2D", "4H AS"], "6S", ("JC QC KC",), phase="play")), "0 throw 2D")
    assert over.phase == "over" and over.out == 0 and over.round_scores is None and over.scores == (0, 0)
    with raises(HiddenCard, "hidden_card"):
        VARIETY.next_round(over, cards.full_deck())
    half = VARIETY.reveal(over, 1, cards.code("AS"))
    assert half.round_scores is None
    assert VARIETY.reveal(half, 1, cards.code("4H")).round_scores == (30, -20)


@pytest.mark.parametrize("card", ["2C", "9C", "5H"])
def test_a_card_that_is_elsewhere_cannot_be_revealed(card: str) -> None:
    state = covered(at(["2C 3C", "4H"], "9C", ("5H 6H 7H",)), 0)
    with pytest.raises(HiddenCard):
        VARIETY.reveal(state, 1, cards.code(card))
    with pytest.raises(HiddenCard):
        VARIETY.reveal(state, 1, cards.JOKERS[0])
    with pytest.raises(HiddenCard):
        VARIETY.reveal(state, 0, cards.code("KS"))


def test_positions_with_hidden_cards_are_read_back() -> None:
    state = covered(at(["2C 3C", "4H"], "9C", ("5H 6H 7H",)), 0)
    assert VARIETY.positions.write(state)["hands"] == [["2C", "3C"], [None]]
    assert VARIETY.positions.read(VARIETY.positions.write(state)) == state


def test_the_clock_cannot_tell_which_hidden_card_it_would_throw() -> None:
    options = {"turn_seconds": 20}
    state = covered(at(["2C 3C", "4H"], "9C", options=options))
    assert clock_texts(VARIETY, state) == ["draw"]
    assert clock_texts(VARIETY, do(state, "0 draw")) == [None]
