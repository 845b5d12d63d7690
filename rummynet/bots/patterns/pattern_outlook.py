"""What a position of Keilty is worth to a seat by the pattern tables: its lead over the others at the end."""

from typing import Final

from rummynet.bots.partners import POINTS
from rummynet.bots.patterns.card_states import CARDS, NATURAL, CardState, card_states, fitting, patterns, patterns_with
from rummynet.bots.patterns.tables import UNIT, PatternTables, When
from rummynet.bots.worth import laid
from rummynet.rules.core.state import State
from rummynet_protocol import cards

_JOKER: Final = 18.0
"""What a joker in the hand is worth; it has no place in the tables."""
_JOKER_THROWN: Final = 33.0
"""What it costs to throw one out."""
_MEAN_POINTS: Final = 7.3
"""Points of a hidden card where all cards have been seen."""


class PatternOutlook:
    """Values positions for one seat."""

    def __init__(self, tables: PatternTables, seat: int) -> None:
        self._tables, self._seat = tables, seat

    def before_draw(self, state: State) -> float:
        """The worth of a position in which the seat is about to draw."""
        own = state.count(self._seat)
        states = card_states(state, self._seat)
        phase = self._tables.phase("before_draw", own, self._fewest(state))
        total = sum([phase[pattern] for pattern in patterns(states)])
        return self._points(state, "before_draw", own, total)

    def throws(self, state: State) -> dict[int, float]:
        """By card of the hand: the worth of the position after it is thrown out."""
        held = list(cards.members(state.hands[self._seat]))
        own = state.count(self._seat) - 1
        if not own:
            return dict.fromkeys(held, self._out(state))
        natural = [card for card in held if card < CARDS]
        states = card_states(state, self._seat, 1)
        phase = self._tables.phase("after_throw", own, self._fewest(state))
        total, fits = sum([phase[pattern] for pattern in patterns(states)]), fitting(state)
        kept = self._points(state, "after_throw", own, total) - _JOKER_THROWN
        found = {card: kept for card in held if card >= CARDS}
        for card in natural:
            changed = total - sum([phase[pattern] for pattern in patterns_with(states, card)])
            before, states[card] = states[card], CardState.PILE_FITS if fits >> card & 1 else CardState.TOP
            changed += sum([phase[pattern] for pattern in patterns_with(states, card)])
            states[card] = before
            found[card] = self._points(state, "after_throw", own, changed)
        return found

    def ended(self, state: State) -> float:
        """The worth of a position after the seat's last card was laid."""
        return self._out(state)

    def _points(self, state: State, when: When, own: int, steps: int) -> float:
        steps += self._tables.sizes(when, own, self._fewest(state), len(state.stock))
        others = max(laid(state, other) for other in self._others(state))
        jokers = _JOKER * (state.hands[self._seat] & ~NATURAL).bit_count()
        return laid(state, self._seat) - others + UNIT * steps + jokers

    def _out(self, state: State) -> float:
        """The lead if the seat goes out; hidden cards count as the mean of what is unseen."""
        seen = cards.mask(state.discard)
        for hand in state.hands:
            seen |= hand
        for meld in state.melds:
            seen |= cards.mask(meld.cards)
        unseen = [POINTS[card] for card in range(CARDS) if not seen >> card & 1]
        mean = sum(unseen) / len(unseen) if unseen else _MEAN_POINTS
        left = []
        for other in self._others(state):
            known = sum(POINTS[card] for card in cards.members(state.hands[other]))
            left.append(laid(state, other) - known - mean * state.hidden[other])
        return laid(state, self._seat) - max(left)

    def _fewest(self, state: State) -> int:
        return min(state.count(other) for other in self._others(state))

    def _others(self, state: State) -> list[int]:
        return [other for other in range(state.players) if other != self._seat]
