"""A match: every game of it from every seating, as jobs that may run in any order and in any process."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from rummynet.bots.arena.virtual_table import GameResult, SeatedStrategy, VirtualTable
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.strategies.named import strategy
from rummynet.bots.strategy import Strategy
from rummynet.rules.core.errors import BadSeats
from rummynet.rules.core.options import Options
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol.values import Value

# Each game is played once for every seating: with more, a match of a usual length would be a few deals, and its
# intervals say nothing.
MOST_SEATINGS: Final = 1000

Seating = tuple[int, ...]  # by seat: the number of the entrant that sits there


def seatings(entrants: int, players: int) -> tuple[Seating, ...]:
    """Every arrangement in which each entrant has as many seats as any other, or one more.

    Raises BadSeats if that is more than ``MOST_SEATINGS``.
    """
    each, over = divmod(players, entrants)
    found: list[Seating] = []
    for favoured in combinations(range(entrants), over):
        for seating in _arrangements(Counter({one: each + (one in favoured) for one in range(entrants)}), players):
            found.append(seating)
            # While they are made: twelve seats of six entrants have millions.
            if len(found) > MOST_SEATINGS:
                raise BadSeats(f"{players} seats have more than {MOST_SEATINGS} seatings; take fewer seats or entrants")
    return tuple(found)


def _arrangements(left: Counter[int], places: int) -> Iterator[Seating]:
    """Every different order of the entrants that are left."""
    if not places:
        yield ()
        return
    for one in sorted(left):
        if left[one]:
            left[one] -= 1
            for rest in _arrangements(left, places - 1):
                yield (one, *rest)
            left[one] += 1


# What a step of a search counts on the arena's clock: in real time a level that searches would play worse on a slower
# machine, and a seed decide nothing.
STEP_MS: Final = 1.0


class Match(Value):
    """Who plays what, how often. A value: each of its jobs follows from it and the job's number alone."""

    entrants: tuple[str, ...]  # names of strategies
    variant: str
    options: Options
    players: int
    games: int
    most_rounds: int
    seed: int
    budget_ms: int
    load: Callable[[str], Strategy] = strategy
    """Gives the strategy of an entrant; called in each process that plays, once for a game and seat."""

    def check(self) -> None:
        """Raises NoSuchStrategy, BadOption, BadSeats."""
        for name in self.entrants:
            self.load(name)
        variety_called(self.variant).check(self.options, self.players)
        seatings(len(self.entrants), self.players)

    def play_game(self, number: int, stopwatch: Callable[[], float]) -> "DuplicateGame":
        """Play the game of that number, once for each seating. *stopwatch* gives seconds of processor time."""
        # Primes above the games, seatings and seats of a match, so that no two players share a seed.
        deal_seed = self.seed * 1_000_003 + number
        game = CardGame(self.variant, self.options)

        def budget() -> Budget:
            return Budget(self.budget_ms, StepClock(STEP_MS))

        played = []
        for turn, seating in enumerate(seatings(len(self.entrants), self.players)):
            players = [
                SeatedStrategy(self.load(self.entrants[one]), (deal_seed * 1009 + turn) * 101 + seat, stopwatch)
                for seat, one in enumerate(seating)
            ]
            played.append((seating, VirtualTable(game, players, budget).play(deal_seed, self.most_rounds)))
        return DuplicateGame(number, tuple(played))

    def jobs(self) -> Iterator[int]:
        """The numbers of the games."""
        return iter(range(self.games))


class DuplicateGame(Value):
    """One game as it went with each seating."""

    number: int
    played: tuple[tuple[Seating, GameResult], ...]

    def mean_of(self, entrant: int, value: Callable[[GameResult, int], float]) -> float:
        """The mean of ``value(result, seat)`` over every seat of the entrant in every seating."""
        found = [
            value(result, seat) for seating, result in self.played for seat, one in enumerate(seating) if one == entrant
        ]
        return sum(found) / len(found)
