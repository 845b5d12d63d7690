"""Ranks a seat's actions by the position at the end of its turn."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.evaluation.bot_plays import broken_meld, is_play, most_valuable
from rummynet.bots.evaluation.hand_sampling import unseen_codes
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

# A joker laid as a card that the hand has, and traded back, is worth as much as that card, and looks foolish.
_WILD_LAID: Final = 1e-6
"""Points by which a lay counts less for each wild card, so that among equals the one with the fewest is done."""

# Each is followed to the end of the turn; without a joker about no hand comes near.
_MOST_PLAYS: Final = 150  # plays that are all tried; a joker can make many more


def ranked_by_patterns(
    variety: Variety,
    view: SeatView,
    tables: PatternTables,
    networks: PatternNetworks | None = None,
    *,
    tries_draws: bool = False,
) -> Weighed:
    """The seat's actions, the best first, each with the lead that it may expect at the end. Raises NothingToDo.

    The position has no calls in it. With *tries_draws* a draw is worth what the turn is on average over the cards that
    it may bring; else the tables value it.
    """
    return _Turn(variety, view, tables, networks, tries_draws=tries_draws).rank()


def planned_by_patterns(variety: Variety, view: SeatView, tables: PatternTables) -> tuple[float, list[Action]]:
    """What the seat does to the end of its turn, or to its draw; and the worth of that. Raises NothingToDo."""
    return _Turn(variety, view, tables, None).plan()


def keeping_melds(variety: Variety, view: SeatView, weighed: Weighed) -> Weighed:
    """These actions, where breaking up a ready meld gains nothing without those that do; all if nothing is left."""
    if variety.name not in _KEEPS_MELDS:
        return weighed

    def breaks(action: Action) -> bool:
        return broken_meld(variety, view.position, view.seat, action) is not None

    top = weighed[0][0]
    # Equals of the best too, among which chance decides; the others alone if that is needed, as each costs a list.
    if not any(breaks(one) for worth, one in weighed if worth > top - EQUAL):
        return weighed
    return [(worth, one) for worth, one in weighed if not breaks(one)] or weighed


class _Turn:
    """One seat's turn, followed to its throw."""

    def __init__(
        self,
        variety: Variety,
        view: SeatView,
        tables: PatternTables,
        networks: PatternNetworks | None,
        *,
        tries_draws: bool = False,
    ) -> None:
        self._tries_draws = tries_draws
        self._variety, self._view, self._seat = variety, view, view.seat
        self._outlook = PatternOutlook(tables, view.seat, view.position, networks)

    def rank(self) -> Weighed:
        state = self._view.position
        actions = choices(self._variety, state, self._seat)
        if len(actions) == 1:
            return [(0.0, actions[0])]
        throws = self._outlook.throws(state) if state.phase == "play" else {}
        considered = [*_cut([one for one in actions if is_play(one)]), *(one for one in actions if not is_play(one))]
        return sorted(((self._worth(state, one, throws), one) for one in considered), key=lambda pair: -pair[0])

    def _worth(self, state: State, action: Action, throws: dict[int, float]) -> float:
        match action:
            case ThrowOut(card):
                return throws[cards.FACE_OF[card.partition(".")[0]]]
            case Draw() if self._tries_draws and state.stock:
                return self._mean_over_draws(state)
            case Draw() | TurnOver():
                return self._outlook.before_draw(state)
        after = self._after(state, action)
        is_alone = isinstance(action, Take) and action.play is None
        if after is None or (is_alone and self._comes_back(state.discard[-1], after)):
            return _LAST
        return self._best_end(after)[0] - _WILD_LAID * _wild_laid(action)

    def _mean_over_draws(self, state: State) -> float:
        worth = []
        for code in unseen_codes(state, self._seat):
            drawn = self._after(replace(state, stock=(code, *state.stock[1:])), Draw())
            assert drawn is not None
            worth.append(self._best_end(drawn)[0])
        return sum(worth) / len(worth)

    def plan(self) -> tuple[float, list[Action]]:
        """What the seat does to the end of its turn, or to its draw; and the worth of that. Raises NothingToDo."""
        state = self._view.position
        if state.phase == "play":
            return self._best_end(state)
        best, planned = _LAST, list[Action]()
        for action in _cut(choices(self._variety, state, self._seat)):
            if isinstance(action, Draw | TurnOver):
                found = self._outlook.before_draw(state), list[Action]()
            else:
                after = self._after(state, action)
                found = (_LAST, []) if after is None else self._best_end(after)
            if found[0] > best or not planned:
                best, planned = found[0], [action, *found[1]]
        return best, planned

    def _comes_back(self, top: int, after: State) -> bool:
        """Whether the turn would end with the card just taken thrown out again: a draw is no worse."""
        throws, (best, path) = self._outlook.throws(after), self._best_end(after)
        return (top in throws and throws[top] >= best) or path[-1:] == [ThrowOut(cards.face(top))]

    def _best_end(self, state: State) -> tuple[float, list[Action]]:
        """The worth at the end of the turn, laying while that is better; and what leads there."""
        best, throw = self._best_throw(state)
        path: list[Action] = []
        while True:
            laid, after = None, state
            for play in self._plays(state):
                tried = self._after(state, play)
                if tried is None:
                    continue
                worth, card = self._best_throw(tried)
                # Strictly better: of equal plays none is made, and the loop ends.
                if worth > best:
                    best, throw, laid, after = worth, card, play, tried
            if laid is None:
                return best, path if throw is None else [*path, throw]
            path.append(laid)
            state = after

    def _plays(self, state: State) -> Sequence[Action]:
        if state.phase != "play" or not state.count(self._seat):
            return ()
        actions = choices(self._variety, state, self._seat)
        return _cut([one for one in actions if isinstance(one, LayDown | LayOff | Trade)])

    def _best_throw(self, state: State) -> tuple[float, Action | None]:
        if not state.count(self._seat):
            return self._outlook.lead_if_out(state), None
        throws = self._outlook.throws(state)
        if not throws:
            return _LAST, None
        card = max(throws, key=throws.__getitem__)
        return throws[card], ThrowOut(cards.face(card))

    def _after(self, state: State, action: Action) -> State | None:
        """The position after an action; None if chance has to act first, or a card is not known."""
        try:
            after, _ = self._variety.apply(state, self._seat, action)
        except Refusal:
            return None
        return replace(after, claims=())


def _wild_laid(action: Action) -> int:
    """How many cards are laid as another one."""
    play = action.play if isinstance(action, Take) else action
    return sum("=" in word for word in play.cards) if isinstance(play, LayDown | LayOff) else 0


def _cut(plays: Sequence[Action]) -> Sequence[Action]:
    return plays if len(plays) <= _MOST_PLAYS else most_valuable(plays)
