"""A turn of crummy rummy: pick up, the offer to the others, plays, throw out; and how a round ends."""

from collections.abc import Callable
from typing import Any, Final

from rummynet.rules.core.errors import (
    CannotPass,
    CardNotInPile,
    IllegalAction,
    MustDraw,
    NeedsShuffle,
    NoCardsLeft,
    NotInThisGame,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.crummy import plays
from rummynet.rules.crummy.melds import by_face, is_wild, value
from rummynet.rules.crummy.score import settled
from rummynet.rules.crummy.state import CrummyState, Move
from rummynet.rules.shared.faces import read_word
from rummynet.rules.shared.plain_actions import DRAW, PASS, TAKES
from rummynet.rules.shared.rounds import hands_with
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, LayContract, LayOff, Pass, Swap, Take, ThrowOut, Waive, Want
from rummynet_protocol.events import Drew, Event, Passed, ThrewOut, Took, WentOut
from rummynet_protocol.sentences import player_in, said
from rummynet_protocol.values import replace

_WAIVE: Final = Waive()
_WANTS: Final = tuple(Want(face) for face in cards.FACES)
_DUE: Final = {
    "pickup": said("pick up first: draw, or take the top of the pile"),
    "offer": said("others are asked first whether they want the top of the pile; wait for their answers"),
    "play": said("you have picked up; lay cards or throw one out"),
    "turnup": said("wild cards turned up go back into the stock first; wait a moment"),
}


def stock_texts(state: CrummyState) -> list[Action]:
    """What the seat that has to act may do in the phases pickup and offer."""
    if state.phase == "offer":
        return answers(state)
    found: list[Action] = []
    if state.can_draw:
        found.append(DRAW)
    if state.can_take:
        found.append(TAKES[state.discard[-1] % cards.PER_DECK])
    return found or [PASS]


def answers(state: CrummyState) -> list[Action]:
    """What can be said to an offer, sorted by notation."""
    return [_WAIVE, _WANTS[state.discard[-1] % cards.PER_DECK]]


def apply(state: CrummyState, seat: int, action: Action) -> Move:
    """The position after the action. Raises IllegalAction."""
    kind = type(action)
    if kind not in _STEPS:
        raise NotInThisGame(
            said(
                "{action!r} belongs to another game; crummy rummy does not know it",
                action=notation.text(action).split()[0],
            )
        )
    phase, step = _STEPS[kind]
    if state.phase == "over":
        raise RoundOver("the round is over; wait for the next deal")
    if phase == "offer" and state.phase != "offer":
        raise WrongPhase("no card is offered now; wait until somebody has drawn")
    due = state.turn if state.asked is None else state.asked
    if seat != (state.turn if phase != "offer" else due):
        raise NotYourTurn(said("it is for {player} to act now; wait for your turn", player=player_in(due)))
    if state.phase != phase:
        raise WrongPhase(said("this is not the moment for that: {due}", due=_DUE[state.phase]))
    return step(state, seat, action)


# -- pick up


def _draw(state: CrummyState, seat: int, action: Draw) -> Move:
    card = _top_of_stock(state)
    hands, hidden = hands_with(state, seat, (card,))
    stock = state.stock[1:]
    # The top of the pile is offered, unless there is no card in the stock to go with it and none can be made.
    is_offered = bool(state.discard) and (bool(stock) or state.can_renew)
    drawn = replace(
        state, hands=hands, hidden=hidden, stock=stock, takes=0, drawn=card,
        phase="offer" if is_offered else "play", asked=(state.turn + 1) % state.players if is_offered else None,
    )  # fmt: skip
    return drawn, (Drew(seat, _name(state, card)),)


def _take(state: CrummyState, seat: int, action: Take) -> Move:
    if action.play is not None:
        raise IllegalAction("the top of the pile is taken by itself; say 'take' and the card, and lay it afterwards")
    if not state.can_take and state.discard:
        raise MustDraw(said("{takes} turns in a row began with a take; somebody has to draw now", takes=state.takes))
    card = _top_of_pile(state, action.card)
    hands, hidden = hands_with(state, seat, (card,))
    taken = replace(
        state, hands=hands, hidden=hidden, discard=state.discard[:-1], takes=state.takes + 1, drawn=None, phase="play"
    )
    return taken, (Took(seat, (cards.name(card, state.decks),)),)


def _pass(state: CrummyState, seat: int, action: Pass) -> Move:
    if state.can_draw or state.can_take:
        raise CannotPass("you can pick up a card; pass only where you can neither draw nor take")
    return _over(state, None, Passed(seat, "pass"))


# -- out of turn


def _want(state: CrummyState, seat: int, action: Want) -> Move:
    card = _top_of_pile(state, action.card)
    penalty = _top_of_stock(state)
    hands, hidden = hands_with(state, seat, (card, penalty))
    after = replace(
        state, hands=hands, hidden=hidden, discard=state.discard[:-1], stock=state.stock[1:], phase="play", asked=None
    )
    return after, (Took(seat, (cards.name(card, state.decks),)), Drew(seat, _name(state, penalty)))


def _waive(state: CrummyState, seat: int, action: Waive) -> Move:
    after = (seat + 1) % state.players
    said = (Passed(seat, "waive"),)
    if after == state.turn:
        return replace(state, phase="play", asked=None), said
    return replace(state, asked=after), said


def _top_of_pile(state: CrummyState, text: str) -> int:
    if not state.discard:
        raise CardNotInPile("the discard pile is empty; draw instead")
    word, top = read_word(text), state.discard[-1]
    deck_fits = word.deck is None or (state.decks > 1 and word.deck == top // cards.PER_DECK)
    if word.face != top % cards.PER_DECK or not deck_fits:
        shown = cards.name(top, state.decks)
        raise CardNotInPile(
            said(
                "{text} is not the top of the discard pile; only the top, {shown}, can be taken", text=text, shown=shown
            )
        )
    return top


def _top_of_stock(state: CrummyState) -> int:
    if state.stock:
        return state.stock[0]
    if state.can_renew:
        raise NeedsShuffle("the stock is empty: the pile but its top has to be shuffled first")
    raise NoCardsLeft("the stock is empty and cannot be made anew")


def _name(state: CrummyState, card: int) -> str | None:
    return None if card == HIDDEN else cards.name(card, state.decks)


# -- plays and the end of a turn


def _laying(step: Callable[[CrummyState, int, Any], Move]) -> Callable[[CrummyState, int, Any], Move]:
    """The play, and the end of the round if it was the last card."""

    def lay(state: CrummyState, seat: int, action: Action) -> Move:
        after, events = step(state, seat, action)
        return (after, events) if after.count(seat) else _over(after, seat, *events)

    return lay


def _throw(state: CrummyState, seat: int, action: ThrowOut) -> Move:
    codes = plays.held_codes(state, seat, (read_word(action.card),))
    said = ThrewOut(seat, cards.name(codes[0], state.decks))
    discard = state.discard + codes
    if state.count(seat) == 1:
        return _over(plays.spent(state, seat, codes, discard=discard), seat, said)
    turn = (seat + 1) % state.players
    return plays.spent(state, seat, codes, discard=discard, drawn=None, phase="pickup", turn=turn), (said,)


def _over(state: CrummyState, out: int | None, *said: Event) -> Move:
    """The round is over; *out* None if it is blocked."""
    ended = replace(state, phase="over", out=out, asked=None, drawn=None)
    scored, scores = settled(ended)
    left = () if out is None else (WentOut(out),)
    return scored, (*said, *left, *scores)


_STEPS: Final[dict[type[Action], tuple[str, Callable[[CrummyState, int, Any], Move]]]] = {
    Draw: ("pickup", _draw),
    Take: ("pickup", _take),
    Pass: ("pickup", _pass),
    Want: ("offer", _want),
    Waive: ("offer", _waive),
    LayContract: ("play", _laying(plays.lay_contract)),
    LayOff: ("play", _laying(plays.lay_off)),
    Swap: ("play", _laying(plays.swap)),
    ThrowOut: ("play", _throw),
}
"""By kind of action: the phase it belongs to and what it does."""


# -- the clock


def left_to_the_clock(state: CrummyState) -> Action | None:
    """What is done for a player on turn whose time is up; None where that depends on a hidden card.

    Draws, else picks up as it can; throws out the card drawn, else the dearest natural card, else the first wild one.
    Cards of the hand are named with their deck, so that the public cannot mistake them.
    """
    if state.phase == "pickup":
        if state.can_draw:
            return DRAW
        return TAKES[state.discard[-1] % cards.PER_DECK] if state.can_take else PASS
    drawn, hand = state.drawn, state.hands[state.turn]
    if drawn is not None and drawn != HIDDEN and hand >> drawn & 1:
        return ThrowOut(cards.name(drawn, state.decks))
    if state.hidden[state.turn]:
        return None
    return ThrowOut(cards.name(_dearest(hand), state.decks))


def _dearest(hand: int) -> int:
    """The dearest card that is not wild, the first by suit and rank among equals; else the first wild one."""
    return min(cards.members(hand), key=lambda code: (is_wild(code), -value(code), by_face(code)))
