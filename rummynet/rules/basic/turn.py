"""The turn of basic rummy: picking up, plays, throwing out. Calls, declarations and the end are next door.

Source: the document's part on basic rummy and the rulings in docs/rules/basic.md.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.score import blocked, went_out
from rummynet.rules.basic.state import BasicState, can_turn, is_first_turn, is_stuck
from rummynet.rules.core.errors import (
    CannotPass,
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    IllegalAction,
    NoCardsLeft,
    NothingLeftToThrow,
    NotInThisGame,
    OneAtATime,
)
from rummynet.rules.core.state import HIDDEN
from rummynet.rules.shared.melds import melds_in, melds_with
from rummynet.rules.shared.plain_actions import DRAW, PASS, TAKES, THROWS
from rummynet.rules.shared.rounds import hands_with, hands_without
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayDown, LayOff, Take, Trade, TurnOver
from rummynet_protocol.events import Drew, Event, LaidDown, LaidOff, Passed, ThrewOut, Took, TurnedOver, TurnedUp
from rummynet_protocol.sentences import said
from rummynet_protocol.values import replace

BasicStep = tuple[BasicState, tuple[Event, ...]]


# -- picking up


def draw(state: BasicState, seat: int) -> BasicStep:
    """The top of the stock. Raises NoCardsLeft: a draw never makes a new stock."""
    if not state.stock:
        raise NoCardsLeft("the stock is empty; take from the pile, or turn it over")
    card = state.stock[0]
    begun = _picked_up(state, seat, (card,), stock=state.stock[1:], drawn=card, idle=0)
    return begun, (Drew(seat, None if card == HIDDEN else cards.face(card)),)


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
    begun = _picked_up(state, seat, (card,), discard=state.discard[:-1], taken=card, idle=state.idle + 1)
    return begun, (Took(seat, (cards.face(card),)),)


def _take_deep(state: BasicState, seat: int, card: int, play: LayDown | LayOff | Trade) -> BasicStep:
    at = state.discard.index(card)
    taken = state.discard[at:]
    begun = _picked_up(state, seat, taken, discard=state.discard[:at])
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


def _picked_up(state: BasicState, seat: int, codes: Iterable[int], **changes: Any) -> BasicState:  # noqa: ANN401
    """The turn has begun with these cards and changes: the last throw-out can no longer be called."""
    counts = state.pickups
    pickups = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    hands, hidden = hands_with(state, seat, codes)
    return replace(
        state, pickups=pickups, phase="play", claims=(), thrown_by=None, hands=hands, hidden=hidden, **changes
    )


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
        raise CannotPass("there are cards to pick up; pass only where stock and pile are both empty")
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
    hands, hidden = hands_without(state, seat, cards.mask(codes))
    return replace(state, hands=hands, hidden=hidden, melds=melds, idle=0), (told,)


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
        raise OneAtATime("lay off one card at a time")
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
    hands, hidden = hands_without(state, seat, 1 << card)
    claims = table.claims_on(state.melds, card, seat)
    thrown = replace(
        state, hands=hands, hidden=hidden, discard=(*state.discard, card), claims=claims, thrown_by=seat, taken=None,
        drawn=None,
    )  # fmt: skip
    return thrown, (ThrewOut(seat, word),)


# -- what may be done


def pickups(state: BasicState) -> Iterator[Action]:
    """The pick-ups of the seat on turn, unsorted. Exact if its hand is fully known."""
    if state.stock:
        yield DRAW
    elif can_turn(state):
        yield TurnOver()
    if state.discard:
        yield TAKES[state.discard[-1]]
        yield from _deep_takes(state)
    elif not state.stock:
        yield PASS


def _deep_takes(state: BasicState) -> Iterator[Take]:
    seat, ends = state.turn, table.all_ends(state.melds)
    held = state.hands[seat] | 1 << state.discard[-1]
    count = state.count(seat) + 1
    for card in reversed(state.discard[:-1]):
        held, count = held | 1 << card, count + 1
        uses: list[tuple[LayDown | LayOff, int]] = [(shape.laying, shape.mask) for shape in melds_with(held, card)]
        uses += table.lays_to(ends, held, card)
        for play, mask in uses:
            left = count - mask.bit_count()
            # Nothing is barred from being thrown out, so the table after the play makes no difference.
            if left > 1 or may_leave(_picked_up(state, seat, ()), seat, held & ~mask, left, state.melds):
                yield Take(cards.face(card), play)


def plays(state: BasicState) -> Iterator[Action]:
    """Melds, lay-offs and throw-outs of the seat on turn, unsorted. Exact if its hand is fully known."""
    seat, hand, count = state.turn, state.hands[state.turn], state.count(state.turn)
    for play, mask in free_plays(state, seat):
        left = count - mask.bit_count()
        # Two cards or more may always be left: one at most is barred from being thrown out.
        if left > 1 or may_leave(state, seat, hand & ~mask, left, _table_after(state, seat, play)):
            yield play
    yield from [THROWS[card] for card in cards.members(hand) if card != state.taken]


def free_plays(state: BasicState, seat: int) -> Iterator[tuple[LayDown | LayOff, int]]:
    """Every meld and every lay-off of one card from the hand, and its cards."""
    hand = state.hands[seat]
    for shape in melds_in(hand):
        yield shape.laying, shape.mask
    for lay_off, code in table.lays_of(state.melds, hand):
        yield lay_off, 1 << code


def _table_after(state: BasicState, seat: int, play: LayDown | LayOff) -> table.Melds:
    if isinstance(play, LayDown):
        return table.with_new(state.melds, table.read_meld(play.cards), seat)
    return table.placed(state.melds, play.meld, table.read_cards(play.cards), seat)
