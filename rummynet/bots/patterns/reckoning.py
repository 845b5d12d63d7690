"""What a round's points hang on in each game that has pattern tables: cards that lie, or cards that are held."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rummynet.bots.evaluation.partners import FACES, POINTS, lay_offs
from rummynet.rules.basic.state import BasicState
from rummynet.rules.basic.turn import BONUS, VALUES, all_ends
from rummynet.rules.core.state import State
from rummynet.rules.shared.melds import SHAPES
from rummynet.rules.vegas import score as vegas_score
from rummynet.rules.vegas.state import VegasState, turned_up_wilds
from rummynet_protocol import cards
from rummynet_protocol.values import Value

_CODES: Final = FACES + len(cards.JOKERS)
_JOKERS: Final = cards.mask(cards.JOKERS)


class Reckoning(Value):
    """The points of a round, for the cards of one deck. *costs* by code: what a card costs that is held at the end."""

    costs: Sequence[int]
    counts_laid: bool = True  # whether cards on the table count; else only those in hands
    gains_hands: bool = False  # whether who is out gains what the others hold
    bonus: int = 0  # what who is out gains besides
    wild: int = _JOKERS  # the wild cards, as a mask: no part of a pattern
    counts_wild: bool = False  # whether the tables go by the wild cards of the hand, in place of the cards of the stock

    def held(self, mask: int) -> int:
        """What these cards cost in a hand."""
        return sum([self.costs[code] for code in cards.members(mask)])


_LAID: Final = Reckoning(POINTS)
# No jokers in basic rummy: the two codes cost nothing, so that one tuple serves all games.
_BASIC: Final = Reckoning((*VALUES[:FACES], 0, 0), False, True, BONUS)


def reckoning(state: State) -> Reckoning:
    """How the game of a position is reckoned."""
    if isinstance(state, BasicState):
        return _BASIC
    if isinstance(state, VegasState):
        return _vegas(state.wild)
    return _LAID


@cache
def _vegas(wild: str) -> Reckoning:
    wilds = turned_up_wilds(wild)
    costs = tuple(vegas_score.points(code, wilds) for code in range(_CODES))
    return Reckoning(costs, False, wild=wilds.faces, counts_wild=True)


def has_one_deck(state: State) -> bool:
    """Whether each card is there once, as the tables have it."""
    return not isinstance(state, VegasState) or state.decks == 1


def fitting(state: State) -> int:
    """The cards that can be laid off onto a meld, as a mask."""
    found = 0
    if isinstance(state, BasicState):
        for end in all_ends(state.melds, state.aces):
            found |= end.fits
    elif isinstance(state, VegasState):
        for meld in state.melds:
            found |= cards.mask(face for face, before in lay_offs(meld.stands, meld.is_run) if before < 0)
    else:
        for meld in state.melds:
            found |= SHAPES[meld.stands].fits
    return found


def barred_from_throwing(state: State) -> int:
    """The card that may not be thrown out in this turn, as a mask."""
    return 1 << state.taken if isinstance(state, BasicState) and state.taken is not None else 0


def doubles(state: State, seat: int) -> bool:
    """Whether the seat is out by a declaration, which counts twice."""
    return isinstance(state, BasicState) and state.declared == seat
