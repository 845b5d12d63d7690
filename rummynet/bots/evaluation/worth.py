"""How good a position looks to a seat, in points: cards laid, minus cards held, plus what those may become.

It serves every variety alike, so it values cards as most of them do (ace 15, ten to king 10, others 5) and considers
only runs and sets. It is a heuristic for choosing, not a score.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rummynet.bots.evaluation.collecting import missing_cards
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

_BY_RANK: Final = (15, *(5,) * 8, *(10,) * 4)
# Weights of `simple`, chosen by hand: melds beat pairs, and pairs beat nothing. Fitting is for `strong`.
_JOKER: Final = 15
_WILD_PROMISE: Final = 20  # above what a natural card can promise (12 and 6): wild cards are thrown out last
# The next three decide how well `simple` plays: over 150 deals of Keilty against `steady`, half as much of one wins 5
# to 11 points a round, twice as much loses 6 to 26. They stay, as `simple` is to be the weaker level.
_PARTNER: Final = 4
"""A neighbour, or a card of the same rank."""
_NEAR: Final = 2
_FITS: Final = 6
_GUESS: Final = 8  # about the mean of the pack (7.3); with 4 or 16 it plays the same games
"""Points of a card that is not known."""
_SHOWN: Final = 12  # about two cards; with 6 or 24 the result is the same
# As dear as the dearest card. From 7 to 30 it plays Crummy as well (within 4 points of 118 a round over `random`).
_LACKING: Final = 15
"""Cost of each card that a contract still lacks."""


_VALUES: Final = (*(_BY_RANK[face % 13] for face in range(52)), _JOKER, _JOKER)
"""Points of a card by face."""


def word_value(word: str) -> int:
    """Points of a card as written in an action (``7H``, ``*1=7H``)."""
    return _JOKER if word[0] == "*" else _BY_RANK[cards.RANKS.index(word[0])]


def worth(variety: Variety, state: State, seat: int) -> int:
    """The worth of the position as the seat sees it; higher is better."""
    hand = state.hands[seat]
    if state.out == seat or not state.count(seat):
        return laid_points(state, seat) + _lead(state, seat)
    is_wild = variety.presentation.is_wild
    naturals = [card for card in cards.members(hand) if not is_wild(state, card)]
    natural, wanted = cards.mask(naturals), on_table(state.melds)
    wild = hand.bit_count() - len(naturals)
    total = (_WILD_PROMISE - _JOKER) * wild - _GUESS * state.hidden[seat]
    for card in naturals:
        total += promise(card, natural, wanted) - _VALUES[card % cards.PER_DECK]
    contract = variety.presentation.contract(state, seat)
    if contract is not None:
        total -= _LACKING * missing_cards(contract, naturals, wild)
    return laid_points(state, seat) + total


def laid_points(state: State, seat: int) -> int:
    """The points of the cards that the seat has laid."""
    return sum([_laid_in(meld.cards, meld.by, seat) for meld in state.melds if seat in meld.by])


@lru_cache(maxsize=4096)
def _laid_in(codes: tuple[int, ...], by: tuple[int, ...], seat: int) -> int:
    return sum(_VALUES[card % cards.PER_DECK] for card, one in zip(codes, by, strict=True) if one == seat)


def _lead(state: State, seat: int) -> int:
    """The worth of ending the round now: the lead over the best of the others, with hands guessed."""
    others = [
        laid_points(state, other) - _GUESS * state.count(other) for other in range(state.players) if other != seat
    ]
    return laid_points(state, seat) - max(others)


def given_away(state: State, seat: int) -> int:
    """The expected cost of rummies that this seat made possible for others."""
    return _SHOWN * sum(claim.by == seat for claim in state.claims)


def promise(card: int, natural: int, wanted: int) -> int:
    """What the card may become with the natural cards held and the faces wanted on the table; 0 if it fits nothing."""
    face = card % cards.PER_DECK
    if face >= 52:
        return _WILD_PROMISE
    partners = _PARTNER * (natural & _PARTNERS[face]).bit_count() + _NEAR * (natural & _NEARBY[face]).bit_count()
    # Three partners' worth: a card is in one meld in the end.
    return min(partners, 12) + (_FITS if wanted >> face & 1 else 0)


def _distance(rank: int, near: int) -> int:
    """The distance of two ranks, an ace below the two or above the king."""
    return min(abs(rank - near), abs((rank or 13) - (near or 13)))


_ONE_DECK: Final = (1 << 52) - 1


def _faces(face: int, distance: int) -> int:
    """The faces of the same suit at this distance, in all decks; at none, those of the same rank in other suits."""
    suit, rank = divmod(face, 13)
    same_suit = [13 * suit + near for near in range(13) if _distance(rank, near) == distance]
    found = same_suit if distance else [one for one in range(rank, 52, 13) if one != face]
    return cards.mask(one + cards.PER_DECK * deck for one in found for deck in range(cards.MOST_DECKS))


_PARTNERS: Final = tuple(_faces(face, 0) | _faces(face, 1) for face in range(52))
"""By face: the cards of its rank in other suits, and its neighbours."""
_NEARBY: Final = tuple(_faces(face, 2) for face in range(52))
"""By face: the cards of its suit with one place between."""


def on_table(melds: Sequence[Meld]) -> int:
    """The faces that go with some meld, as a mask."""
    wanted = 0
    for meld in melds:
        wanted |= _wanted_by(meld.stands, meld.is_run)
    return wanted


@lru_cache(maxsize=4096)
def _wanted_by(stands: tuple[int, ...], is_run: bool) -> int:
    """The faces next to any card of a run, or those of a set's rank while it has fewer than four cards."""
    faces = [face for face in stands if face >= 0]
    if not faces:
        return 0
    if is_run:
        return cards.mask(other for face in faces for other in cards.members(_faces(face, 1) & _ONE_DECK))
    return cards.mask(range(faces[0] % 13, 52, 13)) if len(stands) < 4 else 0
