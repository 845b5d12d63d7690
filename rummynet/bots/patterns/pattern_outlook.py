"""What a position is worth to a seat by the pattern tables: its lead over the others at the end."""

from typing import Final

from rummynet.bots.evaluation.worth import laid_points
from rummynet.bots.patterns.card_states import CARDS, CardState, card_states, patterns, patterns_with
from rummynet.bots.patterns.pattern_network import PatternNetworks
from rummynet.bots.patterns.reckoning import barred_from_throwing, doubles, fitting, reckoning
from rummynet.bots.patterns.tables import UNIT, PatternTables, When, stock_size
from rummynet.rules.core.state import State
from rummynet_protocol import cards

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
