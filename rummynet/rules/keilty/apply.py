"""Keilty rummy: doing an action, or refusing it with the reason."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import (
    CannotPass,
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    DoesNotFit,
    NeedsShuffle,
    NoCardsLeft,
    NothingLeftToThrow,
    NotInThisGame,
    NotYourTurn,
    OwnDoing,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN, Meld, Phase, State
from rummynet.rules.core.variety import Step
from rummynet.rules.keilty import messages
from rummynet.rules.keilty.claims import possible, tracked
from rummynet.rules.keilty.legal import BIT, take_texts
from rummynet.rules.keilty.score import SCORING
from rummynet.rules.shared.melds import MELDS, with_cards
from rummynet.rules.shared.rounds import can_draw, known_cards
from rummynet_protocol import cards, events, notation
from rummynet_protocol.actions import Action, CallRummy, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.cards import FACE_OF, FACES
from rummynet_protocol.sentences import player_in, said
from rummynet_protocol.values import replace


def apply(state: State, seat: int, action: Action) -> Step:
    """The position after the action of *seat*, and what happened. Raises IllegalAction."""
    if state.phase == "over":
        raise RoundOver("the round is over; wait for the next deal")
    kind = type(action)
    if isinstance(action, CallRummy):
        return _called(state, seat, action)
    if kind not in _STEPS:
        raise NotInThisGame(said("{action!r} is no action of Keilty rummy", action=notation.text(action)[:60]))
    if seat != state.turn:
        raise NotYourTurn(
            said(
                "it is {player}'s turn; wait for yours (only a rummy is called out of turn)",
                player=player_in(state.turn),
            )
        )
    phase, step = _STEPS[kind]
    if state.phase != phase:
        raise WrongPhase(messages.wrong_phase(state))
    return step(state, seat, action)


def pile_mask(state: State) -> int:
    """The cards of the discard pile as a mask."""
    return sum(map(BIT.__getitem__, state.discard))


def watched(state: State, actor: int) -> State:
    """The position with the calls that an action of *actor* leaves possible."""
    calls = possible(state.melds, pile_mask(state))
    if not calls and not state.claims:
        return state
    return replace(state, claims=tracked(state.claims, calls, actor))


def _with(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# -- picking up


def _drew(state: State, seat: int, action: Draw) -> Step:
    if not state.stock:
        if can_draw(state):
            raise NeedsShuffle("the stock is empty; the pile has to be shuffled before you can draw")
        raise NoCardsLeft("there is no card to draw and the pile cannot be shuffled; take from the pile, or pass")
    card, stock = state.stock[0], state.stock[1:]
    if card == HIDDEN:
        hidden = _with(state.hidden, seat, state.hidden[seat] + 1)
        return replace(state, phase="play", hidden=hidden, stock=stock, drawn=card), (events.Drew(seat, None),)
    hands = _with(state.hands, seat, state.hands[seat] | 1 << card)
    return replace(state, phase="play", hands=hands, stock=stock, drawn=card), (events.Drew(seat, FACES[card]),)


def _passed(state: State, seat: int, action: Pass) -> Step:
    if can_draw(state):
        raise CannotPass("you may pass only when there is nothing to pick up; draw, or take from the pile")
    takes = take_texts(state)
    if takes:
        raise CannotPass(
            said("you may pass only when there is nothing to pick up; here you can {take}", take=min(takes))
        )
    after, more = SCORING.settled(replace(state, phase="over", claims=(), drawn=None))
    return after, (events.Passed(state.turn, "pass"), *more)


def _took(state: State, seat: int, action: Take) -> Step:
    pile = state.discard
    card = FACE_OF.get(action.card, HIDDEN)
    if card not in pile:
        raise CardNotInPile(said("{card} is not in the discard pile", card=action.card))
    if not isinstance(action.play, LayDown | LayOff):
        raise CardNotUsed(messages.take_alone(state, action.card))
    codes, melds = _played(state, seat, action.play)
    if card not in codes:
        raise CardNotUsed(said("the play has to use {card}, the card you take from the pile", card=action.card))
    if isinstance(action.play, LayOff):
        _check_outermost(melds[action.play.meld], codes, card)
    at = pile.index(card)
    _check_above(pile, at, codes, action.card)
    taken = pile[at:]
    if state.count(seat) + len(taken) <= len(codes):
        raise NothingLeftToThrow(messages.nothing_left_after_take(action.card))
    hands, hidden = _spent(state, seat, cards.mask(codes), sum(map(BIT.__getitem__, taken)))
    after = replace(state, phase="play", hands=hands, hidden=hidden, discard=pile[:at], melds=melds, drawn=None)
    took = events.Took(seat, tuple(FACES[code] for code in taken))
    return watched(after, seat), (took, _told(seat, action.play, len(state.melds)))


def _check_above(pile: tuple[int, ...], at: int, codes: Sequence[int], card: str) -> None:
    below = [code for code in pile[:at] if code in codes]
    if below:
        deep = FACES[below[0]]
        raise CardNotInPile(
            said(
                "{deep} lies deeper in the pile than {card}; to use both take {deep} and all above it",
                deep=deep,
                card=card,
            )
        )


def _check_outermost(meld: Meld, codes: tuple[int, ...], card: int) -> None:
    """The card taken is the end of the meld as it then is: a lay-off by taking goes no farther."""
    if meld.is_run and card != (meld.cards[0] if meld.cards[: len(codes)] == codes else meld.cards[-1]):
        raise DoesNotFit(
            said("lay off no farther than {card}, the card you take; lay the others afterwards", card=FACES[card])
        )


# -- plays


def _laid(state: State, seat: int, action: LayDown | LayOff) -> Step:
    codes, melds = _played(state, seat, action)
    hands, hidden = _spent(state, seat, cards.mask(codes), 0)
    if state.count(seat) <= len(codes):
        raise NothingLeftToThrow(messages.NOTHING_LEFT)
    after = replace(state, hands=hands, hidden=hidden, melds=melds)
    return watched(after, seat), (_told(seat, action, len(state.melds)),)


def _played(state: State, seat: int, play: LayDown | LayOff) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """The cards of the play and the table after it, wherever the cards come from. Raises NotAMeld, DoesNotFit."""
    if isinstance(play, LayDown):
        shape = MELDS.get(play.cards)
        if shape is None:
            raise messages.not_a_meld(play.cards)
        laid = Meld(shape.cards, shape.cards, (seat,) * len(shape.cards), shape.is_run)
        return shape.cards, (*state.melds, laid)
    codes = tuple(FACE_OF.get(word, HIDDEN) for word in play.cards)
    grown = with_cards(state.melds[play.meld], codes, seat) if play.meld < len(state.melds) else None
    if grown is None:
        raise messages.does_not_fit(state, play)
    return codes, (*state.melds[: play.meld], grown, *state.melds[play.meld + 1 :])


def _told(seat: int, play: LayDown | LayOff, number: int) -> events.Event:
    if isinstance(play, LayDown):
        return events.LaidDown(seat, number, play.cards)
    return events.LaidOff(seat, play.meld, play.cards)


def _spent(state: State, seat: int, used: int, taken: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hands and hidden counts after *seat* got *taken* and gave *used*, both masks. Raises CardNotHeld.

    A card that is not known to be in the hand may be one of its hidden cards, unless it is known to be elsewhere.
    """
    held = state.hands[seat] | taken
    missing = used & ~held
    hands = _with(state.hands, seat, held & ~used)
    if not missing:
        return hands, state.hidden
    elsewhere = missing & known_cards(state)
    if missing.bit_count() > state.hidden[seat] or elsewhere:
        raise CardNotHeld(said("you do not hold {card}", card=FACES[next(cards.members(elsewhere or missing))]))
    return hands, _with(state.hidden, seat, state.hidden[seat] - missing.bit_count())


# -- throwing out


def _threw(state: State, seat: int, action: ThrowOut) -> Step:
    word = action.card
    card = FACE_OF.get(word, HIDDEN)
    if not 0 <= card < 52:
        raise NotInThisGame(said("there is no card {word} in Keilty rummy", word=word))
    hands, hidden = _spent(state, seat, 1 << card, 0)
    thrown = events.ThrewOut(seat, word)
    discard = (*state.discard, card)
    if state.count(seat) == 1:
        over = replace(
            state, phase="over", hands=hands, hidden=hidden, discard=discard, claims=(), out=seat, drawn=None
        )
        after, more = SCORING.settled(over)
        return after, (thrown, events.WentOut(seat), *more)
    turn = (seat + 1) % state.players
    calls = possible(state.melds, pile_mask(state) | 1 << card)
    claims = tracked(state.claims, calls, seat)
    after = replace(
        state, turn=turn, phase="pickup", hands=hands, hidden=hidden, discard=discard, claims=claims, drawn=None
    )
    return after, (thrown,)


_STEPS: Final[dict[type[Action], tuple[Phase, Callable[[State, int, Any], Step]]]] = {
    Draw: ("pickup", _drew),
    Take: ("pickup", _took),
    Pass: ("pickup", _passed),
    LayDown: ("play", _laid),
    LayOff: ("play", _laid),
    ThrowOut: ("play", _threw),
}
"""By kind of action: the phase it belongs to and what it does."""


# -- calls


def taken_by_call(state: State, action: CallRummy) -> tuple[int, ...]:
    """The cards that a call takes from the pile: from the lowest of its play up. None if one of them is not there."""
    play = action.play
    shape = MELDS.get(play.cards) if isinstance(play, LayDown) else None
    codes = shape.cards if shape is not None else tuple(FACE_OF.get(word, HIDDEN) for word in play.cards)
    if not codes or any(code not in state.discard for code in codes):
        return ()
    return state.discard[min(state.discard.index(code) for code in codes) :]


def _called(state: State, seat: int, action: CallRummy) -> Step:
    if not 0 <= seat < state.players:
        raise NotYourTurn("only players of this game can call a rummy")
    claim = next((claim for claim in state.claims if claim.action == action), None)
    if claim is None:
        raise messages.no_such_call(state, action.play)
    if claim.by == seat:
        raise OwnDoing("you made this rummy possible yourself; only the others may call it")
    codes, melds = _played(state, seat, action.play)
    at = min(state.discard.index(code) for code in codes)
    taken = state.discard[at:]
    hands = _with(state.hands, seat, state.hands[seat] | cards.mask(taken) & ~cards.mask(codes))
    after = replace(state, hands=hands, discard=state.discard[:at], melds=melds)
    took = events.Took(seat, tuple(FACES[code] for code in taken))
    return watched(after, seat), (events.CalledRummy(seat), took, _told(seat, action.play, len(state.melds)))
