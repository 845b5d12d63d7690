"""Picking up, cards out of turn, throwing out, the stock that runs out."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    BadDeck,
    CardNotHeld,
    CardNotInPile,
    IllegalAction,
    MustDraw,
    NeedsShuffle,
    NotInThisGame,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.notation import parse
from tests.support.crummy_positions import apply_step, at, do, hand, legal
from tests.support.errors import raises
from tests.support.in_notation import clock_texts


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


def test_a_taken_card_may_be_thrown_out_in_the_same_turn() -> None:
    state = do(pickup(), "0 take KD")
    assert (state.phase, hand(state, 0), asked(state)) == ("play", ["3C.0", "3D.0", "KD.0"], None)
    assert legal(state) == ["throw 3C", "throw 3D", "throw KD"]
    thrown = do(state, "0 throw KD")
    assert (thrown.phase, thrown.turn, thrown.discard) == ("pickup", 1, tuple(order("9C.0", "KD.0")))


def test_only_the_top_of_the_pile_can_be_taken() -> None:
    for words in ("take 9C", "take KD.1", "take 8C", "take KD meld KD QD JD"):
        with pytest.raises(IllegalAction):
            do(pickup(), f"0 {words}")
    assert do(pickup(), "0 take KD.0") == do(pickup(), "0 take KD")
    with pytest.raises(CardNotInPile):
        do(pickup(discard=""), "0 take KD")
    assert legal(pickup(discard="")) == ["draw"]


def test_after_2n_turns_that_began_with_a_take_somebody_has_to_draw() -> None:
    state = pickup()
    for turn in range(6):
        top = cards.face(state.discard[-1])
        state = do(state, f"{turn % 3} take {top}", f"{turn % 3} throw {top}")
    assert VARIETY.positions.write(state)["takes"] == 6
    assert legal(state) == ["draw"]
    with raises(MustDraw, "must_draw", 6):
        do(state, "0 take KD")
    drawn = do(state, "0 draw", "1 waive", "2 waive", "0 throw 8C")
    assert (VARIETY.positions.write(drawn)["takes"], legal(drawn)) == (0, ["draw", "take 8C"])


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


def test_who_has_to_act_and_when() -> None:
    state = pickup()
    for step, refusal in (
        ("1 draw", NotYourTurn), ("0 throw 3C", WrongPhase), ("0 waive", WrongPhase), ("1 want KD", WrongPhase),
        ("0 meld 3C 3D 3H", NotInThisGame), ("0 rummy meld 3C 3D 3H", NotInThisGame), ("0 buy", NotInThisGame),
    ):  # fmt: skip
        with pytest.raises(refusal):
            do(state, step)
    for step in ("0 draw", "0 take KD", "0 pass"):
        with pytest.raises(IllegalAction):
            do(do(state, "0 take KD"), step)
    assert (VARIETY.actors(state), VARIETY.actors(do(state, "0 draw"))) == ((0,), (1,))


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


def test_only_the_card_offered_can_be_wanted() -> None:
    state = do(pickup(), "0 draw")
    for words in ("want 9C", "want KD.1", "want 8C"):
        with pytest.raises(CardNotInPile):
            do(state, f"1 {words}")
    assert do(state, "1 want KD.0") == do(state, "1 want KD")


def test_answers_may_be_aimed_at_an_older_state() -> None:
    assert [VARIETY.offers.out_of_turn(parse(words)) for words in ("want KD", "waive", "draw", "throw 3C")] == [
        True, True, False, False,
    ]  # fmt: skip


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


def test_the_penalty_card_may_need_a_shuffle() -> None:
    state = do(pickup(stock="8C.0", discard="9C.0 KD.0 JS.0"), "0 draw")
    assert (state.phase, legal(state, 1)) == ("offer", ["waive", "want JS"])
    with pytest.raises(NeedsShuffle):
        do(state, "1 want JS")
    assert VARIETY.chance.reshuffle_cards(state) == order("9C.0", "KD.0")
    fresh, _ = VARIETY.chance.reshuffle(state, order("9C.0", "KD.0"))
    assert (fresh.phase, asked(fresh)) == ("offer", 1)
    wanted = do(fresh, "1 want JS")
    assert (hand(wanted, 1), wanted.discard) == (["4C.0", "4D.0", "9C.0", "JS.0"], ())
    assert legal(do(wanted, "0 throw 3C")) == ["draw", "take 3C"]


def test_nothing_is_offered_without_a_penalty_card() -> None:
    assert do(pickup(stock="8C.0", discard="KD.0"), "0 draw").phase == "play"
    limited = pickup(stock="8C.0", reshuffles=2, options={"reshuffle_limit": 2})
    assert do(limited, "0 draw").phase == "play"


def test_a_shuffle_only_where_it_is_needed_and_with_the_right_cards() -> None:
    for state in (pickup(), pickup(stock="", discard="9C.0"), do(pickup(stock=""), "0 take KD"),
                  pickup(stock="", reshuffles=10)):  # fmt: skip
        assert VARIETY.chance.reshuffle_cards(state) is None
        with pytest.raises(IllegalAction):
            VARIETY.chance.reshuffle(state, order("9C.0"))
    state = pickup(stock="", discard="9C.0 KD.0 JS.0")
    for wrong in (order("9C.0"), order("9C.0", "9C.0"), order("9C.0", "JS.0"), order("9C.0", "KD.0", "JS.0")):
        with pytest.raises(BadDeck):
            VARIETY.chance.reshuffle(state, wrong)


def test_who_can_neither_draw_nor_take_passes_and_all_score() -> None:
    state = pickup(stock="", discard="9C.0", takes=6)
    assert legal(state) == ["pass"]
    over, events = apply_step(state, "0 pass")
    assert (over.phase, over.out, over.round_scores) == ("over", None, (10, 10, 10))
    assert [type(event).__name__ for event in events] == ["Passed", "RoundEnded"]


def test_nobody_passes_who_can_pick_up() -> None:
    for state in (pickup(), pickup(stock=""), pickup(takes=6), pickup(stock="", discard="KD.0")):
        with pytest.raises(IllegalAction):
            do(state, "0 pass")


# -- clocks


def clock(state: State) -> list[tuple[int, str | None, int, str]]:
    does = zip(VARIETY.timers(state), clock_texts(VARIETY, state), strict=True)
    return [(timer.seat, text, timer.seconds, timer.kind) for timer, text in does]


def test_silence_is_waiving_for_all_who_are_asked() -> None:
    state = do(pickup(options={"offer_seconds": 5}), "0 draw")
    assert clock(state) == [(1, "waive", 5, "rule"), (2, "waive", 5, "rule")]
    assert clock(do(state, "1 waive")) == [(2, "waive", 5, "rule")]


def test_the_turn_clock_draws_and_throws_out_the_card_drawn() -> None:
    state = pickup(options={"turn_seconds": 30})
    assert clock(state) == [(0, "draw", 30, "turn")]
    drawn = do(state, "0 draw", "1 waive", "2 waive")
    assert clock(drawn) == [(0, "throw 8C.0", 30, "turn")]
    assert clock(do(drawn, "0 throw 8C")) == [(1, "draw", 30, "turn")]
    assert clock(pickup()) == []


def test_the_turn_clock_takes_or_passes_where_there_is_no_draw() -> None:
    options = {"turn_seconds": 30}
    assert clock(pickup(stock="", discard="KD.0", options=options))[0][1] == "take KD"
    assert clock(pickup(stock="", discard="KD.0", takes=6, options=options))[0][1] == "pass"


@pytest.mark.parametrize(
    ("held", "thrown"),
    [("3C 9D 2C", "9D"), ("TS 9S JH 9H", "9H"), ("3C AS KD AH *1", "AH"), ("*2 2S *1", "2S"), ("*2 *1", "*1")],
)
def test_else_it_throws_out_the_dearest_natural_card_then_a_wild_one(held: str, thrown: str) -> None:
    state = at([held, "4C"], stock="8C", discard="9C", options={"turn_seconds": 30})
    assert clock(state)[0][1] == f"throw {thrown}"


def test_no_clock_runs_when_nobody_has_to_act() -> None:
    over = do(at(["3C", "4C KD"], stock="8C", discard="9C", options={"turn_seconds": 9}), "0 throw 3C")
    assert clock(over) == []


# -- a limit of cards out of turn


def test_who_has_had_as_many_cards_out_of_turn_as_the_table_allows_is_not_asked() -> None:
    state = do(pickup(options={"buys": 1}, bought=[1, 1, 0]), "0 draw")
    assert (state.phase, asked(state)) == ("offer", 2)
    bought = do(state, "2 want KD")
    assert VARIETY.positions.write(bought)["bought"] == [1, 1, 1]
    again = do(pickup(options={"buys": 1}, bought=[1, 1, 1]), "0 draw")
    assert (again.phase, asked(again)) == ("play", None)


def test_a_waive_passes_over_who_is_not_asked() -> None:
    state = do(pickup(options={"buys": 1}, bought=[0, 0, 1]), "0 draw")
    assert asked(state) == 1
    assert do(state, "1 waive").phase == "play"


def test_without_a_limit_nothing_is_counted() -> None:
    assert "bought" not in VARIETY.positions.write(do(do(pickup(), "0 draw"), "1 want KD"))


def test_where_nobody_may_have_cards_out_of_turn_nobody_is_asked() -> None:
    assert do(pickup(options={"buys": 0}), "0 draw").phase == "play"
