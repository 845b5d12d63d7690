"""Vegas rummy: what a seat may do, and doing it or refusing it with the reason.

A card lies as wild exactly if it stands for another face than its own. A wild card whose open suit turns out to be its
own becomes an ordinary card: ``7C=7C`` is not a form.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations
from typing import Final

from rummynet.rules.core.errors import demand, refuse
from rummynet.rules.core.state import Meld, spell, table_word
from rummynet.rules.core.variety import Step
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared import melds, rounds
from rummynet.rules.shared.faces import Laid, Word, every_run, face_word, faces_of, open_suit, rank_of, read_word
from rummynet.rules.shared.melds import ACE_HIGH, FEWEST, Row, ends
from rummynet.rules.vegas import score
from rummynet.rules.vegas.state import VegasState, Wilds, clockwise
from rummynet_protocol import actions
from rummynet_protocol.actions import Action, LayDown, LayOff, Swap, ThrowOut
from rummynet_protocol.cards import FACES, PER_DECK, is_joker, mask, members, name
from rummynet_protocol.events import Chose, Exchanged, LaidDown, LaidOff, Passed, WentOut

FULL_SET: Final = 4  # docs/rules/vegas.md: a set has one card of each suit at most
Move = Step[VegasState]


# -- melds
def stands_for(word: Word, wilds: Wilds) -> int:
    """What the card is laid as: its own face written plain, or what a wild card stands for. Raises IllegalAction."""
    plain = FACES[word.face]
    if word.stands is None:
        demand(word.face < 52, "not_a_meld", "say what {plain} stands for, such as {plain}=7H", plain=plain)
        return word.face
    wild = wilds.has(word.face)
    demand(wild, "not_a_meld", "{plain} is not wild in this round; lay it as itself", plain=plain)
    # One spelling for each meld: as itself, since then it does not count as wild.
    demand(word.stands != word.face, "not_a_meld",
           "a wild {plain} that stands for {plain} is laid as itself; write {plain}", plain=plain)  # fmt: skip
    return word.stands


def is_run(stands: Sequence[int]) -> bool:
    """Whether cards standing for these make a run; False for a set. Raises IllegalAction where they are neither."""
    size, named = len(stands), [one for one in stands if one >= 0]  # below 0 the suit is open
    demand(size >= FEWEST, "not_a_meld", "a meld has three cards or more")
    if len({*map(rank_of, stands)}) == 1:
        fine = size <= FULL_SET and len(set(named)) == len(named)
        demand(fine, "not_a_meld", "a set has three or four cards of one rank, each of another suit")
        return False
    demand(len(named) == size, "not_a_meld",
           "in a run every wild card stands for the card of its place; name that card, such as *1=9H")  # fmt: skip
    suit, first = divmod(stands[0], 13)
    follows = [*stands] == [melds.card_at(suit, first + step) for step in range(size)]
    demand(follows and first + size - 1 <= ACE_HIGH and size <= 13, "not_a_meld", "these cards are neither a set nor a "
           "run in ascending order; the ace is below the two or above the king")  # fmt: skip
    return True


def wild_count(meld: Meld) -> int:
    """How many of its cards lie there as wild."""
    return sum([code % PER_DECK != stands for code, stands in zip(meld.cards, meld.stands, strict=True)])


def _order(row: Row) -> int:
    return 4 if row[1] < 0 else row[1] // 13


def laid(rows: Sequence[Row], is_run: bool) -> Meld:
    """The meld as it comes to lie: a set by suit of what its cards stand for, then open ones as they came."""
    # The open suits of a full set are named C D H S as they stand.
    if not is_run and len(rows) == FULL_SET:
        # Clubs first, in the order in which the cards lie: everybody has to name the same suits.
        rank, named = rank_of(rows[0][1]), [stands for _, stands, _ in rows]
        missing = iter([face for face in range(rank, 52, 13) if face not in named])
        rows = [(code, next(missing) if stands < 0 else stands, seat) for code, stands, seat in rows]
    return melds.meld_of(rows, is_run, _order)


# Lists ask for each meld at each turn.
@lru_cache(maxsize=4096)
def fitting(meld: Meld) -> Sequence[int]:
    """The faces that one card may be laid off as: in a set those of its rank whose suit is not named in it."""
    if meld.is_run:
        return [face for face, _ in ends(meld)]
    of_rank = range(rank_of(meld.stands[0]), 52, 13)
    return [face for face in of_rank if face not in meld.stands] if len(meld.cards) < FULL_SET else []


def _extended(meld: Meld, code: int, stands: int, seat: int) -> Meld:
    """The meld with one card more; an ace that fits at both ends is low. Raises IllegalAction."""
    named = stands >= 0
    demand(named, "does_not_fit", "a wild card laid off stands for one card; name its suit, such as *1=7H")
    if stands not in fitting(meld):
        refuse("does_not_fit", "{card} does not fit onto that meld", card=spell(stands))
    rows, row = melds.rows_of(meld), (code, stands, seat)
    is_low = meld.is_run and (stands, True) in ends(meld)
    return laid([row, *rows] if is_low else [*rows, row], meld.is_run)


def _wild_place(meld: Meld, face: int) -> int | None:
    """Which card of the meld a real card of that face can free: the wild one standing for it, else the first open."""
    if face in meld.stands:
        index = meld.stands.index(face)
        return index if meld.cards[index] % PER_DECK != face else None
    if meld.is_run or rank_of(face) != rank_of(meld.stands[0]):
        return None
    return next((index for index, one in enumerate(meld.stands) if one < 0), None)


# -- picking up
def is_forced(state: VegasState) -> bool:
    """Whether so many turns in a row began with a take that somebody has to draw."""
    # As in Crummy rummy, by those who play the round: without it a card could go round for ever.
    return state.takes >= 2 * sum(state.playing)


def can_take(state: VegasState) -> bool:
    """Whether the top of the pile may be taken."""
    # docs/rules/vegas.md, "Your turn": who begins the round has to draw.
    return bool(state.discard) and not state.first and not is_forced(state)


def _draw(state: VegasState, seat: int, action: actions.Draw) -> Move:
    return rounds.draw_top(state, seat, takes=0, first=False)


def _take(state: VegasState, seat: int, action: actions.Take) -> Move:
    changes = {"drawn": None, "takes": state.takes + 1, "first": False, "phase": "play"}
    taken = rounds.take_top(state, seat, action.card, **changes)
    if state.first:
        refuse("illegal", "the starter may not take on the first turn; draw")
    if is_forced(state):
        refuse("illegal", "{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
    return taken


def _pass(state: VegasState, seat: int, action: actions.Pass) -> Move:
    stuck = not (rounds.can_draw(state) or can_take(state))
    demand(stuck, "illegal", "you can pick up a card; pass only when you can neither draw nor take")
    after, events = score.end_play(state, None)
    return after, (Passed(seat, "pass"), *events)


# -- plays
def _lay_down(state: VegasState, seat: int, action: LayDown) -> Move:
    words = [read_word(text) for text in action.cards]
    stands = [stands_for(word, state.wilds) for word in words]
    run = is_run(stands)
    codes = rounds.codes_of(state, seat, words)
    _check_left(state, seat, len(codes))
    meld = laid([(code, one, seat) for code, one in zip(codes, stands, strict=True)], run)
    fine = not state.strict or sum(word.stands is not None for word in words) < 2
    demand(fine, "not_a_meld", "at this table a meld may hold only one wild card")
    after = rounds.part_with(state, seat, codes, melds=(*state.melds, meld))
    return after, (LaidDown(seat, len(state.melds), meld.words(state.decks)),)


def _lay_off(state: VegasState, seat: int, action: LayOff) -> Move:
    demand(len(action.cards) == 1, "does_not_fit", "lay off one card at a time")
    meld, word = rounds.meld_at(state.melds, action.meld), read_word(action.cards[0])
    stands = stands_for(word, state.wilds)
    codes = rounds.codes_of(state, seat, (word,))
    _check_left(state, seat, 1)
    longer = _extended(meld, codes[0], stands, seat)
    demand(not state.strict or word.stands is None or not wild_count(meld), "does_not_fit",
           "that meld already holds a wild card; at this table it may not hold another")  # fmt: skip
    after = rounds.with_meld(rounds.part_with(state, seat, codes), action.meld, longer)
    return after, (LaidOff(seat, action.meld, (table_word(codes[0], stands, state.decks),)),)


def _swap(state: VegasState, seat: int, action: Swap) -> Move:
    solid = state.options["solidarity"]
    demand(not solid, "illegal", "melds are solid at this table; wild cards stay where they lie")
    meld, word = rounds.meld_at(state.melds, action.meld), read_word(action.card)
    real = word.face < 52
    demand(real, "does_not_fit", "name the real card that takes the wild card's place, such as 'swap 7H on 2'")
    (code,) = rounds.codes_of(state, seat, (word,))
    index = _wild_place(meld, word.face)
    if index is None:
        refuse("does_not_fit", "no wild card in {meld} stands for {card}", meld=meld_named(meld), card=action.card)
    wild = meld.cards[index]
    after = rounds.receive(rounds.part_with(state, seat, (code,)), seat, (wild,))
    swapped = melds.with_row(meld, slice(index, index + 1), (code, code % PER_DECK, seat), _order)
    exchanged = Exchanged(seat, action.meld, name(code, state.decks), name(wild, state.decks))
    return rounds.with_meld(after, action.meld, swapped), (exchanged,)


def _throw(state: VegasState, seat: int, action: ThrowOut) -> Move:
    thrown, event = rounds.throw_out(state, seat, action.card, next(clockwise(state, seat + 1)))
    if thrown.count(seat):
        return thrown, (event,)
    over, events = score.end_play(thrown, seat)
    return over, (event, WentOut(seat), *events)


def _count_aces(state: VegasState, seat: int, action: actions.CountAces) -> Move:
    held, high = score.aces_of(state, seat), action.high
    fine = high <= held
    demand(fine, "illegal", "you hold {held} aces that are not wild; say a number from 0 to {held}", held=held)
    assert state.aces is not None
    after, happened = score.settle(state, (*state.aces[:seat], high, *state.aces[seat + 1 :]))
    return after, (Chose(seat, f"aces {high}"), *happened)


def _check_left(state: VegasState, seat: int, leaving: int) -> None:
    if state.count(seat) <= leaving:
        raise rounds.nothing_left()


STEPS: Final[rounds.Steps] = {
    actions.Draw: (rounds.PICKUP, _draw),
    actions.Take: (rounds.PICKUP, _take),
    actions.Pass: (rounds.PICKUP, _pass),
    LayDown: (rounds.PLAY, _lay_down),
    LayOff: (rounds.PLAY, _lay_off),
    Swap: (rounds.PLAY, _swap),
    ThrowOut: (rounds.PLAY, _throw),
    actions.CountAces: (("aces",), _count_aces),
    actions.BuyIn: (("buyin",), lambda state, seat, action: score.buy(state, seat)),
    actions.Decline: (("buyin",), lambda state, seat, action: score.decline(state, seat)),
}


# -- the list of plays
#
# It is shorter than the rules: in it a wild card never stands for a face that the hand holds and never makes up a whole
# meld, and wild cards are used in their order. Every listed action is accepted; more are.

_NATURAL: Final = (1 << 52) - 1
_KINDS: Final = (
    *((suit, 0x1FFF << 13 * suit) for suit in range(4)),
    *((melds.SETS_AT + rank, mask(range(rank, 52, 13))) for rank in range(13)),
)
"""The suits and ranks, as ``melds_of_kind`` counts them, each with its cards."""


def plays(state: VegasState, seat: int) -> list[Action]:
    """What the list holds for the seat in every phase but pickup, in no order."""
    hand = state.hands[seat]
    if state.phase == "play":
        found = [*rounds.throws_of(faces_of(hand)), *meld_actions(hand, state.wilds, state.strict)]
        return [*found, *_lay_offs(state, hand), *_swaps(state, hand)]
    if state.phase == "aces":
        return [actions.CountAces(high) for high in range(score.aces_of(state, seat) + 1)]
    return [actions.BuyIn(), actions.Decline()]


def meld_actions(hand: int, wilds: Wilds, strict: bool) -> list[LayDown]:
    """The melds of the list, for a hand given as a mask."""
    held, size, wild = faces_of(hand) & _NATURAL, hand.bit_count(), tuple(wilds.held(hand))
    most = min(len(wild), 1) if strict else len(wild)
    found: list[LayDown] = []
    for kind, of in _KINDS:
        part = held & of
        # A meld has a natural card.
        if part and part.bit_count() + most >= FEWEST:
            found += _melds_with(part, wild, most, kind)
    # A card has to be left to throw out.
    return [play for play in found if len(play.cards) < size]


# Most of a hand is the same as the turn before.
@lru_cache(maxsize=1 << 14)
def _melds_with(part: int, wild: tuple[int, ...], most: int, kind: int) -> tuple[LayDown, ...]:
    """The melds of the list with cards of *part*, which are held of a suit (of a rank), and *most* wild cards at most.

    A set of which one or two suits are held may also be filled up to three with open suits.
    """
    found = []
    for shape in melds.melds_of_kind(kind, part, most):
        if not shape.mask & part:
            continue
        left = _left_over(wild, shape.mask & part)
        if (shape.mask & ~part).bit_count() <= len(left):
            supply = iter(left)
            words = [face_word(one) if part >> one & 1 else face_word(next(supply), one) for one in shape.cards]
            found.append(LayDown(tuple(words)))
    lacking, left = FEWEST - part.bit_count(), _left_over(wild, part)
    if kind >= melds.SETS_AT and 0 < lacking <= min(most, len(left)):
        names = tuple(members(part))
        opened = [face_word(one, open_suit(names[0] % 13)) for one in left[:lacking]]
        found.append(LayDown((*map(face_word, names), *opened)))
    return tuple(found)


def _left_over(wild: Sequence[int], own: int) -> list[int]:
    """The wild cards in their order without one of each face in *own*, which the meld uses as themselves."""
    left = list(wild)
    for one in set(wild):
        if own >> one & 1:
            left.remove(one)
    return left


def _lay_offs(state: VegasState, hand: int) -> Iterator[LayOff]:
    """The card itself if it is held, else the first wild card as it."""
    held, wild = faces_of(hand), state.wilds.held(hand)
    for number, meld in enumerate(state.melds) if hand.bit_count() > 1 else ():
        bars_wild = not wild or (state.strict and wild_count(meld) > 0)
        for one in fitting(meld):
            if held >> one & 1:
                yield LayOff((face_word(one),), number)
            elif not bars_wild:
                yield LayOff((face_word(wild[0], one),), number)


def _swaps(state: VegasState, hand: int) -> Iterator[Swap]:
    for one in () if state.options["solidarity"] else members(faces_of(hand) & _NATURAL):
        for number, meld in enumerate(state.melds):
            if _wild_place(meld, one) is not None:
                yield Swap(FACES[one], number)


# -- every play, for research and tests: to miss one is worse than to be slow
def wide_plays(state: VegasState) -> Iterator[Action]:
    """What the seat on turn may play and throw out, each once, and more that is not legal."""
    # Each wild card in each place, each of two equal cards. The order in which open wild cards of a set are named
    # counts, because they get their suits in that order.
    hand = tuple(members(state.hands[state.turn]))
    yield from (ThrowOut(name(code, state.decks)) for code in hand)
    for suit in range(4):
        for first in range(ACE_HIGH - FEWEST + 2):
            places = range(first, min(first + len(hand), ACE_HIGH + 1))
            run = [melds.card_at(suit, place) for place in places]
            yield from (LayDown(words) for words, _ in every_run(partial(_words_as, state), hand, run, FEWEST))
    yield from (LayDown(words) for rank in range(13) for words in _wide_sets(state, hand, rank))
    for number, meld in enumerate(state.melds):
        for code in hand:
            words = [word for face in fitting(meld) for word in _words_as(state, code, face)]
            yield from (LayOff((word,), number) for word in words)
            if not is_joker(code):
                yield Swap(name(code, state.decks), number)


def _words_as(state: VegasState, code: int, stands: int) -> list[str]:
    """The word of a card laid as *stands*: itself, or a wild card; none if it cannot be that."""
    face = code % PER_DECK
    return [table_word(code, stands, state.decks)] if face == stands or state.wilds.has(face) else []


def _wide_sets(state: VegasState, hand: Sequence[int], rank: int) -> Iterator[Laid]:
    """Every set of a rank: cards for named suits, and wild ones in any order whose suit is left open."""
    words = [(face, code, one) for face in range(rank, 52, 13) for code in hand for one in _words_as(state, code, face)]
    for named in (some for count in range(FULL_SET + 1) for some in combinations(words, count)):
        codes = {code for _, code, _ in named}
        if len(codes) < len(named) or len({face for face, _, _ in named}) < len(named):
            continue
        wild = [code for code in hand if state.wilds.has(code % PER_DECK) and code not in codes]
        for size in range(max(FEWEST, len(named)), FULL_SET + 1):
            for opened in permutations(wild, size - len(named)):
                more = [f"{name(code, state.decks)}={spell(open_suit(rank))}" for code in opened]
                yield (*[word for _, _, word in named], *more)
