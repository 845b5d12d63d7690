"""The decisions of a round that cost a seat most, each with the better play.

Every decision is weighed quickly; the doubtful ones are then looked at as ``advise`` does, by what the seat saw then.
The difference to the better play is found by playing the round to its end, many times from positions that agree with
that view, once with each action.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach.advice import advise, seed_of
from rummynet.bots.coach.findings import Advice, Decision, Moment
from rummynet.bots.coach.judging import as_strong, difference, leads_of
from rummynet.bots.coach.play_reasons import Better
from rummynet.bots.evaluation.lookahead import Lookahead
from rummynet.bots.strategies.strong_strategy import STRATEGY
from rummynet.bots.strategy import NothingToDo, choices
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.values import replace

MOST: Final = 3  # moments that are told of a round: more is a lecture, and the next ones cost little
# Decisions that are looked at closely, the worst by a quick look: two more than are told, as some turn out well.
_LOOKED_AT: Final = 5
# Positions played to the end with each of the two actions: the standard error falls with the root of it, the time
# grows with it.
POSITIONS: Final = 40
# Standard errors that a cost has at least (docs/bots.md): with less, chance would be told as a mistake; with more,
# only large losses are left.
_CLEAR: Final = 1.5
# Points that a moment has cost at least: less is not worth a person's attention, however clear it is.
_LEAST: Final = 1.0

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
    # Counted and not timed: asked again, the coach finds the same.
    better = advise(variety, view, Budget(positions, StepClock(1)))
    if better.action == decision.action:
        return None
    policy = as_strong(variety, view.position.players)
    # Not from the positions in which the hint was found to be better: there it was also lucky.
    leads = leads_of(variety, view, (better.action, decision.action), positions, policy, seed_of(view) + 1)
    found = difference(leads, 0, 1)
    if found is None:
        return None
    # The cost is the figure of a moment; a second one, against another play, would only confuse.
    facts = tuple(one for one in better.reasons if not isinstance(one, Better))
    return Moment(number, turn, decision, Advice(better.action, facts), *found)
