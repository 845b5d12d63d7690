"""The decisions of a round that cost a seat most, each with the better play.

Every decision is weighed quickly; the doubtful ones are then looked at as ``advise`` does, by what the seat saw then.
The difference to the better play is found by playing the round to its end, many times from positions that agree with
that view, once with each action.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach.advice import advise, chance_for
from rummynet.bots.coach.findings import Decision, Moment
from rummynet.bots.coach.hand_sampling import HandSampler
from rummynet.bots.evaluation.lookahead import Lookahead
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.bots.strategies.strong_strategy import STRATEGY
from rummynet.bots.strategy import Chance, NothingToDo, choices
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

MOST: Final = 3  # moments that are told of a round: more is a lecture, and the next ones cost little
# Decisions that are looked at closely, the worst by a quick look: two more than are told, as some turn out well.
_LOOKED_AT: Final = 5
_STEPS: Final = 60  # for a level that searches, counted and not timed: asked again, the coach finds the same
# Positions played to the end with each of the two actions: the standard error falls with the root of it, the time
# grows with it.
POSITIONS: Final = 40
# Standard errors that a cost has at least (docs/bots.md): with less, chance would be told as a mistake; with more,
# only large losses are left.
_CLEAR: Final = 1.5
# Points that a moment has cost at least: less is not worth a person's attention, however clear it is.
_LEAST: Final = 1.0
_MOST_ACTIONS: Final = 400  # after which a round is given up: cards that go round in circles have no value to compare
# How often somebody sees a rummy: between ``simple``, four of five, and ``steady``, 88 of 100 (docs/bots.md).
_CALLS_PERCENT: Final = 85


Progress = Callable[[int, int], None]
"""``progress(done, all)`` is called after each decision that was looked at closely."""


def costly_moments(
    variety: Variety,
    decisions: Sequence[Decision],
    progress: Progress | None = None,
    *,
    positions: int = POSITIONS,
) -> tuple[Moment, ...]:
    """The decisions of one seat in one round that cost most, the dearest first; ``MOST`` of them.

    Those alone whose cost is clear of its error. *positions* are played to their end for each that is looked at.
    """
    doubtful = _doubtful(variety, decisions)
    found = []
    for done, number in enumerate(doubtful, 1):
        turn = sum(one.view.position.phase == "pickup" for one in decisions[: number + 1])
        moment = _looked_at(variety, number, max(1, turn), decisions[number], positions)
        if moment is not None and moment.cost >= max(_LEAST, _CLEAR * moment.error):
            found.append(moment)
        if progress is not None:
            progress(done, len(doubtful))
    return tuple(sorted(found, key=lambda one: (-one.cost, one.number))[:MOST])


def _doubtful(variety: Variety, decisions: Sequence[Decision]) -> list[int]:
    """The indices of decisions that a quick look would have taken otherwise, the worst first."""
    losses = [(_quick_loss(variety, one), number) for number, one in enumerate(decisions)]
    worst = sorted((pair for pair in losses if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))
    return [number for _, number in worst[:_LOOKED_AT]]


def _quick_loss(variety: Variety, decision: Decision) -> float:
    """By how much the action is worth less than the best, on one look; 0 for calls and where there was no choice."""
    view, action = decision.view, decision.action
    if isinstance(action, CallRummy):
        return 0.0
    state = replace(once_answered(variety, view.position, view.seat), claims=())
    try:
        actions = choices(variety, state, view.seat)
    except NothingToDo:
        return 0.0
    if len(actions) < 2:
        return 0.0
    look = Lookahead(variety, view.seat, STRATEGY.weights_for(variety, state.players))
    weighed = look.weigh(state, actions)
    # What was done may be missing there: lists are short, and throws are not weighed while something is to be laid.
    done = [worth for worth, one in weighed if one == action] or [worth for worth, _ in look.weigh(state, [action])]
    return max(worth for worth, _ in weighed) - max(done)


def _looked_at(variety: Variety, number: int, turn: int, decision: Decision, positions: int) -> Moment | None:
    """The moment with its cost; None if the better play is the one that was made."""
    view = decision.view
    better = advise(variety, view, Budget(_STEPS, StepClock(1)))
    if better.action == decision.action:
        return None
    chance = chance_for(view)
    state = replace(view.position, claims=())
    sampler = HandSampler(variety, SeatView(view.seat, state, view.log), chance)
    playout = Playout(variety, state.players, view.seat, chance)
    differences = []
    for _ in range(positions):
        world = sampler.draw()
        if world is None:
            break
        world = once_answered(variety, world, view.seat)
        # From the same cards, one after the other: only the action differs, not the luck of the draw.
        values = playout.value(world, better.action), playout.value(world, decision.action)
        if values[0] is not None and values[1] is not None:
            differences.append(values[0] - values[1])
    # One difference has no error, so nothing could be said to be clear.
    if len(differences) < 2:
        return None
    mean = sum(differences) / len(differences)
    spread = sum((one - mean) ** 2 for one in differences) / (len(differences) - 1)
    return Moment(number, turn, decision, better, mean, sqrt(spread / len(differences)))


class Playout:
    """Plays a round to its end from a position in which every card is known, everybody as ``strong`` by its own view.

    What it is worth to *seat* is in points of the round, over the best of the others.
    """

    def __init__(self, variety: Variety, players: int, seat: int, chance: Chance) -> None:
        self._variety, self._seat, self._chance = variety, seat, chance
        weights = STRATEGY.weights_for(variety, players)
        self._players = [Lookahead(variety, one, weights) for one in range(players)]

    def value(self, world: State, action: Action) -> float | None:
        """The points of the seat after its action, less those of the best other; None if the round does not end."""
        try:
            state = self._acted(world, self._seat, action)
            for _ in range(_MOST_ACTIONS):
                if state.round_scores is not None:
                    return self._lead(state.round_scores)
                state = self._called(state)
                actor = self._variety.actors(state)[0]
                state = self._acted(state, actor, self._chosen(state, actor))
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

    def _chosen(self, state: State, actor: int) -> Action:
        seen = replace(view_without_log(state, actor).position, claims=())
        actions = choices(self._variety, seen, actor)
        if len(actions) == 1:
            return actions[0]
        return max(self._players[actor].weigh(seen, actions), key=lambda pair: pair[0])[1]

    def _called(self, state: State) -> State:
        """The position after somebody has called, if a rummy is there and somebody sees it."""
        for claim in state.claims:
            if self._chance(100) < _CALLS_PERCENT:
                callers = [one for one in range(state.players) if one != claim.by]
                return self._variety.apply(state, callers[self._chance(len(callers))], claim.action)[0]
        return state

    def _lead(self, scores: tuple[int, ...]) -> float:
        sign = 1 if self._variety.highest_wins else -1
        points = [sign * one for one in scores]
        return points[self._seat] - max(one for seat, one in enumerate(points) if seat != self._seat)
