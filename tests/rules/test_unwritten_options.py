"""Options that came to a game later: off, they are read but stand in nothing that is hashed, logged or sent."""

import copy
import pickle

import pytest

from rummynet.rules.core.options import Option, Options
from rummynet.rules.varieties import NAMES, variety
from rummynet.verifier.session_replay import known_game
from rummynet_protocol.errors import Unknown
from rummynet_protocol.fairness.commitment import rules_hash

LATER = [(name, option) for name in NAMES for option in variety(name).options if option.unwritten]
IDS = [f"{name}-{option.name}" for name, option in LATER]


@pytest.mark.parametrize(("name", "option"), LATER, ids=IDS)
def test_off_it_is_read_but_not_written_and_changes_no_hash(name: str, option: Option) -> None:
    game = variety(name)
    plain, off = game.resolve({}), game.resolve({option.name: option.default})
    assert off[option.name] == off.get(option.name, "no") == option.default
    assert option.name not in off and option.name not in list(off)
    assert plain == off and hash(plain) == hash(off) and rules_hash(name, plain) == rules_hash(name, off)


@pytest.mark.parametrize(("name", "option"), LATER, ids=IDS)
def test_on_it_is_written(name: str, option: Option) -> None:
    game, value = variety(name), True if option.low is None else 1
    on = game.resolve({option.name: value})
    assert on[option.name] == value and option.name in on and option.name in list(on) and on != game.resolve({})
    for same in (copy.copy(on), copy.deepcopy(on), pickle.loads(pickle.dumps(on)), on.with_values(turn_seconds=0)):
        assert same == on
    off_again = on.with_values(**{option.name: option.default})
    assert off_again == game.resolve({}) and off_again[option.name] == option.default


@pytest.mark.parametrize(("name", "option"), LATER, ids=IDS)
def test_a_log_that_names_it_off_is_unknown(name: str, option: Option) -> None:
    """One game has one way to be written: else two hashes would stand for the same rules."""
    plain = dict(variety(name).resolve({}))
    assert known_game(name, plain)[1] == variety(name).resolve({})
    with pytest.raises(Unknown):
        known_game(name, {**plain, option.name: option.default})


def test_an_option_that_nobody_knows_is_still_an_error() -> None:
    with pytest.raises(KeyError):
        Options({"target": 1}, {"late": 0})["other"]
