"""Basic rummy: what a seat may do, and doing it or refusing it with the reason.

A place next to a run's end is passed over if the card of that place lies in a set on the table; the run then has a gap.
A card that fits at both ends of a run goes to the low end. Where *aces* is "around", a run goes on past its ace.
Source: the document's part on basic rummy and the rulings in docs/rules/basic.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from rummynet.rules.basic.state import BasicState, can_turn, has_laid, is_first_turn, is_stuck, penalties
from rummynet.rules.core.errors import demand, refuse
from rummynet.rules.core.state import Aces, Claim, Meld
from rummynet.rules.shared import melds as shapes
from rummynet.rules.shared import rounds, scoring
from rummynet.rules.shared.melds import AROUND, MELDS, SHAPES, Ends, Shape, ends_at, melds_in, melds_with
from rummynet.rules.shared.scoring import Scoring, highest_at_target
from rummynet_protocol import actions, events
from rummynet_protocol.actions import Action, CallRummy, Declare, LayDown, LayOff, Take, ThrowOut
from rummynet_protocol.cards import FACE_OF, FACES, code, mask, members
from rummynet_protocol.events import Event
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import replace

BasicStep = tuple[BasicState, tuple[Event, ...]]
Melds = tuple[Meld, ...]
Play = LayDown | LayOff
_SUITS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
_TURN_OVER: Final = actions.TurnOver()
_QUEEN_OF_SPADES: Final = code("QS")
VALUES: Final = tuple(40 if card == _QUEEN_OF_SPADES else worth for card, worth in enumerate(scoring.VALUES))
"""What a card costs in a hand, by code; on the table cards score nothing."""
BONUS: Final = 25  # docs/rules/basic.md, "Points": what going out brings beside the other hands


# -- melds
def _read_cards(words: Sequence[str]) -> tuple[int, ...]:
    """The codes of natural cards of one deck. Raises IllegalAction: there are no others in this game."""
    for word in words:
        if FACE_OF.get(word, 52) > 51:
            refuse("card_not_held", "{word} is not a card of this game; name one such as 7H", word=word)
    return tuple(FACE_OF[word] for word in words)


def _read_meld(words: Sequence[str], aces: Aces) -> Shape:
    shape = MELDS.get(tuple(words)) or (AROUND.get(tuple(words)) if aces == "around" else None)
    if shape is None:
        raise rounds.not_a_meld(words)
    return shape


def in_sets(melds: Melds) -> int:
    """The cards that lie in sets, as a mask."""
    bits = 0
    for meld in melds:
        if not meld.is_run:
            bits |= SHAPES[meld.cards].mask
    return bits


def sets_passed(melds: Melds, aces: Aces) -> list[Meld]:
    """The sets over which some run may go on: a card that would come next to the run lies in them."""
    faces, next_to = in_sets(melds), 0
    for meld in melds:
        if meld.is_run:
            next_to |= ends_at(meld.cards, 0, aces).fits & faces & ~mask(meld.cards)
    return [meld for meld in melds if not meld.is_run and SHAPES[meld.cards].mask & next_to]


# Lists, calls and refusals of a turn ask for the same table.
@lru_cache(maxsize=1024)
def all_ends(melds: Melds, aces: Aces) -> tuple[Ends, ...]:
    """The ends of each meld."""
    sets = in_sets(melds)
    # Only the run's own suit matters: without this, sets of other ranks would make new entries of the cache.
    return tuple(
        [ends_at(meld.cards, sets & _SUITS[meld.cards[0] // 13] if meld.is_run else 0, aces) for meld in melds]
    )


def _goes_below(melds: Melds, number: int, codes: tuple[int, ...], aces: Aces) -> bool:
    """Whether these cards in their order go to the low end of the meld, or into the set. Raises IllegalAction."""
    meld = rounds.meld_at(melds, number)
    low, high, fits, _ = all_ends(melds, aces)[number]
    if codes == low[: len(codes)][::-1]:
        return True
    if codes != high[: len(codes)]:
        raise rounds.does_not_fit([FACES[code] for code in codes], meld, fits)
    return False


def _with_cards(melds: Melds, number: int, codes: tuple[int, ...], seat: int, aces: Aces) -> Melds:
    """The table after the seat has laid these cards, in order of writing, onto a meld. Raises IllegalAction."""
    at_low_end = _goes_below(melds, number, codes, aces)
    meld = melds[number]
    old, new = shapes.rows_of(meld), [(code, code, seat) for code in codes]
    grown = shapes.meld_of(new + old if at_low_end else old + new, meld.is_run, itemgetter(0))
    return (*melds[:number], grown, *melds[number + 1 :])


def _played(state: BasicState, seat: int, play: Play) -> tuple[tuple[int, ...], Melds]:
    """The cards of a play, and the table after it. Raises IllegalAction."""
    if isinstance(play, LayDown):
        shape = _read_meld(play.cards, state.aces)
        return shape.cards, (*state.melds, shapes.laid_by(seat, shape))
    codes = _read_cards(play.cards)
    return codes, _with_cards(state.melds, play.meld, codes, seat, state.aces)


def claims_on(state: BasicState, card: int, by: int) -> tuple[Claim, ...]:
    """Every call possible on a card that the seat *by* has just thrown out, sorted by notation."""
    found = enumerate(all_ends(state.melds, state.aces))
    calls = [CallRummy(LayOff((FACES[card],), number)) for number, end in found if end.fits >> card & 1]
    return tuple(Claim(call, by) for call in sorted(calls, key=text))


# -- picking up
def _draw(state: BasicState, seat: int, action: actions.Draw) -> BasicStep:
    card = rounds.top_of_stock(state)
    begun = _picked_up(state, seat, (card,), stock=state.stock[1:], drawn=card, idle=0)
    return begun, (events.Drew(seat, rounds.name_of(card)),)


def _take(state: BasicState, seat: int, action: Take) -> BasicStep:
    """The top of the pile alone, or a deeper card with all above it, used at once. Raises IllegalAction."""
    word, play, at = action.card, action.play, rounds.place_in_pile(state, action.card)
    taken, rest = state.discard[at:], state.discard[:at]
    took = events.Took(seat, tuple([FACES[code] for code in taken]))
    if len(taken) == 1:
        alone = play is None
        demand(alone, "card_not_used", "{word} is the top of the pile: say 'take {word}' first, then play it",
               word=word)  # fmt: skip
        return _picked_up(state, seat, taken, discard=rest, taken=taken[0], idle=state.idle + 1), (took,)
    if play is None:
        raise rounds.use_not_said(word)
    if isinstance(play, LayDown):
        used = taken[0] in _read_meld(play.cards, state.aces).cards
    elif isinstance(play, LayOff):
        codes = _read_cards(play.cards)
        used = taken[0] == codes[0 if _goes_below(state.melds, play.meld, codes, state.aces) else -1]
    else:
        refuse("not_in_this_game", "there are no jokers to trade in this game")
    if not used:
        raise rounds.not_used(word)
    after, happened = _lay(_picked_up(state, seat, taken, discard=rest), seat, play)
    return after, (took, *happened)


def _picked_up(state: BasicState, seat: int, codes: Iterable[int], **changes: Any) -> BasicState:  # noqa: ANN401
    """The turn has begun with these cards and changes: the last throw-out can no longer be called."""
    counts = state.pickups
    pickups = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    return rounds.receive(state, seat, codes, pickups=pickups, phase="play", claims=(), thrown_by=None, **changes)


def _turn_over(state: BasicState, seat: int, action: actions.TurnOver) -> BasicStep:
    """The pile is the stock, oldest on top, and its top is turned up; the seat then picks up."""
    demand(can_turn(state), "no_cards_left", "you can turn the pile over only when the stock is empty and the pile has "
           "two cards or more, and only a few times")  # fmt: skip
    first, *rest = state.discard
    turned = state.turned + 1
    after = replace(state, stock=tuple(rest), discard=(first,), turned=turned, claims=(), thrown_by=None)
    return after, (events.TurnedOver(seat, len(rest)), events.TurnedUp(FACES[first]))


# -- plays
def _lay_one(state: BasicState, seat: int, action: Play) -> BasicStep:
    if isinstance(action, LayOff):
        rounds.single_card(action)
    return _lay(state, seat, action)


def _lay(state: BasicState, seat: int, play: Play) -> BasicStep:
    """Cards put on the table; in a turn with what has to stay in the hand, and an empty one is out."""
    codes, melds = _played(state, seat, play)
    happened = (rounds.laid_event(state, seat, play),)
    after = rounds.part_with(state, seat, codes, melds=melds, idle=0)
    if state.phase == "final":
        return after, happened
    if not may_leave(state, seat, after.hands[seat], after.count(seat), melds):
        if is_first_turn(state, seat):
            refuse("nothing_left_to_throw", "in your first turn keep two cards or more: one to throw out, one to hold")
        refuse("nothing_left_to_throw", "this play would leave you no card that you may throw out")
    return (after, happened) if after.count(seat) else _went_out(after, seat, happened)


def may_leave(state: BasicState, seat: int, hand: int, count: int, melds: Melds) -> bool:
    """Whether a play may leave this: *count* cards, of which *hand* are known, with *melds* on the table."""
    # There is always something to throw out or a way out afterwards; nobody goes out in the first own turn.
    if is_first_turn(state, seat):
        return count > 1
    barred = state.taken if state.taken is not None and hand >> state.taken & 1 else None
    if count > (barred is not None):
        return True
    if state.options["discard_to_go_out"]:
        return False
    # A hand of just the barred card must be able to lay it: it may not be thrown out, and the turn has to end.
    return barred is None or any(end.fits >> barred & 1 for end in all_ends(melds, state.aces))


def _throw(state: BasicState, seat: int, action: ThrowOut) -> BasicStep:
    """The end of a turn: the next seat picks up, or a last card waits for calls, or the round is blocked."""
    thrown, happened = _thrown_out(state, seat, action.card)
    if not thrown.count(seat):
        return replace(thrown, phase="call"), happened
    if is_stuck(thrown):
        return _blocked(thrown, happened)
    return replace(thrown, turn=(seat + 1) % state.players, phase="pickup"), happened


def _thrown_out(state: BasicState, seat: int, word: str) -> BasicStep:
    """The card on the pile, with the calls that it makes possible. Raises IllegalAction."""
    card = FACE_OF.get(word)
    if card is None:
        raise rounds.not_held(word)
    demand(card != state.taken, "illegal",
           "you took {word} alone this turn; throw out another card now, {word} not before the next turn",
           word=word)  # fmt: skip
    changes = {"claims": claims_on(state, card, seat), "thrown_by": seat, "taken": None, "drawn": None}
    thrown = rounds.part_with(state, seat, (card,), discard=(*state.discard, card), **changes)
    return thrown, (events.ThrewOut(seat, word),)


# -- declaring
def _declare(state: BasicState, seat: int, action: Declare) -> BasicStep:
    fault = _bar_to_declaring(state, seat)
    if fault:
        refuse("illegal", fault)
    has_throw = action.throw is not None or not state.options["discard_to_go_out"]
    demand(has_throw, "nothing_left_to_throw",
           "at this table you must throw out your last card; end with 'throw' and a card")  # fmt: skip
    new = [_read_meld(words, state.aces) for words in action.melds]
    # One order, since melds are numbered in it: the same declaration has to be the same action for everybody.
    in_order = list(action.melds) == sorted(action.melds)
    demand(in_order, "wrong_order", "name the melds of a declaration in alphabetical order")
    codes = [code for shape in new for code in shape.cards]
    demand(len({*codes}) == len(codes), "card_twice", "a card is named twice in the declaration")
    demand(len(codes) + (action.throw is not None) == state.count(seat), "not_a_meld",
           "a declaration names every card of your hand once, and at most one to throw out")  # fmt: skip
    melds = (*state.melds, *[shapes.laid_by(seat, shape) for shape in new])
    named = [events.LaidDown(seat, at, shape.words) for at, shape in enumerate(new, len(state.melds))]
    down = rounds.part_with(state, seat, codes, melds=melds, idle=0, declared=seat)
    happened: tuple[Event, ...] = (events.Declared(seat), *named)
    if action.throw is None:
        return _went_out(down, seat, happened)
    thrown, threw = _thrown_out(down, seat, action.throw)
    return replace(thrown, phase="call"), (*happened, *threw)


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
    dealt = rounds.hand_size(state.options, state.players)
    return "" if state.count(seat) == dealt + 1 else _NOT_WHOLE


# -- calling
def _call(state: BasicState, seat: int, action: CallRummy) -> BasicStep:
    """The card just thrown out goes to the table for the caller; who threw it owes a penalty. Raises IllegalAction."""
    in_time = state.phase in ("pickup", "call")
    demand(in_time, "no_such_call", "a card can be called only until the next player picks up")
    claim, play = next((claim for claim in state.claims if claim.action == action), None), action.play
    if claim is None or isinstance(play, LayDown):
        refuse("no_such_call", "you can call only the card just thrown out, alone, onto a meld that it fits")
    demand(claim.by != seat, "own_doing", "you threw this card out; another player may call it")
    called = replace(
        state, melds=_with_cards(state.melds, play.meld, state.discard[-1:], seat, state.aces),
        discard=state.discard[:-1], claims=(), thrown_by=None, idle=0, declared=None, turn=claim.by, phase="penalty",
    )  # fmt: skip
    happened = (events.CalledRummy(seat), events.LaidOff(seat, play.meld, play.cards))
    return (called, happened) if penalties(called) else (_after_penalty(called), happened)


def _accept_penalty(state: BasicState, seat: int, action: actions.AcceptPenalty) -> BasicStep:
    """Two cards of the stock, or the pile, for who threw a card that was called. Raises IllegalAction."""
    from_pile, chose = action.source == "pile", events.Chose(seat, text(action))
    if action.source not in penalties(state):
        other = "draw" if from_pile else "pile"
        refuse("no_cards_left", "there are not enough cards for this penalty; say 'penalty {other}'", other=other)
    if from_pile:
        names = tuple([FACES[code] for code in state.discard])
        return _after_penalty(rounds.receive(state, seat, state.discard, discard=())), (chose, events.Took(seat, names))
    drawn = state.stock[:2]
    drew = [events.Drew(seat, rounds.name_of(code)) for code in drawn]
    return _after_penalty(rounds.receive(state, seat, drawn, stock=state.stock[2:])), (chose, *drew)


def _after_penalty(state: BasicState) -> BasicState:
    """The seat after the one that threw out is on turn, whichever seat called."""
    # The throw-out that was called ended that turn (docs/rules/basic.md, "Rummy!").
    return replace(state, turn=(state.turn + 1) % state.players, phase="pickup")


# -- the end of a round
def _went_out(state: BasicState, seat: int, happened: tuple[Event, ...]) -> BasicStep:
    """The seat is out: a declaration of one suit ends the game, else the others may lay once more."""
    # Counted when the seat is out, not when it declares: a declaration that is called is dead. Its melds are the only
    # ones with cards of the seat.
    suits = {card // 13 for meld in state.melds if seat in meld.by for card in meld.cards}
    wins, happened = state.declared == seat and len(suits) == 1, (*happened, events.WentOut(seat))
    out = replace(_quiet(state), out=seat, wins_game=seat if wins else None)
    if wins or not state.options["final_melds"]:
        return _over(out, happened)
    return replace(out, phase="final", turn=(seat + 1) % state.players), happened


def _pass(state: BasicState, seat: int, action: actions.Pass) -> BasicStep:
    """With nothing to pick up; or after the last melds, of which those of the last seat end the round."""
    passed, following = (events.Passed(seat, "pass"),), (seat + 1) % state.players
    if state.phase != "final":
        rounds.check_pass(pickups(state))
        return _blocked(state, passed)
    return _over(state, passed) if following == state.out else (replace(state, turn=following), passed)


def _blocked(state: BasicState, happened: tuple[Event, ...]) -> BasicStep:
    return _over(_quiet(state), happened)


def _quiet(state: BasicState) -> BasicState:
    return replace(state, claims=(), thrown_by=None, taken=None, drawn=None)


def _over(state: BasicState, happened: tuple[Event, ...]) -> BasicStep:
    over, ended = SCORING.score(replace(state, phase="over"))
    return over, (*happened, *ended)


def _points(state: BasicState) -> tuple[int, ...]:
    """By seat: who is out gains all other hands, twice after a declaration, and the bonus; the others lose theirs."""
    held = scoring.held(state, VALUES.__getitem__)
    points = [-worth for worth in held]
    if state.out is not None:
        others = sum(held) - held[state.out]
        points[state.out] = others * (2 if state.declared == state.out else 1) + BONUS
    return tuple(points)


def _winner(state: BasicState, points: tuple[int, ...]) -> int | None:
    return highest_at_target(state, points) if state.wins_game is None else state.wins_game


SCORING: Final[Scoring[BasicState]] = Scoring(_points, _winner, VALUES)
STEPS: Final[rounds.Steps] = {
    actions.Draw: (rounds.PICKUP, _draw),
    Take: (rounds.PICKUP, _take),
    actions.TurnOver: (rounds.PICKUP, _turn_over),
    actions.Pass: (("pickup", "final"), _pass),
    LayDown: (("play", "final"), _lay_one),
    LayOff: (("play", "final"), _lay_one),
    ThrowOut: (rounds.PLAY, _throw),
    Declare: (rounds.PLAY, _declare),
    # Nobody has called the last card: who threw it is out.
    actions.CloseCall: (("call",), lambda state, seat, action: _went_out(state, seat, ())),
    actions.AcceptPenalty: (("penalty",), _accept_penalty),
    CallRummy: (rounds.WHILE_PLAYED, _call),
}


# -- the lists
def pickups(state: BasicState) -> list[Action]:
    """The pick-ups of the seat on turn, unsorted. Exact if its hand is fully known."""
    found: list[Action] = [rounds.DRAW] if state.stock else [_TURN_OVER] if can_turn(state) else []
    if state.discard:
        found.append(rounds.TAKES[state.discard[-1]])
        found += _deep_takes(state)
    elif not state.stock:
        found.append(rounds.PASS)
    return found


def _deep_takes(state: BasicState) -> list[Take]:
    seat, ends = state.turn, all_ends(state.melds, state.aces)
    held = state.hands[seat] | 1 << state.discard[-1]
    count = state.count(seat) + 1
    # Most cards of a pile go with no others, and need no look at what lies above them.
    useful = shapes.cards_in_melds(state.hands[seat] | mask(state.discard), state.aces)
    for end in ends:
        useful |= end.reach
    found = []
    for card in reversed(state.discard[:-1]):
        held, count = held | 1 << card, count + 1
        if not useful >> card & 1:
            continue
        found_melds = melds_with(held, card, state.aces)
        uses: list[tuple[Play, int]] = [(shape.laying, shape.mask) for shape in found_melds]
        uses += _lays_to(ends, held, card)
        for play, codes in uses:
            left = count - codes.bit_count()
            # Nothing is barred from being thrown out, so the table after the play makes no difference.
            if left > 1 or may_leave(_picked_up(state, seat, ()), seat, held & ~codes, left, state.melds):
                found.append(Take(FACES[card], play))
    return found


def _lays_to(table: Sequence[Ends], held: int, last: int) -> list[tuple[LayOff, int]]:
    """Every lay-off of cards in the mask *held* that goes exactly as far as the card *last*: the play, and its cards.

    *table* is ``all_ends`` of the melds.
    """
    found = []
    for number, (low, high, _, reach) in enumerate(table):
        for end in (low, high) if reach >> last & 1 else ():
            if last in end:
                laid = end[: end.index(last) + 1]
                codes = mask(laid)
                if not codes & ~held:
                    words = tuple([FACES[code] for code in (laid[::-1] if end is low else laid)])
                    found.append((LayOff(words, number), codes))
    return found


def _plays(state: BasicState) -> list[Action]:
    """Melds, lay-offs and throw-outs of the seat on turn, unsorted. Exact if its hand is fully known."""
    seat, hand, count = state.turn, state.hands[state.turn], state.count(state.turn)
    found = rounds.throws_of(hand if state.taken is None else hand & ~(1 << state.taken))
    for play, codes in _free_plays(state):
        left = count - codes.bit_count()
        # Two cards or more may always be left: one at most is barred from being thrown out.
        if left > 1 or may_leave(state, seat, hand & ~codes, left, _played(state, seat, play)[1]):
            found.append(play)
    return found


def _free_plays(state: BasicState) -> list[tuple[Play, int]]:
    """Every meld and every lay-off of one card from the hand of the seat on turn, and its cards."""
    hand = state.hands[state.turn]
    found: list[tuple[Play, int]] = [(shape.laying, shape.mask) for shape in melds_in(hand, state.aces)]
    for number, end in enumerate(all_ends(state.melds, state.aces)):
        if end.fits & hand:
            found += [(LayOff((FACES[code],), number), 1 << code) for code in members(end.fits & hand)]
    return found


def _declarations(state: BasicState) -> Iterator[Declare]:
    seat, hand = state.turn, state.hands[state.turn]
    if _bar_to_declaring(state, seat) or state.hidden[seat]:
        return
    found = melds_in(hand, state.aces)
    if not found:
        return
    if not state.options["discard_to_go_out"]:
        yield from (Declare(melds) for melds in _divisions(hand, found))
    for card in members(hand):
        if card != state.taken:
            yield from (Declare(melds, FACES[card]) for melds in _divisions(hand & ~(1 << card), found))


def _divisions(hand: int, found: list[Shape]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to part a hand into melds, each way sorted."""
    if not hand:
        yield ()
        return
    # Some meld has to have the lowest card, so each division is found once.
    lowest = hand & -hand
    for shape in found:
        if shape.mask & lowest and not shape.mask & ~hand:
            for rest in _divisions(hand & ~shape.mask, found):
                yield tuple(sorted((shape.words, *rest)))


def plays(state: BasicState, seat: int) -> list[Action]:
    """What the seat on turn may do in every phase but pickup, but for calls."""
    match state.phase:
        case "play":
            return [*_plays(state), *_declarations(state)]
        case "call":
            return [actions.CloseCall()]
        case "penalty":
            return [actions.AcceptPenalty(source) for source in penalties(state)]
    return [rounds.PASS, *[play for play, _ in _free_plays(state)]]  # of the last ones, when another is out


def left_to_the_clock(state: BasicState) -> Action:
    """What the host does for a seat whose time is up, but for throwing out. Public in each of these phases."""
    if state.phase != "pickup":
        return plays(state, state.turn)[0] if state.phase == "penalty" else rounds.PASS
    if state.stock or not state.discard:
        return rounds.DRAW if state.stock else rounds.PASS
    return _TURN_OVER if can_turn(state) else rounds.TAKES[state.discard[-1]]
