"""Picking up, cards out of turn, throwing out, the stock that runs out."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    CardNotHeld,
    CardNotInPile,
    IllegalAction,
    NeedsShuffle,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from tests.support.crummy_positions import apply_step, at, do, hand, legal


def pickup(**more: object) -> State:
    keys: dict[str, Any] = {"phase": "pickup", "discard": "9C.0 KD.0", "stock": "8C.0 9H.0 TD.0", **more}
    return at(["3C.0 3D.0", "4C.0 4D.0", "5C.0 5D.0"], **keys)


def asked(state: State) -> int | None:
    value: int | None = VARIETY.positions.write(state)["asked"]
    return value


def order(*names: str) -> list[int]:
    return [cards.code(name, 2) for name in names]


# -- pick up


def test_the_top_of_the_pile_or_the_top_of_the_stock_in_the_first_turn_too() -> None:
    assert legal(pickup(turn=0, starter=0)) == ["draw", "take KD"]


def test_only_the_top_of_the_pile_can_be_taken() -> None:
    for words in ("take 9C", "take KD.1", "take 8C", "take KD meld KD QD JD"):
        with pytest.raises(IllegalAction):
            do(pickup(), f"0 {words}")
    assert do(pickup(), "0 take KD.0") == do(pickup(), "0 take KD")
    with pytest.raises(CardNotInPile):
        do(pickup(discard=""), "0 take KD")
    assert legal(pickup(discard="")) == ["draw"]


def test_turns_go_clockwise() -> None:
    state = pickup(turn=2, starter=2)
    assert do(state, "2 take KD", "2 throw KD").turn == 0


def test_any_card_may_be_thrown_out_wild_ones_too() -> None:
    state = at(["3C 2S *1 9D", "4C"], stock="8C", discard="9C")
    assert legal(state) == ["throw *1", "throw 2S", "throw 3C", "throw 9D"]
    assert do(state, "0 throw *1").discard[-1] == cards.code("*1")
    with pytest.raises(CardNotHeld):
        do(state, "0 throw 4C")


def test_an_empty_hand_ends_the_round() -> None:
    over = do(at(["3C", "4C KD"], stock="8C", discard="9C"), "0 throw 3C")
    assert (over.phase, over.out, over.turn) == ("over", 0, 0)
    assert legal(over, 0) == legal(over, 1) == []
    with pytest.raises(RoundOver):
        do(over, "1 draw")


# -- out of turn


def test_after_a_take_nothing_is_offered() -> None:
    assert do(pickup(), "0 take KD").phase == "play"


def test_the_nearest_after_the_player_on_turn_is_asked_first() -> None:
    state = do(pickup(turn=1), "1 draw")
    assert (asked(state), VARIETY.actors(state), VARIETY.offers.offer_early(state)) == (2, (2,), (0,))
    next_one = do(state, "2 waive")
    assert (asked(next_one), VARIETY.offers.offer_early(next_one)) == (0, ())
    assert do(state, "2 want KD").phase == do(next_one, "0 waive").phase == "play"
    assert VARIETY.offers.offer_early(pickup()) == ()


def test_the_penalty_card_lay_below_the_card_just_drawn() -> None:
    state = do(pickup(), "0 draw", "1 want KD")
    assert (hand(state, 0), hand(state, 1)) == (["3C.0", "3D.0", "8C.0"], ["4C.0", "4D.0", "9H.0", "KD.0"])


def test_one_card_a_turn_and_the_turn_goes_on() -> None:
    state = do(pickup(), "0 draw", "1 want KD")
    assert (state.turn, state.phase, asked(state)) == (0, "play", None)
    assert (legal(state, 1), legal(state, 2)) == ([], [])
    with pytest.raises(NotYourTurn):
        do(state, "1 throw 4C")
    with pytest.raises(WrongPhase):
        do(state, "2 want 9C")


def test_a_card_that_nobody_wanted_is_never_offered_or_taken_again() -> None:
    state = do(pickup(), "0 draw", "1 waive", "2 waive", "0 throw 3C")
    assert legal(state) == ["draw", "take 3C"]
    taken = do(state, "1 take 3C")
    assert taken.discard[-1] == order("KD.0")[0] and legal(taken) == ["throw 3C", "throw 4C", "throw 4D"]
    assert legal(do(taken, "1 throw 4C")) == ["draw", "take 4C"]


# -- the stock runs out


def test_a_draw_from_an_empty_stock_needs_a_shuffle() -> None:
    state = pickup(stock="", discard="9C.0 KD.0 JS.0")
    assert legal(state) == ["draw", "take JS"]
    with pytest.raises(NeedsShuffle):
        do(state, "0 draw")
    assert VARIETY.chance.reshuffle_cards(state) == order("9C.0", "KD.0")
    fresh, events = VARIETY.chance.reshuffle(state, order("KD.0", "9C.0"))
    assert (fresh.stock, fresh.discard, fresh.reshuffles) == (tuple(order("KD.0", "9C.0")), tuple(order("JS.0")), 1)
    assert events[0].count == 2  # type: ignore[union-attr]
    drawn = do(fresh, "0 draw")
    assert (hand(drawn, 0), drawn.phase) == (["3C.0", "3D.0", "KD.0"], "offer")


def test_who_can_neither_draw_nor_take_passes_and_all_score() -> None:
    state = pickup(stock="", discard="9C.0", takes=6)
    assert legal(state) == ["pass"]
    over, events = apply_step(state, "0 pass")
    assert (over.phase, over.out, over.round_scores) == ("over", None, (10, 10, 10))
    assert [type(event).__name__ for event in events] == ["Passed", "RoundEnded"]
