"""The turn of basic rummy: picking up, plays, throwing out. Also calls, declarations and the last melds.

Source: the document's part on basic rummy and the rulings in docs/rules/basic.md.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.score import BasicStep, blocked, passed_final, went_out
from rummynet.rules.basic.state import BasicState, can_turn, has_laid, is_first_turn, is_stuck, penalties
from rummynet.rules.core.errors import IllegalAction, refuse
from rummynet.rules.core.state import HIDDEN, Aces, Claim
from rummynet.rules.shared.melds import Shape, cards_in_melds, melds_in, melds_with
from rummynet.rules.shared.rounds import not_held, part_with, receive
from rummynet.rules.shared.turn import (
    DRAW,
    PASS,
    TAKES,
    name_of,
    not_used,
    place_in_pile,
    single_card,
    throws_of,
    top_of_stock,
    use_not_said,
)
from rummynet.rules.shared.turn_game import hand_size
from rummynet_protocol import cards
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    CallRummy,
    CloseCall,
    Declare,
    Draw,
    LayDown,
    LayOff,
    Pass,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
)
from rummynet_protocol.events import (
    CalledRummy,
    Chose,
    Declared,
    Drew,
    Event,
    LaidDown,
    LaidOff,
    Passed,
    ThrewOut,
    Took,
    TurnedOver,
    TurnedUp,
)
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import replace

# -- picking up


def draw(state: BasicState, seat: int) -> BasicStep:
    """The top of the stock. Raises IllegalAction: a draw never makes a new stock."""
    card = top_of_stock(state)
    begun = _picked_up(state, seat, (card,), stock=state.stock[1:], drawn=card, idle=0)
    return begun, (Drew(seat, name_of(card)),)


def take(state: BasicState, seat: int, word: str, play: LayDown | LayOff | Trade | None) -> BasicStep:
    """The top of the pile alone, or a deeper card with all above it, used at once. Raises IllegalAction."""
    at = place_in_pile(state, word)
    if at == len(state.discard) - 1:
        if play is not None:
            refuse("card_not_used", "{word} is the top of the pile: say 'take {word}' first, then play it", word=word)
        return _take_top(state, seat, state.discard[at])
    if play is None:
        raise use_not_said(word)
    return _take_deep(state, seat, at, play)


def _take_top(state: BasicState, seat: int, card: int) -> BasicStep:
    begun = _picked_up(state, seat, (card,), discard=state.discard[:-1], taken=card, idle=state.idle + 1)
    return begun, (Took(seat, (cards.face(card),)),)


def _take_deep(state: BasicState, seat: int, at: int, play: LayDown | LayOff | Trade) -> BasicStep:
    taken = state.discard[at:]
    card = taken[0]
    begun = _picked_up(state, seat, taken, discard=state.discard[:at])
    if isinstance(play, LayDown):
        used = card in table.read_meld(play.cards, state.aces).cards
    elif isinstance(play, LayOff):
        codes = table.read_cards(play.cards)
        used = card == codes[0 if table.goes_below(state.melds, play.meld, codes, state.aces) else -1]
    else:
        refuse("not_in_this_game", "there are no jokers to trade in this game")
    if not used:
        raise not_used(cards.face(card))
    after, events = lay(begun, seat, play)
    return after, (Took(seat, tuple(map(cards.face, taken))), *events)


def _picked_up(state: BasicState, seat: int, codes: Iterable[int], **changes: Any) -> BasicState:  # noqa: ANN401
    """The turn has begun with these cards and changes: the last throw-out can no longer be called."""
    counts = state.pickups
    pickups = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    return receive(state, seat, codes, pickups=pickups, phase="play", claims=(), thrown_by=None, **changes)


def turn_over(state: BasicState, seat: int) -> BasicStep:
    """The pile is the stock, oldest on top, and its top is turned up; the seat then picks up."""
    if not can_turn(state):
        refuse(
            "no_cards_left",
            "you can turn the pile over only when the stock is empty and the pile has two cards "
            "or more, and only a few times",
        )
    first, *rest = state.discard
    turned = replace(
        state, stock=tuple(rest), discard=(first,), turned=state.turned + 1, claims=(), thrown_by=None
    )  # fmt: skip
    return turned, (TurnedOver(seat, len(rest)), TurnedUp(cards.face(first)))


# -- plays


def lay(state: BasicState, seat: int, play: LayDown | LayOff) -> BasicStep:
    """A play of the turn, with what it has to leave in the hand; an empty hand is out. Raises IllegalAction."""
    after, events = put_on_table(state, seat, play)
    if not may_leave(state, seat, after.hands[seat], after.count(seat), after.melds):
        if is_first_turn(state, seat):
            refuse("nothing_left_to_throw", "in your first turn keep two cards or more: one to throw out, one to hold")
        refuse("nothing_left_to_throw", "this play would leave you no card that you may throw out")
    return (after, events) if after.count(seat) else went_out(after, seat, events)


def put_on_table(state: BasicState, seat: int, play: LayDown | LayOff) -> BasicStep:
    """The cards of a play put on the table, whatever they leave in the hand. Raises IllegalAction."""
    number: int
    if isinstance(play, LayDown):
        shape, number = table.read_meld(play.cards, state.aces), len(state.melds)
        codes, melds = shape.cards, table.with_new(state.melds, shape, seat)
        events: Event = LaidDown(seat, number, play.cards)
    else:
        codes, number = table.read_cards(play.cards), play.meld
        melds = table.with_cards(state.melds, number, codes, seat, state.aces)
        events = LaidOff(seat, number, play.cards)
    return part_with(state, seat, codes, melds=melds, idle=0), (events,)


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
    # A hand of just the barred card must be able to lay it: it may not be thrown out, and the turn has to end.
    return barred is None or table.fits_somewhere(melds, barred, state.aces)


# -- throwing out


def throw(state: BasicState, seat: int, word: str) -> BasicStep:
    """The end of a turn: the next seat picks up, or a last card waits for calls, or the round is blocked."""
    thrown, events = thrown_out(state, seat, word)
    if not thrown.count(seat):
        return replace(thrown, phase="call"), events
    if is_stuck(thrown):
        return blocked(thrown, events)
    return replace(thrown, turn=(seat + 1) % state.players, phase="pickup"), events


def thrown_out(state: BasicState, seat: int, word: str) -> BasicStep:
    """The card on the pile, with the calls that it makes possible. Raises IllegalAction."""
    card = cards.FACE_OF.get(word)
    if card is None:
        raise not_held(word)
    if card == state.taken:
        raise IllegalAction(
            "you took {word} alone this turn; throw out another card now, {word} not before the next turn", word=word
        )
    discard, claims = (*state.discard, card), table.claims_on(state.melds, card, seat, state.aces)
    thrown = part_with(state, seat, (card,), discard=discard, claims=claims, thrown_by=seat, taken=None, drawn=None)
    return thrown, (ThrewOut(seat, word),)


# -- what may be done


def pickups(state: BasicState) -> list[Action]:
    """The pick-ups of the seat on turn, unsorted. Exact if its hand is fully known."""
    found: list[Action] = []
    if state.stock:
        found.append(DRAW)
    elif can_turn(state):
        found.append(TurnOver())
    if state.discard:
        found.append(TAKES[state.discard[-1]])
        found += _deep_takes(state)
    elif not state.stock:
        found.append(PASS)
    return found


def _deep_takes(state: BasicState) -> list[Take]:
    seat, ends = state.turn, table.all_ends(state.melds, state.aces)
    held = state.hands[seat] | 1 << state.discard[-1]
    count = state.count(seat) + 1
    # Most cards of a pile go with no others, and need no look at what lies above them.
    useful = cards_in_melds(state.hands[seat] | cards.mask(state.discard), state.aces)
    for end in ends:
        useful |= end.reach
    found = []
    for card in reversed(state.discard[:-1]):
        held, count = held | 1 << card, count + 1
        if not useful >> card & 1:
            continue
        melds = melds_with(held, card, state.aces)
        uses: list[tuple[LayDown | LayOff, int]] = [(shape.laying, shape.mask) for shape in melds]
        uses += table.lays_to(ends, held, card)
        for play, mask in uses:
            left = count - mask.bit_count()
            # Nothing is barred from being thrown out, so the table after the play makes no difference.
            if left > 1 or may_leave(_picked_up(state, seat, ()), seat, held & ~mask, left, state.melds):
                found.append(Take(cards.FACES[card], play))
    return found


def plays(state: BasicState) -> list[Action]:
    """Melds, lay-offs and throw-outs of the seat on turn, unsorted. Exact if its hand is fully known."""
    seat, hand, count = state.turn, state.hands[state.turn], state.count(state.turn)
    found = throws_of(hand if state.taken is None else hand & ~(1 << state.taken))
    for play, mask in free_plays(state, seat):
        left = count - mask.bit_count()
        # Two cards or more may always be left: one at most is barred from being thrown out.
        if left > 1 or may_leave(state, seat, hand & ~mask, left, _table_after(state, seat, play)):
            found.append(play)
    return found


def free_plays(state: BasicState, seat: int) -> list[tuple[LayDown | LayOff, int]]:
    """Every meld and every lay-off of one card from the hand, and its cards."""
    hand = state.hands[seat]
    melds = melds_in(hand, state.aces)
    found: list[tuple[LayDown | LayOff, int]] = [(shape.laying, shape.mask) for shape in melds]
    return found + table.lays_of(state.melds, hand, state.aces)


def _table_after(state: BasicState, seat: int, play: LayDown | LayOff) -> table.Melds:
    if isinstance(play, LayDown):
        return table.with_new(state.melds, table.read_meld(play.cards, state.aces), seat)
    return table.with_cards(state.melds, play.meld, table.read_cards(play.cards), seat, state.aces)


# -- declaring


def declare(state: BasicState, seat: int, action: Declare) -> BasicStep:
    """The whole hand at once. Raises IllegalAction."""
    fault = _bar_to_declaring(state, seat)
    if fault:
        raise IllegalAction(fault)
    if action.throw is None and state.options["discard_to_go_out"]:
        refuse("nothing_left_to_throw", "at this table you must throw out your last card; end with 'throw' and a card")
    shapes = _declared_melds(action, state.aces)
    codes = [code for shape in shapes for code in shape.cards]
    if len(codes) + (action.throw is not None) != state.count(seat):
        refuse("not_a_meld", "a declaration names every card of your hand once, and at most one to throw out")
    first, melds = len(state.melds), state.melds
    for shape in shapes:
        melds = table.with_new(melds, shape, seat)
    named = tuple(LaidDown(seat, first + at, shape.words) for at, shape in enumerate(shapes))
    down = replace(part_with(state, seat, codes), melds=melds, idle=0, declared=seat)
    if action.throw is None:
        return went_out(down, seat, (Declared(seat), *named))
    thrown, events = thrown_out(down, seat, action.throw)
    return replace(thrown, phase="call"), (Declared(seat), *named, *events)


# Made once: every list of a turn asks, and a sentence takes longer than the answer.
_NOT_YET: Final = sentence("you cannot go out in your first turn; declare from the second on")
_HAS_LAID: Final = sentence("you have already laid cards in this round, so you cannot declare")
_NOT_WHOLE: Final = sentence("you can declare only with as many cards as were dealt and the one picked up")


def _bar_to_declaring(state: BasicState, seat: int) -> str:
    """Why the seat may not declare, whatever its cards; empty if it may."""
    if is_first_turn(state, seat):
        return _NOT_YET
    if has_laid(state, seat):
        return _HAS_LAID
    # docs/rules/basic.md, "Declaring": the whole hand is that of the deal and the card picked up.
    if state.count(seat) != hand_size(state.options, state.players) + 1:
        return _NOT_WHOLE
    return ""


def _declared_melds(action: Declare, aces: Aces) -> list[Shape]:
    """The melds, in the order of their names, no card twice. Raises IllegalAction."""
    shapes = [table.read_meld(words, aces) for words in action.melds]
    # One order, since melds are numbered in it: the same declaration has to be the same action for everybody.
    if list(action.melds) != sorted(action.melds):
        refuse("wrong_order", "name the melds of a declaration in alphabetical order")
    codes = [code for shape in shapes for code in shape.cards]
    if len(set(codes)) < len(codes):
        refuse("card_twice", "a card is named twice in the declaration")
    return shapes


def declarations(state: BasicState) -> Iterator[Declare]:
    """Every declaration of the seat on turn, unsorted."""
    seat, hand = state.turn, state.hands[state.turn]
    if _bar_to_declaring(state, seat) or state.hidden[seat]:
        return
    shapes = melds_in(hand, state.aces)
    if not shapes:
        return
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
    # Some meld has to have the lowest card, so each division is found once.
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
        # Unreachable while claims hold lay-offs alone; the type of `play` allows melds.
        refuse("no_such_call", "call a card that was just thrown out onto a meld: 'rummy lay 8H on 0'")
    melds = table.with_cards(state.melds, play.meld, (card,), seat, state.aces)
    called = replace(
        state, melds=melds, discard=state.discard[:-1], claims=(), thrown_by=None, idle=0, declared=None,
        turn=thrower, phase="penalty",
    )  # fmt: skip
    events = (CalledRummy(seat), LaidOff(seat, play.meld, play.cards))
    return (called, events) if penalties(called) else (_after_penalty(called), events)


def _claimed(state: BasicState, seat: int, action: CallRummy) -> Claim:
    """The call that the action makes. Raises IllegalAction."""
    if state.phase not in ("pickup", "call"):
        refuse("no_such_call", "a card can be called only until the next player picks up")
    claim = next((claim for claim in state.claims if claim.action == action), None)
    if claim is None:
        refuse("no_such_call", "you can call only the card just thrown out, alone, onto a meld that it fits")
    if claim.by == seat:
        refuse("own_doing", "you threw this card out; another player may call it")
    return claim


def accept_penalty(state: BasicState, seat: int, action: AcceptPenalty) -> BasicStep:
    """Two cards of the stock, or the pile, for who threw a card that was called. Raises IllegalAction."""
    if action.source not in penalties(state):
        other = "pile" if action.source == "draw" else "draw"
        refuse("no_cards_left", "there are not enough cards for this penalty; say 'penalty {other}'", other=other)
    chose = Chose(seat, text(action))
    if action.source == "pile":
        events: tuple[Event, ...] = (chose, Took(seat, tuple(map(cards.face, state.discard))))
        return _after_penalty(receive(replace(state, discard=()), seat, state.discard)), events
    drawn = state.stock[:2]
    events = (chose, *(Drew(seat, None if card == HIDDEN else cards.face(card)) for card in drawn))
    return _after_penalty(receive(replace(state, stock=state.stock[2:]), seat, drawn)), events


def _after_penalty(state: BasicState) -> BasicState:
    """The seat after the one that threw out is on turn, whichever seat called."""
    # The throw-out that was called ended that turn (docs/rules/basic.md, "Rummy!").
    return replace(state, turn=(state.turn + 1) % state.players, phase="pickup")


# -- the last melds


def finals(state: BasicState) -> list[Action]:
    """What the seat on turn may still lay, and that it lays no more."""
    return [PASS, *[play for play, _ in free_plays(state, state.turn)]]


def calls(state: BasicState, seat: int) -> Iterator[CallRummy]:
    """The calls that the seat may make now."""
    if state.phase in ("pickup", "call"):
        yield from (claim.action for claim in state.claims if claim.by != seat)


def do(state: BasicState, seat: int, action: Action) -> BasicStep:
    """What an action does whose time it is. Raises IllegalAction."""
    if type(action) is ThrowOut:
        return throw(state, seat, action.card)
    if type(action) is Draw:
        return draw(state, seat)
    if type(action) is Take:
        return take(state, seat, action.card, action.play)
    if type(action) is CallRummy:
        return call(state, seat, action)
    if type(action) is TurnOver:
        return turn_over(state, seat)
    if type(action) is LayDown or type(action) is LayOff:
        if type(action) is LayOff:
            single_card(action)
        return put_on_table(state, seat, action) if state.phase == "final" else lay(state, seat, action)
    if type(action) is Declare:
        return declare(state, seat, action)
    if type(action) is Pass:
        return passed_final(state, seat) if state.phase == "final" else blocked(state, (Passed(seat, "pass"),))
    if type(action) is AcceptPenalty:
        return accept_penalty(state, seat, action)
    return went_out(state, seat, ())  # nobody has called the last card: who threw it is out


def legal(state: BasicState, seat: int) -> list[Action]:
    """All that the seat may do now, calls included; sorted by their notation."""
    found = due(state) if seat == state.turn else []
    if state.claims:
        found += calls(state, seat)
    return sorted(found, key=text)


def due(state: BasicState) -> list[Action]:
    """What the seat on turn may do but for calls."""
    match state.phase:
        case "pickup":
            return pickups(state)
        case "play":
            return [*plays(state), *declarations(state)]
        case "call":
            return [CloseCall()]
        case "penalty":
            return [*_penalties(state)]
        case "final":
            return finals(state)
    return []


def _penalties(state: BasicState) -> list[AcceptPenalty]:
    """What the seat whose throw-out was called may pick up."""
    return [AcceptPenalty("draw" if source == "draw" else "pile") for source in penalties(state)]


# -- the clock


def left_to_the_clock(state: BasicState) -> Action:
    """What the host does for a seat whose time is up, but for throwing out. Public in each of these phases."""
    if state.phase == "pickup":
        if state.stock or not state.discard:
            return Draw() if state.stock else Pass()
        return TurnOver() if can_turn(state) else Take(cards.face(state.discard[-1]))
    return _penalties(state)[0] if state.phase == "penalty" else Pass()
