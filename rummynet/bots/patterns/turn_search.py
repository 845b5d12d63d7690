"""A search over the next turn: what the other player will do with a card thrown out, in positions that may be.

The tables value a position without looking at what comes next. Here the best few actions by the tables meet the same
hidden cards; the other plays its turn by the tables, and only then is the position valued.
``scripts/patterns/search.h`` measures such searches.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.hand_sampling import HandSampler
from rummynet.bots.evaluation.weighing import Weighed
from rummynet.bots.patterns.pattern_play import planned_by_patterns
from rummynet.bots.patterns.tables import PatternTables
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.bots.strategy import Chance
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action, LayOff, ThrowOut
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

# 25 to 52 ms a decision on average, by the load of the machine; twice as many positions gain no more (docs/bots.md).
_CANDIDATES: Final = 3
_POSITIONS: Final = 10
# Actions that the tables value lower by more are hardly ever better, and each costs a third of the time.
_GAP: Final = 10.0
# Standard errors by which another action has to be better than that of the tables: with 0 chance would often decide.
_SURE: Final = 1.0


def searched(
    variety: Variety,
    view: SeatView,
    kept: Weighed,
    weighed: Weighed,
    tables: PatternTables,
    chance: Chance,
    budget: Budget,
) -> Weighed:
    """*kept*, the best first, with another of *weighed* before it if that is better after the other's turn.

    Two players; *kept* is what is done without a search. It asks the budget before each position.
    """
    top, first = kept[0]
    # Nobody understands a throw of what could be laid off; ten positions are few, and chance would choose it sometimes.
    fits = {card for _, one in weighed if isinstance(one, LayOff) for card in one.cards}
    tried = [
        one for worth, one in weighed if worth > top - _GAP and not (isinstance(one, ThrowOut) and one.card in fits)
    ]
    others = [one for one in tried if one != first][: _CANDIDATES - 1]
    if not others or not view.position.stock:
        return kept
    sampler = HandSampler(variety, view, chance, inferring=False)
    rows: list[list[float]] = []
    for _ in range(_POSITIONS):
        world = None if budget.is_spent() else sampler.draw()
        if world is None:
            break
        try:
            rows.append([worth_after(variety, tables, world, view.seat, one) for one in (first, *others)])
        except Refusal:  # the stock ran out, or a card is hidden: such a position says nothing
            continue
    if len(rows) < 2:
        return kept
    gains = [_sure_gain([row[place] - row[0] for row in rows]) for place in range(1, 1 + len(others))]
    gain = max(gains)
    if gain <= 0:
        return kept
    best = others[gains.index(gain)]
    return [(top + gain, best), *(pair for pair in kept if pair[1] != best)]


def _sure_gain(gains: Sequence[float]) -> float:
    """The mean of these if it is surely above 0, else 0."""
    mean = sum(gains) / len(gains)
    error = sqrt(sum((one - mean) ** 2 for one in gains)) / len(gains)
    return mean if mean > _SURE * error else 0.0


def worth_after(variety: Variety, tables: PatternTables, world: State, seat: int, action: Action) -> float:
    """The lead that the seat may expect when its next turn begins: both play by the tables. Raises Refusal."""

    def after(state: State, player: int, action: Action) -> State:
        return replace(variety.apply(state, player, action)[0], claims=())

    state = after(world, seat, action)
    for player in (seat, 1 - seat):
        # At most twice: a draw, then what is done with it.
        while state.round_scores is None and state.turn == player:
            for one in planned_by_patterns(variety, view_without_log(state, player), tables)[1]:
                state = after(state, player, one)
    if state.round_scores is not None:
        return float(state.round_scores[seat] - state.round_scores[1 - seat])
    return planned_by_patterns(variety, view_without_log(state, seat), tables)[0]
