"""The decisions of a round that cost a seat most, each with the better play.

Every decision is weighed quickly; the doubtful ones are then looked at as ``advise`` does, by what the seat saw then.
The difference to the better play is found by playing the round to its end, many times from positions that agree with
that view, once with each action.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach.advice import advise, seed_of
from rummynet.bots.coach.findings import CLEAR, Advice, Decision, Moment, is_told
from rummynet.bots.coach.judging import Leads, as_strong, difference, leads_of
from rummynet.bots.coach.play_reasons import Better
from rummynet.bots.evaluation.lookahead import Lookahead
from rummynet.bots.seat_view import SeatView
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
# Positions in which the better play is looked for, and after which a decision that cost nothing is put aside: the
# fewest with which a search says anything (advice.py).
_FIRST: Final = 12
# Points that a moment has cost at least: less is not worth a person's attention, however clear it is.
_LEAST: Final = 1.0
_UNBOUNDED: Final = 1_000_000  # steps: what bounds the search is the number of positions

Progress = Callable[[int, int], None]
"""``progress(done, all)`` is called after each decision that was looked at closely."""


def costly_moments(
    variety: Variety,
    decisions: Sequence[Decision],
    progress: Progress | None = None,
    *,
    positions: int = POSITIONS,
    given: Sequence[tuple[SeatView, Advice]] = (),
) -> tuple[Moment, ...]:
    """The decisions of one seat in one round that cost most, the dearest first; ``MOST`` of them.

    Those alone whose cost is clear of its error. *positions* are played to their end for each that is looked at.
    *given*: hints that were given; what the coach calls better is what the hint said.
    """
    doubtful = _doubtful(variety, decisions)
    suspects = []
    for done, number in enumerate(doubtful, 1):
        suspects.append(Suspect(variety, number, decisions[number], given))
        suspects[-1].look(_FIRST)
        if progress is not None:
            progress(done, len(doubtful))
    # What cannot be among those that are told any more is not looked at again.
    least = sorted((one.low for one in suspects), reverse=True)[MOST - 1] if len(suspects) > MOST else _LEAST
    found = []
    for one in suspects:
        if one.high < max(least, _LEAST):
            continue
        one.look(positions - _FIRST)
        turn = sum(each.view.position.phase == "pickup" for each in decisions[: one.number + 1])
        moment = one.moment(max(1, turn))
        if moment is not None and moment.cost >= _LEAST and is_told(moment.cost, moment.error):
            found.append(moment)
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


class Suspect:
    """A decision, the better play, and what the two came to in the positions that were played so far."""

    def __init__(
        self, variety: Variety, number: int, decision: Decision, given: Sequence[tuple[SeatView, Advice]]
    ) -> None:
        self.number = number
        self._variety, self._decision = variety, decision
        self._policy = as_strong(variety, decision.view.position.players)
        # Counted and not timed: asked again, the coach finds the same.
        said = next((advice for view, advice in given if view == decision.view), None)
        self.better = said or advise(variety, decision.view, Budget(_UNBOUNDED, StepClock(1)), _FIRST)
        self._leads = Leads()
        self._looks = 0

    def look(self, positions: int) -> None:
        """Play so many further positions to the end, unless the better play is the one that was made."""
        view, action = self._decision.view, self._decision.action
        if self.better.action == action:
            return
        # Not from the positions in which the hint was found to be better: there it was also lucky.
        self._looks += 1
        plays = (self.better.action, action)
        self._leads += leads_of(self._variety, view, plays, positions, self._policy, seed_of(view) + self._looks)

    @property
    def low(self) -> float:
        """The lower end of the interval of the cost; 0 without one."""
        found = difference(self._leads, 0, 1)
        return found[0] - CLEAR * found[1] if found is not None else 0.0

    @property
    def high(self) -> float:
        """The upper end."""
        found = difference(self._leads, 0, 1)
        return found[0] + CLEAR * found[1] if found is not None else 0.0

    def moment(self, turn: int) -> Moment | None:
        """The moment with its cost; None if too few positions could be played."""
        found = difference(self._leads, 0, 1)
        if found is None:
            return None
        # The cost is the figure of a moment; a second one, against another play, would only confuse.
        facts = tuple(one for one in self.better.reasons if not isinstance(one, Better))
        return Moment(self.number, turn, self._decision, Advice(self.better.action, facts), *found)
