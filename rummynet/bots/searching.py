"""A way to play by search: the best actions by weights, each tried in positions that agree with what the seat knows."""

from collections.abc import Mapping
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.hand_sampling import HandSampler
from rummynet.bots.lookahead import Lookahead
from rummynet.bots.rollout import Rollout
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, choices
from rummynet.bots.weighing import Weigher
from rummynet.bots.weights import LAID_POINTS, Weights
from rummynet.rules.core.replacing import replace
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import Action

_MOST_TRIED: Final = 5
_MARGIN: Final = 12.0
"""Actions whose worth is further below the best are not tried."""
_PRIOR: Final = 6
"""How many trials the worth by weights counts for."""
_FEWEST: Final = 4
"""Trials of each action before the worst are dropped."""


class Searcher(Weigher):
    """Tries the best actions in sampled positions until the budget is spent."""

    def __init__(
        self,
        name: str,
        weights: Mapping[str, Weights],
        misses_percent: int,
        call_seconds: tuple[float, float],
        *,
        inferring: bool = True,
        turns: int = 0,
        prior: float = _PRIOR,
        margin: float = _MARGIN,
    ) -> None:
        super().__init__(name, weights, misses_percent, call_seconds)
        self._inferring, self._turns, self._prior, self._margin = inferring, turns, prior, margin

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The action that does best on average, its worth by weights counting for some trials."""
        seat = view.seat
        asked = once_answered(variety, view.position, seat)
        state = replace(asked, claims=())  # what can be called is for notice_call alone
        actions = choices(variety, state, seat)
        if len(actions) == 1:
            return actions[0]
        weights = self._by_game.get(variety.name, LAID_POINTS)
        weighed = sorted(Lookahead(variety, seat, weights).weighed(state, actions), key=lambda pair: -pair[0])
        top = weighed[0][0]
        tried = [(worth - top, action) for worth, action in weighed[:_MOST_TRIED] if worth > top - self._margin]
        if len(tried) == 1 or asked is not view.position:
            return tried[0][1]
        sampler = HandSampler(variety, SeatView(seat, state, view.log), chance, inferring=self._inferring)
        rollout = Rollout(variety, seat, weights, chance, self._turns)
        sums, trials = [0.0] * len(tried), 0
        racing = list(range(len(tried)))
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
                sums[number] += value - mean
            trials += 1
            if trials % _FEWEST == 0 and len(racing) > 2:
                worst = min(racing, key=lambda number: self._judged(tried[number][0], sums[number], trials))
                racing.remove(worst)
        best = max(racing, key=lambda number: self._judged(tried[number][0], sums[number], trials))
        return tried[best][1]

    def _judged(self, prior: float, total: float, trials: int) -> float:
        return (self._prior * prior + total) / (self._prior + trials)
