"""Positions of joker rummy: reading melds with jokers, and what cannot lie on the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from rummynet.rules.core.errors import BadPosition, NotAMeld
from rummynet.rules.core.state import State
from rummynet.rules.joker import melds
from rummynet.rules.shared.melds import SHAPES
from rummynet.rules.shared.one_deck_parts import OneDeckPositions
from rummynet_protocol import cards


class JokerPositions(OneDeckPositions):
    """Positions in which a joker of a meld is written with the card it stands for."""

    def read_meld(self, words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """A meld of a position: codes, what they stand for, whether it is a run. Raises BadPosition."""
        try:
            laid = melds.read_laid(words)
        except NotAMeld as fault:
            raise BadPosition(str(fault)) from None
        stands = tuple(face for _, face in laid)
        if stands not in SHAPES:
            raise BadPosition(f"{' '.join(words)[:60]} is no meld, or not in order (a run in sequence, a set C D H S)")
        return tuple(code for code, _ in laid), stands, SHAPES[stands].is_run

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> State:
        """The state of these fields, no card on the table twice."""
        state = super().read_own(position, fields)
        _check_table(state)
        return state


def _check_table(state: State) -> None:
    """Refuse a card that is on the table twice, as itself or by a joker. Raises BadPosition."""
    seen = 0
    for face in (face for meld in state.melds for face in meld.stands):
        if seen >> face & 1:
            raise BadPosition(f"{cards.FACES[face]} is on the table twice, as itself or by a joker")
        seen |= 1 << face
