"""How good a position looks to a seat, in points: cards laid, minus cards held, plus what those may become.

It considers only runs and sets, and values cards as the variety tells bots to. It is a heuristic for choosing, not a
score.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from rummynet.bots.evaluation.collecting import missing_cards
from rummynet.bots.evaluation.partners import FACES, POINTS, companions_at, points_of
from rummynet.rules.core.state import Aces, Meld, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

# Weights of `simple`, chosen by hand: melds beat pairs, and pairs beat nothing. Fitting is for `strong`.
_JOKER: Final = 15
_WILD_PROMISE: Final = 20  # above what a natural card can promise (12 and 6): wild cards are thrown out last
# The next three decide how well `simple` plays: over 150 deals of Keilty against `steady`, half as much of one wins 5
# to 11 points a round, twice as much loses 6 to 26. They stay, as `simple` is to be the weaker level.
_PARTNER: Final = 4  # a neighbour, or a card of the same rank
_NEAR: Final = 2
_FITS: Final = 6
_GUESS: Final = 8  # about the mean of the pack (7.3); with 4 or 16 it plays the same games
"""Points of a card that is not known."""
_SHOWN: Final = 12  # about two cards; with 6 or 24 the result is the same
# As dear as the dearest card. From 7 to 30 it plays Crummy as well (within 4 points of 118 a round over `random`).
_LACKING: Final = 15  # cost of each card that a contract still lacks


def word_value(word: str) -> int:
    """Points of a card as written in an action (``7H``, ``*1=7H``), as most games count them."""
    return _JOKER if word[0] == "*" else POINTS[cards.RANKS.index(word[0])]


def worth(variety: Variety, state: State, seat: int) -> int:
    """The worth of the position as the seat sees it; higher is better."""
    hand = state.hands[seat]
    points = points_of(variety)
    if state.out == seat or not state.count(seat):
        return laid_points(state, seat, points) + _lead(state, seat, points)
    is_wild = variety.presentation.is_wild
    naturals = [card for card in cards.members(hand) if not is_wild(state, card)]
    aces = variety.aces_at(state.options)
    near = neighbours_of(aces, variety.has_sets)
    natural, wanted = cards.mask(naturals), on_table(state.melds, aces)
    wild = hand.bit_count() - len(naturals)
    total = (_WILD_PROMISE - _JOKER) * wild - _GUESS * state.hidden[seat]
    for card in naturals:
        total += promise(card, natural, wanted, near) - points[card % cards.PER_DECK]
    contract = variety.presentation.contract(state, seat)
    if contract is not None:
        total -= _LACKING * missing_cards(contract, naturals, wild)
    return laid_points(state, seat, points) + total


def laid_points(state: State, seat: int, points: tuple[int, ...] = POINTS) -> int:
    """The points of the cards that the seat has laid."""
    return sum([_laid_in(meld.cards, meld.by, seat, points) for meld in state.melds if seat in meld.by])


@lru_cache(maxsize=4096)
def _laid_in(codes: tuple[int, ...], by: tuple[int, ...], seat: int, points: tuple[int, ...]) -> int:
    return sum(points[card % cards.PER_DECK] for card, one in zip(codes, by, strict=True) if one == seat)


def _lead(state: State, seat: int, points: tuple[int, ...]) -> int:
    """The worth of ending the round now: the lead over the best of the others, with hands guessed."""
    others = [
        laid_points(state, other, points) - _GUESS * state.count(other)
        for other in range(state.players)
        if other != seat
    ]
    return laid_points(state, seat, points) - max(others)


def given_away(state: State, seat: int) -> int:
    """The expected cost of rummies that this seat made possible for others."""
    return _SHOWN * sum(claim.by == seat for claim in state.claims)


Neighbours = tuple[tuple[int, int], ...]
"""By face, as masks: the cards of its rank and those beside it in its suit; those with one place between."""


@cache
def neighbours_of(aces: Aces, has_sets: bool) -> Neighbours:
    """The neighbours by the melds of such a game."""
    ranks, beside, near = (companions_at(distance, aces, has_sets) for distance in range(3))
    return tuple((ranks[face] | beside[face], near[face]) for face in range(FACES))


def promise(card: int, natural: int, wanted: int, neighbours: Neighbours) -> int:
    """What the card may become with the natural cards held and the faces wanted on the table; 0 if it fits nothing."""
    face = card % cards.PER_DECK
    if face >= 52:
        return _WILD_PROMISE
    beside, near = neighbours[face]
    partners = _PARTNER * (natural & beside).bit_count() + _NEAR * (natural & near).bit_count()
    # Three partners' worth: a card is in one meld in the end.
    return min(partners, 12) + (_FITS if wanted >> face & 1 else 0)


_ONE_DECK: Final = (1 << FACES) - 1


def on_table(melds: Sequence[Meld], aces: Aces = "either") -> int:
    """The faces that go with some meld, as a mask."""
    wanted = 0
    for meld in melds:
        wanted |= _wanted_by(meld.stands, meld.is_run, aces)
    return wanted


@lru_cache(maxsize=4096)
def _wanted_by(stands: tuple[int, ...], is_run: bool, aces: Aces) -> int:
    """The faces next to any card of a run, or those of a set's rank while it has fewer than four cards."""
    faces = [face for face in stands if face >= 0]
    if not faces:
        return 0
    if is_run:
        beside = companions_at(1, aces, True)
        return cards.mask(other for face in faces for other in cards.members(beside[face] & _ONE_DECK))
    return cards.mask(range(faces[0] % 13, 52, 13)) if len(stands) < 4 else 0
