"""Strictly one seat after the other: who is asked for a call, and what becomes of the answer."""

import random

import pytest

from rummynet import rules
from rummynet.rules import ChanceOutcome, IllegalAction
from rummynet_protocol import notation
from rummynet_protocol.actions import Pass
from rummynet_research.env.turns import TurnState


def turns(hands: list[str], discard: str, meld: str) -> TurnState:
    """Seat 0 has to throw; seat 0 has laid the meld, and the stock has all other cards."""
    used = {card for part in (*hands, discard, meld) for card in part.split()}
    position = {
        **{"variant": "keilty", "options": {}, "players": len(hands), "round": 1, "starter": 0, "turn": 0},
        **{"phase": "play", "hands": [hand.split() for hand in hands], "discard": discard.split()},
        "stock": [name for name in map(rules.name, range(52)) if name not in used],
        "melds": [{"cards": meld.split(), "by": [0] * len(meld.split())}],
        **{"claims": [], "reshuffles": 0, "scores": [0] * len(hands), "round_scores": None},
    }
    return TurnState(rules.variety("keilty").from_position(position))


def act(state: TurnState, text: str) -> TurnState:
    return state.apply(notation.parse(text))


def texts(state: TurnState) -> list[str]:
    return [notation.text(action) for action in state.legal()]


def test_all_who_can_make_a_new_call_are_asked_once_but_for_the_seat_on_turn() -> None:
    before = turns(["6H KD 2C", "9C 9D", "TC TD", "JC JD"], "4S", "3H 4H 5H")
    asked = act(before, "throw 6H")
    assert asked.asked == (2, 3) and asked.actor == 2
    assert texts(asked) == ["pass", "rummy lay 6H on 0"]
    let_be = act(act(asked, "pass"), "pass")
    assert let_be.asked == () and let_be.actor == 1 and "rummy lay 6H on 0" in texts(let_be)
    assert act(let_be, "draw").asked == ()


def test_a_call_ends_the_question_where_nobody_else_can_call_any_more() -> None:
    asked = act(turns(["6H KD", "9C 9D", "TC TD", "JC JD"], "4S", "3H 4H 5H"), "throw 6H")
    called = act(asked, "rummy lay 6H on 0")
    assert called.asked == () and called.actor == 1
    assert called.state.position.melds[0].by[-1] == 2


def test_who_is_asked_answers_with_a_call_or_a_pass() -> None:
    asked = act(turns(["6H KD", "9C 9D", "TC TD"], "4S", "3H 4H 5H"), "throw 6H")
    with pytest.raises(IllegalAction):
        act(asked, "throw TC")


@pytest.mark.parametrize("name", rules.NAMES)
def test_rounds_of_every_game_come_to_an_end_with_a_legal_action_at_each_turn(name: str) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state, steps = TurnState(rules.variety(name).deal(3)), 0
        while not state.state.over and steps < 1500:
            if state.state.is_chance:
                outcome = rng.choice(state.state.legal())
                assert isinstance(outcome, ChanceOutcome) and state.actor is None and state.legal() == []
                state = state.decide(outcome)[0]
            else:
                actions = state.legal()
                assert actions and (not state.asked or actions[0] == Pass())
                state = state.apply(rng.choice(actions))
            steps += 1
        if name != "vegas":  # where random players hardly ever get out
            assert state.state.over and state.legal() == []
