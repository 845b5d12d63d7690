"""All levels: each has its name, plays every game, and notices more rummies than the one before."""

import random

import pytest

from rummynet.bots.arena.match import Match
from rummynet.bots.budget import StepClock
from rummynet.bots.levels import NAMES
from rummynet.bots.strategies.named import strategy
from rummynet.rules.library.port import resolved
from tests.support.games import EVERY
from tests.support.in_notation import claim


def test_each_level_has_its_name() -> None:
    assert [strategy(name).name for name in NAMES] == list(NAMES)


@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("level", NAMES[2:])
def test_each_level_gets_through_a_round_of_every_game(level: str, name: str) -> None:
    match = Match((level, "simple"), name, resolved(name, {}), 2, 1, 1, 4, 10)
    assert all(result.rounds == 1 for _, result in match.play_game(0, StepClock(1)).played)


def test_each_level_misses_fewer_rummies_and_is_faster() -> None:
    claims = [claim("rummy meld 5S 6S 7S", 1)]
    missed, seconds = [], []
    for level in NAMES:
        chance = random.Random(1).randrange
        calls = [strategy(level).notice_call(claims, 0, chance) for _ in range(1000)]
        missed.append(sum(call is None for call in calls))
        seconds.append(max(call.seconds for call in calls if call is not None))
    assert missed == sorted(missed, reverse=True)
    assert seconds[1:] == sorted(seconds[1:], reverse=True)
