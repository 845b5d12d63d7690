"""A way to play by search: the best actions by weights, each tried in positions that agree with what the seat knows.

Only games in which points are laid are searched: what a position is worth on the way to the end of a round is not known
well enough in the others, where search lost points.
"""

from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.hand_sampling import HandSampler
from rummynet.bots.outlook import Outlook
from rummynet.bots.replies import LAID_AT_ONCE, Replies
from rummynet.bots.rollout import Rollout
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance
from rummynet.bots.weighing import Weighed, Weigher
from rummynet.rules.core.replacing import replace
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, ThrowOut

_MOST_TRIED: Final = 5
_MARGIN: Final = 12.0
"""Actions whose worth is further below the best are not tried."""
_PRIOR: Final = 6
"""How many trials the worth before the search counts for."""
_DROPPING_EVERY: Final = 4
"""Trials after which the worst action is dropped."""
_REPLIED_TO: Final = 8
"""Throws whose replies are looked at."""
_POSITIONS: Final = 50
"""Positions in which they are."""
_REPLIES_A_STEP: Final = 4
"""Replies that count as one step of the budget."""
_BY_REPLIES: Final = 0.7
"""Share of what a throw gives away that is taken from the replies, the rest from ``Outlook``."""
_GIVEN: Final = 0.75
"""Cost of a point that others lay."""


class Searcher(Weigher):
    """Tries the best actions in sampled positions until the budget is spent."""

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The action that does best on average, its worth before the search counting for some trials."""
        return self.ranked(variety, view, chance, budget)[0][1]

    def ranked(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Weighed:
        """The seat's actions, those that were tried before all others. Raises NothingToDo."""
        weighed = super().ranked(variety, view, chance, budget)
        seat = view.seat
        asked = once_answered(variety, view.position, seat)
        if variety.name in LAID_AT_ONCE and weighed[1:] and asked is view.position:
            seen = SeatView(seat, replace(asked, claims=()), view.log)
            sampler = HandSampler(variety, seen, chance)
            weighed = self._with_replies(variety, seen, weighed, sampler, budget)
            return self._tried(weighed, sampler, Rollout(variety, seat, self.weights_for(variety), chance), budget)
        return weighed

    def _with_replies(
        self, variety: Variety, view: SeatView, weighed: Weighed, sampler: HandSampler, budget: Budget
    ) -> Weighed:
        """Throws, the best first, with what they give away taken from replies of others; other actions as they are."""
        throws = [(worth, action) for worth, action in weighed[:_REPLIED_TO] if isinstance(action, ThrowOut)]
        if len(throws) < min(len(weighed), _REPLIED_TO):
            return weighed
        weights = self.weights_for(variety)
        outlook = Outlook(variety, view.position, view.seat, weights)
        replies = Replies(variety, view.seat, weights.distance)
        given = [0.0] * len(throws)
        looked_at = 0
        for _ in range(_POSITIONS):
            world = sampler.draw()
            if world is None or budget.is_spent():
                break
            looked_at += 1
            for number, (_worth, throw) in enumerate(throws):
                given[number] += replies.given(world, throw)
                if number % _REPLIES_A_STEP == _REPLIES_A_STEP - 1:
                    budget.is_spent()
        if not looked_at:
            return weighed
        changed: Weighed = []
        for number, (worth, throw) in enumerate(throws):
            expected = outlook.given_by(cards.FACE_OF[throw.card])
            changed.append((worth + _BY_REPLIES * (expected - _GIVEN * given[number] / looked_at), throw))
        return sorted(changed, key=lambda pair: -pair[0])

    def _tried(self, weighed: Weighed, sampler: HandSampler, rollout: Rollout, budget: Budget) -> Weighed:
        """The first actions in the order that trials give, in positions that are the same for each; then the others."""
        top = weighed[0][0]
        tried = [(worth - top, action) for worth, action in weighed[:_MOST_TRIED] if worth > top - _MARGIN]
        gains, trials = [0.0] * len(tried), 0
        racing = list(range(len(tried)))

        def judged(number: int) -> float:
            return (_PRIOR * tried[number][0] + gains[number]) / (_PRIOR + trials)

        while len(racing) > 1 and not budget.is_spent():
            world = sampler.draw()
            if world is None:
                break
            values = []
            for number in racing:
                values.append(rollout.value(world, tried[number][1]))
                budget.is_spent()
            mean = sum(values) / len(values)
            for number, value in zip(racing, values, strict=True):
                gains[number] += value - mean
            trials += 1
            if trials % _DROPPING_EVERY == 0 and len(racing) > 2:
                racing.remove(min(racing, key=judged))
        order = sorted(racing, key=lambda number: -judged(number))
        order += sorted(set(range(len(tried))) - set(racing), key=lambda number: -judged(number))
        return [(top + judged(number), tried[number][1]) for number in order] + weighed[len(tried) :]
