"""Crummy rummy: what a seat may do, and doing it or refusing it with the reason.

A run is its suit and the place of its first card, a set is its rank; what a wild card stands for follows. A place of a
suit is a number: 0 the ace below the two (only with ``ace_low``), 1 the two's, which only wild cards can take, 2 to 12
the three to the king, 13 the ace above. A run covers at most 13 places, so never both aces.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations, permutations, product
from typing import Any, Final, NamedTuple

from rummynet.rules.core.errors import demand, refuse
from rummynet.rules.core.state import Meld, spell
from rummynet.rules.core.variety import Contract
from rummynet.rules.crummy.state import SHORTEST_RUN, SMALLEST_SET, TWO, WILD_FACES, WILD_MASK, CrummyState, is_wild
from rummynet.rules.shared import melds, rounds
from rummynet.rules.shared.faces import Laid, Word, every_run, face_word, faces_of, open_suit, rank_of, read_word
from rummynet.rules.shared.melds import ACE_HIGH, Row
from rummynet_protocol import actions, cards
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap
from rummynet_protocol.cards import FACES, PER_DECK
from rummynet_protocol.events import Drew, Event, Exchanged, LaidDown, LaidOff, Passed, Took
from rummynet_protocol.sentences import both, plural_sentence, sentence
from rummynet_protocol.values import replace

Move = tuple[CrummyState, tuple[Event, ...]]  # the position after an action, and what happened
Count = list[int]  # by face: how many natural cards of it the hand holds
Run = tuple[tuple[int, bool], ...]  # the faces of a run from its low end, each with whether a wild card lies there
Set = tuple[int, tuple[int, ...], bool]  # rank, faces of the natural cards, whether a wild card completes it
Found = Iterator[tuple[Laid, Sequence[int]]]  # the words of a meld, and the cards that are left
_WAIVE: Final = actions.Waive()
_WANTS: Final = tuple(actions.Want(face) for face in FACES)


def contract_words(contract: Contract) -> str:
    """What is asked for: ``1 run of 7 cards or more and 1 set``."""
    runs = plural_sentence("{count} run", "{count} runs", contract.runs, count=contract.runs)
    if contract.length > SHORTEST_RUN:
        runs = sentence("{runs} of {length} cards or more", runs=runs, length=contract.length)
    sets = plural_sentence("{count} set", "{count} sets", contract.sets, count=contract.sets)
    return both([*([runs] if contract.runs else []), *([sets] if contract.sets else [])])


# -- melds
def ends(meld: Meld, ace_low: bool) -> list[tuple[int, bool]]:
    """What would extend a run: (face, whether at the low end); what a wild card stands for in a set."""
    if meld.is_run:
        return melds.ends(meld, "either" if ace_low else "high")
    return [(open_suit(rank_of(meld.stands[0])), False)]


def order(row: Row) -> tuple[bool, int, int]:
    """Sorts the cards of a set: natural cards first, then wild ones, each by face."""
    return is_wild(row[0]), row[0] % PER_DECK, row[0]


def table_word(code: int, stands: int, decks: int) -> str:
    """The word of a card of a meld: a natural card plain, a wild one with what it stands for (``2C=2C`` too)."""
    plain = cards.name(code, decks)
    return f"{plain}={spell(stands)}" if is_wild(code) else plain


def _in_words(*words: Word) -> str:
    return " ".join(face_word(word.face, word.stands) for word in words)


def demand_meld(holds: bool, says: str, words: Sequence[Word], code: str = "not_a_meld", **values: object) -> None:
    """Raises IllegalAction where it does not hold: the words make no meld."""
    if not holds:
        refuse(code, says, cards=_in_words(*words), **values)


def kind_of(words: Sequence[Word], ace_low: bool) -> bool:
    """Whether the words, in this order, make a run (True) or a set (False). Raises IllegalAction."""
    for word in words:
        card, wild, is_named = FACES[word.face], is_wild(word.face), word.stands is not None
        demand(is_named or not wild, "not_a_meld",
               "{name} is wild; say what it stands for, such as {name}=9H in a run or {name}=9? in a set",
               name=card)  # fmt: skip
        plain = wild or not is_named
        demand(plain, "not_a_meld", "{name} is not wild and stands for itself; write it without '='", name=card)
    faces, size = [word.means for word in words], len(words)
    ranks = {*map(rank_of, faces)}
    is_run = len(ranks) > 1 and min(faces) >= 0  # below 0 a suit is open
    if is_run:
        first, last = melds.places_of(faces)
        one_suit = len({face // 13 for face in faces}) == 1
        demand_meld(one_suit, "{cards} is neither a run of one suit nor a set of one rank", words)
        follow = [face % 13 for face in faces] == [place % 13 for place in range(first, last + 1)]
        demand_meld(follow, "{cards} is not a run; its cards must follow one another, lowest first", words)
        demand_meld(first > 0 or ace_low, "{cards} is not a run; the ace is high here", words)
        demand(first > 0 or last < ACE_HIGH, "not_a_meld", "a run has one ace only")
        long = size >= SHORTEST_RUN
        demand_meld(long, "{cards} is too short; a run has {least} cards or more", words, least=SHORTEST_RUN)
    else:
        one_rank = len(ranks) == 1 and TWO not in ranks
        demand_meld(one_rank, "{cards} is neither a run nor a set; a set has one rank, and not the wild twos", words)
        if any(word.stands is not None and word.stands >= 0 for word in words):
            refuse("not_a_meld", "{cards} is a set, in which a wild card stands for the rank; write it ={wanted}",
                   cards=_in_words(*words), wanted=spell(open_suit(min(ranks))))  # fmt: skip
        long = size >= SMALLEST_SET
        demand_meld(long, "{cards} is too short; a set has {least} cards or more", words, least=SMALLEST_SET)
    # Exactly half is fine (docs/rules/crummy.md); counted in whole numbers, as 3.5 would be no limit.
    half = 2 * sum(word.stands is not None for word in words) <= size
    demand_meld(half, "{cards} is more than half wild; lay at most as many wild cards as natural ones", words,
                "too_many_wild")  # fmt: skip
    return is_run


def _has_room(meld: Meld) -> bool:
    """Whether one more wild card leaves at most half of the meld wild; the card that comes makes it longer too."""
    return 2 * (sum(map(is_wild, meld.cards)) + 1) <= len(meld.cards) + 1


# -- pick up, and the offer
def answers(state: CrummyState) -> list[Action]:
    """What can be said to an offer, sorted by notation."""
    return [_WAIVE, _WANTS[state.discard[-1] % PER_DECK]]


def _draw(state: CrummyState, seat: int, action: actions.Draw) -> Move:
    # The top of the pile is offered, unless there is no card in the stock to go with it and none can be made.
    is_offered = bool(state.discard) and (len(state.stock) != 1 or rounds.can_renew(state))
    return rounds.draw_top(state, seat, takes=0, **_offer(state, seat if is_offered else None))


def _offer(state: CrummyState, after: int | None) -> dict[str, Any]:
    """The changes when the next seat after that one is asked about the top of the pile, or nobody is."""
    asked = next(iter(state.asked_after(after)), None)
    return {"phase": "play" if asked is None else "offer", "asked": asked}


def _take(state: CrummyState, seat: int, action: actions.Take) -> Move:
    if action.play is not None:
        refuse("illegal", "take the top of the pile by itself: say 'take' and the card, and lay it afterwards")
    if not state.can_take and state.discard:
        refuse("must_draw", "{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
    return rounds.take_top(state, seat, action.card, takes=state.takes + 1, drawn=None, phase="play")


def _want(state: CrummyState, seat: int, action: actions.Want) -> Move:
    card, penalty = rounds.top_of_pile(state, action.card), rounds.top_of_stock(state)
    bought = tuple([count + (one == seat) for one, count in enumerate(state.bought)])
    changes = {"discard": state.discard[:-1], "stock": state.stock[1:], "phase": "play", "asked": None}
    after = rounds.receive(state, seat, (card, penalty), bought=bought, **changes)
    return after, (Took(seat, (cards.name(card, state.decks),)), Drew(seat, rounds.name_of(penalty, state.decks)))


# -- plays and the end of a turn
def _throw(state: CrummyState, seat: int, action: actions.ThrowOut) -> Move:
    thrown, event = rounds.throw_out(state, seat, action.card, (seat + 1) % state.players)
    return thrown, (event,)


def _lay_contract(state: CrummyState, seat: int, action: LayContract) -> Move:
    is_first = not state.laid[seat]
    demand(is_first, "contract_first", "your contract is on the table; lay single cards onto the melds, or throw out")
    read = [[read_word(text) for text in texts] for texts in action.melds]
    codes = rounds.codes_of(state, seat, [word for words in read for word in words])
    coming, new = iter(codes), list[Meld]()
    for words, is_run in zip(read, _check_contract(state, seat, read), strict=True):
        new.append(melds.meld_of([(next(coming), word.means, seat) for word in words], is_run, order))
    laid = tuple([done or other == seat for other, done in enumerate(state.laid)])
    after = rounds.part_with(state, seat, codes, melds=(*state.melds, *new), laid=laid)
    shown = [tuple([table_word(*card, state.decks) for card in zip(one.cards, one.stands, strict=True)]) for one in new]
    return after, tuple([LaidDown(seat, at, words) for at, words in enumerate(shown, len(state.melds))])


def _check_contract(state: CrummyState, seat: int, read: Sequence[Sequence[Word]]) -> list[bool]:
    """Whether each of the melds is a run; together they have to be the contract of the round. Raises IllegalAction."""
    wanted, number, held = state.contract, state.round, state.count(seat)
    are_runs = [kind_of(words, state.ace_low) for words in read]
    runs = [words for words, is_run in zip(read, are_runs, strict=True) if is_run]
    sets = [words for words, is_run in zip(read, are_runs, strict=True) if not is_run]
    if (len(runs), len(sets)) != (wanted.runs, wanted.sets):
        refuse("not_the_contract", "the contract of round {number} is {wanted}; lay exactly that, all at once",
               number=number, wanted=contract_words(wanted))  # fmt: skip
    for words in runs:
        demand_meld(len(words) >= wanted.length,
                    "{cards} is too short; a run of round {number} has {length} cards or more", words, number=number,
                    length=wanted.length)  # fmt: skip
    apart = len({words[0].means // 13 for words in runs}) == len(runs)
    demand(apart, "same_suit", "the runs of a contract are of different suits; choose another suit for one")
    apart = len({rank_of(words[0].means) for words in sets}) == len(sets)
    demand(apart, "same_rank", "the sets of a contract are of different ranks; choose another rank for one")
    # Last: what is wrong with the melds themselves is the better thing to hear.
    demand(not wanted.whole_hand or sum(map(len, read)) == held, "not_the_contract",
           "the contract of round {number} takes every card of the hand; use all {held}", number=number,
           held=held)  # fmt: skip
    return are_runs


def _check_laid(state: CrummyState, seat: int) -> None:
    laid, more = state.laid[seat], not state.contract.whole_hand
    demand(laid, "contract_first", "your contract is not on the table yet; lay it first, or throw out a card")
    demand(more, "illegal", "in this round you can play only the contract; throw out a card")


def _lay_off(state: CrummyState, seat: int, action: LayOff) -> Move:
    _check_laid(state, seat)
    word = read_word(rounds.single_card(action))
    meld = rounds.meld_at(state.melds, action.meld)
    codes = rounds.codes_of(state, seat, (word,))
    longer = _fitted(meld, codes[0], word, seat, state.ace_low)
    after = rounds.with_meld(rounds.part_with(state, seat, codes), action.meld, longer)
    return after, (LaidOff(seat, action.meld, (table_word(codes[0], word.means, state.decks),)),)


def _swap(state: CrummyState, seat: int, action: Swap) -> Move:
    """A natural card takes a wild card's place, and the wild card goes on to another place."""
    _check_laid(state, seat)
    onward, source = action.onward, action.meld
    if onward is None:
        refuse("nowhere_to_go",
               "a swapped wild card never goes into a hand; say where it goes, such as 'lay *1=KD on 5'")  # fmt: skip
    natural, wild, target = read_word(action.card), read_word(rounds.single_card(onward)), onward.meld
    meld = rounds.meld_at(state.melds, source)
    rounds.meld_at(state.melds, target)
    (code,) = rounds.codes_of(state, seat, (natural,))
    at = _swapped(meld, natural, wild, state.decks)
    moved, leaves = meld.cards[at], source != target
    fine = leaves or meld.is_run
    demand(fine, "does_not_fit", "a wild card of a set goes to another meld; name one, or lay your card off")
    # Within its run a two may go to an end: it does not leave its meld.
    fine = not leaves or _may_move(state, moved)
    demand(fine, "wild_stays", "a two stays in its meld at this table; lay it at an end of its run, or leave it")
    swapped = melds.with_row(meld, slice(at, at + 1), (code, code % PER_DECK, seat), order)
    after = rounds.with_meld(rounds.part_with(state, seat, (code,)), source, swapped)
    longer = _fitted(after.melds[target], moved, wild, seat, state.ace_low)
    out, onto = (table_word(moved, stands, state.decks) for stands in (meld.stands[at], wild.means))
    exchange = Exchanged(seat, source, cards.name(code, state.decks), out)
    return rounds.with_meld(after, target, longer), (exchange, LaidOff(seat, target, (onto,)))


def _may_move(state: CrummyState, wild: int) -> bool:
    return state.options["move"] == "any" or cards.is_joker(wild)


def _swapped(meld: Meld, natural: Word, wild: Word, decks: int) -> int:
    """Where in the meld the wild card lies that the natural card may replace. Raises IllegalAction."""
    card, fine = FACES[natural.face], not is_wild(natural.face)
    demand(fine, "does_not_fit", "{card} is wild; only a natural card takes a wild card's place", card=card)
    wanted = natural.face if meld.is_run else open_suit(natural.face % 13)
    found = [
        (code, at)
        for at, (code, stands) in enumerate(zip(meld.cards, meld.stands, strict=True))
        if is_wild(code) and code % PER_DECK == wild.face and stands == wanted
        if wild.deck is None or (decks > 1 and code // PER_DECK == wild.deck)
    ]
    if not found:
        refuse("does_not_fit", "{wild} does not stand for {wanted} in that meld; look at what it is",
               wild=FACES[wild.face], wanted=spell(wanted))  # fmt: skip
    # The lowest code: every reader of the log has to take the same of two equal wild cards.
    return min(found)[1]


def _fitted(meld: Meld, code: int, word: Word, seat: int, ace_low: bool) -> Meld:
    """The meld with the card laid onto it. Raises IllegalAction."""
    is_named, stands, at = word.stands is not None, word.means, len(meld.cards)
    if is_wild(word.face) != is_named:
        refuse("does_not_fit", "{card}: a wild card says what it stands for (such as *1=7H), no other card does",
               card=_in_words(word))  # fmt: skip
    places = dict(ends(meld, ace_low))
    if meld.is_run:
        if stands not in places:
            refuse("does_not_fit", "{card} fits at neither end of that run; what fits is {fits}", card=_in_words(word),
                   fits=both([*map(spell, places)]) or sentence("nothing"))  # fmt: skip
        at = 0 if places[stands] else at
    elif stands not in places and (is_named or word.face % 13 != rank_of(meld.stands[0])):
        refuse("does_not_fit", "{card} does not go onto a set of {rank}; a wild card stands for {open} there",
               card=_in_words(word), rank=cards.RANKS[rank_of(meld.stands[0])],
               open=spell(next(iter(places))))  # fmt: skip
    if is_named and not _has_room(meld):
        refuse("too_many_wild", "more than half of that meld would be wild; lay a natural card onto it first")
    return melds.with_row(meld, slice(at, at), (code, stands, seat), order)


STEPS: Final[rounds.Steps] = {
    actions.Draw: (rounds.PICKUP, _draw),
    actions.Take: (rounds.PICKUP, _take),
    actions.Pass: (rounds.PICKUP, None),
    actions.Want: (("offer",), _want),
    actions.Waive: (
        ("offer",),
        lambda state, seat, action: (replace(state, **_offer(state, seat)), (Passed(seat, "waive"),)),
    ),
    LayContract: (rounds.PLAY, _lay_contract),
    LayOff: (rounds.PLAY, _lay_off),
    Swap: (rounds.PLAY, _swap),
    actions.ThrowOut: (rounds.PLAY, _throw),
}


# -- the list of plays, without trying anything out
class _Openings(NamedTuple):
    """What may be laid onto a meld and taken out of it. Masks are of faces."""

    is_run: bool
    has_room: bool  # whether it takes one more wild card
    places: tuple[tuple[str, int], ...]
    """What a wild card may stand for there, as it is written (``=7H``), with the natural cards that could lie there."""
    natural: int  # all these natural cards
    exchanges: tuple[tuple[int, int], ...]
    """The natural cards that may take a wild card's place, each time with the code of the wild card."""
    exchanged: int  # all these natural cards


_NATURAL: Final = {face: 0 if face % 13 == TWO else 1 << face for face in range(52)} | {
    open_suit(rank): cards.mask(range(rank, 52, 13)) for rank in range(13)
}
"""By what a wild card stands for: the natural cards that could lie there, as a mask."""


# Every seat's list asks for every meld at each action; most melds do not change in between.
@lru_cache(maxsize=8192)
def _openings(meld: Meld, ace_low: bool) -> _Openings:
    places = {f"={spell(one)}": _NATURAL[one] for one, _ in ends(meld, ace_low)}
    wild = [(_NATURAL[stands], code) for code, stands in zip(meld.cards, meld.stands, strict=True) if is_wild(code)]
    natural, exchanged = sum(places.values()), sum({faces for faces, _ in wild})  # these have no card in common
    return _Openings(meld.is_run, _has_room(meld), tuple(places.items()), natural, tuple(wild), exchanged)


def lean_plays(state: CrummyState, seat: int) -> list[Action]:
    """What the seat may do in the play phase, in no order; its hand has to be known."""
    hand = state.hands[seat]
    held = faces_of(hand)
    found = rounds.throws_of(held)
    # Nothing else before the contract, so there is no look at the table.
    if not state.laid[seat]:
        return [*found, *lean(hand, state.contract, state.ace_low)]
    if state.contract.whole_hand:
        return found
    wild, ace_low = held & WILD_MASK, state.ace_low
    table = [_openings(meld, ace_low) for meld in state.melds]
    for number, meld in enumerate(table):
        words = [FACES[face] for face in cards.members(meld.natural & held)] if meld.natural & held else []
        if wild and meld.has_room:
            # The first wild card where no natural one is held.
            name = FACES[(wild & -wild).bit_length() - 1]
            words += [name + stands for stands, faces in meld.places if not faces & held]
        found += [LayOff((word,), number) for word in words]
        if meld.exchanged & held:
            found += _swaps(state, table, number, held)
    return found


def _swaps(state: CrummyState, table: Sequence[_Openings], source: int, held: int) -> list[Swap]:
    """Swaps into one meld: each natural card held for which a wild card lies there, each place for the wild card."""
    found: list[Swap] = []
    is_run = table[source].is_run
    for faces, wild in table[source].exchanges:
        moves = _may_move(state, wild)
        if faces & held and (is_run or moves):
            given, name = [FACES[face] for face in cards.members(faces & held)], cards.face(wild)
            for number, meld in enumerate(table):
                if meld.is_run if number == source else moves and meld.has_room:
                    for stands, _ in meld.places:
                        onward = LayOff((name + stands,), number)
                        found += [Swap(face, source, onward) for face in given]
        if moves and not is_run:
            break  # its wild cards are equal, so the first that may leave will do
    return found


# -- the contracts of the list
#
# Any contract that the rules allow can be laid; the list holds only lean ones, because every other one comes of a lean
# one by lay-offs or says the same with other wild cards. Source: the rules page, "legal".
# Bound of the search: a run of fixed length has at most 11 windows in a suit, each with at most two fillings worth
# looking at, so a round with two runs and a set is at most 12 * 6 * 22 * 22 cases, and a round of sets alone 220.
# In round 7 the natural cards fix the three suits, and a window has to cover all that the hand holds of its suit.


def lean(hand: int, wanted: Contract, ace_low: bool) -> list[LayContract]:
    """The lean contracts of this kind that a fully known hand can lay, each once.

    Runs of exactly the shortest length and sets of three (the last contract: whatever uses up the hand). No natural
    card stays in the hand that could lie where a wild one does. Sets take the first natural cards that the runs leave,
    and the first wild cards of the hand go to the places in the order of writing.
    """
    count = [0] * PER_DECK
    for code in cards.members(hand):
        count[code % PER_DECK] += 1
    wild = [face for face in WILD_FACES for _ in range(count[face])]
    for face in WILD_FACES:
        count[face] = 0
    if wanted.whole_hand:
        held = [sum(count[suit : suit + 13]) for suit in range(0, 52, 13)]
        # A fourth suit, or a second copy of a face, has no place in three runs of different suits.
        if max(count) > 1 or held.count(0) != 4 - wanted.runs:
            return []
        rows: list[list[Run]] = [[], [], [], []]
        for suit, of_suit in enumerate(held):
            # Half may be wild, and a run covers 13 places at most.
            for size in range(SHORTEST_RUN, min(2 * of_suit, ACE_HIGH) + 1):
                found = _fillings(count, size, suit, size, ace_low)
                rows[suit] += [run for run in found if size - _wilds(run) == of_suit]
        return [_written(runs, (), wild) for runs in _several(rows, wanted.runs) if sum(map(_wilds, runs)) == len(wild)]
    rows = [_fillings(count, len(wild), suit, wanted.length, ace_low) for suit in range(4)] if wanted.runs else []
    # A set has two natural cards at least.
    ranks = [rank for rank in range(13) if count[rank] + count[rank + 13] + count[rank + 26] + count[rank + 39] >= 2]
    contracts = []
    # There is one set at most where there are runs.
    for of in [[rank] for rank in ranks] if wanted.runs and wanted.sets else [ranks]:
        fitting = [_with_absent(row, of[0]) for row in rows] if wanted.sets else rows
        for runs in _several(fitting, wanted.runs):
            left = len(wild) - sum(map(_wilds, runs))
            sets = [one for rank in of if (one := _set(count, rank, runs)) is not None] if left >= 0 else []
            for some in combinations(sets, wanted.sets):
                if sum([is_completed for _, _, is_completed in some]) <= left:
                    contracts.append(_written(runs, some, wild))
    return contracts


def _written(runs: Sequence[Run], sets: Sequence[Set], wild: Sequence[int]) -> LayContract:
    """The action: runs by suit, sets by rank, the wild cards as they come."""
    coming = iter(wild)
    laid = [tuple(face_word(next(coming), face) if is_w else face_word(face) for face, is_w in run) for run in runs]
    for rank, naturals, completed in sets:
        words = tuple(map(face_word, naturals))
        laid.append((*words, face_word(next(coming), open_suit(rank))) if completed else words)
    return LayContract(tuple(laid))


def _set(count: Count, rank: int, runs: Sequence[Run]) -> Set | None:
    """The one lean set of the rank beside these runs."""
    # Of three natural cards or more that the runs leave it takes three; with two it needs a wild card. A wild card of
    # a run that stands for a card of this rank asks that no such card stays in the hand.
    places = {face: is_wild for run in runs for face, is_wild in run if face % 13 == rank}
    free = [face for face in range(rank, 52, 13) for _ in range(count[face] - (face in places and not places[face]))]
    taken, left = tuple(free[:SMALLEST_SET]), free[SMALLEST_SET:]
    if len(taken) < 2 or any(is_wild and face in left for face, is_wild in places.items()):
        return None
    return rank, taken, len(taken) < SMALLEST_SET


def _several(rows: Sequence[Sequence[Run]], wanted: int) -> Iterator[tuple[Run, ...]]:
    """So many runs of different suits, in suit order."""
    for suits in combinations(rows, wanted):
        yield from product(*suits)


def _wilds(run: Run) -> int:
    return sum([is_wild for _, is_wild in run])


def _fillings(count: Count, wild: int, suit: int, length: int, ace_low: bool) -> list[Run]:
    """The runs of a suit with a wild card exactly where the hand has no natural one."""
    found = [tuple([(face, not count[face]) for face in faces]) for faces in _windows(suit, length, ace_low)]
    return [run for run in found if _wilds(run) <= min(wild, length // 2)]


def _with_absent(runs: Sequence[Run], rank: int) -> list[Run]:
    """Those runs, and each once more with a wild card in the place of the natural card of this rank."""
    # That is lean only if the set of the rank takes every copy of the card; no other natural card can be spared.
    more = [
        tuple((face, is_wild or face % 13 == rank) for face, is_wild in run)
        for run in runs
        if 2 * (_wilds(run) + 1) <= len(run) and any(face % 13 == rank and not is_wild for face, is_wild in run)
    ]
    return [*runs, *more]


@cache
def _windows(suit: int, length: int, ace_low: bool) -> tuple[tuple[int, ...], ...]:
    """The faces of every run of this length, by its first place."""
    spans = [range(first, first + length) for first in range(0 if ace_low else TWO, ACE_HIGH - length + 2)]
    return tuple([tuple([13 * suit + place % 13 for place in span]) for span in spans])


# -- every play, for research and tests: to miss one is worse than to be slow
def wide_plays(state: CrummyState) -> Iterator[Action]:
    """What the seat on turn may play and throw out, each once, and more that is not legal."""
    # Contracts of any size, each wild card in each place, each of two equal cards. The order in which the melds of a
    # contract are named counts, because they get their numbers in that order; the order of the cards of a set does not.
    hand, wanted = tuple(cards.members(state.hands[state.turn])), state.contract
    yield from (actions.ThrowOut(cards.name(code, state.decks)) for code in hand)
    if not state.laid[state.turn]:
        if wanted.whole_hand and len({cards.suit(code) for code in hand if not is_wild(code)}) > wanted.runs:
            return
        for runs, left in _wide_melds(_wide_runs, state, hand, range(4), wanted.runs):
            for sets, rest in _wide_melds(_wide_sets, state, left, range(13), wanted.sets):
                if not (wanted.whole_hand and rest):
                    yield from map(LayContract, permutations((*runs, *sets)))
        return
    natural = [cards.name(code, state.decks) for code in hand if not is_wild(code)]
    for number, meld in enumerate(state.melds):
        yield from _wide_lays(state, hand, number)
        for target in range(len(state.melds)):
            for onward in _wide_lays(state, [code for code in meld.cards if is_wild(code)], target):
                yield from (Swap(name, number, onward) for name in natural)


def _words(state: CrummyState, code: int, stands: int) -> list[str]:
    fits = is_wild(code) or code % PER_DECK == stands
    return [table_word(code, stands, state.decks)] if fits else []


def _wide_lays(state: CrummyState, codes: Sequence[int], number: int) -> list[LayOff]:
    """These cards on that meld, wild ones at each of its places."""
    places = [stands for stands, _ in ends(state.melds[number], state.ace_low)]
    words = [table_word(code, one, state.decks) for code in codes for one in (places if is_wild(code) else [0])]
    return [LayOff((word,), number) for word in words]


def _wide_melds(
    find: Callable[[CrummyState, Sequence[int], int], Found],
    state: CrummyState, left: Sequence[int], keys: Sequence[int], count: int,
) -> Iterator[tuple[tuple[Laid, ...], Sequence[int]]]:  # fmt: skip
    """So many melds of different suits or ranks, with the cards that are left."""
    if not count:
        yield (), left
    for at, key in enumerate(keys) if count else ():
        for meld, rest in find(state, left, key):
            for more, after in _wide_melds(find, state, rest, keys[at + 1 :], count - 1):
                yield (meld, *more), after


def _wide_runs(state: CrummyState, left: Sequence[int], suit: int) -> Found:
    """Every run of a suit that can be one of the contract, which leaves none of it if it takes the whole hand."""
    for first in range(0 if state.ace_low else TWO, ACE_HIGH):
        faces = [13 * suit + place % 13 for place in range(first, min(first + 13, ACE_HIGH + 1))]
        for run, rest in every_run(partial(_words, state), left, faces, state.contract.length):
            spares = any(cards.suit(code) == suit and not is_wild(code) for code in rest)
            if 2 * sum(["=" in word for word in run]) <= len(run) and not (state.contract.whole_hand and spares):
                yield run, rest


def _wide_sets(state: CrummyState, left: Sequence[int], rank: int) -> Found:
    """Every set of a rank: no more wild cards than natural ones. Twos are wild, so they make none."""
    wild = [code for code in left if is_wild(code)]
    natural = [code for code in left if rank != TWO and not is_wild(code) and cards.rank(code) == rank]
    for count in range(1, len(natural) + 1):
        for size in range(max(0, SMALLEST_SET - count), min(count, len(wild)) + 1):
            for codes in product(combinations(natural, count), combinations(wild, size)):
                own = (*codes[0], *codes[1])
                words = tuple([table_word(code, open_suit(rank), state.decks) for code in own])
                yield words, [code for code in left if code not in own]
