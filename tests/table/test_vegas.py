"""Vegas rummy at the table: settling with open hands, seats that sit out, equal cards of two decks, the clock."""

import random

from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.vegas.game import VARIETY
from rummynet_protocol.actions import Action, BuyIn, Decline, LayDown, LayOff, ThrowOut
from rummynet_protocol.notation import text
from tests.support.people import TableHarness


def mostly_playing(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    seat = variety.actors(state)[0]
    legal = variety.legal(state, seat)
    plays = [one for one in legal if isinstance(one, LayDown | LayOff)]
    picked = chance.choice(plays) if plays and chance.random() < 0.8 else chance.choice(legal)
    return seat, variety.explicit(state, seat, picked)


def declining(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    seat, action = mostly_playing(variety, state, chance)
    return seat, Decline() if isinstance(action, BuyIn) else action


def test_two_equal_cards_have_to_be_told_apart() -> None:
    hall = TableHarness(seed=1)
    table, people = hall.game([f"P{n}" for n in range(5)], "vegas", max_score=60)
    hall.play(table, people, acts=1, choose=mostly_playing)
    assert table.game is not None and table.game.play is not None
    state = table.game.play.full
    seat = VARIETY.actors(state)[0]
    plain = next(one for one in VARIETY.legal(state, seat) if isinstance(one, ThrowOut))
    person = next(one for one in people if one.key == table.game.keys[seat])
    refused = hall.act(person, text(plain))
    assert text(VARIETY.explicit(state, seat, plain)) in getattr(refused, "text", str(refused))
