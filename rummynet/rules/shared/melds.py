"""Sets and runs of natural cards of one deck, all of them, made once.

A set is three or four cards of a rank. A run is three or more consecutive cards of a suit with the ace below the two
or above the king, never both: 13 cards at most. The run of all 13 is laid with the ace low; a run that grew to 13 at
its low end keeps its ace high (``SHAPES`` knows both, ``MELDS`` the first only: they hold the same cards).

Where a table plays runs around the corner, those with an ace between king and two come besides (``AROUND``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from rummynet.rules.core.state import Aces, Meld
from rummynet_protocol import cards
from rummynet_protocol.actions import LayDown

FEWEST: Final = 3  # in every one of these games (docs/rules)
_SUIT_BITS: Final = 0x1FFF  # 13 cards
_SAME_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces; shifted by a rank, the four cards of it
_LOWEST_OF_THREE: Final = 0x7FF * _SAME_RANK
"""The cards with which a run of three can begin, an ace low: ace to jack of each suit."""
ACE_HIGH: Final = 13  # the place of the high ace in a suit; the low ace has place 0, the king 12
Row = tuple[int, int, int]  # a card of a meld: its code, what it stands for, who laid it


class Shape(NamedTuple):
    """One of the possible melds of natural cards."""

    cards: tuple[int, ...]  # in canonical order: a run in sequence, a set by suit
    words: tuple[str, ...]
    mask: int
    is_run: bool
    below: tuple[int, ...]  # what may be laid at the low end of a run, nearest first; the card that a set lacks
    above: tuple[int, ...]  # what may be laid at the high end, but for an ace that fits at both ends (it is low)
    fits: int  # the single cards that may be laid off, as a mask
    reach: int  # the cards of both ends, as a mask
    laying: LayDown
    text: str  # ``meld 5S 6S 7S``


def run_places(codes: Sequence[int]) -> list[int]:
    """The places of a run's cards, rising: an ace is low if it comes first, else high."""
    places = [codes[0] % 13]
    for code in codes[1:]:
        places.append(places[-1] + (code - places[-1]) % 13)
    return places


def card_at(suit: int, place: int) -> int:
    """The card at a place of a suit: 0 the low ace, 1 the two, .. 12 the king, 13 the high ace, 14 the two above it."""
    return 13 * suit + place % 13


class Ends(NamedTuple):
    """What can come to lie at the ends of a meld of natural cards."""

    low: tuple[int, ...]  # the cards below, nearest first, but for those passed; for a set of three the card it lacks
    high: tuple[int, ...]  # the cards above, but for one that fits at both ends
    fits: int  # the single cards that can be laid off, as a mask
    reach: int  # the cards of both ends, as a mask


# The cards passed are part of the key, so there are more than the shapes; a round asks for some hundred again and
# again.
@lru_cache(maxsize=16384)
def ends_at(codes: tuple[int, ...], passed: int, aces: Aces) -> Ends:
    """The ends of a meld of these cards, where runs go on past the cards of the mask *passed*."""
    suit, rank = divmod(codes[0], 13)
    high: tuple[int, ...] = ()
    if codes[1] % 13 == rank:
        low = tuple([code for code in range(rank, 52, 13) if code not in codes])
    else:
        places = run_places(codes)
        lowest = int(places[-1] == ACE_HIGH or aces == "high")
        highest = ACE_HIGH - int(places[0] == 0)
        if aces == "around":
            # Each end goes on as far as the other one.
            lowest, highest = places[-1] - 12, places[0] + 12
        below = [card_at(suit, place) for place in range(places[0] - 1, lowest - 1, -1)]
        above = [card_at(suit, place) for place in range(places[-1] + 1, highest + 1)]
        low = tuple([code for code in below if not passed >> code & 1])
        high = tuple([code for code in above if not passed >> code & 1])
        # A card that fits at both ends goes to the low one (docs/rules/basic.md, "How actions are written"); around the
        # corner that is the last one, which closes the circle.
        if aces == "around":
            high = high[:-1]
        elif low[:1] == high[:1]:
            high = ()
    return Ends(low, high, cards.mask((*low[:1], *high[:1])), cards.mask((*low, *high)))


def _shape(codes: tuple[int, ...], aces: Aces = "either") -> Shape:
    words, is_run = tuple([cards.FACES[code] for code in codes]), codes[0] % 13 != codes[1] % 13
    text = "meld " + " ".join(words)
    return Shape(codes, words, cards.mask(codes), is_run, *ends_at(codes, 0, aces), LayDown(words), text)


def _runs(firsts: range, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The runs that begin at these places, and end at such a one."""
    for suit in range(4):
        for first in firsts:
            # At most 13 places: from the low ace it ends at the king, so no run has the ace twice.
            for last in range(max(first + FEWEST - 1, least), min(first + 12, most) + 1):
                yield tuple(card_at(suit, place) for place in range(first, last + 1))


# -- any meld as a pattern: a run is its suit and the place of its first card, a set is its rank
def places_of(faces: Sequence[int]) -> tuple[int, int]:
    """The first and the last place of a run of these faces."""
    return faces[0] % 13, faces[-1] % 13 or ACE_HIGH


def ends(meld: Meld, aces: Aces = "either") -> list[tuple[int, bool]]:
    """The faces that would extend a run: (face, whether at the low end). An ace that fits at both ends is low."""
    low, high, _, _ = ends_at(meld.stands, 0, aces)
    return [*((face, True) for face in low[:1]), *((face, False) for face in high[:1])]


def rows_of(meld: Meld) -> list[Row]:
    """The cards of a meld in their order."""
    return list(zip(meld.cards, meld.stands, meld.by, strict=True))


def meld_of(rows: Iterable[Row], is_run: bool, order: Callable[[Row], Any]) -> Meld:
    """The meld of these cards; a set lies in that order."""
    codes, stands, by = zip(*(rows if is_run else sorted(rows, key=order)), strict=True)
    return Meld(codes, stands, by, is_run)


def with_row(meld: Meld, at: slice, row: Row, order: Callable[[Row], Any]) -> Meld:
    """The meld with a card more at an end, or in the place of another one."""
    rows = rows_of(meld)
    rows[at] = [row]
    return meld_of(rows, meld.is_run, order)


# -- those of natural cards
def laid_by(seat: int, shape: Shape) -> Meld:
    """The meld as the seat lays it."""
    return Meld(shape.cards, shape.cards, (seat,) * len(shape.cards), shape.is_run)


_FOURS: Final = [tuple(range(rank, 52, 13)) for rank in range(13)]
_SETS: Final = [codes for four in _FOURS for codes in (four, *[tuple([c for c in four if c != one]) for one in four])]
SHAPES: Final = {codes: _shape(codes) for codes in (*_SETS, *_runs(range(13), 0, ACE_HIGH))}
"""Every meld that can lie on the table, by its codes in order."""
MELDS: Final[dict[tuple[str, ...], Shape]] = {
    shape.words: shape for shape in SHAPES.values() if not (len(shape.cards) == ACE_HIGH and shape.cards[-1] % 13 == 0)
}
"""Every meld that can be laid at once, by its words."""
# Beyond the high ace, and at most 12 cards: the run of all 13 is written from the ace.
_CORNERS: Final = [codes for codes in _runs(range(2, 13), ACE_HIGH + 1, 24) if len(codes) < 13]
AROUND: Final = {shape.words: shape for shape in [_shape(codes, "around") for codes in _CORNERS]}
"""By its words, every run with an ace in the middle."""

_SUITS: Final = [_SUIT_BITS << 13 * suit for suit in range(4)]
_RANKS: Final = [_SAME_RANK << rank for rank in range(13)]
_KINDS: Final = (
    *([one for one in MELDS.values() if one.is_run and one.mask & suit] for suit in _SUITS),
    *([one for one in AROUND.values() if one.mask & suit] for suit in _SUITS),
    *([one for one in MELDS.values() if not one.is_run and one.mask & rank] for rank in _RANKS),
)
AROUND_AT: Final = 4  # where in it the runs around the corner begin
SETS_AT: Final = 8


# Without a limit: 2**13 hands of each suit are all that can be asked for, and a game meets some hundred.
@cache
def melds_of_kind(kind: int, held: int, lacking: int) -> tuple[Shape, ...]:
    """The melds of this kind of which all cards but *lacking* at most are in *held*, cards of that suit or rank."""
    # The kind is a suit, ``AROUND_AT`` and a suit for runs around the corner, or ``SETS_AT`` and a rank.
    return tuple([shape for shape in _KINDS[kind] if (shape.mask & ~held).bit_count() <= lacking])


def melds_in(held: int, aces: Aces = "either") -> list[Shape]:
    """Every meld of which all cards are in the mask *held*; with *aces* "around" also those around the corner."""
    found: list[Shape] = []
    if aces == "around" and held & held >> 1 & held >> 12 & _SAME_RANK:
        for suit in range(4):
            found += melds_of_kind(AROUND_AT + suit, held & _SUITS[suit], 0)
    # Three in a row somewhere, the ace below the two or above the king: most hands have none.
    if held & held >> 1 & held >> 2 & _LOWEST_OF_THREE or held & held >> 11 & held >> 12 & _SAME_RANK:
        for suit in range(4):
            found += melds_of_kind(suit, held & _SUITS[suit], 0)
    clubs, diamonds, hearts, spades = held, held >> 13, held >> 26, held >> 39
    # Three of the four suits at a rank, for all ranks at once; most hands have no set and are done.
    thrice = (clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)) & _SUIT_BITS
    while thrice:
        low = thrice & -thrice
        found += melds_of_kind(SETS_AT + low.bit_length() - 1, held & low * _SAME_RANK, 0)
        thrice ^= low
    return found


def cards_in_melds(held: int, aces: Aces = "either") -> int:
    """The cards of all these melds, as a mask."""
    found = 0
    for shape in melds_in(held, aces):
        found |= shape.mask
    return found


def melds_with(held: int, card: int, aces: Aces = "either", lacking: int = 0) -> list[Shape]:
    """Every meld with *card* of which all cards, or all but so many, are in the mask *held*."""
    suit, rank = divmod(card, 13)
    found = melds_of_kind(suit, held & _SUITS[suit], lacking) + melds_of_kind(
        SETS_AT + rank, held & _RANKS[rank], lacking
    )
    if aces == "around":
        found += melds_of_kind(AROUND_AT + suit, held & _SUITS[suit], lacking)
    return [shape for shape in found if shape.mask >> card & 1] if found else []


def melds_near(held: int, lacking: int) -> list[Shape]:
    """Every meld of which all cards but *lacking* at most are in *held*."""
    kinds = [*enumerate(_SUITS), *enumerate(_RANKS, SETS_AT)]
    return [shape for kind, of in kinds for shape in melds_of_kind(kind, held & of, lacking)]


def canonical(words: Sequence[str]) -> Shape | None:
    """The meld that these words make in some order, if any."""
    # A search: it runs only for a refusal, to say how the meld is written.
    return next((shape for shape in MELDS.values() if sorted(shape.words) == sorted(words)), None)


def allows(codes: Sequence[int], aces: Aces, has_sets: bool = True) -> bool:
    """Whether a meld of these cards, in order, can lie in a game whose runs have aces there."""
    if codes[0] % 13 == codes[1] % 13:
        return has_sets
    # A run has its ace at one end if at all, so one end decides.
    return aces in ("either", "around") or codes[-1 if aces == "low" else 0] % 13 != 0


# With a limit: a modified client may ask for any cards in any order, as often as it likes. Real games ask for single
# cards on some hundred shapes.
@lru_cache(maxsize=1 << 14)
def grown(laid: tuple[int, ...], codes: tuple[int, ...], aces: Aces) -> tuple[tuple[int, ...], int] | None:
    """The cards of the meld *laid* with *codes* added at one end, and where they begin; None if they do not fit."""
    # The code -1 of a word that is no card is in no shape, so it ends here or does not fit below.
    if laid not in SHAPES or not codes:
        return None
    if not SHAPES[laid].is_run:
        four = tuple(sorted((*laid, *codes)))
        return (four, four.index(codes[0])) if len(codes) == 1 and four in SHAPES else None
    # The low end first: an ace laid onto 2 .. K is low where it may be.
    for grown, at in (((*codes, *laid), 0), ((*laid, *codes), len(laid))):
        if grown in SHAPES and allows(grown, aces):
            return grown, at
    return None


def with_cards(meld: Meld, codes: tuple[int, ...], seat: int, aces: Aces = "either") -> Meld | None:
    """The meld after *seat* added *codes*, in sequence order, at one end (or one to a set); None if they do not fit."""
    found = grown(meld.cards, codes, aces)
    if found is None:
        return None
    after, at = found
    return Meld(after, after, (*meld.by[:at], *(seat for _ in codes), *meld.by[at:]), meld.is_run)
