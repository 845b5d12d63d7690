"""One game between strategies, in virtual time: nobody waits, yet who calls first is decided by the clock.

Cards follow from the seed, the number of the game and the round alone, so that every seating plays the same deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.seat_view import view_of
from rummynet.bots.strategy import MIDDLING, Strategy
from rummynet.rules.core.variety import Variety
from rummynet.rules.library.card_game import CardGame
from rummynet.rules.library.chance import Seeded
from rummynet.rules.library.game_state import GameState
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.values import Value

# Rounds after which a game ends that nobody has won: weak players may never end one. It is also the step between the
# seeds of two games: with another number every seed deals other cards.
MOST_ROUNDS: Final = 60
_MOST_ACTIONS: Final = 5000  # after which a round is given up: no game has such rounds, but a game may be wrong


class GameResult(Value):
    """What one game brought, by seat."""

    points: tuple[int, ...]  # sum of the rounds; more is better in every game
    rounds: int
    wins: tuple[float, ...]  # share of the first place: 1 for who has it alone
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # time that the decisions took on the clock given


class SeatedStrategy:
    """A strategy on a seat, with its own randomness and its own account of what it took."""

    def __init__(self, strategy: Strategy, seed: int, stopwatch: Callable[[], float]) -> None:
        self.strategy, self.chance = strategy, Seeded(seed).randrange
        self.decisions, self.seconds = 0, 0.0
        self.stopwatch = stopwatch
        self.considered: set[CallRummy] = set()  # calls that it has noticed or missed


@dataclass(slots=True)
class _Call:
    """A call that a seat will make when virtual time has come to it."""

    at: float
    seat: int
    action: CallRummy


class VirtualTable:
    """Strategies by seat and the game that they play. *budget* makes the budget of each decision."""

    def __init__(self, game: CardGame, players: Sequence[SeatedStrategy], budget: Callable[[], Budget]) -> None:
        self._game, self._players, self._budget = game, players, budget
        self._variety: Variety = variety_called(game.name)
        self._now = 0.0
        self._calls: list[_Call] = []

    def play(self, deal_seed: int, most_rounds: int) -> GameResult:
        """Play to the end of the game, or for so many rounds."""
        seats = len(self._players)
        points = [0] * seats
        rounds = 0
        state = self._game.deal(seats)
        while True:
            state = self._play_round(state, Seeded(deal_seed * MOST_ROUNDS + rounds))
            rounds += 1
            points = [total + one for total, one in zip(points, state.returns(), strict=True)]
            if state.game_over or rounds >= most_rounds or not state.over:
                break
            state = state.next_round()
        return GameResult(
            tuple(points),
            rounds,
            _shares(state, points),
            tuple(player.decisions for player in self._players),
            tuple(player.seconds for player in self._players),
        )

    def _play_round(self, state: GameState, cards: Seeded) -> GameState:
        self._calls = []
        for player in self._players:
            player.considered.clear()
        due, planned_for = self._now, None
        for _ in range(_MOST_ACTIONS):
            state = state.resolved(cards)
            seat = state.actor
            if seat is None:
                break
            self._notice(state)
            # Once a phase, not after each call: a call of another must not make the seat think from the beginning.
            if (seat, state.position.phase) != planned_for:
                wait = self._players[seat].strategy.thinking_seconds(self._players[seat].chance, MIDDLING)
                # As the host does, which holds actions back for calls: else quick bots would leave nobody time to call.
                due = self._now + max(wait, self._variety.offers.holds(state.position))
                planned_for = (seat, state.position.phase)
            call = self._next_call(state, due)
            if call is not None:
                self._now = call.at
                state = state.apply(call.action, call.seat)
            else:
                self._now, planned_for = due, None
                state = state.apply(self._chosen(state, seat))
        return state

    def _chosen(self, state: GameState, seat: int) -> Action:
        player = self._players[seat]
        # A player of somebody's program knows the library alone, so an observation is what it is shown.
        choose_observed = getattr(player.strategy, "choose_observed", None)
        seen = state.observation(seat) if choose_observed else None
        view = view_of(state.public, state.position, seat, state.log)
        began = player.stopwatch()
        if choose_observed is not None:
            action: Action = choose_observed(seen)
        else:
            action = player.strategy.choose_action(self._variety, view, player.chance, self._budget())
        player.seconds += player.stopwatch() - began
        player.decisions += 1
        return action

    def _notice(self, state: GameState) -> None:
        """Let every seat notice or miss what can be called since the last action."""
        for seat, player in enumerate(self._players):
            possible = {claim.action: claim for claim in state.position.claims if claim.by != seat}
            fresh = [claim for action, claim in possible.items() if action not in player.considered]
            player.considered = set(possible)
            planned = player.strategy.notice_call(fresh, seat, player.chance) if fresh else None
            if planned is not None:
                self._calls.append(_Call(self._now + planned.seconds, seat, planned.action))

    def _next_call(self, state: GameState, before: float) -> _Call | None:
        """The first call that is due by then and still possible."""
        by = {claim.action: claim.by for claim in state.position.claims}
        # A call that somebody else has made, or that one's own action brought back, is gone.
        self._calls = [call for call in self._calls if by.get(call.action, call.seat) != call.seat]
        due = [call for call in self._calls if call.at <= before]
        # The seat decides a tie, which else would depend on the order of the list.
        return min(due, key=lambda call: (call.at, call.seat), default=None)


def _shares(state: GameState, points: Sequence[int]) -> tuple[float, ...]:
    """The first place, divided among those who share it."""
    winner = state.position.winner
    if winner is not None:
        return tuple(float(seat == winner) for seat in range(len(points)))
    first = [seat for seat, one in enumerate(points) if one == max(points)]
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(len(points)))
