"""One turn of joker rummy: what each action does to the position, and what a seat may do.

Source: the document on joker rummy and the rulings in docs/rules/joker.md.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rummynet.rules.core.errors import (
    CardNotHeld,
    CardNotInPile,
    CardNotUsed,
    DoesNotFit,
    NeedsShuffle,
    NoCardsLeft,
    NotInThisGame,
    NotYourTurn,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import HIDDEN, Meld, State
from rummynet.rules.core.variety import Step
from rummynet.rules.joker import melds as plays
from rummynet.rules.joker.melds import Table, survey
from rummynet.rules.shared import scoring
from rummynet.rules.shared.rounds import booked, part_with, receive, totals_with
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut, Trade
from rummynet_protocol.events import Drew, Event, Exchanged, LaidDown, LaidOff, Passed, ThrewOut, Took, WentOut
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import said

VALUES: Final = (*scoring.VALUES, 25, 25)
"""Points by code; a joker's are those it costs in a hand."""
_UNKNOWN: Final = said("joker rummy does not know this action; draw, take, meld, lay, trade, throw or pass")


# -- doing


def apply(state: State, seat: int, action: Action) -> Step:
    """The position after the action. Raises IllegalAction."""
    _refuse_moment(state, seat, action)
    match action:
        case Draw():
            return _draw(state, seat)
        case Take(card, play):
            return _take(state, seat, card, play)
        case Pass():
            return _pass(state, seat)
        case ThrowOut(card):
            return _throw(state, seat, card)
        case LayOff(texts, _) if len(texts) > 1:
            raise DoesNotFit("lay off one card at a time")
        case LayDown() | LayOff() | Trade():
            return _settled(*_play(state, seat, action))
        case _:
            raise NotInThisGame(_UNKNOWN)


def _refuse_moment(state: State, seat: int, action: Action) -> None:
    """Refuse what comes at the wrong time or from the wrong seat."""
    if not isinstance(action, Draw | Take | Pass | ThrowOut | LayDown | LayOff | Trade):
        raise NotInThisGame(_UNKNOWN)
    if state.phase == "over":
        raise RoundOver("the round is over; wait for the next deal")
    if seat != state.turn:
        raise NotYourTurn(said("it is the turn of seat {seat}; wait for yours", seat=state.turn))
    picks_up = isinstance(action, Draw | Take | Pass)
    if picks_up and state.phase != "pickup":
        raise WrongPhase("you have picked up already; lay, trade or throw out a card")
    if not picks_up and state.phase != "play":
        raise WrongPhase("pick up first: draw, or take a card of the pile and use it")


def _draw(state: State, seat: int) -> Step:
    if not can_draw(state):
        raise NoCardsLeft("there is nothing to draw: the stock is empty and the pile cannot become a new one")
    if not state.stock:
        raise NeedsShuffle("the stock is empty; the pile but its top has to be shuffled first")
    card = state.stock[0]
    drawn = receive(replace(state, stock=state.stock[1:], phase="play", drawn=card), seat, (card,))
    return drawn, (Drew(seat, None if card == HIDDEN else cards.face(card)),)


def _take(state: State, seat: int, word: str, play: LayDown | LayOff | Trade | None) -> Step:
    card = cards.FACE_OF.get(word)
    if card is None or card not in state.discard:
        raise CardNotInPile(said("{word} is not in the pile; take a card that lies there", word=word))
    if play is None:
        raise CardNotUsed(said("say how you use {word} at once, such as 'take {word} lay {word} on 0'", word=word))
    _refuse_unused(state, card, word, play)
    at = state.discard.index(card)
    taken = state.discard[at:]
    held = receive(replace(state, discard=state.discard[:at], phase="play", drawn=None), seat, taken)
    after, told = _play(held, seat, play)
    return _settled(after, (Took(seat, tuple(map(cards.face, taken))), *told))


def _refuse_unused(state: State, card: int, word: str, play: LayDown | LayOff | Trade) -> None:
    """Refuse a play that does not use the card taken, or not as the outermost of a lay-off."""
    match play:
        case LayDown(texts):
            used = any(code == card for code, _ in plays.read_laid(texts))
        case LayOff(texts, number):
            laid = plays.read_lay(survey(state.melds), texts, number)
            used = plays.outermost(state.melds[number], laid) == card
        case Trade(real, _):
            used = real == word
    if not used:
        raise CardNotUsed(said("{word} has to be used at once, in a lay-off as the outermost card", word=word))


def _play(state: State, seat: int, play: LayDown | LayOff | Trade) -> Step:
    """A play from the hand, whatever it leaves there."""
    table = survey(state.melds)
    match play:
        case LayDown(texts):
            laid = plays.read_meld(table, texts)
            held = part_with(state, seat, (code for code, _ in laid))
            codes, stands = zip(*laid, strict=True)
            meld = Meld(codes, stands, (seat,) * len(laid), plays.LAYABLE[stands].is_run)
            return replace(held, melds=(*state.melds, meld)), (LaidDown(seat, len(state.melds), plays.words(laid)),)
        case LayOff(texts, number):
            laid = plays.read_lay(table, texts, number)
            held = part_with(state, seat, (code for code, _ in laid))
            after = _with_meld(held, number, plays.placed(state.melds[number], laid, seat))
            return after, (LaidOff(seat, number, plays.words(laid)),)
        case Trade(card, joker):
            return _trade(state, table, seat, card, joker)


def _trade(state: State, table: Table, seat: int, word: str, joker: str) -> Step:
    """The place keeps the seat that laid the joker; the joker goes to the hand."""
    for code, stands, number, place in table.jokers:
        if cards.FACES[code] == joker and cards.FACES[stands] == word:
            held = receive(part_with(state, seat, (stands,)), seat, (code,))
            meld = state.melds[number]
            codes = (*meld.cards[:place], stands, *meld.cards[place + 1 :])
            return _with_meld(held, number, replace(meld, cards=codes)), (Exchanged(seat, number, word, joker),)
    raise DoesNotFit(
        said(
            "{joker} does not lie on the table as {word}; trade the card that the joker is named for",
            joker=joker,
            word=word,
        )
    )


def _with_meld(state: State, number: int, meld: Meld) -> State:
    return replace(state, melds=(*state.melds[:number], meld, *state.melds[number + 1 :]))


def _throw(state: State, seat: int, word: str) -> Step:
    card = cards.FACE_OF.get(word)
    if card is None:
        raise CardNotHeld(said("{word} is not in your hand; throw out a card that you hold", word=word))
    thrown = replace(part_with(state, seat, (card,)), discard=(*state.discard, card), drawn=None)
    told = (ThrewOut(seat, word),)
    if not thrown.count(seat):
        return _settled(thrown, told)
    return replace(thrown, turn=(seat + 1) % state.players, phase="pickup"), told


def _pass(state: State, seat: int) -> Step:
    if can_draw(state):
        raise WrongPhase("you can draw; pass only where nothing else can be done")
    if next(takes(state, seat), None) is not None:
        raise WrongPhase("you can take a card of the pile and use it; pass only where nothing else can be done")
    return _over(state, None, (Passed(seat, "pass"),))


# -- the end


def _settled(state: State, told: tuple[Event, ...]) -> Step:
    """The position after something has left the hand of the seat on turn: an empty hand ends the round."""
    if state.count(state.turn):
        return state, told
    return _over(state, state.turn, (*told, WentOut(state.turn)))


def _over(state: State, out: int | None, told: tuple[Event, ...]) -> Step:
    over, ended = scored(replace(state, phase="over", out=out, drawn=None))
    return over, (*told, *ended)


def scored(state: State) -> Step:
    """A round that is over with its points, if every hand is known."""
    if not state.all_known:
        return state, ()
    points = round_points(state)
    return booked(state, points, winner_of(state, points))


def round_points(state: State) -> tuple[int, ...]:
    """By seat: what lies on the table by it, a joker as the card it stands for, less what it holds."""
    laid = scoring.on_table(state.melds, state.players)
    return tuple(
        points - scoring.in_hand(hand, VALUES.__getitem__) for points, hand in zip(laid, state.hands, strict=True)
    )


def winner_of(state: State, points: tuple[int, ...]) -> int | None:
    """Who wins the game with these points of the round, the totals of *state* being those before it."""
    return scoring.winner(state.scores, totals_with(state, points), state.options["target"])


# -- what may be done


def can_draw(state: State) -> bool:
    """Whether the stock has a card or can be made anew from the pile but its top."""
    limit: int = state.options["reshuffle_limit"]
    return bool(state.stock) or (len(state.discard) > 1 and state.reshuffles < limit)


def allowed(state: State) -> Iterator[Action]:
    """What the seat on turn may do, unsorted. Exact if its hand is fully known."""
    if state.phase == "pickup":
        yield from _pickups(state, state.turn)
    elif state.phase == "play":
        yield from _plays(state, state.turn)


def _pickups(state: State, seat: int) -> Iterator[Action]:
    found = takes(state, seat)
    if can_draw(state):
        yield Draw()
        yield from found
        return
    first = next(found, None)
    yield Pass() if first is None else first
    yield from found


def takes(state: State, seat: int) -> Iterator[Take]:
    """Every card of the pile with every way to use it at once."""
    table, held = survey(state.melds), state.hands[seat]
    for card in reversed(state.discard):
        held |= 1 << card
        word = cards.FACES[card]
        uses: list[Iterator[LayDown | LayOff | Trade]] = []
        uses += plays.melds_of(table, held, card), plays.lays_to(table, held, card), _trades(table, 1 << card)
        for use in uses:
            yield from (Take(word, play) for play in use)


def _plays(state: State, seat: int) -> Iterator[Action]:
    table, held = survey(state.melds), state.hands[seat]
    yield from plays.melds_of(table, held)
    yield from plays.lays_of(table, held)
    yield from _trades(table, held)
    yield from (ThrowOut(cards.FACES[card]) for card in cards.members(held))


def _trades(table: Table, held: int) -> Iterator[Trade]:
    for joker, stands, _, _ in table.jokers:
        if held >> stands & 1:
            yield Trade(cards.FACES[stands], cards.FACES[joker])


def left_to_the_clock(state: State) -> str:
    """What the host does for a seat whose time is up; empty where it depends on a card that is not known here."""
    seat = state.turn
    if state.phase == "pickup":
        return "draw" if can_draw(state) else _first_of(state)
    hand, drawn = state.hands[seat], state.drawn
    if drawn is not None and drawn != HIDDEN and hand >> drawn & 1:
        return f"throw {cards.FACES[drawn]}"
    if state.hidden[seat]:
        return ""
    return f"throw {cards.FACES[scoring.lowest(hand & plays.REAL or hand, VALUES.__getitem__)]}"


def _first_of(state: State) -> str:
    return "" if state.hidden[state.turn] else min(map(text, allowed(state)))
