"""Positions of joker rummy: reading melds with jokers, and what cannot lie on the table."""

from collections.abc import Sequence

from rummynet.rules.core.errors import BadPosition, NotAMeld
from rummynet.rules.core.state import State
from rummynet.rules.joker import melds
from rummynet.rules.shared.melds import SHAPES
from rummynet_protocol import cards


def read_meld(words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """A meld of a position: codes, what they stand for, whether it is a run. Raises BadPosition."""
    try:
        laid = melds.read_laid(words)
    except NotAMeld as fault:
        raise BadPosition(str(fault)) from None
    stands = tuple(face for _, face in laid)
    if stands not in SHAPES:
        raise BadPosition(f"{' '.join(words)[:60]} is no meld, or not in order (a run in sequence, a set C D H S)")
    return tuple(code for code, _ in laid), stands, SHAPES[stands].is_run


def check_table(state: State) -> None:
    """Refuse a card that is on the table twice, as itself or by a joker. Raises BadPosition."""
    seen = 0
    for face in (face for meld in state.melds for face in meld.stands):
        if seen >> face & 1:
            raise BadPosition(f"{cards.FACES[face]} is on the table twice, as itself or by a joker")
        seen |= 1 << face
