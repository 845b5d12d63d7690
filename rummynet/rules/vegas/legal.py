"""What a seat may do, listed: the legal actions of Vegas rummy.

The lists are shorter than the rules: in them a wild card never stands for a face that the hand holds and never makes
up a whole meld, and wild cards are used in their order. Every listed action is accepted; more are.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.shared.faces import face_word, faces_of, open_suit
from rummynet.rules.shared.melds import Shape, shapes_of
from rummynet.rules.shared.rounds import can_draw
from rummynet.rules.shared.turn import throws_of
from rummynet.rules.vegas import melds
from rummynet.rules.vegas.score import aces_of
from rummynet.rules.vegas.state import VegasState, Wilds
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
)
from rummynet_protocol.cards import FACES, face, mask, members

_NATURAL: Final = (1 << 52) - 1
_OF_SUIT: Final = tuple(mask(range(13 * suit, 13 * suit + 13)) for suit in range(4))
_OF_RANK: Final = tuple(mask(13 * suit + rank for suit in range(4)) for rank in range(13))


# -- what can be picked up


def is_forced(state: VegasState) -> bool:
    """Whether so many turns in a row began with a take that somebody has to draw."""
    # As in Crummy rummy, by those who play the round: without it a card could go round for ever.
    return state.takes >= 2 * sum(state.playing)


def can_take(state: VegasState) -> bool:
    """Whether the top of the pile may be taken."""
    # docs/rules/vegas.md, "Your turn": who begins the round has to draw.
    return bool(state.discard) and not state.first and not is_forced(state)


def pickups(state: VegasState) -> list[Action]:
    """Everything in phase pickup."""
    found: list[Action] = []
    if can_draw(state):
        found.append(Draw())
    if can_take(state):
        found.append(Take(face(state.discard[-1])))
    return found or [Pass()]


# -- melds


# The same few cards of a suit or rank come back turn after turn, so what they can become is kept.
@lru_cache(maxsize=1 << 14)
def _within_reach(held: int, most: int, is_suit: bool) -> tuple[Shape, ...]:
    """The runs of a suit (sets of a rank), of which *held* has a card and lacks *most* at most."""
    first = (held & -held).bit_length() - 1
    shapes = shapes_of(suit=first // 13) if is_suit else shapes_of(rank=first % 13)
    return tuple([one for one in shapes if one.mask & held and (one.mask & ~held).bit_count() <= most])


def _filled(faces: Sequence[int], held: int, wild: Sequence[int]) -> Iterator[str]:
    supply = iter(wild)
    for one in faces:
        yield face_word(one) if held >> one & 1 else face_word(next(supply), one)


def _left_over(wild: Sequence[int], own: int) -> list[int]:
    """The wild cards in their order without one of each face in *own*, which the meld uses as themselves."""
    left = list(wild)
    for one in set(wild):
        if own >> one & 1:
            left.remove(one)
    return left


# Most of a hand is the same as the turn before.
@lru_cache(maxsize=1 << 14)
def _melds_with(part: int, wild: tuple[int, ...], most: int, is_suit: bool) -> tuple[LayDown, ...]:
    """The melds of the list with cards of *part*, which are held of a suit (of a rank), and *most* wild cards at most.

    A set of which one or two suits are held may also be filled up to three with open suits.
    """
    found = []
    for shape in _within_reach(part, most, is_suit):
        left = _left_over(wild, shape.mask & part)
        if (shape.mask & ~part).bit_count() <= len(left):
            found.append(LayDown(tuple(_filled(shape.cards, part, left))))
    lacking, left = melds.FEWEST - part.bit_count(), _left_over(wild, part)
    if not is_suit and 0 < lacking <= min(most, len(left)):
        names = tuple(members(part))
        opened = [face_word(one, open_suit(names[0] % 13)) for one in left[:lacking]]
        found.append(LayDown((*map(face_word, names), *opened)))
    return tuple(found)


def meld_actions(hand: int, wilds: Wilds, strict: bool) -> list[LayDown]:
    """The melds of the list, for a hand given as a mask."""
    held, size, wild = faces_of(hand) & _NATURAL, hand.bit_count(), tuple(wilds.held(hand))
    most = min(len(wild), 1) if strict else len(wild)
    found: list[LayDown] = []
    for groups in (_OF_SUIT, _OF_RANK):
        for of in groups:
            part = held & of
            # A meld has a natural card.
            if part and part.bit_count() + most >= melds.FEWEST:
                found += _melds_with(part, wild, most, groups is _OF_SUIT)
    # A card has to be left to throw out.
    return [play for play in found if len(play.cards) < size]


# -- the other plays


def lay_actions(state: VegasState, hand: int) -> Iterator[LayOff]:
    """The lay-offs of the list: the card itself if it is held, else the first wild card as it."""
    if hand.bit_count() < 2:
        return
    held, wild = faces_of(hand), state.wilds.held(hand)
    for number, meld in enumerate(state.melds):
        bars_wild = not wild or (state.strict and melds.wild_count(meld) > 0)
        for one in melds.fitting(meld):
            if held >> one & 1:
                yield LayOff((face_word(one),), number)
            elif not bars_wild:
                yield LayOff((face_word(wild[0], one),), number)


def swap_actions(state: VegasState, hand: int) -> Iterator[Swap]:
    """Every swap that is possible."""
    if state.options["solidarity"]:
        return
    for one in members(faces_of(hand) & _NATURAL):
        for number, meld in enumerate(state.melds):
            if melds.wild_place(meld, one) is not None:
                yield Swap(FACES[one], number)


def plays(state: VegasState, seat: int) -> list[Action]:
    """What the list holds for the seat in every phase but pickup, in no order."""
    match state.phase:
        case "play":
            hand = state.hands[seat]
            return [
                *throws_of(faces_of(hand)),
                *meld_actions(hand, state.wilds, state.strict),
                *lay_actions(state, hand),
                *swap_actions(state, hand),
            ]
        case "aces":
            return [CountAces(high) for high in range(aces_of(state, seat) + 1)]
    return [BuyIn(), Decline()]
