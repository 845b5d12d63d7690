"""Ranks a seat's actions in Keilty by the position at the end of its turn."""

from typing import Final

from rummynet.bots.patterns.pattern_outlook import PatternOutlook
from rummynet.bots.patterns.tables import tables_for
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import choices
from rummynet.bots.weighing import Weighed
from rummynet.rules.core.replacing import replace
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Take, ThrowOut

GAMES: Final = frozenset({"keilty"})
"""Games that have tables."""


def ranked_by_patterns(variety: Variety, view: SeatView) -> Weighed:
    """The seat's actions, the best first, each with the lead that it may expect at the end. Raises NothingToDo.

    The position has no calls in it.
    """
    return _Turn(variety, view).ranked()


class _Turn:
    """One seat's turn, followed to its throw."""

    def __init__(self, variety: Variety, view: SeatView) -> None:
        self._variety, self._view, self._seat = variety, view, view.seat
        self._outlook = PatternOutlook(tables_for(view.position.players), view.seat)

    def ranked(self) -> Weighed:
        state = self._view.position
        actions = choices(self._variety, state, self._seat)
        if len(actions) == 1:
            return [(0.0, actions[0])]
        throws = self._outlook.throws(state) if state.phase == "play" else {}
        weighed = [(self._worth(state, action, throws), action) for action in actions]
        return sorted(weighed, key=lambda pair: -pair[0])

    def _worth(self, state: State, action: Action, throws: dict[int, float]) -> float:
        match action:
            case ThrowOut(card):
                return throws[cards.FACE_OF[card]]
            case Draw():
                return self._outlook.before_draw(state)
            case Take():
                return self._best_end(self._after(state, action))
        return self._best_throw(self._after(state, action))

    def _best_end(self, state: State) -> float:
        """The worth at the end of the turn, laying while that is better."""
        best, after = self._best_throw(state), state
        while True:
            plays = [one for one in choices(self._variety, state, self._seat) if isinstance(one, LayDown | LayOff)]
            for play in plays:
                tried = self._after(state, play)
                worth = self._best_throw(tried)
                if worth > best:
                    best, after = worth, tried
            if after is state:
                return best
            state = after

    def _best_throw(self, state: State) -> float:
        return max(self._outlook.throws(state).values())

    def _after(self, state: State, action: Action) -> State:
        after, _ = self._variety.apply(state, self._seat, action)
        return replace(after, claims=())
