"""What goes with a card, and whether others can still lay it: facts about one card, from what a seat sees."""

from collections.abc import Iterable
from typing import Final

from rummynet.bots.evaluation.outlook import unseen_copies
from rummynet.bots.evaluation.partners import FACES, companions_at, lay_offs, pairs_of
from rummynet.rules.core.state import Aces, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

_NEAR: Final = 2  # places in a suit: three in a suit reach no further from a card


class Whereabouts:
    """Where each card is, as *seat* sees it; for games of ``one_deck``."""

    def __init__(self, variety: Variety, state: State, seat: int) -> None:
        self._rules = variety.presentation
        self._aces = variety.aces_at(state.options)
        self._pairs = pairs_of(self._aces, variety.has_sets)
        self._state = state
        self._seat = seat
        self.own = {code % cards.PER_DECK for code in cards.members(state.hands[seat])}
        self.lying = {code % cards.PER_DECK for meld in state.melds for code in meld.cards}
        unseen = unseen_copies(state)[0]
        self._for_others = {face for face, copies in enumerate(unseen) if copies}
        for other in range(state.players):
            if other != seat:
                self._for_others |= {code % cards.PER_DECK for code in cards.members(state.hands[other])}
        self.pile = {code % cards.PER_DECK for code in state.discard} if self._rules.spread_pile else set[int]()
        jokers = set(cards.JOKERS) if unseen_copies(state)[2] else set[int]()
        # The own jokers are no danger: nobody else can lay one.
        self._can_differ = bool(jokers - self.own)  # a joker that others have, or can trade for, goes with everything

    def is_within_reach(self, face: int) -> bool:
        """Whether another player may hold or get the card."""
        return face in self._for_others or face in self.pile

    def open_pairs(self, face: int) -> list[tuple[int, int]]:
        """The pairs of cards within reach of others that make a meld with this one."""
        return [pair for pair in self._pairs[face] if all(map(self.is_within_reach, pair))]

    def fitting_meld(self, face: int) -> int | None:
        """The number of a meld that the card fits now; None without one."""
        for number, meld in enumerate(self._state.melds):
            if (face, -1) in lay_offs(meld.stands, meld.is_run, self._aces):
                return number
        return None

    def fits_later(self, face: int) -> bool:
        """Whether the card fits a meld once another card within reach of others lies there."""
        return any(
            one == face and before >= 0 and self.is_within_reach(before)
            for meld in self._state.melds
            for one, before in lay_offs(meld.stands, meld.is_run, self._aces)
        )

    def is_safe(self, face: int) -> bool:
        """Whether nobody else can lay the card as things stand, whatever the hidden cards are."""
        return not self._fits_somewhere(face) and not self.open_pairs(face)

    def needs_two(self, face: int) -> bool:
        """Whether others can lay the card only with two cards that nobody has shown."""
        shown = self.pile | {
            code % cards.PER_DECK
            for other, hand in enumerate(self._state.hands)
            if other != self._seat
            for code in cards.members(hand)
        }
        return not self._fits_somewhere(face) and not any(
            one in shown or two in shown for one, two in self.open_pairs(face)
        )

    def _fits_somewhere(self, face: int) -> bool:
        """Whether the card goes, or may come to go, with a meld that lies on the table, or with a joker."""
        suit = face // 13
        passes = self._rules.runs_pass_sets and any(
            meld.is_run and meld.stands[0] // 13 == suit for meld in self._state.melds
        )
        return self._can_differ or passes or self.fitting_meld(face) is not None or self.fits_later(face)


def companions(card: int, hand: Iterable[int], aces: Aces, has_sets: bool) -> list[int]:
    """The codes of the hand that can be in one meld with the card: of its rank, or its suit within two places."""
    face = card % cards.PER_DECK
    if face >= FACES:
        return []
    # With several decks an equal card is of its rank too.
    near = cards.mask(range(face, cards.PER_DECK * cards.MOST_DECKS, cards.PER_DECK)) if has_sets else 0
    for distance in range(_NEAR + 1):
        near |= companions_at(distance, aces, has_sets)[face]
    return [code for code in hand if code != card and near >> code & 1]
