"""Positions and options are values: they hash, compare, copy, pickle and print."""

import copy
import pickle
import random
import subprocess
import sys

import pytest

import rummynet.rules as rules
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.varieties import NAMES, variety


def dealt(name: str, seed: int = 1) -> State:
    game = variety(name)
    options = game.resolve({})
    deck = game.deck(options, None, 3)
    random.Random(seed).shuffle(deck)
    return game.deal(options, 3, 0, deck)[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_equal_to_its_copies_and_hashes_like_them(name: str) -> None:
    state = dealt(name)
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), dealt(name)):
        assert other == state and hash(other) == hash(state)
        assert {state: 1}[other] == 1
    assert dealt(name, 2) != state


@pytest.mark.parametrize("name", NAMES)
def test_a_position_prints_its_cards(name: str) -> None:
    shown = str(dealt(name)).splitlines()
    assert shown[0].startswith(f"{name}, round 1, ")
    assert len([line for line in shown if line.startswith("seat ")]) == 3
    shown_options = eval(repr(variety(name).resolve({})), {"Options": Options})
    assert list(shown_options) == [one.name for one in variety(name).options if not one.unwritten]


def test_cards_that_are_not_known_are_shown_as_such() -> None:
    game = variety("keilty")
    options = game.resolve({})
    hidden = game.deal(options, 2, 0, [-1] * 20 + [5] + [-1] * 31)[0]
    assert str(hidden).splitlines()[1] == "seat 0 (0): " + " ".join(["??"] * 10)


def test_options_compare_by_value_and_do_not_change() -> None:
    one, other = variety("vegas").resolve({"split": [50, 50]}), variety("vegas").resolve({"split": (50, 50)})
    assert one == other == dict(one) and hash(one) == hash(other) and one != variety("vegas").resolve({})
    assert one != "options" and Options() == {}
    assert one.with_values(strict=True)["strict"] is True and one["strict"] is False
    assert copy.copy(one) is one and copy.deepcopy(one) is one and pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.strict = True


def test_a_hash_does_not_travel_to_another_process() -> None:
    state = dealt("keilty")
    hash(state)
    program = (
        "import pickle, sys; s = pickle.load(sys.stdin.buffer); print({s: 'found'}[pickle.loads(pickle.dumps(s))])"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", f"{program}; from rummynet.rules.varieties import variety; "
             "o = variety('keilty').resolve({}); assert hash(o) == hash(s.options)"],
            input=pickle.dumps(state), capture_output=True, env={"PYTHONHASHSEED": seed}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()
        assert done.stdout.strip() == b"found"


@pytest.mark.parametrize("name", NAMES)
def test_a_state_that_was_observed_on_the_way_equals_one_that_was_not(name: str) -> None:
    game, chance = rules.variety(name), random.Random(3)
    observed = blind = game.deal(3, rules.shuffled(game, 3, seed=3))
    for _ in range(300):
        if blind.over:
            break
        if blind.is_chance:
            observed, blind = observed.resolved(7), blind.resolved(7)
            continue
        observed.observation(0)
        move = chance.choice(blind.legal())
        observed, blind = observed.apply(move), blind.apply(move)
    assert observed == blind and hash(observed) == hash(blind)
    assert blind.since is None and observed.observation(1) == blind.observation(1)
