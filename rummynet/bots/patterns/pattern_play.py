"""Ranks a seat's actions by the position at the end of its turn."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.bot_plays import broken_meld, is_play, most_valuable
from rummynet.bots.evaluation.hand_sampling import unseen_codes
from rummynet.bots.evaluation.weighing import EQUAL, Weighed
from rummynet.bots.evaluation.worth import laid_points
from rummynet.bots.patterns.card_states import CARDS, CardState, card_states, patterns, patterns_with
from rummynet.bots.patterns.pattern_network import PatternNetworks
from rummynet.bots.patterns.reckoning import barred_from_throwing, doubles, fitting, reckoning
from rummynet.bots.patterns.tables import UNIT, PatternTables, When, stock_size
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


# Above an ace (15), as it also completes melds. With 9 to 36 `expert` wins 3 to 8 points a round of `strong`, each ± 6.
_JOKER: Final = 18.0  # what a joker in the hand is worth where the tables do not go by them
# Dearer than any other throw, so that it is the last. With 16 all games that were tried are the same.
_WILD_THROWN: Final = 33.0  # what it costs to throw one out
# CALLED_OUT of positions.h in research/, with which the tables were fitted.
_CALLED_OUT: Final = 40.0  # what it costs to throw out a last card that can be called
_MEAN_POINTS: Final = 7.3  # (15 + 8 × 5 + 4 × 10) / 13, the mean of the pack
"""Points of a hidden card where all cards have been seen."""


class PatternOutlook:
    """Values the positions of one round for one seat; *state* is any of them. *networks* correct the tables."""

    def __init__(self, tables: PatternTables, seat: int, state: State, networks: PatternNetworks | None = None) -> None:
        self._tables, self._seat, self._reckoning, self._networks = tables, seat, reckoning(state), networks
        self._wild = self._reckoning.wild

    def before_draw(self, state: State) -> float:
        """The worth of a position in which the seat is about to draw."""
        own = state.count(self._seat)
        states = card_states(state, self._seat)
        phase = self._tables.phase("before_draw", own, self._fewest(state))
        found = patterns(states)
        worth = self._points(state, "before_draw", own, sum([phase[pattern] for pattern in found]))
        if self._networks is None:
            return worth
        network = self._networks.network("before_draw")
        return worth + network.points(network.sums(found, own, self._fewest(state), self._third(state)))

    def throws(self, state: State) -> dict[int, float]:
        """By card of the hand that may be thrown out: the worth of the position after that."""
        hand = state.hands[self._seat] & ~barred_from_throwing(state)
        own = state.count(self._seat) - 1
        fits = fitting(state)
        if not own:
            is_called = self._reckoning.gains_hands
            return {
                card: self.lead_if_out(state) - (_CALLED_OUT if is_called and fits >> card & 1 else 0)
                for card in cards.members(hand)
            }
        states = card_states(state, self._seat, 1)
        phase = self._tables.phase("after_throw", own, self._fewest(state))
        all_patterns = patterns(states)
        kept = self._points(state, "after_throw", own, sum([phase[pattern] for pattern in all_patterns]))
        network = None if self._networks is None else self._networks.network("after_throw")
        sums = network.sums(all_patterns, own, self._fewest(state), self._third(state)) if network else []
        wild_kept = kept + network.points(sums) if network else kept
        found = {card: wild_kept - _WILD_THROWN for card in cards.members(hand & self._wild)}
        for card in cards.members(hand & ~self._wild):
            # Only the patterns of this card change: summing all 61 for each throw would take several times as long.
            gone = patterns_with(states, card)
            before, states[card] = states[card], CardState.PILE_FITS if fits >> card & 1 else CardState.TOP
            come = patterns_with(states, card)
            # Put back: the same list serves all throws.
            states[card] = before
            changed = sum([phase[pattern] for pattern in come]) - sum([phase[pattern] for pattern in gone])
            found[card] = kept + UNIT * changed + (0 if self._reckoning.counts_laid else self._reckoning.costs[card])
            if network:
                found[card] += network.points(network.changed(sums, gone, come))
        return found

    def _third(self, state: State) -> int:
        """The third of the sizes that a network goes by."""
        wild = self._reckoning.counts_wild
        return (state.hands[self._seat] & self._wild).bit_count() if wild else len(state.stock)

    def _points(self, state: State, when: When, own: int, steps: int) -> float:
        wild = (state.hands[self._seat] & self._wild).bit_count()
        third = wild if self._reckoning.counts_wild else stock_size(len(state.stock))
        steps += self._tables.sizes(when, own, self._fewest(state), third)
        if not self._reckoning.counts_laid:
            return UNIT * steps - self._reckoning.held(state.hands[self._seat])
        others = max(laid_points(state, other) for other in self._others(state))
        return laid_points(state, self._seat) - others + UNIT * steps + _JOKER * wild

    def lead_if_out(self, state: State) -> float:
        """The lead if the seat goes out here; hidden cards count as the mean of what is unseen."""
        reckoned = self._reckoning
        seen = cards.mask(state.discard)
        for hand in state.hands:
            seen |= hand
        for meld in state.melds:
            seen |= cards.mask(meld.cards)
        unseen = [reckoned.costs[card] for card in range(CARDS) if not seen >> card & 1]
        mean = sum(unseen) / len(unseen) if unseen else _MEAN_POINTS
        held = [reckoned.held(state.hands[other]) + mean * state.hidden[other] for other in self._others(state)]
        lying = [laid_points(state, other) if reckoned.counts_laid else 0 for other in self._others(state)]
        best = max(points - cost for points, cost in zip(lying, held, strict=True))
        if reckoned.counts_laid:
            return laid_points(state, self._seat) - best
        gained = sum(held) * (2 if doubles(state, self._seat) else 1) if reckoned.gains_hands else 0
        return gained + reckoned.bonus - best

    def _fewest(self, state: State) -> int:
        return min((state.count(other) for other in self._others(state) if state.count(other)), default=1)

    def _others(self, state: State) -> list[int]:
        return [other for other in range(state.players) if other != self._seat]


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


def planned_by_patterns(
    variety: Variety, view: SeatView, tables: PatternTables, budget: Budget | None = None
) -> tuple[float, list[Action]]:
    """What the seat does to the end of its turn, or to its draw; and the worth of that. Raises NothingToDo, TimeUp."""
    return _Turn(variety, view, tables, None, budget=budget).plan()


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
        budget: Budget | None = None,
    ) -> None:
        self._tries_draws, self._budget = tries_draws, budget
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
                if self._budget is not None:
                    self._budget.check()
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
