"""The plays of joker rummy: what lies on the table by which card, and every way to fill places with two jokers about.

A *place* is filled by its own card or by a joker that stands for it; a laid card is a pair (code, face it stands for).
Everything here looks at the table and at sets of cards, never at turns or phases.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations
from operator import itemgetter
from typing import Final, NamedTuple

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.melds import (
    MELDS,
    SHAPES,
    Shape,
    cards_in_melds,
    meld_of,
    melds_in,
    melds_near,
    melds_with,
    rows_of,
)
from rummynet.rules.shared.turn import does_not_fit, meld_at, not_a_meld
from rummynet_protocol import cards
from rummynet_protocol.actions import LayDown, LayOff, Trade
from rummynet_protocol.cards import JOKERS
from rummynet_protocol.memo import Memo

Play = LayDown | LayOff | Trade
Laid = tuple[tuple[int, int], ...]  # cards of a play in their order: (code, the face it stands for)

_JOKERS_IN: Final = ((), (52,), (53,), JOKERS)  # by the bits of the jokers in a mask: their codes
REAL: Final = (1 << 52) - 1  # jokers stand for one of these, and never for a joker
LAYABLE: Final[dict[tuple[int, ...], Shape]] = {shape.cards: shape for shape in MELDS.values()}
"""Every meld that can be laid at once, by the faces of its places in order."""


class Survey(NamedTuple):
    """The melds, and of which cards they are: no card comes to the table twice, as itself or by a joker."""

    melds: tuple[Meld, ...]
    faces: int  # the cards on the table, each as what it stands for, as a mask
    jokers: tuple[tuple[int, int, int, int], ...]
    """Of each joker on the table: its code, the card it stands for, the meld's number, its place in the meld."""
    fits: int  # the cards that could be laid off alone, as a mask
    reach: int  # the cards that could come to lie at an end of a meld, the places up to it filled, as a mask
    traded: int  # the cards for which jokers lie there, as a mask
    shapes: tuple[Shape, ...]  # by meld: what it is of the cards that its jokers stand for


def _survey(melds: tuple[Meld, ...]) -> Survey:
    faces = fits = reach = traded = 0
    shapes = tuple([SHAPES[meld.stands] for meld in melds])
    jokers = []
    for number, (meld, shape) in enumerate(zip(melds, shapes, strict=True)):
        faces |= shape.mask
        fits |= shape.fits
        reach |= shape.reach
        # Most melds have no joker; jokers have the two codes above all others.
        if max(meld.cards) > 51:
            for place, code in enumerate(meld.cards):
                if code in JOKERS:
                    jokers.append((code, meld.stands[place], number, place))
                    traded |= 1 << meld.stands[place]
    return Survey(melds, faces, tuple(sorted(jokers)), fits & ~faces, reach & ~faces, traded, shapes)


# Every list and every play of a turn asks for the same table.
survey: Final[Callable[[tuple[Meld, ...]], Survey]] = Memo(_survey, most=1024).__getitem__


def word(code: int, stands: int) -> str:
    """A laid card as written: ``7H``, ``*1=7H``."""
    return cards.FACES[code] if code == stands else f"{cards.FACES[code]}={cards.FACES[stands]}"


def words(laid: Laid) -> tuple[str, ...]:
    """The words of a play's cards."""
    return tuple(word(code, stands) for code, stands in laid)


def faces_of(laid: Laid) -> tuple[int, ...]:
    """What the cards of a play stand for."""
    return tuple([stands for _, stands in laid])


# -- reading


def read_card(text: str) -> tuple[int, int]:
    """A laid card from its word: code and what it stands for. Raises IllegalAction."""
    name, _, named = text.partition("=")
    code, stands = cards.FACE_OF.get(name), cards.FACE_OF.get(named or name)
    if code is None or stands is None or stands >= 52:
        refuse(
            "not_a_meld",
            "{text} cannot be laid; name a card such as 7H, and for a joker the card it is, such as *1=7H",
            text=text,
        )
    if code < 52 and named:
        refuse("not_a_meld", "{name} is not a joker and stands only for itself; write {name}", name=name)
    return code, stands


# A play is read when it is checked, when it is done and when it is told.
@lru_cache(maxsize=4096)
def read_laid(texts: tuple[str, ...]) -> Laid:
    """The cards of a play; none twice. Raises IllegalAction."""
    laid = tuple(read_card(text) for text in texts)
    if len({code for code, _ in laid}) < len(laid) or len({stands for _, stands in laid}) < len(laid):
        refuse("card_twice", "a card is named twice in {cards}; you can lay every card once", cards=" ".join(texts))
    return laid


def refuse_tabled(table: Survey, laid: Laid) -> None:
    """Refuse cards that lie on the table already, as themselves or by a joker. Raises IllegalAction."""
    for code, stands in laid:
        if table.faces >> stands & 1:
            standing = [cards.FACES[joker] for joker, face, _, _ in table.jokers if face == stands]
            if standing and code < 52:
                refuse(
                    "does_not_fit",
                    "{joker} lies on the table as {face}; you may trade it for that",
                    joker=standing[0],
                    face=cards.FACES[stands],
                )
            refuse(
                "does_not_fit", "{face} is on the table already, so no joker can stand for it", face=cards.FACES[stands]
            )


def read_meld(table: Survey, texts: Sequence[str]) -> Laid:
    """The cards of a new meld, all places checked. Raises IllegalAction."""
    laid = read_laid(tuple(texts))
    if faces_of(laid) not in LAYABLE:
        raise not_a_meld(texts)
    refuse_tabled(table, laid)
    return laid


def read_lay(table: Survey, texts: Sequence[str], number: int) -> Laid:
    """Cards that go onto a meld at one end, in their order. Raises IllegalAction."""
    laid = read_laid(tuple(texts))
    meld = meld_at(table.melds, number)
    refuse_tabled(table, laid)
    shape = SHAPES[meld.stands]
    faces = faces_of(laid)
    if faces not in (shape.below[: len(faces)][::-1], shape.above[: len(faces)]):
        raise does_not_fit(texts, meld, shape.fits)
    return laid


def goes_below(shape: Shape, laid: Laid) -> bool:
    """Whether a lay-off in its order of writing goes to the low end of the run (or into the set)."""
    return faces_of(laid) == shape.below[: len(laid)][::-1]


def outermost(meld: Meld, laid: Laid) -> int:
    """The code of the card of a lay-off that comes to lie farthest out."""
    return laid[0][0] if goes_below(SHAPES[meld.stands], laid) else laid[-1][0]


def with_cards(meld: Meld, laid: Laid, seat: int) -> Meld:
    """The meld with these cards put to one of its ends, or into a set, by the seat."""
    old, new = rows_of(meld), [(code, stands, seat) for code, stands in laid]
    rows = new + old if goes_below(SHAPES[meld.stands], laid) else old + new
    return meld_of(rows, meld.is_run, itemgetter(1))


# -- listing


@cache
def _placements(places: int, lacking: tuple[int, ...], jokers: tuple[int, ...]) -> tuple[dict[int, int], ...]:
    """Every way to put some of the jokers into that many places, those *lacking* among them: jokers by place."""
    ways: list[dict[int, int]] = [{}] if not lacking else []
    # From 1: a joker may also lie where the hand has the real card, which then stays in the hand.
    for count in range(max(1, len(lacking)), len(jokers) + 1):
        for at in permutations(range(places), count):
            if set(lacking) <= set(at):
                ways += [dict(zip(at, some, strict=True)) for some in _choices(jokers, count)]
    return tuple(ways)


def _choices(jokers: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    return [jokers] if count == len(jokers) else [(joker,) for joker in jokers]


def fillings(faces: tuple[int, ...], real: int, jokers: tuple[int, ...]) -> Iterator[Laid]:
    """Every way to fill these places with cards of the mask *real* and with these jokers."""
    lacking = tuple([place for place, face in enumerate(faces) if not real >> face & 1])
    if len(lacking) > len(jokers):
        return
    for by_joker in _placements(len(faces), lacking, jokers):
        yield tuple([(by_joker.get(place, face), face) for place, face in enumerate(faces)])


# Who holds a joker has it for many turns, and the cards beside it change one at a time.
@lru_cache(maxsize=1 << 14)
def _layings(faces: tuple[int, ...], real: int, jokers: tuple[int, ...]) -> tuple[LayDown, ...]:
    """The melds of these faces, as ``fillings``."""
    return tuple([LayDown(words(laid)) for laid in fillings(faces, real, jokers)])


def _jokers_in(held: int) -> tuple[int, ...]:
    return _JOKERS_IN[held >> JOKERS[0]]


def useful(table: Survey, held: int) -> int:
    """Of the mask *held* at least the cards that have a play with no others than these, as a mask."""
    # A joker goes with nearly every card.
    if held >> JOKERS[0]:
        return held
    return (table.reach if table.fits & held else 0) | table.traded | cards_in_melds(held & ~table.faces)


def melds_of(table: Survey, held: int, must: int | None = None) -> list[LayDown]:
    """Every new meld of cards in the mask *held*, of those with the card *must* if that is named."""
    real = held & REAL & ~table.faces
    if not held >> 52:
        return [shape.laying for shape in (melds_in(real) if must is None else melds_with(real, must))]
    jokers = _jokers_in(held)
    found: list[LayDown] = []
    lacking = len(jokers)
    for shape in melds_near(real, lacking) if must is None or must > 51 else melds_with(real, must, lacking=lacking):
        if not shape.mask & table.faces:
            found += _layings(shape.cards, real & shape.mask, jokers)
    if must is None:
        return found
    name = cards.FACES[must]
    return [play for play in found if any([text[:2] == name for text in play.cards])]


@cache
def _lay_off(code: int, face: int, number: int) -> LayOff:
    return LayOff((word(code, face),), number)


def lays_of(table: Survey, held: int) -> list[LayOff]:
    """Every single card of *held* on every meld it fits, jokers as each card that fits."""
    jokers = _jokers_in(held)
    wanted = table.fits if jokers else table.fits & held
    found: list[LayOff] = []
    for number, shape in enumerate(table.shapes) if wanted else ():
        if shape.fits & wanted:
            for face in cards.members(shape.fits & wanted):
                codes = (face, *jokers) if held >> face & 1 else jokers
                found += [_lay_off(code, face, number) for code in codes]
    return found


@lru_cache(maxsize=1 << 14)
def _reaching(
    before: tuple[int, ...], real: int, jokers: tuple[int, ...], last: tuple[int, int], is_below: bool, number: int
) -> tuple[LayOff, ...]:
    """The lay-offs of the places *before* and then of *last*, outwards."""
    ways = [(*way, last) for way in fillings(before, real, jokers)]
    return tuple([LayOff(words(way[::-1] if is_below else way), number) for way in ways])


def lays_to(table: Survey, held: int, last: int) -> list[LayOff]:
    """Every lay-off whose outermost card is *last*, the places on the way there filled from *held* too."""
    wanted = table.reach if last in JOKERS else table.reach & 1 << last
    found: list[LayOff] = []
    if not wanted:
        return found
    real, jokers = held & REAL, _jokers_in(held & ~(1 << last))
    for number, shape in enumerate(table.shapes):
        for end in shape.stretches if shape.reach & wanted and (held >> 52 or shape.fits & held) else ():
            before, spare = 0, len(jokers)
            for place, face in enumerate(end):
                # The card lies elsewhere, so nothing can come to lie there, nor beyond it.
                if table.faces >> face & 1:
                    break
                if wanted >> face & 1:
                    found += _reaching(end[:place], real & before, jokers, (last, face), end is shape.below, number)
                if not real >> face & 1:
                    if not spare:
                        break
                    spare -= 1
                before |= 1 << face
    return found
