"""The arena: every seating, the same cards for each, figures that follow from the seed."""

from math import inf

import pytest

from rummynet.bots.arena.figures import estimate
from rummynet.bots.arena.match import Match, seatings
from rummynet.bots.budget import StepClock
from rummynet.bots.strategies.named import NoSuchStrategy
from rummynet.rules.core.errors import BadOption, BadSeats
from rummynet.rules.varieties import variety as variety_called
from tests.support.errors import raises
from tests.support.games import EVERY


def match(*entrants: str, variant: str = "keilty", players: int = 2, games: int = 3, seed: int = 1) -> Match:
    return Match(entrants, variant, variety_called(variant).resolve({}), players, games, 2, seed, 20)


class TestSeatings:
    def test_too_many_are_refused(self) -> None:
        with raises(BadSeats, "players", 1000):
            seatings(6, 12)


class TestEstimate:
    def test_the_mean_and_its_interval(self) -> None:
        found = estimate([1.0, 2.0, 3.0, 4.0])
        assert found.mean == 2.5
        assert found.half_width == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)

    def test_one_deal_says_nothing_of_its_error(self) -> None:
        assert estimate([7.0]).half_width == inf


class TestMatch:
    @pytest.mark.parametrize("name", EVERY)
    def test_every_game_is_played(self, name: str) -> None:
        one = match("simple", "random", variant=name, players=3, games=1)
        game = one.play_game(0, StepClock(1))
        assert len(game.played) == 6
        assert all(1 <= result.rounds <= 2 for _, result in game.played)
        assert all(sum(result.wins) == pytest.approx(1) for _, result in game.played)

    def test_what_cannot_be_played_is_refused(self) -> None:
        with pytest.raises(NoSuchStrategy):
            match("simple", "clever").check()
        with pytest.raises(BadSeats):
            match("simple", "random", players=9).check()
        with pytest.raises(BadOption):
            match("simple", "random", variant="whist")
