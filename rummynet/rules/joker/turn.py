"""Joker rummy: what a seat may do with two jokers about, and doing it or refusing it with the reason.

A *place* is filled by its own card or by a joker that stands for it; a laid card is a pair (code, face it stands for).
Turns and phases are those of ``DrawLayThrow``. Source: the document on joker rummy and the rulings in
docs/rules/joker.md.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import permutations
from operator import itemgetter
from typing import Final, NamedTuple

from rummynet.rules.core.errors import demand, refuse
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.shared import melds as shapes
from rummynet.rules.shared import rounds
from rummynet.rules.shared.melds import MELDS, SHAPES, Shape, melds_near, melds_with
from rummynet_protocol.actions import Action, LayDown, LayOff, Take, Trade
from rummynet_protocol.cards import FACE_OF, FACES, JOKERS, mask, members
from rummynet_protocol.events import Exchanged, LaidDown, LaidOff
from rummynet_protocol.values import replace

Play = LayDown | LayOff | Trade
Laid = tuple[tuple[int, int], ...]  # cards of a play in their order: (code, the face it stands for)

_JOKERS_IN: Final = ((), (52,), (53,), JOKERS)  # by the bits of the jokers in a mask: their codes
REAL: Final = (1 << 52) - 1  # jokers stand for one of these, and never for a joker
LAYABLE: Final = {shape.cards: shape for shape in MELDS.values()}  # by its faces, every meld that can be laid at once


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


# Every list and every play of a turn asks for the same table.
@lru_cache(maxsize=1024)
def survey(melds: tuple[Meld, ...]) -> Survey:
    """What lies on the table."""
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


def _words(laid: Laid) -> tuple[str, ...]:
    return tuple([FACES[code] if code == stands else f"{FACES[code]}={FACES[stands]}" for code, stands in laid])


# -- reading
# A play is read when it is checked, when it is done and when it is told.
@lru_cache(maxsize=4096)
def read_laid(texts: tuple[str, ...]) -> Laid:
    """The cards of a play; none twice. Raises IllegalAction."""
    laid = []
    for text in texts:
        name, _, named = text.partition("=")
        code, stands = FACE_OF.get(name), FACE_OF.get(named or name)
        if code is None or stands is None or stands >= 52:
            refuse("not_a_meld",
                   "{text} cannot be laid; name a card such as 7H, and for a joker the card it is, such as *1=7H",
                   text=text)  # fmt: skip
        plain = code >= 52 or not named
        demand(plain, "not_a_meld", "{name} is not a joker and stands only for itself; write {name}", name=name)
        laid.append((code, stands))
    if len({code for code, _ in laid}) < len(laid) or len({stands for _, stands in laid}) < len(laid):
        refuse("card_twice", "a card is named twice in {cards}; you can lay every card once", cards=" ".join(texts))
    return tuple(laid)


def _refuse_tabled(table: Survey, laid: Laid) -> None:
    """Refuse cards that lie on the table already, as themselves or by a joker. Raises IllegalAction."""
    for code, stands in laid:
        if table.faces >> stands & 1:
            name, standing = FACES[stands], [FACES[joker] for joker, face, _, _ in table.jokers if face == stands]
            if standing and code < 52:
                refuse("does_not_fit", "{joker} lies on the table as {face}; you may trade it for that",
                       joker=standing[0], face=name)  # fmt: skip
            refuse("does_not_fit", "{face} is on the table already, so no joker can stand for it", face=name)


def _read_lay(table: Survey, play: LayOff) -> Laid:
    """Cards that go onto a meld at one end, in their order. Raises IllegalAction."""
    laid = read_laid(play.cards)
    meld = rounds.meld_at(table.melds, play.meld)
    _refuse_tabled(table, laid)
    shape = SHAPES[meld.stands]
    if not _goes_below(shape, laid) and tuple([stands for _, stands in laid]) != shape.above[: len(laid)]:
        raise rounds.does_not_fit(play.cards, meld, shape.fits)
    return laid


def _goes_below(shape: Shape, laid: Laid) -> bool:
    """Whether a lay-off in its order of writing goes to the low end of the run (or into the set)."""
    return tuple([stands for _, stands in laid]) == shape.below[: len(laid)][::-1]


# -- doing it
def place_of_taken(state: State, action: Take) -> int:
    """Where in the pile the card lies that is taken, to be used at once. Raises IllegalAction."""
    at, word, play = rounds.place_in_pile(state, action.card), action.card, action.play
    if play is None:
        raise rounds.use_not_said(word)
    card = state.discard[at]
    if type(play) is LayDown:
        used = any([code == card for code, _ in read_laid(play.cards)])
    elif type(play) is LayOff:
        laid = _read_lay(survey(state.melds), play)
        # As the outermost of a lay-off.
        used = laid[0 if _goes_below(SHAPES[state.melds[play.meld].stands], laid) else -1][0] == card
    else:
        used = type(play) is Trade and play.card == word
    if not used:
        raise rounds.not_used(word)
    return at


def put_down(state: State, seat: int, play: Action) -> Step:
    """A play from the hand, whatever it leaves there."""
    table = survey(state.melds)
    if type(play) is LayDown:
        laid = read_laid(play.cards)
        codes, stands = zip(*laid, strict=True)
        if stands not in LAYABLE:
            raise rounds.not_a_meld(play.cards)
        _refuse_tabled(table, laid)
        meld = Meld(codes, stands, (seat,) * len(laid), LAYABLE[stands].is_run)
        after = rounds.part_with(state, seat, codes, melds=(*state.melds, meld))
        return after, (LaidDown(seat, len(state.melds), play.cards),)
    if type(play) is LayOff:
        laid, meld = _read_lay(table, play), state.melds[play.meld]
        held = rounds.part_with(state, seat, [code for code, _ in laid])
        old, new = shapes.rows_of(meld), [(code, stands, seat) for code, stands in laid]
        rows = new + old if _goes_below(SHAPES[meld.stands], laid) else old + new
        after = rounds.with_meld(held, play.meld, shapes.meld_of(rows, meld.is_run, itemgetter(1)))
        return after, (LaidOff(seat, play.meld, play.cards),)
    assert isinstance(play, Trade)
    return _trade(state, table, seat, play)


def _trade(state: State, table: Survey, seat: int, play: Trade) -> Step:
    """The joker goes to the hand; the place keeps the seat that laid it, or becomes the trader's (`trade_points`)."""
    for code, stands, number, place in table.jokers:
        if FACES[code] == play.joker and FACES[stands] == play.card:
            held = rounds.receive(rounds.part_with(state, seat, (stands,)), seat, (code,))
            meld = state.melds[number]
            codes, by = (*meld.cards[:place], stands, *meld.cards[place + 1 :]), meld.by
            if state.options["trade_points"] == "card":
                by = (*by[:place], seat, *by[place + 1 :])
            traded = rounds.with_meld(held, number, replace(meld, cards=codes, by=by))
            return traded, (Exchanged(seat, number, play.card, play.joker),)
    refuse("does_not_fit", "{joker} does not lie on the table as {word}; trade the card that the joker is named for",
           joker=play.joker, word=play.card)  # fmt: skip


# -- listing
def takes(state: State, seat: int) -> list[Take]:
    """Every card of the pile with every way to use it at once."""
    table, held = survey(state.melds), state.hands[seat]
    all_held = held | mask(state.discard)
    # A joker goes with nearly every card; else at least the cards that have a play with no others than these.
    useful = all_held
    if not all_held >> JOKERS[0]:
        useful = (table.reach if table.fits & all_held else 0) | table.traded
        useful |= shapes.cards_in_melds(all_held & ~table.faces)
    found: list[Take] = []
    for card in reversed(state.discard):
        held |= 1 << card
        if useful >> card & 1:
            uses: list[Play] = [*_melds_of(table, held, card), *_lays_to(table, held, card), *_trades(table, 1 << card)]
            found += [Take(FACES[card], play) for play in uses]
    return found


def lays(state: State) -> list[Play]:
    """Every play from the hand."""
    table, held = survey(state.melds), state.hands[state.turn]
    return [*_melds_of(table, held), *_lays_of(table, held), *_trades(table, held)]


def _trades(table: Survey, held: int) -> list[Trade]:
    if not table.traded & held:
        return []
    return [Trade(FACES[stands], FACES[joker]) for joker, stands, _, _ in table.jokers if held >> stands & 1]


@cache
def _placements(places: int, lacking: tuple[int, ...], jokers: tuple[int, ...]) -> tuple[dict[int, int], ...]:
    """Every way to put some of the jokers into that many places, those *lacking* among them: jokers by place."""
    ways: list[dict[int, int]] = [{}] if not lacking else []
    # From 1: a joker may also lie where the hand has the real card, which then stays in the hand.
    for count in range(max(1, len(lacking)), len(jokers) + 1):
        some = [jokers] if count == len(jokers) else [(joker,) for joker in jokers]
        for at in permutations(range(places), count):
            if set(lacking) <= set(at):
                ways += [dict(zip(at, choice, strict=True)) for choice in some]
    return tuple(ways)


def _fillings(faces: tuple[int, ...], real: int, jokers: tuple[int, ...]) -> Iterator[Laid]:
    """Every way to fill these places with cards of the mask *real* and with these jokers."""
    lacking = tuple([place for place, face in enumerate(faces) if not real >> face & 1])
    for by_joker in _placements(len(faces), lacking, jokers) if len(lacking) <= len(jokers) else ():
        yield tuple([(by_joker.get(place, face), face) for place, face in enumerate(faces)])


# Who holds a joker has it for many turns, and the cards beside it change one at a time.
@lru_cache(maxsize=1 << 14)
def _layings(faces: tuple[int, ...], real: int, jokers: tuple[int, ...]) -> tuple[LayDown, ...]:
    return tuple([LayDown(_words(laid)) for laid in _fillings(faces, real, jokers)])


def _melds_of(table: Survey, held: int, must: int | None = None) -> list[LayDown]:
    """Every new meld of cards in the mask *held*, of those with the card *must* if that is named."""
    real = held & REAL & ~table.faces
    if not held >> 52:
        return [one.laying for one in (shapes.melds_in(real) if must is None else melds_with(real, must))]
    jokers = _JOKERS_IN[held >> 52]
    found: list[LayDown] = []
    lacking = len(jokers)
    for shape in melds_near(real, lacking) if must is None or must > 51 else melds_with(real, must, lacking=lacking):
        if not shape.mask & table.faces:
            found += _layings(shape.cards, real & shape.mask, jokers)
    return found if must is None else [play for play in found if any([text[:2] == FACES[must] for text in play.cards])]


@cache
def _lay_off(code: int, face: int, number: int) -> LayOff:
    return LayOff(_words(((code, face),)), number)


def _lays_of(table: Survey, held: int) -> list[LayOff]:
    """Every single card of *held* on every meld it fits, jokers as each card that fits."""
    jokers = _JOKERS_IN[held >> 52]
    wanted = table.fits if jokers else table.fits & held
    found: list[LayOff] = []
    for number, shape in enumerate(table.shapes) if wanted else ():
        if shape.fits & wanted:
            for face in members(shape.fits & wanted):
                codes = (face, *jokers) if held >> face & 1 else jokers
                found += [_lay_off(code, face, number) for code in codes]
    return found


@lru_cache(maxsize=1 << 14)
def _reaching(
    before: tuple[int, ...], real: int, jokers: tuple[int, ...], last: tuple[int, int], is_below: bool, number: int
) -> tuple[LayOff, ...]:
    """The lay-offs of the places *before* and then of *last*, outwards."""
    ways = [(*way, last) for way in _fillings(before, real, jokers)]
    return tuple([LayOff(_words(way[::-1] if is_below else way), number) for way in ways])


def _lays_to(table: Survey, held: int, last: int) -> list[LayOff]:
    """Every lay-off whose outermost card is *last*, the places on the way there filled from *held* too."""
    wanted = table.reach if last in JOKERS else table.reach & 1 << last
    found: list[LayOff] = []
    if not wanted:
        return found
    real, jokers = held & REAL, _JOKERS_IN[(held & ~(1 << last)) >> 52]
    for number, shape in enumerate(table.shapes):
        for end in (shape.below, shape.above) if shape.reach & wanted and (held >> 52 or shape.fits & held) else ():
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
