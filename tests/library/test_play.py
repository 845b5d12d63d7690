"""Rounds and games played through the library alone."""

import copy
import pickle
import random

import pytest

from rummynet import rules
from rummynet.rules import ChanceOutcome, GameState
from rummynet.rules.core.errors import BadOption, BadSeats, HiddenCard, IllegalAction, NoSuchMove
from rummynet_protocol import cards
from rummynet_protocol.errors import BadNotation
from tests.support.errors import raises


def moves(seed: int, state: GameState, most: int = 400) -> list[GameState]:
    """The states of a random round, calls and lay-offs included."""
    rng, found = random.Random(seed), [state]
    while not state.over and len(found) < most:
        seat = rng.randrange(state.players) if rng.random() < 0.3 else None
        options = list(state.legal(seat)) or list(state.legal())
        seat = seat if state.legal(seat) else None
        state = state.apply(rng.choice(options), None if state.is_chance else seat)
        found.append(state)
    return found


def every_card(state: GameState) -> list[int]:
    position = state.position
    held = [code for hand in position.hands for code in cards.members(hand)]
    laid = [code for meld in position.melds for code in meld.cards]
    return sorted([*held, *position.stock, *position.discard, *laid, *getattr(position, "aside", ())])


@pytest.mark.parametrize("name", rules.NAMES)
def test_states_are_values(name: str) -> None:
    game = rules.variety(name)
    for state in moves(1, game.deal(3).resolved(1))[::7]:
        same = pickle.loads(pickle.dumps(state))
        assert same == state and hash(same) == hash(state) and len({same, state, copy.copy(state)}) == 1
        assert copy.deepcopy(state) == state and str(same) == str(state) and name in str(state)


@pytest.mark.parametrize("name", rules.NAMES)
def test_legal_is_what_is_legal(name: str) -> None:
    for state in moves(2, rules.variety(name).deal(3).resolved(2))[::5]:
        for seat in range(state.players):
            listed = list(state.legal(seat))
            assert all(state.is_legal(move, seat) for move in listed)
            texts = [rules.text(move) for move in listed if not isinstance(move, ChanceOutcome)]
            assert texts == sorted(set(texts)) and [rules.parse(text) for text in texts] == (listed if texts else [])
        assert bool(state.legal()) != state.over
        if name != "joker" and not state.is_chance:
            assert all(state.is_legal(move) for move, _ in zip(state.all_legal(), range(50), strict=False))


def test_text_is_as_good_as_an_action_and_what_is_illegal_is_refused() -> None:
    game = rules.variety("keilty")
    state = game.deal(3, rules.shuffled(game, seed=1))
    assert state.apply("draw") == state.apply(state.action_of("draw"))
    assert not state.is_legal("pass") and not state.is_legal("draw", 1)
    with raises(IllegalAction, "cannot_pass"):
        state.apply("pass")
    with pytest.raises(BadNotation):
        state.is_legal("dance")
    with raises(NoSuchMove, "no_such_move", ChanceOutcome("card", 3)):
        state.apply(ChanceOutcome("card", 3))


def test_returns_are_more_for_who_did_better() -> None:
    for name in ("crummy", "vegas"):
        assert max(rules.variety(name).deal(2).returns()) == 0
    state = rules.variety("crummy").deal(2).resolved(3)
    while not state.over:
        state = state.resolved(1) if state.is_chance else state.apply(state.legal()[-1])
    assert max(state.returns()) <= 0 and state.scores == tuple(-one for one in state.returns())


def test_positions_come_and_go_as_json() -> None:
    game = rules.variety("basic")
    state = moves(3, game.deal(3).resolved(3))[40]
    again = game.from_position(state.to_position())
    assert again.position == state.position and again.public.hands == (0, 0, 0)
    with raises(HiddenCard, "hidden_card"):
        game.from_position(state.to_position() | {"stock": [None]})


def test_games_and_decks_say_what_is_missing() -> None:
    with raises(BadSeats, "players"):
        rules.shuffled(rules.variety("crummy"), seed=1)
    assert len(rules.shuffled(rules.variety("crummy"), players=4, seed=1)) == 108
    with pytest.raises(ValueError):
        rules.shuffled(rules.variety("keilty"))
    with raises(BadOption, "option", "'wild'"):
        rules.variety("keilty", wild=True)
    with raises(HiddenCard, "hidden_card"):
        rules.variety("keilty").deal(2, [-1] * 52)
    assert rules.variety("keilty").seats == range(2, 7) and rules.variety("keilty").title == "Keilty rummy"
    assert rules.variety("keilty", hand=5) == rules.variety("keilty", hand=5) != rules.variety("keilty")


def test_a_seed_gives_the_same_deck_everywhere() -> None:
    game = rules.variety("keilty")
    assert rules.shuffled(game, seed=1)[:6] == (5, 51, 25, 1, 7, 9)
    assert rules.shuffled(game, random=random.Random(1)) == rules.shuffled(game, random=random.Random(1))
    with pytest.raises(ValueError):
        rules.Seeded(1).randrange(0)
