"""How a position goes on when every seat plays by weights: to the seat's next turn, or to the end of the round."""

from typing import Final

from rummynet.bots.lookahead import Lookahead
from rummynet.bots.outlook import Outlook
from rummynet.bots.partners import POINTS
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategy import Chance, NothingToDo, choices
from rummynet.bots.weights import Weights
from rummynet.bots.worth import laid
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal

_MOST_ACTIONS: Final = 40
_CALLS_PERCENT: Final = 85
"""How often somebody sees a rummy."""


class Rollout:
    """Plays on for one seat, everybody seeing no more than its own hand."""

    def __init__(self, variety: Variety, seat: int, weights: Weights, chance: Chance) -> None:
        self._variety, self._seat, self._weights, self._chance = variety, seat, weights, chance
        self._players: dict[int, Lookahead] = {}

    def value(self, state: State, action: Action) -> float:
        """What the position, every card known, is worth to the seat after its action and what follows."""
        left, seat = False, self._seat
        try:
            state, _ = self._variety.apply(state, seat, action)
            for _ in range(_MOST_ACTIONS):
                if state.phase == "over":
                    return self._end(state)
                state = self._called(state)
                actor = self._variety.actors(state)[0]
                if actor != seat:
                    left = True
                elif left and state.phase == "pickup":
                    break
                state, _ = self._variety.apply(state, actor, self._chosen(state, actor))
        except (Refusal, NothingToDo):  # chance has to act first: what is known by now counts
            pass
        if state.phase == "over":
            return self._end(state)
        prospects = [self._prospects(state, one) for one in range(state.players)]
        return prospects[seat] - max(worth for one, worth in enumerate(prospects) if one != seat)

    def _chosen(self, state: State, actor: int) -> Action:
        seen = view_without_log(state, actor).position
        actions = choices(self._variety, seen, actor)
        if len(actions) == 1:
            return actions[0]
        if actor not in self._players:
            self._players[actor] = Lookahead(self._variety, actor, self._weights)
        return max(self._players[actor].weighed(seen, actions), key=lambda pair: pair[0])[1]

    def _called(self, state: State) -> State:
        """The position after somebody has called, if a rummy is there and somebody sees it."""
        for claim in state.claims:
            if self._chance(100) < _CALLS_PERCENT:
                callers = [seat for seat in range(state.players) if seat != claim.by]
                caller = callers[self._chance(len(callers))]
                return self._variety.apply(state, caller, claim.action)[0]
        return state

    def _prospects(self, state: State, one: int) -> float:
        """What a seat has laid, and what its hand is worth to it."""
        hand = cards.members(state.hands[one])
        outlook = Outlook(self._variety, view_without_log(state, one).position, one, self._weights)
        return laid(state, one) + outlook.hand_worth(hand)

    def _end(self, state: State) -> float:
        """The points of the round, over the best of the others."""
        points = [
            laid(state, one) - sum(POINTS[code % cards.PER_DECK] for code in cards.members(state.hands[one]))
            for one in range(state.players)
        ]
        return points[self._seat] - max(one for seat, one in enumerate(points) if seat != self._seat)
