"""Bots in one's own program, and the arena as a function."""

import pytest

from rummynet import players, rules
from rummynet.bots.arena.figures import as_json
from rummynet.bots.arena.match import Match
from rummynet.bots.strategies.named import NoSuchStrategy
from rummynet.bots.strategy import NothingToDo
from rummynet.rules.library.game_state import GameState
from rummynet_protocol.actions import Action
from tests.support.errors import raises


def played(name: str, levels: tuple[str, ...], seed: int, most: int = 400) -> tuple[list[str], GameState]:
    """The moves of a round, calls with the seat, and its end."""
    seated = [players.named(level, seed=at) for at, level in enumerate(levels)]
    state, told = rules.variety(name).deal(len(levels)).resolved(seed), list[str]()
    while not state.over and len(told) < most:
        calls = [(seat, one.rummy(state.observation(seat))) for seat, one in enumerate(seated)]
        seat, move = next(((s, c) for s, c in calls if c is not None), (state.actor, None))
        assert seat is not None
        action: Action = move or seated[seat].choose(state.observation(seat))
        assert state.is_legal(action, seat)
        told.append(f"{seat} {action}")
        state = state.apply(action, seat)
        state = state.resolved(len(told))
    return told, state


@pytest.mark.drawn(2)
@pytest.mark.parametrize("name", rules.NAMES)
def test_every_level_plays_every_game_and_the_seed_decides(name: str) -> None:
    for level in players.LEVELS:
        first, state = played(name, (level, "steady"), 2, most=60)
        assert played(name, (level, "steady"), 2, most=60)[0] == first
        assert state.log.events


def test_characters_have_names_too_and_others_are_refused() -> None:
    assert set(players.CHARACTER_NAMES).isdisjoint(players.LEVELS)
    name = players.CHARACTER_NAMES[0]
    assert players.named(name).name == name and played("keilty", (name, name), 4)[1].over
    with raises(NoSuchStrategy, "strategy", "grandmaster"):
        players.named("grandmaster")


def test_a_player_chooses_for_a_seat_that_is_due_alone() -> None:
    state, player = rules.variety("keilty").deal(2).resolved(1), players.named("simple")
    for seen in (
        state.observation(None),
        state.observation(1),
        rules.variety("basic").deal(2).resolved(1).observation(1),
    ):
        with raises(NothingToDo, "nothing_to_do"):
            player.choose(seen)
    assert player.rummy(state.observation(None)) is None and player.rummy(state.observation(0)) is None


def test_the_arena_gives_what_the_command_prints() -> None:
    game = rules.variety("joker")
    match = Match(("steady", "random"), "joker", game.options, 3, 2, 1, 9, 200)
    games = [match.play_game(number, lambda: 1.0) for number in match.jobs()]
    asked = players.arena(["steady", "random"], game, players=3, games=2, most_rounds=1, seed=9)
    assert asked == as_json(match, games, timed=False)
