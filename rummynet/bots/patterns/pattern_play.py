"""Ranks a seat's actions by the position at the end of its turn."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.evaluation.bot_plays import broken_meld, is_play, most_valuable
from rummynet.bots.evaluation.weighing import EQUAL, Weighed
from rummynet.bots.patterns.pattern_network import PatternNetworks
from rummynet.bots.patterns.pattern_outlook import PatternOutlook
from rummynet.bots.patterns.tables import PatternTables
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import choices
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Take, ThrowOut, Trade, TurnOver
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

# Elsewhere a card that is thrown out of a ready meld comes back with those above it, and pays (docs/bots.md).
_KEEPS_MELDS: Final = frozenset({"joker"})
"""Games in which breaking up a meld that lies ready in the hand gains nothing, and only looks foolish."""
_LAST: Final = -10_000.0  # below every worth, finite so that differences stay numbers

# Each is followed to the end of the turn; without a joker about no hand comes near.
_MOST_PLAYS: Final = 150
"""Plays that are all tried; a joker can make many more."""


def ranked_by_patterns(
    variety: Variety, view: SeatView, tables: PatternTables, networks: PatternNetworks | None = None
) -> Weighed:
    """The seat's actions, the best first, each with the lead that it may expect at the end. Raises NothingToDo.

    The position has no calls in it.
    """
    return _Turn(variety, view, tables, networks).rank()


class _Turn:
    """One seat's turn, followed to its throw."""

    def __init__(
        self, variety: Variety, view: SeatView, tables: PatternTables, networks: PatternNetworks | None
    ) -> None:
        self._variety, self._view, self._seat = variety, view, view.seat
        self._outlook = PatternOutlook(tables, view.seat, view.position, networks)

    def rank(self) -> Weighed:
        state = self._view.position
        actions = choices(self._variety, state, self._seat)
        if len(actions) == 1:
            return [(0.0, actions[0])]
        throws = self._outlook.throws(state) if state.phase == "play" else {}
        considered = [*_cut([one for one in actions if is_play(one)]), *(one for one in actions if not is_play(one))]
        weighed = sorted(((self._worth(state, one, throws), one) for one in considered), key=lambda pair: -pair[0])
        if self._variety.name not in _KEEPS_MELDS:
            return weighed
        top = weighed[0][0]
        # Equals of the best too, among which chance decides; the others alone if that is needed, as each costs a list.
        if not any(self._breaks(one) for worth, one in weighed if worth > top - EQUAL):
            return weighed
        return [(worth, one) for worth, one in weighed if not self._breaks(one)] or weighed

    def _breaks(self, action: Action) -> bool:
        return broken_meld(self._variety, self._view.position, self._seat, action) is not None

    def _worth(self, state: State, action: Action, throws: dict[int, float]) -> float:
        match action:
            case ThrowOut(card):
                return throws[cards.FACE_OF[card.partition(".")[0]]]
            case Draw() | TurnOver():
                return self._outlook.before_draw(state)
        after = self._after(state, action)
        is_alone = isinstance(action, Take) and action.play is None
        if after is None or (is_alone and self._comes_back(state.discard[-1], after)):
            return _LAST
        return self._best_end(after)

    def _comes_back(self, top: int, after: State) -> bool:
        """Whether the turn would end with the card just taken thrown out again and nothing laid: a draw is no worse."""
        throws = self._outlook.throws(after)
        return top in throws and throws[top] >= self._best_end(after)

    def _best_end(self, state: State) -> float:
        """The worth at the end of the turn, laying while that is better."""
        best, after = self._best_throw(state), state
        while True:
            for play in self._plays(state):
                tried = self._after(state, play)
                if tried is None:
                    continue
                worth = self._best_throw(tried)
                # Strictly better: of equal plays none is made, and the loop ends.
                if worth > best:
                    best, after = worth, tried
            if after is state:
                return best
            state = after

    def _plays(self, state: State) -> Sequence[Action]:
        if state.phase != "play" or not state.count(self._seat):
            return ()
        actions = choices(self._variety, state, self._seat)
        return _cut([one for one in actions if isinstance(one, LayDown | LayOff | Trade)])

    def _best_throw(self, state: State) -> float:
        if not state.count(self._seat):
            return self._outlook.lead_if_out(state)
        return max(self._outlook.throws(state).values(), default=_LAST)

    def _after(self, state: State, action: Action) -> State | None:
        """The position after an action; None if chance has to act first, or a card is not known."""
        try:
            after, _ = self._variety.apply(state, self._seat, action)
        except Refusal:
            return None
        return replace(after, claims=())


def _cut(plays: Sequence[Action]) -> Sequence[Action]:
    return plays if len(plays) <= _MOST_PLAYS else most_valuable(plays)
