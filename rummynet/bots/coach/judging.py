"""What actions are worth to a seat, found by playing the round to its end.

Positions that agree with what the seat saw are drawn (``HandSampler``), and each is played on once with every action.
All actions meet the same cards and the same luck, so their differences vary far less than their values do.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach.findings import CLEAR
from rummynet.bots.evaluation.hand_sampling import HandSampler
from rummynet.bots.evaluation.lookahead import Lookahead
from rummynet.bots.evaluation.weighing import Weigher
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.bots.strategies.strong_strategy import STRATEGY as STRONG
from rummynet.bots.strategy import Chance, NothingToDo, choices
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet.rules.library.chance import Seeded
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

Policy = Callable[[State, int], Action]
"""How every seat plays on: the action of a seat, by no more of the position than the seat may see."""
Leads = list[tuple[float, ...]]
"""For each position that was played to its end: by action, the seat's points less those of the best other."""

_MOST_ACTIONS: Final = 400  # after which a round is given up: cards that go round in circles have no value to compare
# How often somebody sees a rummy: between ``simple``, four of five, and ``steady``, 88 of 100 (docs/bots.md).
_CALLS_PERCENT: Final = 85
# Plays of one turn that are followed: no hand has more melds and cards to lay, and a strategy in a circle ends.
_MOST_PLAYS: Final = 12


def leads_of(
    variety: Variety, view: SeatView, actions: Sequence[Action], positions: int, policy: Policy, seed: int,
    budget: Budget | None = None, calls_percent: int = _CALLS_PERCENT,
) -> Leads:  # fmt: skip
    """The outcomes of these actions in so many positions; fewer where a round does not end.

    Fewer too if a budget is spent, which is asked before each position. *calls_percent*: of rummies that are seen.
    """
    state = replace(view.position, claims=())
    sampler = HandSampler(variety, SeatView(view.seat, state, view.log), Seeded(seed).randrange)
    found = Leads()
    for number in range(positions):
        world = None if budget is not None and budget.is_spent() else sampler.draw()
        if world is None:
            break
        world = once_answered(variety, world, view.seat)
        row = []
        for action in actions:
            # The same luck for each action: new stocks and seen rummies differ only where play differs.
            chance = Seeded(seed * 1000 + number).randrange
            value = Playout(variety, view.seat, chance, policy, calls_percent).value(world, action)
            if value is None:
                break
            row.append(value)
        else:
            found.append(tuple(row))
    return found


def difference(leads: Leads, one: int, other: int) -> tuple[float, float] | None:
    """By how many points the first action is better than the other, and the standard error; None for too few."""
    # One difference has no error, so nothing could be said to be clear.
    if len(leads) < 2:
        return None
    differences = [row[one] - row[other] for row in leads]
    mean = sum(differences) / len(differences)
    spread = sum((value - mean) ** 2 for value in differences) / (len(differences) - 1)
    return mean, sqrt(spread / len(differences))


def clear_of(leads: Leads, one: int, other: int) -> bool:
    """Whether the first action is better than the other, with the whole 95 % interval."""
    found = difference(leads, one, other)
    return found is not None and found[0] - CLEAR * found[1] > 0


def as_strong(variety: Variety, players: int) -> Policy:
    """Everybody plays as ``strong``."""
    weights = STRONG.weights_for(variety, players)
    looks = [Lookahead(variety, seat, weights) for seat in range(players)]

    def chosen(state: State, seat: int) -> Action:
        seen = replace(view_without_log(state, seat).position, claims=())
        actions = choices(variety, seen, seat)
        if len(actions) == 1:
            return actions[0]
        return max(looks[seat].weigh(seen, actions), key=lambda pair: pair[0])[1]

    return chosen


def as_level(variety: Variety, level: Weigher) -> Policy:
    """Everybody plays as this level, without chance."""

    def chosen(state: State, seat: int) -> Action:
        return level.rank(variety, view_without_log(state, seat), lambda _: 0, Budget(0, StepClock(1)))[0][1]

    return chosen


def turn_end(variety: Variety, view: SeatView, action: Action, policy: Policy) -> tuple[Any, ...]:
    """What the turn comes to after an action, if it goes on by the policy as far as the seat knows its cards.

    Equal for actions that differ in their order alone.
    """
    seat = view.seat
    state, last = once_answered(variety, replace(view.position, claims=()), seat), action
    try:
        for _ in range(_MOST_PLAYS):
            state = replace(variety.apply(state, seat, last)[0], claims=())
            if not goes_on(state, seat):
                break
            last = policy(state, seat)
    except (Refusal, NothingToDo):
        return (action,)
    return come_to(state, seat)


def goes_on(state: State, seat: int) -> bool:
    """Whether the seat still plays cards that it knows."""
    return state.turn == seat and state.phase == "play" and not state.hidden[seat] and bool(state.hands[seat])


def come_to(state: State, seat: int) -> tuple[Any, ...]:
    """What a turn has come to, however it came there."""
    melds = frozenset((frozenset(meld.cards), tuple(sorted(meld.by))) for meld in state.melds)
    return state.hands[seat], state.hidden[seat], state.discard, melds, state.turn, state.phase, len(state.stock)


class Playout:
    """Plays a round to its end from a position in which every card is known, everybody by *policy*.

    What it is worth to *seat* is in points of the round, over the best of the others.
    """

    def __init__(self, variety: Variety, seat: int, chance: Chance, policy: Policy, calls_percent: int) -> None:
        self._variety, self._seat, self._chance, self._policy = variety, seat, chance, policy
        self._calls_percent = calls_percent

    def value(self, world: State, action: Action) -> float | None:
        """The points of the seat after its action, less those of the best other; None if the round does not end."""
        try:
            state = self._acted(world, self._seat, action)
            for _ in range(_MOST_ACTIONS):
                if state.round_scores is not None:
                    return self._lead(state.round_scores)
                state = self._called(state)
                actor = self._variety.actors(state)[0]
                state = self._acted(state, actor, self._policy(state, actor))
        # IndexError: `actors` is empty while chance has to act in a way that a playout does not know.
        except (Refusal, NothingToDo, IndexError):  # nobody can go on
            return None
        return None

    def _acted(self, state: State, seat: int, action: Action) -> State:
        """The position after an action, after a new stock where it needs one."""
        try:
            return self._variety.apply(state, seat, action)[0]
        except NeedsShuffle:
            order = list(self._variety.chance.reshuffle_cards(state) or ())
            keyed = sorted((self._chance(1 << 24), code) for code in order)
            renewed, _ = self._variety.chance.reshuffle(state, [code for _, code in keyed])
            return self._variety.apply(renewed, seat, action)[0]

    def _called(self, state: State) -> State:
        """The position after somebody has called, if a rummy is there and somebody sees it."""
        for claim in state.claims:
            if self._chance(100) < self._calls_percent:
                callers = [one for one in range(state.players) if one != claim.by]
                return self._variety.apply(state, callers[self._chance(len(callers))], claim.action)[0]
        return state

    def _lead(self, scores: tuple[int, ...]) -> float:
        sign = 1 if self._variety.highest_wins else -1
        points = [sign * one for one in scores]
        return points[self._seat] - max(one for seat, one in enumerate(points) if seat != self._seat)
