"""What a seat knows, and whole states drawn from that."""

import copy
import pickle
import random
from collections import Counter

import pytest

from rummynet import rules
from rummynet.rules import GameState, Observation
from tests.library.test_play import every_card, moves


def rounds(name: str) -> list[GameState]:
    """States of random rounds, some of them after a new stock."""
    options: dict[str, object] = {"hand": 3} if name in ("keilty", "basic", "vegas", "joker") else {}
    found = [one for seed in (1, 2) for one in moves(seed, rules.variety(name, **options).deal(3).resolved(seed), 300)]
    return [state for state in found if state.dealt_position][::6]


@pytest.mark.parametrize("name", rules.NAMES)
def test_an_observation_is_the_same_whatever_the_others_hold(name: str) -> None:
    for number, state in enumerate(rounds(name)):
        for seat in range(state.players):
            seen = state.observation(seat)
            assert not seen.position.hidden[seat] and seen.hand == state.hand(seat)
            drawn = rules.determinize(seen, number)
            assert drawn.observation(seat) == seen
            assert every_card(drawn) == every_card(state)
            assert drawn.position.hidden == (0, 0, 0) and -1 not in drawn.position.stock
            assert drawn.public == state.public


@pytest.mark.parametrize("name", rules.NAMES)
def test_a_spectator_sees_what_everybody_sees(name: str) -> None:
    for state in rounds(name)[:20]:
        seen = state.observation(None)
        assert seen.position == state.public and seen.hand == () and seen.legal() == []
        assert "hands" in seen.to_view() and "claims" not in seen.to_view()


def test_observations_are_values() -> None:
    state = rules.variety("keilty").deal(3).resolved(1)
    seen = state.observation(1)
    assert pickle.loads(pickle.dumps(seen)) == copy.deepcopy(seen) == seen and len({seen, state.observation(1)}) == 1
    assert seen != state.observation(2) and "??" in str(seen)


def hidden_places(seen: Observation) -> list[str]:
    other = [f"hand {seat}" for seat, count in enumerate(seen.position.hidden) if count]
    return other + [f"stock {place}" for place, code in enumerate(seen.position.stock) if code == -1]


def place_of(state: GameState, code: int) -> str:
    for seat, hand in enumerate(state.position.hands):
        if hand >> code & 1:
            return f"hand {seat}"
    return f"stock {state.position.stock.index(code)}"


def test_every_unseen_card_occurs_at_every_hidden_place_evenly() -> None:
    state = rules.variety("keilty", hand=3).deal(3).resolved(4)
    seen = state.observation(0)
    (pool,) = seen.pools
    assert pool.hands == (0, 3, 3) and pool.stock == 42 and len(pool.cards) == 48
    draws, counts = random.Random(1), Counter[tuple[int, str]]()
    for _ in range(3000):
        drawn = rules.determinize(seen, draws)
        counts.update((code, place_of(drawn, code)) for code in pool.cards)
    assert len(counts) == 48 * len(hidden_places(seen)) == 48 * 44
    for (_, place), count in counts.items():
        expected = 3000 * (3 if place.startswith("hand") else 1) / 48
        assert abs(count - expected) < 6 * expected**0.5
