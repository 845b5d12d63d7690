"""The table of basic rummy: where a card can be laid off, also past places whose card lies in a set.

A place next to a run's end is passed over if the card of that place lies in a set on the table; the run then has a gap.
A card that fits at both ends of a run goes to the low end. Where *aces* is "around", a run goes on past its ace.
Source: the rulings in docs/rules/basic.md, "Over a set" and "Around the corner".
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import Final

from rummynet.rules.core.errors import BadPosition, refuse
from rummynet.rules.core.state import Aces, Claim, Meld
from rummynet.rules.shared.melds import (
    ACE_HIGH,
    AROUND,
    MELDS,
    SHAPES,
    Ends,
    Shape,
    card_at,
    ends_at,
    meld_of,
    rows_of,
    run_places,
)
from rummynet.rules.shared.turn import does_not_fit, meld_at, not_a_meld
from rummynet_protocol import cards
from rummynet_protocol.actions import CallRummy, LayOff
from rummynet_protocol.memo import Memo
from rummynet_protocol.notation import text

Melds = tuple[Meld, ...]
_SUITS = tuple(0x1FFF << 13 * suit for suit in range(4))


def read_cards(words: Sequence[str]) -> tuple[int, ...]:
    """The codes of natural cards of one deck. Raises IllegalAction: there are no others in this game."""
    for word in words:
        if cards.FACE_OF.get(word, 52) > 51:
            refuse("card_not_held", "{word} is not a card of this game; name one such as 7H", word=word)
    return tuple(cards.FACE_OF[word] for word in words)


def read_meld(words: Sequence[str], aces: Aces) -> Shape:
    """A new meld. Raises IllegalAction."""
    shape = MELDS.get(tuple(words))
    if shape is None and aces == "around":
        shape = AROUND.get(tuple(words))
    if shape is None:
        raise not_a_meld(words)
    return shape


def in_sets(melds: Melds) -> int:
    """The cards that lie in sets, as a mask."""
    bits = 0
    for meld in melds:
        if not meld.is_run:
            bits |= SHAPES[meld.cards].mask
    return bits


def sets_passed(melds: Melds, aces: Aces) -> list[Meld]:
    """The sets over which some run may go on: a card that would come next to the run lies in them."""
    sets = [meld for meld in melds if not meld.is_run]
    faces = in_sets(melds)
    next_to = 0
    for meld in melds:
        if meld.is_run:
            next_to |= ends_at(meld.cards, 0, aces).fits & faces & ~cards.mask(meld.cards)
    return [meld for meld in sets if SHAPES[meld.cards].mask & next_to]


def _all_ends(melds: Melds, aces: Aces = "either") -> tuple[Ends, ...]:
    sets = in_sets(melds)
    # Only the run's own suit matters: without this, sets of other ranks would make new entries of the cache.
    return tuple(
        [ends_at(meld.cards, sets & _SUITS[meld.cards[0] // 13] if meld.is_run else 0, aces) for meld in melds]
    )


# Lists, calls and refusals of a turn ask for the same table.
_PLAIN: Final = Memo(_all_ends, most=1024)
_AROUND: Final = Memo(partial(_all_ends, aces="around"), most=1024)


def all_ends(melds: Melds, aces: Aces) -> tuple[Ends, ...]:
    """The ends of each meld."""
    return (_AROUND if aces == "around" else _PLAIN)[melds]


def ends(melds: Melds, number: int, aces: Aces = "either") -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What can come to lie below and above a meld, nearest first, places that lie in sets left out.

    For a set of three: the card it lacks, and nothing above.
    """
    meld = melds[number]
    return ends_at(meld.cards, in_sets(melds) & _SUITS[meld.cards[0] // 13] if meld.is_run else 0, aces)[:2]


def fits_somewhere(melds: Melds, card: int, aces: Aces) -> bool:
    """Whether the card can be laid off onto some meld."""
    return any(end.fits >> card & 1 for end in all_ends(melds, aces))


def goes_below(melds: Melds, number: int, codes: Sequence[int], aces: Aces) -> bool:
    """Whether these cards in their order go to the low end of the meld, or into the set. Raises IllegalAction."""
    meld = meld_at(melds, number)
    low, high = ends(melds, number, aces)
    laid = tuple(codes)
    if laid == low[: len(laid)][::-1]:
        return True
    if laid != high[: len(laid)]:
        fits = cards.mask((*low[:1], *high[:1]))
        raise does_not_fit(tuple(map(cards.face, laid)), meld, fits)
    return False


def with_cards(melds: Melds, number: int, codes: Sequence[int], seat: int, aces: Aces) -> Melds:
    """The table after the seat has laid these cards, in order of writing, onto a meld. Raises IllegalAction."""
    at_low_end = goes_below(melds, number, codes, aces)
    meld = melds[number]
    old, new = rows_of(meld), [(code, code, seat) for code in codes]
    grown = meld_of(new + old if at_low_end else old + new, meld.is_run, itemgetter(0))
    return (*melds[:number], grown, *melds[number + 1 :])


def with_new(melds: Melds, shape: Shape, seat: int) -> Melds:
    """The table with a new meld of the seat."""
    return (*melds, Meld(shape.cards, shape.cards, (seat,) * len(shape.cards), shape.is_run))


def claims_on(melds: Melds, card: int, by: int, aces: Aces) -> tuple[Claim, ...]:
    """Every call possible on a card that the seat *by* has just thrown out, sorted by notation."""
    face, ends = cards.FACES[card], all_ends(melds, aces)
    calls = [CallRummy(LayOff((face,), number)) for number, end in enumerate(ends) if end.fits >> card & 1]
    return tuple(Claim(call, by) for call in sorted(calls, key=text))


# -- listing


def lays_of(melds: Melds, held: int, aces: Aces) -> list[tuple[LayOff, int]]:
    """Every single card of the mask *held* on every meld it fits: the play, and its card as a mask."""
    found = []
    for number, end in enumerate(all_ends(melds, aces)):
        if end.fits & held:
            found += [(LayOff((cards.FACES[code],), number), 1 << code) for code in cards.members(end.fits & held)]
    return found


def lays_to(table: Sequence[Ends], held: int, last: int) -> list[tuple[LayOff, int]]:
    """Every lay-off of cards in the mask *held* that goes exactly as far as the card *last*: the play, and its cards.

    *table* is ``all_ends`` of the melds.
    """
    found = []
    for number, (low, high, _, reach) in enumerate(table):
        for end in (low, high) if reach >> last & 1 else ():
            if last in end:
                laid = end[: end.index(last) + 1]
                mask = cards.mask(laid)
                if not mask & ~held:
                    found.append((LayOff(tuple(map(cards.face, laid[::-1] if end is low else laid)), number), mask))
    return found


# -- reading positions


def read_laid(words: Sequence[str], aces: Aces) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """A meld of a position: codes, the same as what they stand for, whether it is a run. Raises BadPosition, BadCard.

    A run may have gaps, which ``check_gaps`` looks at; somewhere in it there are three cards in a row.
    """
    codes = tuple(cards.code(word) for word in words)
    named = " ".join(words)[:60]
    if len(codes) < 3 or max(codes) > 51:
        raise BadPosition(f"{named} is no meld")
    if len({code % 13 for code in codes}) == 1 and codes in _SETS:
        return codes, codes, False
    places = run_places(codes)
    rising = all(one < two for one, two in pairwise(places)) and places[-1] <= places[0] + 12
    if aces != "around":
        rising = rising and places[-1] <= ACE_HIGH
    # A run is laid with three cards in a row; only what was added to it can lie behind a gap.
    together = any(three == one + 2 for one, three in zip(places, places[2:], strict=False))
    if len({code // 13 for code in codes}) != 1 or not rising or not together or len(set(codes)) < len(codes):
        raise BadPosition(f"{named} is no meld, or not in order (a run in sequence, a set C D H S)")
    return codes, codes, True


def check_gaps(melds: Melds) -> None:
    """Refuse a run with a gap whose card does not lie in a set. Raises BadPosition."""
    sets = in_sets(melds)
    for number, meld in enumerate(melds):
        if not meld.is_run:
            continue
        places = run_places(meld.cards)
        for place in range(places[0], places[-1]):
            card = card_at(meld.cards[0] // 13, place)
            if place not in places and not sets >> card & 1:
                raise BadPosition(f"meld {number} has a gap at {cards.FACES[card]}, which does not lie in a set")


_SETS = frozenset(shape.cards for shape in MELDS.values() if not shape.is_run)
