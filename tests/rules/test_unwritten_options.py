"""Options that came to a game later: off, they are read but stand in nothing that is hashed, logged or sent."""

import pytest

from rummynet.ledger.agreed_session import known_game
from rummynet.rules.core.options import Option
from rummynet.rules.varieties import NAMES, variety
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
def test_a_log_that_names_it_off_is_unknown(name: str, option: Option) -> None:
    """One game has one way to be written: else two hashes would stand for the same rules."""
    plain = dict(variety(name).resolve({}))
    assert known_game(name, plain)[1] == variety(name).resolve({})
    with pytest.raises(Unknown):
        known_game(name, {**plain, option.name: option.default})
