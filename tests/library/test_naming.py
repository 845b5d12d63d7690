"""Cards, moves and positions in the words of people; names of states that hold in every process."""

import subprocess
import sys

import pytest

from rummynet import rules


@pytest.mark.parametrize("name", rules.NAMES)
def test_every_move_prints_as_what_apply_takes(name: str) -> None:
    state, rng = rules.variety(name).deal(2), rules.Seeded(6)
    for _ in range(190):
        if state.over:
            break
        legal = state.legal()
        move = legal[rng.randrange(len(legal))]
        assert str(move) == rules.text(move) and "(" not in str(move) and ".0" not in rules.text(move)
        assert state.apply(str(move)) == state.apply(move)
        state = state.apply(move)
    assert not state.is_chance and state.hand(0) == state.observation(0).hand
    held = [code for code in range(6 * 54) if state.position.hands[0] >> code & 1]
    assert [rules.card(card) for card in state.hand(0)] == held and state.observation(None).hand == ()


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
