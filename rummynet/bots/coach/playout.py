"""Plays a round to its end from a position in which every card is known, everybody as ``strong`` by its own view."""

from typing import Final

from rummynet.bots.lookahead import Lookahead
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategy import Chance, NothingToDo, choices
from rummynet.bots.strong_strategy import STRATEGY
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

_MOST_ACTIONS: Final = 400
_CALLS_PERCENT: Final = 85
"""How often somebody sees a rummy."""


class Playout:
    """Plays on for one seat; what it is worth is in points of the round, over the best of the others."""

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
        return max(self._players[actor].weighed(seen, actions), key=lambda pair: pair[0])[1]

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
