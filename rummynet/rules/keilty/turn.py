"""Keilty rummy: what a seat may do, and doing it or refusing it with the reason."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NoReturn

from rummynet.rules.core.errors import IllegalAction, demand, refuse
from rummynet.rules.core.state import HIDDEN, NOBODY, Claim, Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.shared import rounds
from rummynet.rules.shared.melds import MELDS, SHAPES, canonical, laid_by, melds_in, with_cards
from rummynet.rules.shared.rounds import can_draw, hands_without
from rummynet.rules.shared.scoring import Scoring
from rummynet_protocol import cards, events
from rummynet_protocol.actions import CallRummy, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.cards import FACE_OF, FACES
from rummynet_protocol.notation import text
from rummynet_protocol.values import replace

SCORING: Final[Scoring[State]] = Scoring()
BIT: Final = tuple(1 << code for code in range(52))
_SUIT: Final = 0x1FFF  # 13 cards
_TAKE: Final = tuple(f"take {face} " for face in FACES[:52])
GROWTH: Final = {
    shape.cards: tuple(
        tuple((end[at], tuple(FACES[code] for code in (end[at::-1] if end is shape.below else end[: at + 1])))
              for at in range(len(end)))
        for end in (shape.below, shape.above)
        if end
    )
    for shape in SHAPES.values()
}  # fmt: skip
"""By the cards of a meld, for each of its ends: the cards that may come to lie there, nearest first, each with the
words of the lay-off that goes as far."""


def lapses(state: State) -> bool:
    """Whether a rummy can be called only until the next player has picked up."""
    return state.options["lapse_seconds"] is not None


def with_calls(before: State, after: State, actor: int, *, picks_up: bool = False) -> State:
    """The position *after* an action of *actor* with the calls that it leaves possible."""
    calls = possible(after)
    # The usual case; a copy of the position costs more than the look.
    if not calls and not before.claims:
        return after
    if lapses(before):
        # What was possible and is no claim has lapsed; a pick-up makes all of it lapse.
        claimed = () if picks_up else [claim.action for claim in before.claims]
        lapsed = set(possible(before)).difference(claimed)
        calls = [call for call in calls if call not in lapsed]
    return replace(after, claims=claims_after(before.claims, calls, actor))


# -- picking up
def _draw(state: State, seat: int, action: Draw) -> Step:
    return rounds.draw_top(state, seat, claims=() if state.claims and lapses(state) else state.claims)


def _take(state: State, seat: int, action: Take) -> Step:
    pile, word, play = state.discard, action.card, action.play
    at = rounds.place_in_pile(state, word)
    if not isinstance(play, LayDown | LayOff):
        _refuse_alone(state, word)
    codes, melds = _play(state, seat, play)
    taken = pile[at:]
    if taken[0] not in codes:
        raise rounds.not_used(word)
    if isinstance(play, LayOff):
        meld = melds[play.meld]
        # The card taken is the end of the meld as it then is.
        as_far = not meld.is_run or taken[0] == (meld.cards[0] if meld.cards[: len(codes)] == codes else meld.cards[-1])
        demand(as_far, "does_not_fit", "lay off only as far as {card}, the card you take; lay the others afterwards",
               card=FACES[taken[0]])  # fmt: skip
    for code in pile[:at]:
        if code in codes:
            refuse("card_not_in_pile",
                   "{deep} lies deeper in the pile than {card}; to use both take {deep} and all above it",
                   deep=FACES[code], card=word)  # fmt: skip
    # At most as many as are held: nothing would be left to throw out, and there is no other way out.
    if state.count(seat) + len(taken) <= len(codes):
        raise _nothing_left("nothing_left_to_throw", word)
    hands, hidden = hands_without(state, seat, cards.mask(codes), sum(map(BIT.__getitem__, taken)))
    after = replace(state, phase="play", hands=hands, hidden=hidden, discard=pile[:at], melds=melds, drawn=None)
    took = events.Took(seat, tuple([FACES[code] for code in taken]))
    return with_calls(state, after, seat, picks_up=True), (took, rounds.laid_event(state, seat, play))


def _nothing_left(code: str, card: str) -> IllegalAction:
    return IllegalAction("you may take {card} only if you lay it this turn; then you would have no card left to throw "
                         "out", code=code, card=card)  # fmt: skip


def _refuse_alone(state: State, card: str) -> NoReturn:
    plays = [text for text in _take_texts(state) if text.startswith(f"take {card} ")]
    if plays:
        refuse("card_not_used", "you may take {card} only if you lay it this turn; say how, such as {play!r}",
               card=card, play=min(plays))  # fmt: skip
    if any(text.startswith(f"take {card} ") for text in _take_texts(state, keep=0)):
        raise _nothing_left("card_not_used", card)
    refuse("card_not_used",
           "you may take {card} only if you lay it this turn; nothing you would then hold goes with it",
           card=card)  # fmt: skip


# -- plays
def _lay(state: State, seat: int, action: LayDown | LayOff) -> Step:
    codes, melds = _play(state, seat, action)
    hands, hidden = hands_without(state, seat, cards.mask(codes))
    if state.count(seat) <= len(codes):
        raise rounds.nothing_left()
    after = replace(state, hands=hands, hidden=hidden, melds=melds)
    return with_calls(state, after, seat), (rounds.laid_event(state, seat, action),)


def _play(state: State, seat: int, play: LayDown | LayOff) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """The cards of the play and the table after it, wherever the cards come from. Raises IllegalAction."""
    if isinstance(play, LayDown):
        shape, words = MELDS.get(play.cards), play.cards
        if shape is None:
            right = canonical(words)
            if right is not None:
                refuse("wrong_order", "write that meld in order: {meld!r}", meld=right.text)
            twice = next((word for at, word in enumerate(words) if word in words[:at]), None)
            demand(twice is None, "card_twice", "{twice} is named twice; there is one of each card", twice=twice)
            raise rounds.not_a_meld(words)
        return shape.cards, (*state.melds, laid_by(seat, shape))
    meld = rounds.meld_at(state.melds, play.meld)
    codes = tuple(FACE_OF.get(word, HIDDEN) for word in play.cards)
    grown = with_cards(meld, codes, seat)
    if grown is None:
        raise rounds.does_not_fit(play.cards, meld, SHAPES[meld.cards].fits)
    return codes, (*state.melds[: play.meld], grown, *state.melds[play.meld + 1 :])


# -- throwing out
def _throw(state: State, seat: int, action: ThrowOut) -> Step:
    word = action.card
    card = FACE_OF.get(word, HIDDEN)
    if not 0 <= card < 52:
        refuse("not_in_this_game", "there is no card {word} in Keilty rummy", word=word)
    hands, hidden = hands_without(state, seat, 1 << card)
    thrown, discard = events.ThrewOut(seat, word), (*state.discard, card)
    if state.count(seat) == 1:
        return SCORING.end_round(replace(state, hands=hands, hidden=hidden, discard=discard), seat, (thrown,))
    following = (seat + 1) % state.players
    after = replace(state, turn=following, phase="pickup", hands=hands, hidden=hidden, discard=discard, drawn=None)
    return with_calls(state, after, seat), (thrown,)


# -- calls
def taken_by_call(state: State, action: CallRummy) -> tuple[int, ...]:
    """The cards that a call takes from the pile: from the lowest of its play up. None if one of them is not there."""
    play = action.play
    shape = MELDS.get(play.cards) if isinstance(play, LayDown) else None
    codes = shape.cards if shape is not None else tuple(FACE_OF.get(word, HIDDEN) for word in play.cards)
    if not codes or any(code not in state.discard for code in codes):
        return ()
    return state.discard[min(state.discard.index(code) for code in codes) :]


def _call(state: State, seat: int, action: CallRummy) -> Step:
    claim = next((claim for claim in state.claims if claim.action == action), None)
    if claim is None:
        raise _no_such_call(state, action.play)
    if claim.by == seat:
        refuse("own_doing", "you made this rummy possible yourself; only the others may call it")
    codes, melds = _play(state, seat, action.play)
    at = min(state.discard.index(code) for code in codes)
    taken = state.discard[at:]
    hands = hands_without(state, seat, cards.mask(codes), cards.mask(taken))[0]
    after = replace(state, hands=hands, discard=state.discard[:at], melds=melds)
    took = events.Took(seat, tuple(FACES[code] for code in taken))
    return with_calls(state, after, seat), (events.CalledRummy(seat), took, rounds.laid_event(state, seat, action.play))


def possible(state: State) -> list[CallRummy]:
    """Every call that pile and table allow, unsorted."""
    # Each meld, each stretch at one end of a run, each card that completes a set.
    pile = sum(map(BIT.__getitem__, state.discard))
    laid = melds_in(pile)
    calls = [CallRummy(shape.laying) for shape in laid] if laid else []
    for number, meld in enumerate(state.melds):
        for end in GROWTH[meld.cards] if SHAPES[meld.cards].fits & pile else ():
            for code, words in end:
                if not pile >> code & 1:
                    break
                calls.append(CallRummy(LayOff(words, number)))
    return calls


def claims_after(before: Iterable[Claim], calls: Sequence[CallRummy], actor: int) -> tuple[Claim, ...]:
    """The claims after an action of *actor* that left *calls* possible, sorted by notation."""
    # One that was possible before stays with who made it so; a new one, also one that had gone in between, is
    # *actor*'s.
    if not calls:
        return ()
    by = {claim.action: claim.by for claim in before}
    # Writing the notation of a call only to sort one is most of the cost.
    if len(calls) > 1:
        calls = sorted(calls, key=text)
    return tuple(Claim(call, by.get(call, actor)) for call in calls)


def _no_such_call(state: State, play: LayDown | LayOff) -> IllegalAction:
    """The call names a play that is not there; its cause is what is wrong with the play."""
    # What is not in the pile comes first: it is the usual mistake, and the play may be fine otherwise.
    for word in play.cards:
        if FACE_OF.get(word) not in state.discard:
            return IllegalAction("no rummy: {word} is not in the discard pile, and every card of a call comes from it",
                                 code="no_such_call", word=word)  # fmt: skip
    if CallRummy(play) in possible(state):
        return IllegalAction("it is too late: this rummy could be called until the next player picked up",
                             code="no_such_call")  # fmt: skip
    why: IllegalAction = rounds.not_a_meld(play.cards)
    try:
        _play(state, NOBODY, play)
    except IllegalAction as fault:
        why = fault
    refusal = IllegalAction("no rummy: {why}", code="no_such_call", why=why)
    # By hand: `raise … from` is the caller's, who gets this one as a value.
    refusal.__cause__ = why
    return refusal


STEPS: Final[rounds.Steps] = {
    Draw: (rounds.PICKUP, _draw),
    Take: (rounds.PICKUP, _take),
    Pass: (rounds.PICKUP, None),
    LayDown: (rounds.PLAY, _lay),
    LayOff: (rounds.PLAY, _lay),
    ThrowOut: (rounds.PLAY, _throw),
    CallRummy: (rounds.WHILE_PLAYED, _call),
}


# -- the list, in text: actions are made of it once
# Without a limit: 2**13 hands of each suit are all that can be asked for, and a game meets some hundred.
@cache
def _throws(suit: int, held: int) -> tuple[str, ...]:
    return tuple(f"throw {FACES[13 * suit + rank]}" for rank in cards.members(held))


def turn_texts(state: State) -> list[str]:
    """What the seat on turn may do but for calls, unsorted. Exact if its hand is fully known."""
    if state.phase == "play":
        return _plays(state)
    if state.phase != "pickup":
        return []
    found = _take_texts(state)
    if can_draw(state):
        found.append("draw")
    elif not found or state.options["deck"] == "sealed":
        found.append("pass")
    return found


def _plays(state: State) -> list[str]:
    hand, spare = state.hands[state.turn], state.count(state.turn) - 1
    texts = [*_throws(0, hand & _SUIT), *_throws(1, hand >> 13 & _SUIT)]
    texts += _throws(2, hand >> 26 & _SUIT)
    texts += _throws(3, hand >> 39)
    if not spare:
        return texts
    texts += [shape.text for shape in melds_in(hand) if len(shape.cards) <= spare]
    for number, meld in enumerate(state.melds):
        fitting = SHAPES[meld.cards].fits & hand
        if fitting:
            texts += [f"lay {FACES[code]} on {number}" for code in cards.members(fitting)]
    return texts


def _take_texts(state: State, keep: int = 1) -> list[str]:
    """Every ``take`` of the seat on turn that leaves *keep* cards in the hand or more."""
    pile, hand = state.discard, state.hands[state.turn]
    depth = {code: at for at, code in enumerate(pile)}
    lying = sum(map(BIT.__getitem__, pile))
    most = state.count(state.turn) + len(pile) - keep
    texts = []
    for shape in melds_in(hand | lying) if pile else ():
        if shape.mask & lying:
            at = min([depth[code] for code in shape.cards if code in depth])
            if len(shape.cards) <= most - at:
                texts.append(_TAKE[pile[at]] + shape.text)
    for number, meld in enumerate(state.melds if pile else ()):
        # As far as the card taken; the cards between are held or lie above it in the pile.
        for end in GROWTH[meld.cards] if SHAPES[meld.cards].fits & (hand | lying) else ():
            deepest = len(pile)
            for code, words in end:
                if code in depth:
                    if depth[code] < deepest:
                        deepest = depth[code]
                        if len(words) <= most - deepest:
                            texts.append(f"{_TAKE[code]}lay {' '.join(words)} on {number}")
                elif not hand >> code & 1:
                    break
    return texts


def long_lay_offs(state: State) -> Iterator[LayOff]:
    """Lay-offs of several cards at once from the hand of the seat on turn, which the list leaves out."""
    hand, most = state.hands[state.turn], state.count(state.turn) - 1  # one is thrown out
    for number, meld in enumerate(state.melds):
        for end in GROWTH[meld.cards]:
            for code, words in end[:most]:
                if not hand >> code & 1:
                    break
                if len(words) > 1:
                    yield LayOff(words, number)
