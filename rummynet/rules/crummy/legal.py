"""Crummy rummy: what a seat may lay and throw out in the play phase, listed without trying anything out.

What a meld takes depends on the meld alone and changes only when a card comes to it, so it is kept by its cards.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import lean
from rummynet.rules.crummy.melds import TWO, WILD_MASK, has_room, is_wild, lowest, rank_of_set
from rummynet.rules.crummy.state import CrummyState
from rummynet.rules.crummy.turn import may_move
from rummynet.rules.shared.faces import faces_of, open_suit, spell
from rummynet.rules.shared.melds import ends
from rummynet.rules.shared.turn import throws_of
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayOff, Swap
from rummynet_protocol.cards import FACES
from rummynet_protocol.memo import Memo


class _Openings(NamedTuple):
    """What may be laid onto a meld and taken out of it. Masks are of faces."""

    is_run: bool
    has_room: bool  # whether it takes one more wild card
    places: tuple[tuple[str, int], ...]
    """What a wild card may stand for there, as it is written (``=7H``), each with the natural cards that could lie in
    its place."""
    natural: int  # all these natural cards
    exchanges: tuple[tuple[int, int], ...]
    """The natural cards that may take a wild card's place, each time with the code of the wild card."""
    exchanged: int  # all these natural cards


def lean_plays(state: CrummyState, seat: int) -> list[Action]:
    """What the seat may do in the play phase, in no order; its hand has to be known."""
    hand = state.hands[seat]
    held = faces_of(hand)
    found = throws_of(held)
    # Nothing else before the contract, so there is no look at the table.
    if not state.laid[seat]:
        return [*found, *lean(hand, state.contract, state.ace_low)]
    if state.contract.whole_hand:
        return found
    wild = held & WILD_MASK
    openings = _OPENINGS[state.ace_low]
    table = [openings[meld] for meld in state.melds]
    for number, meld in enumerate(table):
        words = [FACES[face] for face in cards.members(meld.natural & held)] if meld.natural & held else []
        if wild and meld.has_room:
            # The first wild card where no natural one is held.
            name = FACES[(wild & -wild).bit_length() - 1]
            words += [name + stands for stands, faces in meld.places if not faces & held]
        found += [LayOff((word,), number) for word in words]
        if meld.exchanged & held:
            found += _swaps(state, table, number, held)
    return found


def _openings(ace_low: bool, meld: Meld) -> _Openings:
    wild = [(code, face) for code, face in zip(meld.cards, meld.stands, strict=True) if is_wild(code)]
    if meld.is_run:
        places = [(f"={FACES[face]}", _natural(face)) for face, _ in ends(meld, lowest(ace_low))]
        exchanges = [(_natural(face), code) for code, face in wild]
    else:
        rank = rank_of_set(meld)
        of_rank = cards.mask(range(rank, 52, 13))
        places = [(f"={spell(open_suit(rank))}", of_rank)]
        exchanges = [(of_rank, code) for code, _ in wild]
    natural = exchanged = 0
    for _, faces in places:
        natural |= faces
    for faces, _ in exchanges:
        exchanged |= faces
    return _Openings(meld.is_run, has_room(meld), tuple(places), natural, tuple(exchanges), exchanged)


# Every seat's list asks for every meld at each action; most melds do not change in between.
_OPENINGS: Final = [Memo(partial(_openings, ace_low), most=4096) for ace_low in (False, True)]
"""By meld, without and with ``ace_low``."""


def _natural(face: int) -> int:
    """The mask of a face, empty if it is that of a wild card."""
    return 0 if face % 13 == TWO else 1 << face


def _swaps(state: CrummyState, table: Sequence[_Openings], source: int, held: int) -> list[Swap]:
    """Swaps into one meld: each natural card held for which a wild card lies there, each place for the wild card."""
    found: list[Swap] = []
    is_run = table[source].is_run
    for faces, wild in table[source].exchanges:
        moves = may_move(state, wild)
        if faces & held and (is_run or moves):
            given, name = [FACES[face] for face in cards.members(faces & held)], cards.face(wild)
            for number, meld in enumerate(table):
                if meld.is_run if number == source else moves and meld.has_room:
                    for stands, _ in meld.places:
                        onward = LayOff((name + stands,), number)
                        found += [Swap(face, source, onward) for face in given]
        if moves and not is_run:
            break  # its wild cards are equal, so the first that may leave will do
    return found
