import copy
import pickle
import random

import pytest

from rummynet.rules.basic.state import BasicState
from rummynet.rules.varieties import variety
from rummynet_protocol.values import replace
from tests.support.games import EVERY, new_round
from tests.support.rows import position


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


def test_a_position_in_lines_for_people() -> None:
    keys = {"hands": ["2C KD", "4H"], "stock": "3C 5C", "discard": "9C", "melds": ["5S 6S 7S by 1"], "scores": [10, -5]}
    keilty = variety("keilty")
    assert str(keilty.positions.read(position("keilty", keys))).splitlines() == [
        "keilty, round 1, pickup, seat 0", "seat 0 (10): 2C KD", "seat 1 (-5): 4H", "stock: 2 cards", "pile: 9C",
        "meld 0: 5S 6S 7S",
    ]  # fmt: skip
