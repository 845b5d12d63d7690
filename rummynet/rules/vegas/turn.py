"""Vegas rummy: doing an action, or refusing it with the reason."""

from collections.abc import Callable
from typing import Any, Final

from rummynet.rules.core.errors import IllegalAction, refuse
from rummynet.rules.core.variety import Step
from rummynet.rules.core.wording import meld_named
from rummynet.rules.shared.faces import read_word, read_words, table_word, words_of
from rummynet.rules.shared.rounds import can_draw, part_with, receive, with_meld
from rummynet.rules.shared.turn import codes_of, draw_top, meld_at, nothing_left, top_of_pile
from rummynet.rules.vegas import melds
from rummynet.rules.vegas import score as money
from rummynet.rules.vegas.legal import can_take, is_forced
from rummynet.rules.vegas.state import VegasState, next_seat
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
from rummynet_protocol.cards import name
from rummynet_protocol.events import Exchanged, LaidDown, LaidOff, Passed, ThrewOut, Took, WentOut

# -- picking up


def _draw(state: VegasState, seat: int, action: Draw) -> Step[VegasState]:
    return draw_top(state, seat, takes=0, first=False)


def _take(state: VegasState, seat: int, action: Take) -> Step[VegasState]:
    top = top_of_pile(state, action.card, state.decks)
    if state.first:
        raise IllegalAction("the starter may not take on the first turn; draw")
    if is_forced(state):
        raise IllegalAction("{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes)
    pile = state.discard[:-1]
    after = receive(state, seat, (top,), discard=pile, drawn=None, takes=state.takes + 1, first=False, phase="play")
    return after, (Took(seat, (name(top, state.decks),)),)


def _pass(state: VegasState, seat: int, action: Pass) -> Step[VegasState]:
    if can_draw(state) or can_take(state):
        raise IllegalAction("you can pick up a card; pass only when you can neither draw nor take")
    after, events = money.end_play(state, None)
    return after, (Passed(seat, "pass"), *events)


# -- plays


def _lay_down(state: VegasState, seat: int, action: LayDown) -> Step[VegasState]:
    words = read_words(action.cards)
    stands = tuple(melds.stands_for(word, state.wilds) for word in words)
    is_run = melds.is_run(stands)
    codes = codes_of(state, seat, words)
    _check_left(state, seat, len(codes))
    meld = melds.laid([(code, one, seat) for code, one in zip(codes, stands, strict=True)], is_run)
    if state.strict and sum(word.stands is not None for word in words) > 1:
        refuse("not_a_meld", "at this table a meld may hold only one wild card")
    after = part_with(state, seat, codes, melds=(*state.melds, meld))
    return after, (LaidDown(seat, len(state.melds), words_of(meld, state.decks)),)


def _lay_off(state: VegasState, seat: int, action: LayOff) -> Step[VegasState]:
    if len(action.cards) != 1:
        refuse("does_not_fit", "lay off one card at a time")
    meld, word = meld_at(state.melds, action.meld), read_word(action.cards[0])
    stands = melds.stands_for(word, state.wilds)
    (code,) = codes_of(state, seat, (word,))
    _check_left(state, seat, 1)
    longer = melds.extended(meld, code, stands, seat)
    if state.strict and word.stands is not None and melds.wild_count(meld):
        refuse("does_not_fit", "that meld already holds a wild card; at this table it may not hold another")
    after = with_meld(part_with(state, seat, (code,)), action.meld, longer)
    return after, (LaidOff(seat, action.meld, (table_word(code, stands, state.decks),)),)


def _swap(state: VegasState, seat: int, action: Swap) -> Step[VegasState]:
    if state.options["solidarity"]:
        raise IllegalAction("melds are solid at this table; wild cards stay where they lie")
    meld, word = meld_at(state.melds, action.meld), read_word(action.card)
    if word.face >= 52:
        refuse("does_not_fit", "name the real card that takes the wild card's place, such as 'swap 7H on 2'")
    (code,) = codes_of(state, seat, (word,))
    index = melds.wild_place(meld, word.face)
    if index is None:
        refuse("does_not_fit", "no wild card in {meld} stands for {card}", meld=meld_named(meld), card=action.card)
    wild = meld.cards[index]
    after = receive(part_with(state, seat, (code,)), seat, (wild,))
    after = with_meld(after, action.meld, melds.with_swap(meld, index, code, seat))
    return after, (Exchanged(seat, action.meld, name(code, state.decks), name(wild, state.decks)),)


def _throw(state: VegasState, seat: int, action: ThrowOut) -> Step[VegasState]:
    (code,) = codes_of(state, seat, (read_word(action.card),))
    threw, pile = ThrewOut(seat, name(code, state.decks)), (*state.discard, code)
    if state.count(seat) > 1:
        following = next_seat(state, seat)
        return part_with(state, seat, (code,), discard=pile, drawn=None, phase="pickup", turn=following), (threw,)
    after = part_with(state, seat, (code,), discard=pile)
    over, events = money.end_play(after, seat)
    return over, (threw, WentOut(seat), *events)


def _count_aces(state: VegasState, seat: int, action: CountAces) -> Step[VegasState]:
    held, high = money.aces_of(state, seat), action.high
    if high > held:
        raise IllegalAction("you hold {held} aces that are not wild; say a number from 0 to {held}", held=held)
    return money.count_aces(state, seat, high)


def _check_left(state: VegasState, seat: int, leaving: int) -> None:
    if state.count(seat) <= leaving:
        raise nothing_left()


STEPS: Final[dict[type[Action], Callable[[VegasState, int, Any], Step[VegasState]]]] = {
    Draw: _draw,
    Take: _take,
    Pass: _pass,
    LayDown: _lay_down,
    LayOff: _lay_off,
    Swap: _swap,
    ThrowOut: _throw,
    CountAces: _count_aces,
    BuyIn: lambda state, seat, action: money.buy(state, seat),
    Decline: lambda state, seat, action: money.decline(state, seat),
}
"""By kind of action: what it does."""
