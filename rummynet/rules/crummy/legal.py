"""Crummy rummy: what a seat may lay and throw out in the play phase, listed without trying anything out.

What a meld takes depends on the meld alone and changes only when a card comes to it, so it is kept by its cards.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import lean, of_round
from rummynet.rules.crummy.melds import TWO, WILD_MASK, ends, has_room, is_wild, rank_of_set
from rummynet.rules.crummy.state import CrummyState
from rummynet.rules.crummy.turn import may_move
from rummynet.rules.shared.faces import face_word, faces_of, open_suit
from rummynet.rules.shared.turn import throws_of
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayOff, Swap
from rummynet_protocol.cards import FACES, PER_DECK


class _Openings(NamedTuple):
    """What may be laid onto a meld and taken out of it. Masks are of faces."""

    is_run: bool
    has_room: bool
    """Whether it takes one more wild card."""
    places: tuple[tuple[int, int], ...]
    """What a wild card may stand for there, each with the natural cards that could lie in its place."""
    natural: int
    """All these natural cards."""
    exchanges: tuple[tuple[int, int], ...]
    """The natural cards that may take a wild card's place, each time with the code of the wild card."""
    exchanged: int
    """All these natural cards."""


def lean_plays(state: CrummyState, seat: int) -> list[Action]:
    """What the seat may do in the play phase, in no order; its hand has to be known."""
    hand = state.hands[seat]
    held = faces_of(hand)
    found = throws_of(held)
    # Nothing else before the contract, so there is no look at the table.
    if not state.laid[seat]:
        return [*found, *lean(hand, state.round, state.ace_low)]
    if of_round(state.round).whole_hand:
        return found
    wild = held & WILD_MASK
    first_wild = (wild & -wild).bit_length() - 1 if wild else None
    table = [_openings(meld.cards, meld.stands, meld.is_run, state.ace_low) for meld in state.melds]
    for number, meld in enumerate(table):
        if meld.natural & held or (wild and meld.has_room):
            found += _lay_offs(meld, number, held, first_wild)
        if meld.exchanged & held:
            found += _swaps(state, table, number, held)
    return found


# Every seat's list asks for every meld at each action; most melds do not change in between.
@lru_cache(maxsize=4096)
def _openings(codes: tuple[int, ...], stands: tuple[int, ...], is_run: bool, ace_low: bool) -> _Openings:
    meld = Meld(codes, stands, (), is_run)
    wild = [(code, face) for code, face in zip(codes, stands, strict=True) if is_wild(code)]
    if is_run:
        places = tuple((face, _natural(face)) for face, _ in ends(meld, ace_low))
        exchanges = tuple((_natural(face), code) for code, face in wild)
    else:
        rank = rank_of_set(meld)
        of_rank = cards.mask(range(rank, 52, 13))
        places = ((open_suit(rank), of_rank),)
        exchanges = tuple((of_rank, code) for code, _ in wild)
    natural = exchanged = 0
    for _, faces in places:
        natural |= faces
    for faces, _ in exchanges:
        exchanged |= faces
    return _Openings(is_run, has_room(meld), places, natural, exchanges, exchanged)


def _natural(face: int) -> int:
    """The mask of a face, empty if it is that of a wild card."""
    return 0 if face % 13 == TWO else 1 << face


def _lay_offs(meld: _Openings, number: int, held: int, first_wild: int | None) -> list[LayOff]:
    """Lay-offs onto one meld: natural cards, and the first wild card where none is held."""
    words = [FACES[face] for face in cards.members(meld.natural & held)]
    if first_wild is not None and meld.has_room:
        words += [face_word(first_wild, stands) for stands, faces in meld.places if not faces & held]
    return [LayOff((word,), number) for word in words]


def _swaps(state: CrummyState, table: Sequence[_Openings], number: int, held: int) -> Iterator[Swap]:
    """Swaps into one meld: each natural card held for which a wild card lies there, each place for the wild card."""
    meld = table[number]
    for faces, wild in meld.exchanges:
        if meld.is_run or may_move(state, wild):
            homes = _homes(state, table, number, wild) if faces & held else []
            for onward in homes:
                yield from [Swap(FACES[face], number, onward) for face in cards.members(faces & held)]
            if not meld.is_run:
                return  # its wild cards are equal, so the first that may leave will do


def _homes(state: CrummyState, table: Sequence[_Openings], source: int, wild: int) -> list[LayOff]:
    """Where a wild card of that meld may go."""
    moves, face = may_move(state, wild), wild % PER_DECK
    return [
        LayOff((face_word(face, stands),), number)
        for number, meld in enumerate(table)
        if (meld.is_run if number == source else moves and meld.has_room)
        for stands, _ in meld.places
    ]
