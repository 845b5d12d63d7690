"""The turn of basic rummy: picking up, plays, throwing out. Calls, declarations and the end are next door.

Source: the document's part on basic rummy and the rulings in docs/rules/basic.md.
"""

from collections.abc import Iterator
from dataclasses import replace

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.score import blocked, went_out
from rummynet.rules.basic.state import BasicState, can_turn, is_first_turn, is_stuck
from rummynet.rules.core.errors import (
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    DoesNotFit,
    IllegalAction,
    NoCardsLeft,
    NothingLeftToThrow,
    NotInThisGame,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.shared.melds import melds_in
from rummynet.rules.shared.rounds import part_with, receive
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut, Trade, TurnOver
from rummynet_protocol.events import Drew, Event, LaidDown, LaidOff, Passed, ThrewOut, Took, TurnedOver, TurnedUp
from rummynet_protocol.sentences import said

BasicStep = tuple[BasicState, tuple[Event, ...]]


# -- picking up


def draw(state: BasicState, seat: int) -> BasicStep:
    """The top of the stock. Raises NoCardsLeft: a draw never makes a new stock."""
    if not state.stock:
        raise NoCardsLeft("the stock is empty; take from the pile, or turn it over")
    card = state.stock[0]
    begun = replace(_picked_up(state, seat), stock=state.stock[1:], drawn=card, idle=0)
    return receive(begun, seat, (card,)), (Drew(seat, None if card == HIDDEN else cards.face(card)),)


def take(state: BasicState, seat: int, word: str, play: LayDown | LayOff | Trade | None) -> BasicStep:
    """The top of the pile alone, or a deeper card with all above it, used at once. Raises IllegalAction."""
    card = cards.FACE_OF.get(word)
    if card is None or card not in state.discard:
        raise CardNotInPile(said("{word} is not in the pile; take a card that lies there", word=word))
    if card == state.discard[-1]:
        if play is not None:
            raise CardNotUsed(
                said("{word} is the top of the pile: 'take {word}' comes first, the play after it", word=word)
            )
        return _take_top(state, seat, card)
    if play is None:
        raise CardNotUsed(said("say how you use {word} at once, such as 'take {word} lay {word} on 0'", word=word))
    return _take_deep(state, seat, card, play)


def _take_top(state: BasicState, seat: int, card: int) -> BasicStep:
    begun = replace(_picked_up(state, seat), discard=state.discard[:-1], taken=card, idle=state.idle + 1)
    return receive(begun, seat, (card,)), (Took(seat, (cards.face(card),)),)


def _take_deep(state: BasicState, seat: int, card: int, play: LayDown | LayOff | Trade) -> BasicStep:
    at = state.discard.index(card)
    taken = state.discard[at:]
    begun = receive(replace(_picked_up(state, seat), discard=state.discard[:at]), seat, taken)
    if isinstance(play, LayDown):
        used = card in table.read_meld(play.cards).cards
    elif isinstance(play, LayOff):
        codes = table.read_cards(play.cards)
        used = card == codes[0 if table.goes_below(state.melds, play.meld, codes) else -1]
    else:
        raise NotInThisGame("there are no jokers to trade in this game")
    if not used:
        raise CardNotUsed(
            said("{card} has to be used at once, in a lay-off as the outermost card", card=cards.face(card))
        )
    after, told = lay(begun, seat, play)
    return after, (Took(seat, tuple(map(cards.face, taken))), *told)


def _picked_up(state: BasicState, seat: int) -> BasicState:
    """The turn has begun: the last throw-out can no longer be called."""
    pickups = tuple(count + (one == seat) for one, count in enumerate(state.pickups))
    return replace(state, pickups=pickups, phase="play", claims=(), thrown_by=None)


def turn_over(state: BasicState, seat: int) -> BasicStep:
    """The pile is the stock, oldest on top, and its top is turned up; the seat then picks up."""
    if not can_turn(state):
        raise NoCardsLeft("the pile can be turned over only for an empty stock, with two cards or more, a few times")
    first, *rest = state.discard
    turned = replace(
        state, stock=tuple(rest), discard=(first,), turned=state.turned + 1, claims=(), thrown_by=None
    )  # fmt: skip
    return turned, (TurnedOver(seat, len(rest)), TurnedUp(cards.face(first)))


def pass_turn(state: BasicState, seat: int) -> BasicStep:
    """Nothing can be picked up: the round is blocked."""
    if state.stock or state.discard:
        raise WrongPhase("there are cards to pick up; pass only where stock and pile are both empty")
    return blocked(state, (Passed(seat, "pass"),))


# -- plays


def lay(state: BasicState, seat: int, play: LayDown | LayOff) -> BasicStep:
    """A play of the turn, with what it has to leave in the hand; an empty hand is out. Raises IllegalAction."""
    after, told = laid(state, seat, play)
    if not may_leave(state, seat, after.hands[seat], after.count(seat), after.melds):
        if is_first_turn(state, seat):
            raise NothingLeftToThrow("in your first turn keep two cards or more: one to throw out, one to hold")
        raise NothingLeftToThrow("this play would leave you no card that you may throw out")
    return (after, told) if after.count(seat) else went_out(after, seat, told)


def laid(state: BasicState, seat: int, play: LayDown | LayOff) -> BasicStep:
    """The cards of a play put on the table, whatever they leave in the hand. Raises IllegalAction."""
    number: int
    if isinstance(play, LayDown):
        shape, number = table.read_meld(play.cards), len(state.melds)
        codes, melds = shape.cards, table.with_new(state.melds, shape, seat)
        told: Event = LaidDown(seat, number, play.cards)
    else:
        codes, number = table.read_cards(play.cards), play.meld
        melds = table.placed(state.melds, number, codes, seat)
        told = LaidOff(seat, number, play.cards)
    return replace(part_with(state, seat, codes), melds=melds, idle=0), (told,)


def may_leave(state: BasicState, seat: int, hand: int, count: int, melds: table.Melds) -> bool:
    """Whether a play may leave this: *count* cards, of which *hand* are known, with *melds* on the table.

    There is always something to throw out or a way out afterwards; nobody goes out in the first own turn.
    """
    if is_first_turn(state, seat):
        return count > 1
    barred = state.taken if state.taken is not None and hand >> state.taken & 1 else None
    if count > (barred is not None):
        return True
    if state.options["discard_to_go_out"]:
        return False
    return barred is None or table.fits_somewhere(melds, barred)


def single_lay(play: LayOff) -> LayOff:
    """*play* if it lays one card. Raises DoesNotFit."""
    if len(play.cards) > 1:
        raise DoesNotFit("lay off one card at a time")
    return play


# -- throwing out


def throw(state: BasicState, seat: int, word: str) -> BasicStep:
    """The end of a turn: the next seat picks up, or a last card waits for calls, or the round is blocked."""
    thrown, told = thrown_out(state, seat, word)
    if not thrown.count(seat):
        return replace(thrown, phase="call"), told
    if is_stuck(thrown):
        return blocked(thrown, told)
    return replace(thrown, turn=(seat + 1) % state.players, phase="pickup"), told


def thrown_out(state: BasicState, seat: int, word: str) -> BasicStep:
    """The card on the pile, with the calls that it makes possible. Raises CardNotHeld, IllegalAction."""
    card = cards.FACE_OF.get(word)
    if card is None:
        raise CardNotHeld(said("{word} is not in your hand; throw out a card that you hold", word=word))
    if card == state.taken:
        raise IllegalAction(
            said("you took {word} alone in this turn; throw out another card, {word} from the next turn on", word=word)
        )
    held = part_with(state, seat, (card,))
    claims = table.claims_on(state.melds, card, seat)
    thrown = replace(held, discard=(*state.discard, card), claims=claims, thrown_by=seat, taken=None, drawn=None)
    return thrown, (ThrewOut(seat, word),)


# -- what may be done


def pickups(state: BasicState) -> Iterator[Action]:
    """The pick-ups of the seat on turn, unsorted. Exact if its hand is fully known."""
    if state.stock:
        yield Draw()
    elif can_turn(state):
        yield TurnOver()
    if state.discard:
        yield Take(cards.face(state.discard[-1]))
        yield from _deep_takes(state)
    elif not state.stock:
        yield Pass()


def _deep_takes(state: BasicState) -> Iterator[Take]:
    seat = state.turn
    begun = _picked_up(state, seat)
    held = state.hands[seat] | 1 << state.discard[-1]
    count = state.count(seat) + 1
    for card in reversed(state.discard[:-1]):
        held, count = held | 1 << card, count + 1
        for play, mask in _uses(state.melds, held, card):
            # Nothing is barred from being thrown out, so the table after the play makes no difference.
            if may_leave(begun, seat, held & ~mask, count - mask.bit_count(), state.melds):
                yield Take(cards.face(card), play)


def _uses(melds: table.Melds, held: int, card: int) -> Iterator[tuple[LayDown | LayOff, int]]:
    for shape in melds_in(held):
        if shape.mask >> card & 1:
            yield LayDown(shape.words), shape.mask
    for play in table.lays_to(melds, held, card):
        yield play, cards.mask(table.read_cards(play.cards))


def plays(state: BasicState) -> Iterator[Action]:
    """Melds, lay-offs and throw-outs of the seat on turn, unsorted. Exact if its hand is fully known."""
    seat, hand = state.turn, state.hands[state.turn]
    for play, mask, melds in free_plays(state, seat):
        if may_leave(state, seat, hand & ~mask, state.count(seat) - mask.bit_count(), melds):
            yield play
    yield from (ThrowOut(cards.face(card)) for card in cards.members(hand) if card != state.taken)


def free_plays(state: BasicState, seat: int) -> Iterator[tuple[LayDown | LayOff, int, table.Melds]]:
    """Every meld and every lay-off of one card from the hand, its cards, and the table after it."""
    hand = state.hands[seat]
    for shape in melds_in(hand):
        yield LayDown(shape.words), shape.mask, table.with_new(state.melds, shape, seat)
    for lay_off, code in table.lays_of(state.melds, hand):
        yield lay_off, 1 << code, table.placed(state.melds, lay_off.meld, (code,), seat)
