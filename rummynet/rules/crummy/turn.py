"""A turn of crummy rummy: pick up, the offer to the others, plays, throw out; and how a round ends."""

from collections.abc import Callable
from typing import Any, Final

from rummynet.rules.core.errors import IllegalAction, refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import check
from rummynet.rules.crummy.melds import (
    ends,
    has_room,
    is_wild,
    is_wild_face,
    meld_words,
    new_meld,
    rank_of_set,
    table_word,
    with_card,
    with_natural_at,
    words_text,
)
from rummynet.rules.crummy.score import SCORING
from rummynet.rules.crummy.state import CrummyState, Move
from rummynet.rules.shared.faces import (
    Word,
    given_out,
    open_suit,
    read_word,
    read_words,
    spell,
)
from rummynet.rules.shared.rounds import can_draw, can_renew, known_cards, part_with, receive, with_meld
from rummynet.rules.shared.turn import DRAW, PASS, TAKES, meld_at, name_of, single_card, top_of_pile, top_of_stock
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
    found: list[Action] = []
    if can_draw(state):
        found.append(DRAW)
    if state.can_take:
        found.append(TAKES[state.discard[-1] % cards.PER_DECK])
    return found or [PASS]


def answers(state: CrummyState) -> list[Action]:
    """What can be said to an offer, sorted by notation."""
    return [_WAIVE, _WANTS[state.discard[-1] % cards.PER_DECK]]


def do(state: CrummyState, seat: int, action: Action) -> Move:
    """What an action does whose time it is. Raises IllegalAction."""
    after, happened = _STEPS[type(action)](state, seat, action)
    # The throw of a last card leaves the phase as it is, so the round ends here for plays and throws alike.
    if after.phase == "play" and not after.count(seat):
        return SCORING.end_round(after, seat, happened)
    return after, happened


# -- pick up


def _draw(state: CrummyState, seat: int, action: Draw) -> Move:
    card, stock = top_of_stock(state), state.stock[1:]
    # The top of the pile is offered, unless there is no card in the stock to go with it and none can be made.
    is_offered = bool(state.discard) and (bool(stock) or can_renew(state))
    asked = next(iter(state.asked_after(seat)), None) if is_offered else None
    drawn = receive(
        state, seat, (card,), stock=stock, takes=0, drawn=card, phase="play" if asked is None else "offer", asked=asked
    )
    return drawn, (Drew(seat, name_of(card, state.decks)),)


def _take(state: CrummyState, seat: int, action: Take) -> Move:
    if action.play is not None:
        raise IllegalAction("take the top of the pile by itself: say 'take' and the card, and lay it afterwards")
    if not state.can_take and state.discard:
        refuse("must_draw", "{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
    card = top_of_pile(state, action.card, state.decks)
    taken = receive(state, seat, (card,), discard=state.discard[:-1], takes=state.takes + 1, drawn=None, phase="play")
    return taken, (Took(seat, (cards.name(card, state.decks),)),)


# -- out of turn


def _want(state: CrummyState, seat: int, action: Want) -> Move:
    card = top_of_pile(state, action.card, state.decks)
    # Before anything moves: NeedsShuffle has to leave the position as it was.
    penalty = top_of_stock(state)
    bought = tuple(count + (one == seat) for one, count in enumerate(state.bought))
    after = receive(
        state, seat, (card, penalty), discard=state.discard[:-1], stock=state.stock[1:], phase="play", asked=None,
        bought=bought,
    )  # fmt: skip
    return after, (Took(seat, (cards.name(card, state.decks),)), Drew(seat, name_of(penalty, state.decks)))


def _waive(state: CrummyState, seat: int, action: Waive) -> Move:
    asked = next(iter(state.asked_after(seat)), None)
    return replace(state, phase="play" if asked is None else "offer", asked=asked), (Passed(seat, "waive"),)


# -- plays and the end of a turn


def _throw(state: CrummyState, seat: int, action: ThrowOut) -> Move:
    codes = held_codes(state, seat, (read_word(action.card),))
    happened = (ThrewOut(seat, cards.name(codes[0], state.decks)),)
    thrown = part_with(state, seat, codes, discard=state.discard + codes, drawn=None)
    if not thrown.count(seat):
        return thrown, happened
    return replace(thrown, phase="pickup", turn=(seat + 1) % state.players), happened


def may_move(state: CrummyState, wild: int) -> bool:
    """Whether a swap may move this wild card to another meld."""
    return state.options["move"] == "any" or cards.is_joker(wild)


def held_codes(state: CrummyState, seat: int, words: tuple[Word, ...]) -> tuple[int, ...]:
    """The cards of the seat's hand that the words mean. Raises IllegalAction."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    elsewhere = known_cards(state) & ~hand if hidden else 0
    return given_out(words, hand, state.decks, elsewhere, hidden)


def lay_contract(state: CrummyState, seat: int, action: LayContract) -> Move:
    """Lay the contract of the round, whole."""
    if state.laid[seat]:
        refuse("contract_first", "your contract is on the table; lay single cards onto the melds, or throw out")
    melds = [read_words(texts) for texts in action.melds]
    codes = held_codes(state, seat, tuple(word for words in melds for word in words))
    are_runs = check(state.contract, state.round, melds, state.count(seat), state.ace_low)
    coming = iter(codes)
    new = [
        new_meld([next(coming) for _ in words], words, seat, is_run)
        for words, is_run in zip(melds, are_runs, strict=True)
    ]
    laid = tuple(done or other == seat for other, done in enumerate(state.laid))
    after = part_with(state, seat, codes, melds=(*state.melds, *new), laid=laid)
    first = len(state.melds)
    return after, tuple(LaidDown(seat, first + i, tuple(meld_words(meld, state.decks))) for i, meld in enumerate(new))


def lay_off(state: CrummyState, seat: int, action: LayOff) -> Move:
    """Lay one card onto a meld."""
    _check_laid(state, seat)
    word = read_word(single_card(action))
    meld = meld_at(state.melds, action.meld)
    (code,) = held_codes(state, seat, (word,))
    longer = _fitted(meld, code, word, seat, state.ace_low)
    melds = (*state.melds[: action.meld], longer, *state.melds[action.meld + 1 :])
    return part_with(state, seat, (code,), melds=melds), (_laid_off(state, seat, action.meld, code, word),)


def swap(state: CrummyState, seat: int, action: Swap) -> Move:
    """A natural card takes a wild card's place, and the wild card goes on to another place."""
    _check_laid(state, seat)
    if action.onward is None:
        refuse(
            "nowhere_to_go", "a swapped wild card never goes into a hand; say where it goes, such as 'lay *1=KD on 5'"
        )
    natural, wild = read_word(action.card), read_word(single_card(action.onward))
    source, target = action.meld, action.onward.meld
    meld = meld_at(state.melds, source)
    meld_at(state.melds, target)
    (code,) = held_codes(state, seat, (natural,))
    index = _swapped(meld, natural, wild, state.decks)
    moved = meld.cards[index]
    if source == target and not meld.is_run:
        refuse("does_not_fit", "a wild card of a set goes to another meld; name one, or lay your card off")
    # Within its run a two may go to an end: it does not leave its meld.
    if source != target and not may_move(state, moved):
        refuse("wild_stays", "a two stays in its meld at this table; lay it at an end of its run, or leave it")
    after = with_meld(part_with(state, seat, (code,)), source, with_natural_at(meld, index, code, seat))
    longer = _fitted(after.melds[target], moved, wild, seat, state.ace_low)
    out = table_word(moved, meld.stands[index], state.decks)
    exchange = Exchanged(seat, source, cards.name(code, state.decks), out)
    return with_meld(after, target, longer), (exchange, _laid_off(state, seat, target, moved, wild))


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
        (code, index)
        for index, (code, stands) in enumerate(zip(meld.cards, meld.stands, strict=True))
        if is_wild(code) and code % PER_DECK == wild.face and stands == wanted
        if wild.deck is None or (decks > 1 and code // PER_DECK == wild.deck)
    ]
    if not found:
        refuse(
            "does_not_fit",
            "{wild} does not stand for {wanted} in that meld; look at what it is",
            wild=FACES[wild.face],
            wanted=spell(wanted),
        )
    # The lowest code: every reader of the log has to take the same of two equal wild cards.
    return min(found)[1]


def _fitted(meld: Meld, code: int, word: Word, seat: int, ace_low: bool) -> Meld:
    """The meld with the card laid onto it. Raises IllegalAction."""
    wild = is_wild_face(word.face)
    if wild != (word.stands is not None):
        refuse(
            "does_not_fit",
            "{card}: a wild card says what it stands for (such as *1=7H), no other card does",
            card=words_text((word,)),
        )
    low = _end(meld, word, ace_low)
    if wild and not has_room(meld):
        refuse("too_many_wild", "more than half of that meld would be wild; lay a natural card onto it first")
    return with_card(meld, code, word.means, seat, low)


def _end(meld: Meld, word: Word, ace_low: bool) -> bool:
    """Whether the card goes to the low end of a run; False also for a set. Raises IllegalAction."""
    if meld.is_run:
        for face, low in ends(meld, ace_low):
            if face == word.means:
                return low
        fits = both([spell(face) for face, _ in ends(meld, ace_low)]) or sentence("nothing")
        refuse(
            "does_not_fit",
            "{card} fits at neither end of that run; what fits is {fits}",
            card=words_text((word,)),
            fits=fits,
        )
    rank = rank_of_set(meld)
    if word.means != open_suit(rank) and (word.stands is not None or word.face % 13 != rank):
        refuse(
            "does_not_fit",
            "{card} does not go onto a set of {rank}; a wild card stands for {open} there",
            card=words_text((word,)),
            rank=cards.RANKS[rank],
            open=spell(open_suit(rank)),
        )
    return False


def _laid_off(state: CrummyState, seat: int, number: int, code: int, word: Word) -> LaidOff:
    return LaidOff(seat, number, (table_word(code, word.means, state.decks),))


_STEPS: Final[dict[type[Action], Callable[[CrummyState, int, Any], Move]]] = {
    Draw: _draw,
    Take: _take,
    Want: _want,
    Waive: _waive,
    LayContract: lay_contract,
    LayOff: lay_off,
    Swap: swap,
    ThrowOut: _throw,
}
"""By kind of action: what it does. To pass is ``Crummy.do``'s."""
