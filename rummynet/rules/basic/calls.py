"""What stands beside the plain turn of basic rummy: declaring, calling a throw-out, the penalty, the last melds."""

from collections.abc import Iterator

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.score import went_out
from rummynet.rules.basic.state import BasicState, has_laid, is_first_turn, penalties
from rummynet.rules.basic.turn import BasicStep, free_plays, thrown_out
from rummynet.rules.core.errors import (
    CardTwice,
    IllegalAction,
    NoCardsLeft,
    NoSuchCall,
    NotAMeld,
    NothingLeftToThrow,
    OwnDoing,
    WrongOrder,
)
from rummynet.rules.core.state import HIDDEN, Claim
from rummynet.rules.shared.melds import melds_in
from rummynet.rules.shared.one_deck import hand_size
from rummynet.rules.shared.rounds import part_with, receive
from rummynet.rules.shared.shape import Shape
from rummynet_protocol import cards
from rummynet_protocol.actions import AcceptPenalty, Action, CallRummy, Declare, LayDown, Pass
from rummynet_protocol.events import CalledRummy, Chose, Declared, Drew, Event, LaidDown, LaidOff, Took
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace

# -- declaring


def declare(state: BasicState, seat: int, action: Declare) -> BasicStep:
    """The whole hand at once. Raises IllegalAction."""
    fault = _bar_to_declaring(state, seat)
    if fault:
        raise IllegalAction(fault)
    if action.throw is None and state.options["discard_to_go_out"]:
        raise NothingLeftToThrow("at this table the last card is thrown out; end with 'throw' and a card")
    shapes = _declared_melds(action)
    codes = [code for shape in shapes for code in shape.cards]
    if len(codes) + (action.throw is not None) != state.count(seat):
        raise NotAMeld("a declaration names every card of the hand, once, and at most one to throw out")
    first, melds = len(state.melds), state.melds
    for shape in shapes:
        melds = table.with_new(melds, shape, seat)
    named = tuple(LaidDown(seat, first + at, shape.words) for at, shape in enumerate(shapes))
    down = replace(part_with(state, seat, codes), melds=melds, idle=0, declared=seat)
    if action.throw is None:
        return went_out(down, seat, (Declared(seat), *named))
    thrown, told = thrown_out(down, seat, action.throw)
    return replace(thrown, phase="call"), (Declared(seat), *named, *told)


def _bar_to_declaring(state: BasicState, seat: int) -> str:
    """Why the seat may not declare, whatever its cards; empty if it may."""
    if is_first_turn(state, seat):
        return said("nobody goes out in the first own turn; declare from the second on")
    if has_laid(state, seat):
        return said("you have laid cards in this round already, so you cannot declare any more")
    if state.count(seat) != hand_size(state.options, state.players) + 1:
        return said("you can declare only with as many cards as were dealt and the one picked up")
    return ""


def _declared_melds(action: Declare) -> list[Shape]:
    """The melds, in the order of their names, no card twice. Raises NotAMeld."""
    shapes = [table.read_meld(words) for words in action.melds]
    if list(action.melds) != sorted(action.melds):
        raise WrongOrder("name the melds of a declaration in alphabetical order")
    codes = [code for shape in shapes for code in shape.cards]
    if len(set(codes)) < len(codes):
        raise CardTwice("a card is named twice in the declaration")
    return shapes


def declarations(state: BasicState) -> Iterator[Declare]:
    """Every declaration of the seat on turn, unsorted."""
    seat, hand = state.turn, state.hands[state.turn]
    if _bar_to_declaring(state, seat) or state.hidden[seat]:
        return
    shapes = melds_in(hand)
    if not state.options["discard_to_go_out"]:
        yield from (Declare(melds) for melds in _divisions(hand, shapes))
    for card in cards.members(hand):
        if card != state.taken:
            yield from (Declare(melds, cards.face(card)) for melds in _divisions(hand & ~(1 << card), shapes))


def _divisions(hand: int, shapes: list[Shape]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to part a hand into melds, each way sorted."""
    if not hand:
        yield ()
        return
    lowest = hand & -hand
    for shape in shapes:
        if shape.mask & lowest and not shape.mask & ~hand:
            for rest in _divisions(hand & ~shape.mask, shapes):
                yield tuple(sorted((shape.words, *rest)))


# -- calling


def call(state: BasicState, seat: int, action: CallRummy) -> BasicStep:
    """The card just thrown out goes to the table for the caller; who threw it owes a penalty. Raises IllegalAction."""
    thrower = _claimed(state, seat, action).by
    play, card = action.play, state.discard[-1]
    if isinstance(play, LayDown):
        raise NoSuchCall("a card just thrown out is called onto a meld: 'rummy lay 8H on 0'")
    melds = table.placed(state.melds, play.meld, (card,), seat)
    called = replace(
        state, melds=melds, discard=state.discard[:-1], claims=(), thrown_by=None, idle=0, declared=None,
        turn=thrower, phase="penalty",
    )  # fmt: skip
    told = (CalledRummy(seat), LaidOff(seat, play.meld, play.cards))
    return (called, told) if penalties(called) else (_after_penalty(called), told)


def _claimed(state: BasicState, seat: int, action: CallRummy) -> Claim:
    """The call that the action makes. Raises NoSuchCall, OwnDoing."""
    if state.phase not in ("pickup", "call"):
        raise NoSuchCall("a card can be called only until the next player picks up")
    claim = next((claim for claim in state.claims if claim.action == action), None)
    if claim is None:
        raise NoSuchCall("only the card just thrown out can be called, alone, onto a meld that it fits")
    if claim.by == seat:
        raise OwnDoing("you threw this card out; another player may call it")
    return claim


def accept_penalty(state: BasicState, seat: int, action: AcceptPenalty) -> BasicStep:
    """Two cards of the stock, or the pile, for who threw a card that was called. Raises NoCardsLeft."""
    if action.source not in penalties(state):
        other = "pile" if action.source == "draw" else "draw"
        raise NoCardsLeft(said("there are not enough cards for this penalty; say 'penalty {other}'", other=other))
    chose = Chose(seat, text(action))
    if action.source == "pile":
        told: tuple[Event, ...] = (chose, Took(seat, tuple(map(cards.face, state.discard))))
        return _after_penalty(receive(replace(state, discard=()), seat, state.discard)), told
    drawn = state.stock[:2]
    told = (chose, *(Drew(seat, None if card == HIDDEN else cards.face(card)) for card in drawn))
    return _after_penalty(receive(replace(state, stock=state.stock[2:]), seat, drawn)), told


def _after_penalty(state: BasicState) -> BasicState:
    """Play goes on with the seat after the one who threw, whoever called."""
    return replace(state, turn=(state.turn + 1) % state.players, phase="pickup")


def close(state: BasicState, seat: int) -> BasicStep:
    """Nobody has called the last card: who threw it is out."""
    return went_out(state, seat, ())


# -- the last melds


def finals(state: BasicState) -> Iterator[Action]:
    """What the seat on turn may still lay, and that it lays no more."""
    yield Pass()
    yield from (play for play, _ in free_plays(state, state.turn))


def calls(state: BasicState, seat: int) -> Iterator[CallRummy]:
    """The calls that the seat may make now."""
    if state.phase in ("pickup", "call"):
        yield from (claim.action for claim in state.claims if claim.by != seat)
