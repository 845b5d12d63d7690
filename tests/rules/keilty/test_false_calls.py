"""Keilty rummy where a false call has its price (options ``false_call_points`` and ``false_call_cards``)."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rummynet.rules.core.errors import IllegalAction, NoSuchCall, OwnDoing, RoundOver
from rummynet.rules.core.state import Claim, State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol.events import CalledFalsely, Drew
from rummynet_protocol.notation import parse
from tests.support.errors import raises
from tests.support.keilty_play import apply_step, at, calls, do, hand, legal, new_game, play

BOTH: dict[str, object] = {"false_call_points": 10, "false_call_cards": 2}
FALSE = "rummy meld KC KD KH"


def table(options: Mapping[str, object] | None = None, **more: Any) -> State:  # noqa: ANN401
    """5S 6S 7S lie in the pile, made so by seat 0; seat 1 is on turn."""
    return at(
        ["2D 3D", "4H QD", "KC"], "9C 5S 7S 6S", turn=1, options=BOTH if options is None else options,
        **{"stock": "3C 4C 8C 8D", "claims": [{"action": "rummy meld 5S 6S 7S", "by": 0}], **more},
    )  # fmt: skip


@pytest.mark.parametrize(
    "call",
    [FALSE, "rummy meld 5S 7S 9C", "rummy lay 5S on 0", "rummy meld 5S 6S 7S 8S", "rummy meld 5S 6S",
     "rummy meld *1 5S 6S"],
)  # fmt: skip
def test_a_call_of_what_is_not_there_costs_points_and_cards_and_the_turn_goes_on(call: str) -> None:
    after, events = apply_step(table(), f"2 {call}")
    assert events == (CalledFalsely(2, tuple(call.split(" on ")[0].split()[2:]), 10), Drew(2, "3C"), Drew(2, "4C"))
    assert hand(after, 2) == {"KC", "3C", "4C"} and len(after.stock) == 2
    assert (after.turn, after.phase, after.false_calls) == (1, "pickup", (0, 0, 1))
    assert calls(after) == calls(table())


def test_without_a_price_it_is_refused_as_ever() -> None:
    for options in (dict[str, object](), {"false_call_points": 0, "false_call_cards": 0}):
        with raises(NoSuchCall, "no_such_call"):
            do(table(options), f"2 {FALSE}")


def test_either_price_stands_alone() -> None:
    points, cards = table({"false_call_points": 5}), table({"false_call_cards": 1})
    assert apply_step(points, f"2 {FALSE}")[1] == (CalledFalsely(2, ("KC", "KD", "KH"), 5),)
    assert apply_step(cards, f"2 {FALSE}")[1] == (CalledFalsely(2, ("KC", "KD", "KH"), 0), Drew(2, "3C"))


def test_what_lies_there_is_never_false_whoever_calls_it_and_however_it_is_written() -> None:
    with raises(OwnDoing, "own_doing"):
        do(table(), "0 rummy meld 5S 6S 7S")
    with raises(NoSuchCall, "no_such_call"):
        do(table(), "2 rummy meld 6S 5S 7S")
    lapsed = do(table({**BOTH, "lapse_seconds": 0}), "1 draw")
    with raises(NoSuchCall, "no_such_call", "too late"):
        do(lapsed, "2 rummy meld 5S 6S 7S")


def test_ten_false_calls_of_a_seat_are_paid_for_and_no_more() -> None:
    state = table(false_calls=[0, 0, 9])
    paid = do(state, f"2 {FALSE}")
    with raises(NoSuchCall, "no_such_call"):
        do(paid, f"2 {FALSE}")
    assert do(paid, f"0 {FALSE}").false_calls == (1, 0, 10)


def test_as_many_cards_as_the_stock_has_and_nothing_is_shuffled() -> None:
    after = do(table(stock="8D"), f"2 {FALSE}", f"0 {FALSE}")
    assert hand(after, 2) == {"KC", "8D"} and hand(after, 0) == {"2D", "3D"} and after.stock == ()


def test_points_are_taken_at_the_end_of_the_round_and_decide_the_game() -> None:
    state = at(
        ["2D", "4H"], "9C", phase="play", options={"false_call_points": 10, "target": 40}, false_calls=[3, 1],
        scores=[80, 60],
    )  # fmt: skip
    over = do(state, "0 throw 2D")
    assert over.round_scores == (-30, -5 - 10) and over.scores == (50, 45) and over.winner == 0
    assert VARIETY.positions.read(VARIETY.positions.write(over)) == over
    ended = at(
        ["", "4H"], "9C", phase="over", out=0, options={"false_call_points": 10}, false_calls=[3, 1],
        round_scores=[-30, -15], scores=[1, 2],
    )  # fmt: skip
    dealt, _ = VARIETY.next_round(ended, range(52))
    assert dealt.false_calls == (0, 0)


def test_once_the_round_is_over_nobody_calls() -> None:
    over = do(at(["2D", "4H"], "9C", phase="play", options=BOTH), "0 throw 2D")
    with raises(RoundOver, "round_over"):
        do(over, f"1 {FALSE}")


def test_the_clock_throws_the_cheapest_card_once_the_player_on_turn_has_drawn_for_a_false_call() -> None:
    options = {**BOTH, "turn_seconds": 30}
    drawn = do(table(options, stock="KS 4C 8C 8D"), "1 draw")
    (timer,) = VARIETY.timers(drawn)
    assert timer.action == parse("throw KS")
    (later,) = VARIETY.timers(do(drawn, f"1 {FALSE}"))
    assert later.action == parse("throw 4C")
    (other,) = VARIETY.timers(do(drawn, f"2 {FALSE}"))
    assert other.action == parse("throw KS"), "another player's false call changes nothing for the turn"


def test_false_calls_are_no_legal_action_of_any_list_and_the_count_is_in_positions_that_have_a_price() -> None:
    state = table()
    assert not any("KC" in action for seat in (0, 1) for action in legal(state, seat))
    assert VARIETY.is_legal(state, 2, parse(FALSE)) and not VARIETY.is_legal(table({}), 2, parse(FALSE))
    assert VARIETY.positions.write(state)["false_calls"] == [0, 0, 0]
    assert "false_calls" not in VARIETY.positions.write(table({}))


def test_the_price_and_what_was_paid_is_told() -> None:
    told = " ".join(map(str, VARIETY.presentation.facts(do(table(), f"2 {FALSE}"))))
    assert "costs 10 points and 2 cards" in told and "has called falsely 1 time: 10 points less" in told
    assert "costs 2 cards" in " ".join(map(str, VARIETY.presentation.facts(table({"false_call_cards": 2}))))
    assert "costs" not in " ".join(map(str, VARIETY.presentation.facts(table({}))))


def test_a_call_that_was_right_is_stale_before_it_can_be_false() -> None:
    """A host refuses as stale what would bring other cards than where it was aimed: so nobody pays for being late."""
    chance, compared, brings = random.Random(7), 0, VARIETY.offers.call_brings
    while compared < 300:
        right: list[tuple[State, Claim]] = []
        for state, _, _ in play(chance, new_game(chance, 3, **BOTH)):
            right += [(state, claim) for claim in state.claims]
            for seen, claim in right:
                seat = next(one for one in range(3) if one != claim.by)
                if VARIETY.offers.is_false_call(state, seat, claim.action):
                    assert brings(seen, claim.action) != brings(state, claim.action)
                    compared += 1


def test_a_seat_that_is_not_there_cannot_call() -> None:
    with pytest.raises(IllegalAction):
        VARIETY.apply(table(), 7, parse(FALSE))
