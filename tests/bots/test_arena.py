"""The arena: every seating, the same cards for each, figures that follow from the seed."""

from collections.abc import Sequence
from math import inf

import pytest

from rummynet.bots.arena.figures import estimate
from rummynet.bots.arena.match import Match, seatings
from rummynet.bots.arena.virtual_table import SeatedStrategy, VirtualTable
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.strategies.named import NoSuchStrategy, strategy
from rummynet.bots.strategies.random_strategy import AtRandom
from rummynet.bots.strategy import Chance, PlannedCall
from rummynet.rules.core.errors import BadOption, BadSeats
from rummynet.rules.core.state import Claim
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.library.port import resolved
from tests.support.errors import raises
from tests.support.games import EVERY


def match(*entrants: str, variant: str = "keilty", players: int = 2, games: int = 3, seed: int = 1) -> Match:
    return Match(entrants, variant, resolved(variant, {}), players, games, 2, seed, 20)


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


class Caller(AtRandom):
    """Calls every rummy after *seconds*, and takes a second for a move."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.seen = 0

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall:
        self.seen += 1
        return PlannedCall(claims[0].action, self.seconds)

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        return 1.0


def called(seconds: float) -> tuple[int, int]:
    """How many calls there were to make, and to how many cards more they came, for a caller as fast as that."""
    caller = Caller(seconds)
    game = CardGame("keilty", resolved("keilty", {"idle_stocks": 0}))
    players = [SeatedStrategy(caller, 5, StepClock(1)), SeatedStrategy(strategy("random"), 6, StepClock(1))]
    result = VirtualTable(game, players, lambda: Budget(1, StepClock(1))).play(3, 4)
    return caller.seen, result.points[0] - result.points[1]
