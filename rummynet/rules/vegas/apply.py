"""Vegas rummy: doing an action, or refusing it with the reason."""

from collections.abc import Sequence
from typing import Any, Final

from rummynet.rules.core.errors import (
    CardNotInPile,
    DoesNotFit,
    HiddenCard,
    IllegalAction,
    NeedsShuffle,
    NoCardsLeft,
    NotAMeld,
    NothingLeftToThrow,
    NotInThisGame,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN, Meld
from rummynet.rules.core.variety import Step
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared.faces import Word, given_out, read_word, read_words, table_word, with_decks, without
from rummynet.rules.shared.rounds import can_draw, can_renew, known_cards
from rummynet.rules.vegas import melds
from rummynet.rules.vegas import score as money
from rummynet.rules.vegas.legal import can_take, is_forced
from rummynet.rules.vegas.state import VegasState, next_seat
from rummynet_protocol import notation
from rummynet_protocol.actions import (
    Action,
    BuyIn,
    CountAces,
    Decline,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Swap,
    Take,
    ThrowOut,
)
from rummynet_protocol.cards import PER_DECK, mask, name
from rummynet_protocol.events import Drew, Exchanged, LaidDown, LaidOff, Passed, ThrewOut, Took, WentOut
from rummynet_protocol.sentences import player_in, said
from rummynet_protocol.values import replace

_PHASE_OF: Final[dict[type[Action], str]] = {
    Draw: "pickup",
    Take: "pickup",
    Pass: "pickup",
    LayDown: "play",
    LayOff: "play",
    Swap: "play",
    ThrowOut: "play",
    CountAces: "aces",
    BuyIn: "buyin",
    Decline: "buyin",
}
_DUE: Final = {
    "pickup": said("pick up first: draw, or take the top of the pile"),
    "play": said("you have picked up; play, then throw out one card"),
    "aces": said("play is over; say how many of your aces count 13, such as 'aces 0'"),
    "buyin": said("your total has reached the maximum; say 'buy' or 'decline'"),
}


def apply(state: VegasState, seat: int, action: Action) -> Step:
    """The position after the action of *seat*, and what happened. Raises IllegalAction."""
    _check_due(state, seat, action)
    match action:
        case Draw():
            return _draw(state, seat)
        case Take(card):
            return _take(state, seat, card)
        case Pass():
            return _pass(state, seat)
        case LayDown():
            return _meld(state, seat, action)
        case LayOff():
            return _lay(state, seat, action)
        case Swap():
            return _swap(state, seat, action)
        case ThrowOut():
            return _throw(state, seat, action)
        case CountAces(high):
            return _count_aces(state, seat, high)
        case BuyIn():
            return money.buy(state, seat)
        case _:
            return money.decline(state, seat)


def explicit(state: VegasState, seat: int, action: Action) -> Action:
    """The action with a deck in every card that the public could take for another. Raises IllegalAction."""
    if state.decks == 1:
        return action
    seen = mask(state.discard)
    for meld in state.melds:
        seen |= mask(meld.cards)

    def named(texts: Sequence[str]) -> tuple[str, ...]:
        return with_decks(texts, _given_out(state, seat, read_words(texts)), state.decks, seen)

    match action:
        case LayDown(cards) | LayOff(cards):
            return replace(action, cards=named(cards))
        case Swap(card) | ThrowOut(card):
            return replace(action, card=named([card])[0])
    return action


def _check_due(state: VegasState, seat: int, action: Action) -> None:
    phase = _PHASE_OF.get(type(action))
    if phase is None or (isinstance(action, Take) and action.play) or (isinstance(action, Swap) and action.onward):
        raise NotInThisGame(said("{action!r} is no action of Vegas rummy", action=notation.text(action)[:60]))
    if state.phase == "over":
        raise RoundOver("the round is over; wait for the next deal")
    if state.phase == "aces" and state.aces is None:
        raise HiddenCard("play is over; the hands have to be shown before they are counted")
    if seat != state.turn:
        raise NotYourTurn(said("it is {player}'s turn; wait for yours", player=player_in(state.turn)))
    if phase != state.phase:
        raise WrongPhase(_DUE[state.phase])


# -- picking up


def _draw(state: VegasState, seat: int) -> Step:
    if not state.stock:
        if can_renew(state):
            raise NeedsShuffle("the stock is empty; the pile but its top is shuffled before you draw")
        raise NoCardsLeft("the stock is empty and cannot be made anew; take the top of the pile, or pass")
    card = state.stock[0]
    after = _picked_up(state, seat, card, stock=state.stock[1:], drawn=card, takes=0)
    return after, (Drew(seat, None if card == HIDDEN else name(card, state.decks)),)


def _take(state: VegasState, seat: int, text: str) -> Step:
    if not state.discard:
        raise CardNotInPile("the pile is empty; draw from the stock")
    top, word = state.discard[-1], read_word(text)
    if not _means(word, top, state.decks):
        raise CardNotInPile(said("{text} is not the top of the pile; {top} is", text=text, top=name(top, state.decks)))
    if state.first:
        raise IllegalAction("whoever begins the round may not take on the first turn; draw")
    if is_forced(state):
        raise IllegalAction(
            said("{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
        )
    after = _picked_up(state, seat, top, discard=state.discard[:-1], drawn=None, takes=state.takes + 1)
    return after, (Took(seat, (name(top, state.decks),)),)


def _means(word: Word, code: int, decks: int) -> bool:
    if word.deck is not None and (decks == 1 or word.deck != code // PER_DECK):
        return False
    return word.face == code % PER_DECK


def _picked_up(state: VegasState, seat: int, card: int, **changes: Any) -> VegasState:  # noqa: ANN401 - fields
    hand, hidden = state.hands[seat], state.hidden[seat]
    picked = (hand, hidden + 1) if card == HIDDEN else (hand | 1 << card, hidden)
    return _with_hand(state, seat, *picked, first=False, phase="play", **changes)


def _pass(state: VegasState, seat: int) -> Step:
    if can_draw(state) or can_take(state):
        raise IllegalAction("you can pick up a card; passing is for when nothing can be drawn or taken")
    after, events = money.end_play(state, None)
    return after, (Passed(seat, "pass"), *events)


# -- plays


def _meld(state: VegasState, seat: int, action: LayDown) -> Step:
    words = read_words(action.cards)
    stands = tuple(melds.stands_for(word, state.wilds) for word in words)
    is_run = melds.is_run(stands)
    codes = _given_out(state, seat, words)
    _check_left(state, seat, len(codes))
    meld = melds.on_the_table(Meld(codes, stands, (seat,) * len(codes), is_run))
    if state.strict and sum(word.stands is not None for word in words) > 1:
        raise NotAMeld("a meld may hold one wild card only at this table")
    after = _parted(state, seat, codes, melds=(*state.melds, meld))
    return after, (LaidDown(seat, len(state.melds), _words(meld, state.decks)),)


def _lay(state: VegasState, seat: int, action: LayOff) -> Step:
    if len(action.cards) != 1:
        raise DoesNotFit("lay off one card at a time")
    meld, word = _meld_at(state, action.meld), read_word(action.cards[0])
    stands = melds.stands_for(word, state.wilds)
    (code,) = _given_out(state, seat, (word,))
    _check_left(state, seat, 1)
    longer = melds.extended(meld, code, stands, seat)
    if state.strict and word.stands is not None and melds.wild_count(meld):
        raise DoesNotFit("that meld holds its one wild card; at this table it may not hold another")
    after = _parted(state, seat, (code,), melds=_melds_with(state, action.meld, longer))
    return after, (LaidOff(seat, action.meld, (table_word(code, stands, state.decks),)),)


def _swap(state: VegasState, seat: int, action: Swap) -> Step:
    if state.options["solidarity"]:
        raise IllegalAction("melds are solid at this table; wild cards stay where they lie")
    meld, word = _meld_at(state, action.meld), read_word(action.card)
    if word.face >= 52:
        raise DoesNotFit("name the real card that takes the wild card's place, such as 'swap 7H on 2'")
    (code,) = _given_out(state, seat, (word,))
    index = melds.wild_place(meld, word.face)
    if index is None:
        raise DoesNotFit(said("no wild card in {meld} stands for {card}", meld=meld_named(meld), card=action.card))
    wild = meld.cards[index]
    held, hidden = without(state.hands[seat], state.hidden[seat], (code,))
    laid = _melds_with(state, action.meld, melds.swapped(meld, index, code, seat))
    after = _with_hand(state, seat, held | 1 << wild, hidden, melds=laid)
    return after, (Exchanged(seat, action.meld, name(code, state.decks), name(wild, state.decks)),)


def _throw(state: VegasState, seat: int, action: ThrowOut) -> Step:
    (code,) = _given_out(state, seat, (read_word(action.card),))
    threw, pile = ThrewOut(seat, name(code, state.decks)), (*state.discard, code)
    if state.count(seat) > 1:
        following = next_seat(state, seat)
        return _parted(state, seat, (code,), discard=pile, drawn=None, phase="pickup", turn=following), (threw,)
    after = _parted(state, seat, (code,), discard=pile)
    over, events = money.end_play(after, seat)
    return over, (threw, WentOut(seat), *events)


def _count_aces(state: VegasState, seat: int, high: int) -> Step:
    held = money.aces_of(state, seat)
    if high > held:
        raise IllegalAction(said("you hold {held} aces that are not wild; say a number from 0 to {held}", held=held))
    return money.count_aces(state, seat, high)


# -- hands and melds


def _given_out(state: VegasState, seat: int, words: Sequence[Word]) -> tuple[int, ...]:
    hidden = state.hidden[seat]
    elsewhere = known_cards(state) & ~state.hands[seat] if hidden else 0
    return given_out(words, state.hands[seat], state.decks, elsewhere, hidden)


def _check_left(state: VegasState, seat: int, leaving: int) -> None:
    if state.count(seat) <= leaving:
        raise NothingLeftToThrow("a meld or lay-off has to leave a card in your hand to throw out")


def _parted(state: VegasState, seat: int, codes: Sequence[int], **changes: Any) -> VegasState:  # noqa: ANN401 - fields
    return _with_hand(state, seat, *without(state.hands[seat], state.hidden[seat], codes), **changes)


def _with_hand(state: VegasState, seat: int, hand: int, hidden: int, **changes: Any) -> VegasState:  # noqa: ANN401
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    counts = (*state.hidden[:seat], hidden, *state.hidden[seat + 1 :])
    return replace(state, hands=hands, hidden=counts, **changes)


def _meld_at(state: VegasState, number: int) -> Meld:
    if number >= len(state.melds):
        raise DoesNotFit(said("there is no meld {number}; the melds on the table are numbered from 0", number=number))
    return state.melds[number]


def _melds_with(state: VegasState, number: int, meld: Meld) -> tuple[Meld, ...]:
    return (*state.melds[:number], meld, *state.melds[number + 1 :])


def _words(meld: Meld, decks: int) -> tuple[str, ...]:
    return tuple(table_word(code, one, decks) for code, one in zip(meld.cards, meld.stands, strict=True))
