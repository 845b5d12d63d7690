"""What a position is worth to a seat: points laid, and for each card in hand how likely it is still to be laid.

A card can be laid if it makes a meld with two others, or goes with a meld on the table. Each card that this takes is
held, or lies in the pile, or may still come, since nobody has shown it, or lies where it never comes from.
"""

from collections.abc import Iterable
from typing import Final

from rummynet.bots.evaluation.collecting import missing_cards
from rummynet.bots.evaluation.partners import FACES, lay_offs, pairs_of, points_of
from rummynet.bots.evaluation.weights import Weights
from rummynet.bots.evaluation.worth import laid_points
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

# Not 1: somebody else may lay on that end first.
_FITS_NOW: Final = 0.95  # probability that a card can be laid off which fits a meld on the table
# Below 1: some cards lie at the bottom of the stock when a round ends.
_MOST_LIKELY: Final = 0.9  # bound of the probability that an unseen card comes within reach


class Outlook:
    """The prospects of one seat in one position, by face."""

    def __init__(self, variety: Variety, state: State, seat: int, weights: Weights) -> None:
        self._variety, self._state, self._seat, self._weights = variety, state, seat, weights
        self._others = [other for other in range(state.players) if other != seat]
        self._nearest = min((state.count(other) for other in self._others if state.count(other)), default=1)
        self._hold = weights.hold + weights.hold_near_end / max(1, self._nearest)
        self._spread = variety.presentation.spread_pile
        self._aces = variety.aces_at(state.options)
        self._pairs, self._points = pairs_of(self._aces, variety.has_sets), points_of(variety)
        held = [card % cards.PER_DECK for card in cards.members(state.hands[seat])]
        pile = [card % cards.PER_DECK for card in state.discard]
        unseen = unseen_copies(state)[0]
        self._reach = self._reaches(unseen, pile)
        self._rivals = self._rival_reach(unseen, pile, held)
        self._fits = self._table()

    # -- the whole position

    def worth(self) -> float:
        """The worth of the position for the seat, less that for the leader of the others."""
        state, seat = self._state, self._seat
        if state.out == seat or not state.count(seat):
            return laid_points(state, seat, self._points) - self._rival_total(ended=True)
        return (
            laid_points(state, seat, self._points)
            + self.hand_worth(cards.members(state.hands[seat]))
            - self._rival_total(ended=False)
        )

    def _rival_total(self, *, ended: bool) -> float:
        """What the leader of the others has, or will have."""
        # A card that is not known counts as the mean of the deck: the weights were fitted with one decimal.
        each = -round(sum(self._points[:FACES]) / FACES, 1) if ended else self._weights.rival_card
        state, points = self._state, self._points
        return max(laid_points(state, other, points) + each * state.count(other) for other in self._others)

    def hand_worth(self, codes: Iterable[int], thrown: int = -1) -> float:
        """The worth of these cards in the hand; *thrown* is the face that has just been thrown out."""
        state, weights, hold, pairs, points = self._state, self._weights, self._hold, self._pairs, self._points
        is_wild = self._variety.presentation.is_wild
        faces, naturals, wild = [], [], 0
        for code in codes:
            if is_wild(state, code):
                wild += 1
            else:
                faces.append(code % cards.PER_DECK)
                naturals.append(code)
        reach = self._reach.copy()
        if thrown >= 0 and self._spread:
            reach[thrown] = weights.pile * (1 - self.lays_for_others(thrown))
        for face in faces:
            reach[face] = weights.held
        contract = self._variety.presentation.contract(state, self._seat)
        counts = 1.0 if contract is None else weights.under_contract
        total, span = weights.wild * wild, weights.gain + hold
        for face in faces:
            misses = 1.0
            for one, other in pairs[face]:
                misses *= 1 - reach[one] * reach[other]
            for before in self._fits.get(face, ()):
                misses *= 1 - (_FITS_NOW if before < 0 else reach[before])
            total += points[face] * (span * counts * (1 - misses) - hold)
        if contract is not None:
            total -= weights.lacking * missing_cards(contract, naturals, wild)
        return total

    # -- a card thrown out

    def thrown(self, code: int) -> float:
        """The worth of the hand without this card, less what it lets others lay."""
        face = code % cards.PER_DECK
        rest = [card for card in cards.members(self._state.hands[self._seat]) if card != code]
        if not rest:
            return 0.0
        if face >= FACES:
            return self.hand_worth(rest) - self._weights.wild
        return self.hand_worth(rest, face) - self.given_by(face)

    def given_by(self, face: int) -> float:
        """What this card, thrown out, is expected to let others lay; nothing for a joker, which nobody throws."""
        if face >= FACES:
            return 0.0
        return self._weights.danger * self.lays_for_others(face) * (self._points[face] + self._weights.companions)

    def lays_for_others(self, face: int) -> float:
        """The probability that others can lay this card if it comes to the top of the pile."""
        rivals, misses = self._rivals, 1.0
        for one, other in self._pairs[face]:
            misses *= 1 - rivals[one] * rivals[other]
        for before in self._fits.get(face, ()):
            misses *= 1 - _FITS_NOW if before < 0 else 1 - rivals[before]
        return 1 - misses

    # -- probabilities by face

    def _reaches(self, unseen: list[int], pile: list[int]) -> list[float]:
        weights = self._weights
        coming = weights.arrivals + weights.arrivals_per_card * self._nearest
        each = coming / max(coming, sum(unseen), 1)
        reach = [min(_MOST_LIKELY, each * copies) for copies in unseen]
        if self._spread:
            for face in pile:
                reach[face] = max(reach[face], weights.pile)
        return reach

    def _rival_reach(self, unseen: list[int], pile: list[int], held: list[int]) -> list[float]:
        """By face: the probability that a neighbour has it at hand, in the pile or in its hand."""
        state, total = self._state, max(1, sum(unseen))
        share, fades = 0.0, 1.0
        reach = [0.0] * len(unseen)
        for step in range(1, state.players):
            other = (self._seat + step) % state.players
            share += fades * state.hidden[other]
            for code in cards.members(state.hands[other]):
                reach[code % cards.PER_DECK] = max(reach[code % cards.PER_DECK], fades)
            # Who sits farther away gets a card of the pile only if all before leave it.
            fades *= self._weights.distance
        each = min(1.0, share / total)
        reach = [max(known, 1 - (1 - each) ** copies) for known, copies in zip(reach, unseen, strict=True)]
        if self._spread:
            for face in pile:
                reach[face] = 1.0
        return reach

    def _table(self) -> dict[int, list[int]]:
        """By face that can be laid off: the faces that have to lie there before, -1 for none."""
        fits: dict[int, list[int]] = {}
        if self._variety.presentation.contract(self._state, self._seat) is None:
            for meld in self._state.melds:
                for face, before in lay_offs(meld.stands, meld.is_run, self._aces):
                    fits.setdefault(face, []).append(before)
        return fits


def unseen_copies(state: State) -> tuple[list[int], int, bool]:
    """By face: how many copies have not been located; the number of decks, and whether they have jokers."""
    located = [*state.discard, *(code for meld in state.melds for code in meld.cards)]
    for hand in state.hands:
        located += cards.members(hand)
    located += [code for code in state.stock if code >= 0]
    total = len(located) + sum(state.hidden) + sum(code < 0 for code in state.stock)
    # Decks have 52 or 54 cards, so the nearest multiple of 53 says how many there are.
    decks = max(1, round(total / 53))
    jokers = total > FACES * decks
    copies = [decks] * FACES + [decks if jokers else 0] * 2
    for code in located:
        copies[code % cards.PER_DECK] = max(0, copies[code % cards.PER_DECK] - 1)
    return copies, decks, jokers
