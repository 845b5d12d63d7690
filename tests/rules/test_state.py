import copy
import pickle
import random

import pytest

from rummynet.rules.basic.state import BasicState
from rummynet_protocol.values import replace
from tests.support.games import EVERY, new_round


@pytest.mark.parametrize("name", EVERY)
def test_positions_are_equal_but_for_what_a_hosts_clocks_need(name: str) -> None:
    state = new_round(name, random.Random(1))
    seen = replace(state, drawn=3)
    assert seen == state and hash(seen) == hash(state) and seen.drawn != state.drawn
    assert replace(state, turn=2) != state and replace(state, hands=(0,) * len(state.hands)) != state
    assert state != "a position"


def test_who_threw_the_top_card_is_for_the_clocks_too() -> None:
    state = new_round("basic", random.Random(1))
    assert isinstance(state, BasicState)
    assert replace(state, thrown_by=1, drawn=2) == state != replace(state, taken=1)


@pytest.mark.parametrize("name", EVERY)
def test_a_copy_is_equal_and_of_its_kind(name: str) -> None:
    state = new_round(name, random.Random(1))
    for other in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert other == state and type(other) is type(state)
