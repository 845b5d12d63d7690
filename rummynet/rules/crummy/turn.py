"""A turn of crummy rummy: pick up, the offer to the others, plays, throw out."""

from collections.abc import Callable
from typing import Any, Final

from rummynet.rules.core.errors import IllegalAction, refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import check
from rummynet.rules.crummy.melds import (
    has_room,
    is_wild,
    is_wild_face,
    lowest,
    order,
    rank_of_set,
    table_word,
    words_text,
)
from rummynet.rules.crummy.state import CrummyState, Move
from rummynet.rules.shared.faces import Word, open_suit, read_word, read_words, spell
from rummynet.rules.shared.melds import ends, meld_of, with_row
from rummynet.rules.shared.rounds import can_draw, can_renew, part_with, receive, with_meld
from rummynet.rules.shared.turn import (
    DRAW,
    PASS,
    TAKES,
    codes_of,
    draw_top,
    meld_at,
    name_of,
    single_card,
    top_of_pile,
    top_of_stock,
)
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayContract, LayOff, Swap, Take, ThrowOut, Waive, Want
from rummynet_protocol.cards import FACES, PER_DECK
from rummynet_protocol.events import Drew, Exchanged, LaidDown, LaidOff, Passed, ThrewOut, Took
from rummynet_protocol.sentences import both, sentence
from rummynet_protocol.values import replace

_WAIVE: Final = Waive()
_WANTS: Final = tuple(Want(face) for face in cards.FACES)


def pickups(state: CrummyState) -> list[Action]:
    """How the seat on turn may begin it."""
    found: list[Action] = [DRAW] if can_draw(state) else []
    if state.can_take:
        found.append(TAKES[state.discard[-1] % PER_DECK])
    return found or [PASS]


def answers(state: CrummyState) -> list[Action]:
    """What can be said to an offer, sorted by notation."""
    return [_WAIVE, _WANTS[state.discard[-1] % PER_DECK]]


# -- pick up, and the offer


def _draw(state: CrummyState, seat: int, action: Draw) -> Move:
    # The top of the pile is offered, unless there is no card in the stock to go with it and none can be made.
    is_offered = bool(state.discard) and (len(state.stock) != 1 or can_renew(state))
    offer = _offer(state, seat if is_offered else None)
    return draw_top(state, seat, takes=0, **offer)


def _offer(state: CrummyState, after: int | None) -> dict[str, Any]:
    """The changes when the next seat after that one is asked about the top of the pile, or nobody is."""
    asked = next(iter(state.asked_after(after)), None)
    return {"phase": "play" if asked is None else "offer", "asked": asked}


def _take(state: CrummyState, seat: int, action: Take) -> Move:
    if action.play is not None:
        raise IllegalAction("take the top of the pile by itself: say 'take' and the card, and lay it afterwards")
    if not state.can_take and state.discard:
        refuse("must_draw", "{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
    card = top_of_pile(state, action.card, state.decks)
    taken = receive(state, seat, (card,), discard=state.discard[:-1], takes=state.takes + 1, drawn=None, phase="play")
    return taken, (Took(seat, (cards.name(card, state.decks),)),)


def _want(state: CrummyState, seat: int, action: Want) -> Move:
    card = top_of_pile(state, action.card, state.decks)
    # Before anything moves: NeedsShuffle has to leave the position as it was.
    penalty = top_of_stock(state)
    bought = tuple([count + (one == seat) for one, count in enumerate(state.bought)])
    after = receive(
        state, seat, (card, penalty), discard=state.discard[:-1], stock=state.stock[1:], phase="play", asked=None,
        bought=bought,
    )  # fmt: skip
    return after, (Took(seat, (cards.name(card, state.decks),)), Drew(seat, name_of(penalty, state.decks)))


def _waive(state: CrummyState, seat: int, action: Waive) -> Move:
    return replace(state, **_offer(state, seat)), (Passed(seat, "waive"),)


# -- plays and the end of a turn


def _throw(state: CrummyState, seat: int, action: ThrowOut) -> Move:
    codes = codes_of(state, seat, (read_word(action.card),))
    happened = (ThrewOut(seat, cards.name(codes[0], state.decks)),)
    thrown = part_with(state, seat, codes, discard=state.discard + codes, drawn=None)
    if not thrown.count(seat):
        return thrown, happened
    return replace(thrown, phase="pickup", turn=(seat + 1) % state.players), happened


def may_move(state: CrummyState, wild: int) -> bool:
    """Whether a swap may move this wild card to another meld."""
    return state.options["move"] == "any" or cards.is_joker(wild)


def _lay_contract(state: CrummyState, seat: int, action: LayContract) -> Move:
    if state.laid[seat]:
        refuse("contract_first", "your contract is on the table; lay single cards onto the melds, or throw out")
    melds = [read_words(texts) for texts in action.melds]
    codes = codes_of(state, seat, [word for words in melds for word in words])
    are_runs = check(state.contract, state.round, melds, state.count(seat), state.ace_low)
    coming, first = iter(codes), len(state.melds)
    new = [
        meld_of([(next(coming), word.means, seat) for word in words], is_run, order)
        for words, is_run in zip(melds, are_runs, strict=True)
    ]
    done = tuple([done or other == seat for other, done in enumerate(state.laid)])
    after = part_with(state, seat, codes, melds=(*state.melds, *new), laid=done)
    return after, tuple([LaidDown(seat, first + at, _words(meld, state.decks)) for at, meld in enumerate(new)])


def _words(meld: Meld, decks: int) -> tuple[str, ...]:
    return tuple([table_word(code, stands, decks) for code, stands in zip(meld.cards, meld.stands, strict=True)])


def _lay_off(state: CrummyState, seat: int, action: LayOff) -> Move:
    _check_laid(state, seat)
    word = read_word(single_card(action))
    meld = meld_at(state.melds, action.meld)
    (code,) = codes_of(state, seat, (word,))
    longer = _fitted(meld, code, word, seat, state.ace_low)
    return with_meld(part_with(state, seat, (code,)), action.meld, longer), (
        _laid_off(state, seat, action, code, word),
    )


def _swap(state: CrummyState, seat: int, action: Swap) -> Move:
    """A natural card takes a wild card's place, and the wild card goes on to another place."""
    _check_laid(state, seat)
    onward, source = action.onward, action.meld
    if onward is None:
        refuse(
            "nowhere_to_go", "a swapped wild card never goes into a hand; say where it goes, such as 'lay *1=KD on 5'"
        )
    natural, wild, target = read_word(action.card), read_word(single_card(onward)), onward.meld
    meld = meld_at(state.melds, source)
    meld_at(state.melds, target)
    (code,) = codes_of(state, seat, (natural,))
    at = _swapped(meld, natural, wild, state.decks)
    moved = meld.cards[at]
    if source == target and not meld.is_run:
        refuse("does_not_fit", "a wild card of a set goes to another meld; name one, or lay your card off")
    # Within its run a two may go to an end: it does not leave its meld.
    if source != target and not may_move(state, moved):
        refuse("wild_stays", "a two stays in its meld at this table; lay it at an end of its run, or leave it")
    swapped = with_row(meld, slice(at, at + 1), (code, code % PER_DECK, seat), order)
    after = with_meld(part_with(state, seat, (code,)), source, swapped)
    longer = _fitted(after.melds[target], moved, wild, seat, state.ace_low)
    out = table_word(moved, meld.stands[at], state.decks)
    exchange = Exchanged(seat, source, cards.name(code, state.decks), out)
    return with_meld(after, target, longer), (exchange, _laid_off(state, seat, onward, moved, wild))


def _check_laid(state: CrummyState, seat: int) -> None:
    if not state.laid[seat]:
        refuse("contract_first", "your contract is not on the table yet; lay it first, or throw out a card")
    if state.contract.whole_hand:
        raise IllegalAction("in this round you can play only the contract; throw out a card")


def _swapped(meld: Meld, natural: Word, wild: Word, decks: int) -> int:
    """Where in the meld the wild card lies that the natural card may replace. Raises IllegalAction."""
    if is_wild_face(natural.face):
        refuse(
            "does_not_fit", "{card} is wild; only a natural card takes a wild card's place", card=FACES[natural.face]
        )
    wanted = natural.face if meld.is_run else open_suit(natural.face % 13)
    found = [
        (code, at)
        for at, (code, stands) in enumerate(zip(meld.cards, meld.stands, strict=True))
        if is_wild(code) and code % PER_DECK == wild.face and stands == wanted
        if wild.deck is None or (decks > 1 and code // PER_DECK == wild.deck)
    ]
    if not found:
        refuse(
            "does_not_fit", "{wild} does not stand for {wanted} in that meld; look at what it is",
            wild=FACES[wild.face], wanted=spell(wanted),
        )  # fmt: skip
    # The lowest code: every reader of the log has to take the same of two equal wild cards.
    return min(found)[1]


def _fitted(meld: Meld, code: int, word: Word, seat: int, ace_low: bool) -> Meld:
    """The meld with the card laid onto it. Raises IllegalAction."""
    is_named, stands = word.stands is not None, word.means
    if is_wild_face(word.face) != is_named:
        refuse(
            "does_not_fit", "{card}: a wild card says what it stands for (such as *1=7H), no other card does",
            card=words_text((word,)),
        )  # fmt: skip
    at = len(meld.cards)
    if meld.is_run:
        places = dict(ends(meld, lowest(ace_low)))
        if stands not in places:
            refuse(
                "does_not_fit", "{card} fits at neither end of that run; what fits is {fits}",
                card=words_text((word,)), fits=both([*map(spell, places)]) or sentence("nothing"),
            )  # fmt: skip
        at = 0 if places[stands] else at
    else:
        rank = rank_of_set(meld)
        if stands != open_suit(rank) and (is_named or word.face % 13 != rank):
            refuse(
                "does_not_fit", "{card} does not go onto a set of {rank}; a wild card stands for {open} there",
                card=words_text((word,)), rank=cards.RANKS[rank], open=spell(open_suit(rank)),
            )  # fmt: skip
    if is_named and not has_room(meld):
        refuse("too_many_wild", "more than half of that meld would be wild; lay a natural card onto it first")
    return with_row(meld, slice(at, at), (code, stands, seat), order)


def _laid_off(state: CrummyState, seat: int, action: LayOff, code: int, word: Word) -> LaidOff:
    return LaidOff(seat, action.meld, (table_word(code, word.means, state.decks),))


STEPS: Final[dict[type[Action], Callable[[CrummyState, int, Any], Move]]] = {
    Draw: _draw,
    Take: _take,
    Want: _want,
    Waive: _waive,
    LayContract: _lay_contract,
    LayOff: _lay_off,
    Swap: _swap,
    ThrowOut: _throw,
}
"""By kind of action: what it does where it is its time."""
