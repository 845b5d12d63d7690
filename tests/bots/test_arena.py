"""The arena: every seating, the same cards for each, figures that follow from the seed."""

from collections import Counter
from collections.abc import Sequence
from math import inf

import pytest

from rummynet.bots.arena.figures import as_json, estimate, standings
from rummynet.bots.arena.match import Match, seatings
from rummynet.bots.arena.virtual_table import MOST_ROUNDS, SeatedStrategy, VirtualTable
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
    def test_two_swap_seats(self) -> None:
        assert seatings(2, 2) == ((0, 1), (1, 0))

    def test_three_seats_for_two_give_each_the_odd_one(self) -> None:
        found = seatings(2, 3)
        assert len(found) == len(set(found)) == 6
        assert Counter(one for seating in found for one in seating) == {0: 9, 1: 9}

    def test_four_seats_for_two(self) -> None:
        assert len(seatings(2, 4)) == 6

    def test_more_entrants_than_seats_meet_in_turns(self) -> None:
        assert len(seatings(3, 2)) == 6

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
    def test_its_figures_follow_from_the_seed_in_whatever_order_games_are_played(self) -> None:
        one = match("simple", "random")
        games = [one.play_game(number, StepClock(1)) for number in one.jobs()]
        again = [one.play_game(number, StepClock(2)) for number in reversed(range(3))]
        assert as_json(one, games, timed=False) == as_json(one, again, timed=False)
        other = match("simple", "random", seed=2)
        played = [other.play_game(number, StepClock(1)) for number in other.jobs()]
        assert as_json(one, games, timed=False)["standings"] != as_json(other, played, timed=False)["standings"]

    def test_a_strategy_against_itself_is_level(self) -> None:
        one = match("simple", "simple")
        rows = standings(one, [one.play_game(number, StepClock(1)) for number in one.jobs()])
        assert rows[0].over_last is not None and abs(rows[0].over_last.mean) < 60
        assert rows[0].wins.mean + rows[1].wins.mean == pytest.approx(1)

    def test_simple_wins_more_points_than_random(self) -> None:
        one = match("simple", "random", games=6)
        rows = standings(one, [one.play_game(number, StepClock(1)) for number in one.jobs()])
        assert rows[0].over_last is not None and rows[0].over_last.mean > 10
        assert rows[0].decisions > 50

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


def test_who_calls_before_the_next_move_gets_the_rummy_and_who_is_late_does_not() -> None:
    fast, slow = called(0.01), called(1e6)
    assert fast[0] and slow[0]
    assert fast[1] > slow[1]


def test_rounds_have_cards_of_their_own() -> None:
    game = CardGame("keilty", resolved("keilty", {}))
    decks = set()
    for deal_seed in range(3):
        players = [SeatedStrategy(strategy("random"), seat, StepClock(1)) for seat in range(2)]
        decks.add(VirtualTable(game, players, lambda: Budget(1, StepClock(1))).play(deal_seed, MOST_ROUNDS).points)
    assert len(decks) == 3
