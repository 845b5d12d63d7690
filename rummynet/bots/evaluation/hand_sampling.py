"""Whole positions drawn from what a seat knows, weighted by what the others threw out, left lying and would have laid.

A player seldom throws out what goes with its hand, takes from the pile what its hand can lay, and lays a meld that it
holds. So a card next to one thrown out is less likely in that hand, and hands that could have laid are seldom drawn.
"""

from typing import Final

from rummynet.bots.evaluation.outlook import unseen_copies
from rummynet.bots.evaluation.partners import FACES, lay_offs, pairs_of
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Variety
from rummynet.rules.shared.melds import allows, melds_in
from rummynet_protocol import cards
from rummynet_protocol.events import ThrewOut
from rummynet_protocol.values import replace

_UNIT: Final = 1 << 24  # steps of a uniform number: fine enough for odds of small factors, and an exact float
# Factor for a card that makes a meld with one that its holder threw out, for each way to make it: fewer hold it, but
# a hand may have had to part.
_BESIDE_THROWN: Final = 0.7
# Factor for a card that its holder could have laid off: seldom kept back, but kept sometimes to go out at once.
_FITS_TABLE: Final = 0.15
# Probability that a hand is accepted which holds a meld, or could have taken from the pile: people hold melds back
# now and then, and 0 would find no hand in some positions.
_UNLAID: Final = 0.15
# Hands drawn for one seat before the last is taken as it is: more makes positions likelier and the coach slower.
_TRIES: Final = 6


class HandSampler:
    """Draws positions for one view. *inferring* False draws uniformly, which the arena compares with it."""

    def __init__(self, variety: Variety, view: SeatView, chance: Chance, *, inferring: bool = True) -> None:
        self._variety, self._position, self._seat, self._chance = variety, view.position, view.seat, chance
        self._inferring = inferring
        self._aces = variety.aces_at(view.position.options)
        self._unseen = unseen_codes(view.position, view.seat)
        self._natural = not any(code >= FACES for code in self._unseen)
        self._pile = cards.mask(view.position.discard[:-1]) if variety.presentation.spread_pile else 0
        self._odds = {
            other: self._card_odds(view, other) for other in range(view.position.players) if other != view.seat
        }

    def draw(self) -> State | None:
        """A position with every card known; None if the unseen cards do not fill it."""
        position = self._position
        hands, left = list(position.hands), self._unseen
        for other, odds in self._odds.items():
            count = position.hidden[other]
            if count > len(left):
                return None
            hand, left = self._hand(hands[other], count, left, odds)
            hands[other] = hand
        gaps = sum(code == HIDDEN for code in position.stock)
        if len(left) < gaps:
            return None
        order = sorted((self._chance(_UNIT), code) for code in left)
        stock = iter([code for _, code in order])
        return replace(
            position,
            hands=tuple(hands),
            hidden=(0,) * position.players,
            stock=tuple(next(stock) if code == HIDDEN else code for code in position.stock),
        )

    def _hand(self, known: int, count: int, left: list[int], odds: list[float]) -> tuple[int, list[int]]:
        """A hand with so many of the cards left, and the others."""
        hand = known
        for _ in range(_TRIES):
            # The smallest keys are taken: an exponent below 1 makes a key larger. Plus 1, so that no key is 0.
            keys = sorted([((self._chance(_UNIT) + 1) / _UNIT) ** odds[code % cards.PER_DECK], code] for code in left)
            hand = known | cards.mask(code for _, code in keys[:count])
            if not self._could_have_laid(hand) or self._chance(_UNIT) < _UNLAID * _UNIT:
                break
        return hand, [code for code in left if not hand >> code & 1]

    def _could_have_laid(self, hand: int) -> bool:
        # With jokers about nearly every hand could have laid something, so that says nothing.
        if not self._inferring or not self._natural or hand.bit_count() < 2:
            return False
        has_sets = self._variety.has_sets
        found = melds_in(hand | self._pile, self._aces)
        return any(shape.mask & hand and allows(shape.cards, self._aces, has_sets) for shape in found)

    def _card_odds(self, view: SeatView, other: int) -> list[float]:
        """By face: the exponent by which a uniform draw is raised, below 1 for cards that are less likely held."""
        likely, pairs = [1.0] * (FACES + 2), pairs_of(self._aces, self._variety.has_sets)
        if not self._inferring:
            return likely
        for event in view.log.events:
            if isinstance(event, ThrewOut) and event.seat == other:
                face = cards.FACE_OF.get(event.card.partition(".")[0], FACES)
                for one, two in pairs[face] if face < FACES else ():
                    likely[one] *= _BESIDE_THROWN**0.5
                    likely[two] *= _BESIDE_THROWN**0.5
        if self._variety.presentation.contract(view.position, other) is None:
            for meld in view.position.melds:
                for face, before in lay_offs(meld.stands, meld.is_run, self._aces):
                    if before < 0:
                        likely[face] *= _FITS_TABLE
        # No card is ruled out: whoever threw out its neighbours may still hold it.
        return [max(0.05, one) for one in likely]


def unseen_codes(position: State, seat: int) -> list[int]:
    """The codes of the cards that the seat has not located."""
    located = 0
    for hand in position.hands:
        located |= hand
    located |= cards.mask(position.discard)
    located |= cards.mask(code for code in position.stock if code != HIDDEN)
    for meld in position.melds:
        located |= cards.mask(meld.cards)
    decks, jokers = unseen_copies(position)[1:]
    return [code for code in cards.full_deck(decks, jokers) if not located >> code & 1]
