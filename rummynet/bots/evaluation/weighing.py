"""A way to play by weights: takes the action after which the outlook is best."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.bot_plays import points_named
from rummynet.bots.evaluation.lookahead import Lookahead
from rummynet.bots.evaluation.weights import MORE, Weights, usual_weights
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, PlannedCall, choices, hardness
from rummynet.rules.core.state import Claim
from rummynet.rules.core.variety import Variety, once_answered
from rummynet_protocol.actions import Action
from rummynet_protocol.values import replace

Weighed = list[tuple[float, Action]]
# Sums of the same floats in another order may differ in the last bits, and are equal.
EQUAL: Final = 1e-9  # points below which two actions are worth the same


def best_of(ranked: Weighed, chance: Chance) -> Action:
    """The first of these actions; chance decides among equals."""
    top = ranked[0][0]
    best = [action for worth, action in ranked if worth > top - EQUAL]
    return best[chance(len(best))] if len(best) > 1 else best[0]


class Weigher:
    """Chooses by these weights, in a game that has none by its usual ones.

    Notices all but *misses_percent* of the rummies, within *call_seconds*.
    """

    def __init__(
        self, name: str, weights: Mapping[str, Weights], misses_percent: int, call_seconds: tuple[float, float]
    ) -> None:
        self.name = name
        self._by_game = weights
        self._temper: Mapping[str, float] = {}
        self._misses_percent = misses_percent
        self._call_seconds = call_seconds

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The action with the best outlook; chance decides among equals."""
        return best_of(self.rank(variety, view, chance, budget), chance)

    def rank(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Weighed:
        """The seat's actions, the best first, each with its worth in points. Raises NothingToDo."""
        seat = view.seat
        # What can be called is for notice_call alone.
        state = replace(once_answered(variety, view.position, seat), claims=())
        actions = choices(variety, state, seat)
        if len(actions) == 1:
            return [(0.0, actions[0])]
        if state.phase == "final":  # the round is over but for this: whatever is laid is not held
            return sorted([(float(points_named(one)), one) for one in actions], key=lambda pair: -pair[0])
        weighed = Lookahead(variety, seat, self.weights_for(variety, state.players)).weigh(state, actions)
        return sorted(weighed, key=lambda pair: -pair[0])

    def weights_for(self, variety: Variety, players: int) -> Weights:
        """The weights for a game of this number of players."""
        own = self._by_game.get(variety.name) or usual_weights(variety)
        found = own if players == 2 else self._by_game.get(variety.name + MORE, own)
        return found.multiplied(self._temper) if self._temper else found

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """The rummy with the most points; some are missed."""
        claims_of_others = [claim for claim in claims if claim.by != seat]
        if not claims_of_others or chance(100) < self._misses_percent:
            return None
        best = max(claims_of_others, key=lambda claim: points_named(claim.action))
        least, most = self._call_seconds
        return PlannedCall(best.action, least + (most - least) * chance(1001) / 1000)

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """One to two and a half seconds for a middling choice."""
        return hardness(cards) * (1 + chance(1501) / 1000)

    def with_temper(self, temper: Mapping[str, float]) -> "Weigher":
        """The same with these weights multiplied in all games; a probability stays one."""
        # A copy: levels are one object for all seats of a process.
        other = copy(self)
        other._temper = temper
        return other
