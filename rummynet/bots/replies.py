"""What a card thrown out brings the others who can take it, in positions in which every card is known."""

from typing import Final

from rummynet.bots.worth import word_value
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.replacing import replace
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import LayDown, LayOff, Take, ThrowOut

LAID_AT_ONCE: Final = frozenset({"keilty", "joker"})
"""Games in which a card taken from the pile is laid at once, and points are laid."""
_CARD_BESIDE: Final = 1.5
"""Points that each further card is worth which comes with a take."""


class Replies:
    """The best takes of others after one seat's throw, in a game in which a card taken is laid at once."""

    def __init__(self, variety: Variety, seat: int, fading: float) -> None:
        self._variety, self._seat, self._fading = variety, seat, fading

    def given(self, world: State, throw: ThrowOut) -> float:
        """Points that the others gain by their best takes; each further neighbour counts less."""
        try:
            after, _ = self._variety.apply(world, self._seat, throw)
        except IllegalAction:
            return 0.0
        if after.phase != "pickup":
            return 0.0
        total, counts = 0.0, 1.0
        for step in range(1, after.players):
            seat = (self._seat + step) % after.players
            total += counts * self._best_take(replace(after, turn=seat, claims=()), seat)
            counts *= self._fading
        return total

    def _best_take(self, state: State, seat: int) -> float:
        depth = {code: len(state.discard) - place for place, code in enumerate(state.discard)}
        best = 0.0
        for action in self._variety.legal(state, seat):
            if isinstance(action, Take) and isinstance(action.play, LayDown | LayOff):
                words = action.play.cards
                beside = depth[cards.FACE_OF[action.card]] - 1
                worth = sum([word_value(word) for word in words]) + _CARD_BESIDE * beside
                best = max(best, worth)
        return best
