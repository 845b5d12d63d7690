"""Cards, moves and positions in the words of people; names of states that hold in every process."""

import subprocess
import sys

import pytest

from rummynet import rules
from rummynet_protocol.errors import BadCard
from tests.support.errors import raises


def test_cards_have_names_and_codes() -> None:
    assert (rules.card("QS"), rules.name(50), rules.card("*1"), rules.name(53)) == (50, "QS", 52, "*2")
    assert rules.card("QS.1") == 104 and rules.name(104) == "QS"
    assert [rules.card(rules.name(code)) for code in range(54)] == list(range(54))
    for word in ("", "10H", "QS.9", "qs"):
        with raises(BadCard, "card"):
            rules.card(word)


@pytest.mark.parametrize("name", rules.NAMES)
def test_every_move_prints_as_what_apply_takes(name: str) -> None:
    state, rng = rules.variety(name).deal(2), rules.Seeded(6)
    for _ in range(190):
        if state.over:
            break
        legal = state.legal()
        move = legal[rng.randrange(len(legal))]
        assert str(move) == rules.text(move) and "(" not in str(move)
        assert state.apply(str(move)) == state.apply(move)
        state = state.apply(move)
    assert not state.is_chance and state.hand(0) == tuple(state.observation(0).cards)
    assert [rules.card(card) for card in state.hand(0)] == list(state.observation(0).hand)
    assert state.observation(None).cards == ()


def test_a_state_prints_what_only_its_game_has() -> None:
    vegas, crummy = (str(rules.variety(name).deal(2).resolved(1)) for name in ("vegas", "crummy"))
    assert "are wild" in vegas and "pot" in vegas and "contract" in crummy
    position = {
        "variant": "joker", "options": {}, "players": 2, "round": 1, "starter": 0, "turn": 0, "phase": "play",
        "hands": [["7H"], ["8H"]], "stock": [], "discard": [],
        "melds": [{"cards": ["4C", "*1=5C", "6C"], "by": [0, 0, 0]}],
        "claims": [], "reshuffles": 0, "scores": [0, 0], "round_scores": None,
    }  # fmt: skip
    deck = [rules.name(code) for code in range(54)]
    position["stock"] = [card for card in deck if card not in ("7H", "8H", "4C", "*1", "6C", "5C")]
    position["discard"] = ["5C"]
    # The real card is in the pile, the joker stands for it on the table.
    shown = str(rules.variety("joker").from_position(position))
    assert "meld 0: 4C *1=5C 6C" in shown


def test_the_key_of_a_state_is_the_same_in_another_process() -> None:
    program = (
        "from rummynet import rules\n"
        "s = rules.variety('crummy').deal(3).resolved(4)\n"
        "print(s.key(), s.apply(s.legal()[0]).key(), rules.variety('keilty').deal(2).key())"
    )
    one, other = (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    )
    assert one == other and len(set(one)) == 3 and all(len(key) == 64 for key in one)
    state = rules.variety("keilty").deal(2).resolved(1)
    assert state.key() == rules.variety("keilty").deal(2).resolved(1).key() != state.apply("draw").key()
