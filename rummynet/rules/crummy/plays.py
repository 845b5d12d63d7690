"""What a seat may lay in crummy rummy: the contract, single cards onto melds, and swaps that move a wild card on."""

from typing import Any

from rummynet.rules.core.errors import (
    ContractFirst,
    DoesNotFit,
    IllegalAction,
    NowhereToGo,
    OneAtATime,
    TooManyWild,
    WildStays,
)
from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import check, of_round
from rummynet.rules.crummy.melds import (
    ends,
    exchanged,
    extended,
    has_room,
    is_wild,
    is_wild_face,
    made,
    rank_of_set,
    shown,
    table_word,
)
from rummynet.rules.crummy.state import CrummyState, Move
from rummynet.rules.shared.faces import (
    Word,
    given_out,
    open_suit,
    read_word,
    read_words,
    spell,
    without,
)
from rummynet.rules.shared.rounds import known_cards, with_meld
from rummynet_protocol import cards
from rummynet_protocol.actions import LayContract, LayOff, Swap
from rummynet_protocol.cards import FACES, PER_DECK
from rummynet_protocol.events import Exchanged, LaidDown, LaidOff
from rummynet_protocol.sentences import both, said
from rummynet_protocol.values import replace


def may_move(state: CrummyState, wild: int) -> bool:
    """Whether a swap may move this wild card to another meld."""
    return state.options["move"] == "any" or cards.is_joker(wild)


def held_codes(state: CrummyState, seat: int, words: tuple[Word, ...]) -> tuple[int, ...]:
    """The cards of the seat's hand that the words mean. Raises CardNotHeld."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    elsewhere = known_cards(state) & ~hand if hidden else 0
    return given_out(words, hand, state.decks, elsewhere, hidden)


def spent(state: CrummyState, seat: int, codes: tuple[int, ...], **changes: Any) -> CrummyState:  # noqa: ANN401
    """The state without these cards in the seat's hand, and with these changes."""
    held, counts = state.hands, state.hidden
    hand, count = without(held[seat], counts[seat], codes)
    hands = (*held[:seat], hand, *held[seat + 1 :])
    hidden = counts if count == counts[seat] else (*counts[:seat], count, *counts[seat + 1 :])
    return replace(state, hands=hands, hidden=hidden, **changes)


def lay_contract(state: CrummyState, seat: int, action: LayContract) -> Move:
    """Lay the contract of the round, whole."""
    if state.laid[seat]:
        raise ContractFirst("your contract lies on the table; lay single cards onto the melds, or throw out")
    melds = [read_words(texts) for texts in action.melds]
    codes = held_codes(state, seat, tuple(word for words in melds for word in words))
    are_runs = check(state.round, melds, state.count(seat), state.ace_low)
    coming = iter(codes)
    new = [
        made([next(coming) for _ in words], words, seat, is_run) for words, is_run in zip(melds, are_runs, strict=True)
    ]
    laid = tuple(done or other == seat for other, done in enumerate(state.laid))
    after = spent(state, seat, codes, melds=(*state.melds, *new), laid=laid)
    first = len(state.melds)
    return after, tuple(LaidDown(seat, first + i, _words(state, meld)) for i, meld in enumerate(new))


def lay_off(state: CrummyState, seat: int, action: LayOff) -> Move:
    """Lay one card onto a meld."""
    _check_laid(state, seat)
    word = _single(action)
    meld = _meld(state, action.meld)
    (code,) = held_codes(state, seat, (word,))
    longer = _fitted(meld, code, word, seat, state.ace_low)
    melds = (*state.melds[: action.meld], longer, *state.melds[action.meld + 1 :])
    return spent(state, seat, (code,), melds=melds), (_laid_off(state, seat, action.meld, code, word),)


def swap(state: CrummyState, seat: int, action: Swap) -> Move:
    """A natural card takes a wild card's place, and the wild card goes on to another place."""
    _check_laid(state, seat)
    if action.onward is None:
        raise NowhereToGo("a swapped wild card never comes into a hand; say where it goes, such as 'lay *1=KD on 5'")
    natural, wild = read_word(action.card), _single(action.onward)
    source, target = action.meld, action.onward.meld
    meld = _meld(state, source)
    _meld(state, target)
    (code,) = held_codes(state, seat, (natural,))
    index = _swapped(meld, natural, wild, state.decks)
    moved = meld.cards[index]
    if source == target and not meld.is_run:
        raise DoesNotFit("a wild card of a set goes to another meld; name one, or lay your card off")
    if source != target and not may_move(state, moved):
        raise WildStays("a two stays in its meld at this table; lay it at an end of its run, or leave it")
    after = with_meld(spent(state, seat, (code,)), source, exchanged(meld, index, code, seat))
    longer = _fitted(after.melds[target], moved, wild, seat, state.ace_low)
    out = table_word(moved, meld.stands[index], state.decks)
    exchange = Exchanged(seat, source, cards.name(code, state.decks), out)
    return with_meld(after, target, longer), (exchange, _laid_off(state, seat, target, moved, wild))


def _check_laid(state: CrummyState, seat: int) -> None:
    if not state.laid[seat]:
        raise ContractFirst("your contract is not on the table yet; lay it first, or throw out a card")
    if of_round(state.round).whole_hand:
        raise IllegalAction("in this round there is no play but the contract; throw out a card")


def _meld(state: CrummyState, number: int) -> Meld:
    if number >= len(state.melds):
        raise DoesNotFit(
            said("there is no meld {number}; the melds are numbered from 0 as they were laid", number=number)
        )
    return state.melds[number]


def _single(action: LayOff) -> Word:
    if len(action.cards) != 1:
        raise OneAtATime("cards are laid off one at a time; name one card")
    return read_word(action.cards[0])


def _swapped(meld: Meld, natural: Word, wild: Word, decks: int) -> int:
    """Where in the meld the wild card lies that the natural card may replace. Raises DoesNotFit."""
    if is_wild_face(natural.face):
        raise DoesNotFit(
            said("{card} is wild; only a natural card takes a wild card's place", card=FACES[natural.face])
        )
    wanted = natural.face if meld.is_run else open_suit(natural.face % 13)
    found = [
        (code, index)
        for index, (code, stands) in enumerate(zip(meld.cards, meld.stands, strict=True))
        if is_wild(code) and code % PER_DECK == wild.face and stands == wanted
        if wild.deck is None or (decks > 1 and code // PER_DECK == wild.deck)
    ]
    if not found:
        raise DoesNotFit(
            said(
                "{wild} does not stand for {wanted} in that meld; look at what it is",
                wild=FACES[wild.face],
                wanted=spell(wanted),
            )
        )
    return min(found)[1]


def _fitted(meld: Meld, code: int, word: Word, seat: int, ace_low: bool) -> Meld:
    """The meld with the card laid onto it. Raises DoesNotFit, TooManyWild."""
    wild = is_wild_face(word.face)
    if wild != (word.stands is not None):
        raise DoesNotFit(
            said("{card}: a wild card says what it stands for (such as *1=7H), no other card does", card=shown((word,)))
        )
    stands = word.face if word.stands is None else word.stands
    low = _end(meld, word, stands, ace_low)
    if wild and not has_room(meld):
        raise TooManyWild("more than half of that meld would be wild; lay a natural card onto it first")
    return extended(meld, code, stands, seat, low)


def _end(meld: Meld, word: Word, stands: int, ace_low: bool) -> bool:
    """Whether the card goes to the low end of a run; False also for a set. Raises DoesNotFit."""
    if meld.is_run:
        for face, low in ends(meld, ace_low):
            if face == stands:
                return low
        fits = both([spell(face) for face, _ in ends(meld, ace_low)]) or said("nothing")
        raise DoesNotFit(
            said("{card} is at neither end of that run; onto it goes {fits}", card=shown((word,)), fits=fits)
        )
    rank = rank_of_set(meld)
    if stands != open_suit(rank) and (word.stands is not None or word.face % 13 != rank):
        raise DoesNotFit(
            said(
                "{card} does not go onto a set of {rank}; a wild card stands for {open} there",
                card=shown((word,)),
                rank=cards.RANKS[rank],
                open=spell(open_suit(rank)),
            )
        )
    return False


def _words(state: CrummyState, meld: Meld) -> tuple[str, ...]:
    rows = zip(meld.cards, meld.stands, strict=True)
    return tuple(table_word(code, stands, state.decks) for code, stands in rows)


def _laid_off(state: CrummyState, seat: int, number: int, code: int, word: Word) -> LaidOff:
    stands = word.face if word.stands is None else word.stands
    return LaidOff(seat, number, (table_word(code, stands, state.decks),))


__all__ = ["held_codes", "lay_contract", "lay_off", "may_move", "spent", "swap"]
