"""Bots in one's own program, and the arena as a function."""

from typing import Any

import pytest

from rummynet import players, rules
from rummynet.bots.arena.figures import as_json
from rummynet.bots.arena.match import Match
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.named import NoSuchStrategy
from rummynet.bots.strategy import NothingToDo
from rummynet.rules.library.game_state import GameState
from rummynet_protocol.actions import Action, CallRummy
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


def test_a_rummy_is_called_out_of_turn() -> None:
    told = [line for seed in range(12) for line in played("keilty", ("expert", "random", "expert"), seed)[0]]
    assert any(" rummy " in line for line in told)


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


def test_an_observation_has_the_log_that_a_view_at_a_table_has() -> None:
    state = rules.variety("keilty").deal(2).resolved(3)
    shown = 0
    while not state.over and shown < 25:
        seat = state.actor
        assert seat is not None
        seen = state.observation(seat)
        SeatView(seat, seen.position, seen.log)  # refuses a card that the log does not show
        state, shown = state.apply(state.legal()[-1 if shown % 3 else 0]).resolved(shown), shown + 1
    assert len(state.log.events) >= shown
    assert state.observation(1) == state.observation(1)


class Hasty:
    """Lays what comes first."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, observation: rules.Observation) -> str:
        self.seen += 1
        assert observation.seat is not None and observation.position.hands[1 - observation.seat] in (
            0, observation.public.hands[1 - observation.seat],
        )  # fmt: skip
        return rules.text(next(one for one in observation.legal() if not isinstance(one, CallRummy)))


def test_the_arena_seats_names_and_ones_own() -> None:
    hasty = Hasty()
    result: dict[str, Any] = players.arena(["simple", hasty], rules.variety("keilty"), games=6, most_rounds=1)
    assert hasty.seen > 50 and [row["strategy"] for row in result["standings"]] == ["simple", "Hasty:1"]
    assert result["standings"][0]["points"]["mean"] > result["standings"][1]["points"]["mean"]
    assert result == players.arena(["simple", Hasty()], rules.variety("keilty"), games=6, most_rounds=1)


def test_the_arena_gives_what_the_command_prints() -> None:
    game = rules.variety("joker")
    match = Match(("steady", "random"), "joker", game.options, 3, 2, 1, 9, 200)
    games = [match.play_game(number, lambda: 1.0) for number in match.jobs()]
    asked = players.arena(["steady", "random"], game, players=3, games=2, most_rounds=1, seed=9)
    assert asked == as_json(match, games, timed=False)
