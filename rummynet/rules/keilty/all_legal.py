"""Every legal action of Keilty rummy: the list, and lay-offs of several cards at once, which it leaves out."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet.rules.keilty.turn import lay_offs
from rummynet.rules.shared.melds import SHAPES
from rummynet_protocol.actions import Action, LayOff
from rummynet_protocol.cards import FACES


def all_legal(state: State, seat: int) -> Iterator[Action]:
    """Every action that ``apply`` accepts of the seat, each once. Exact if its hand is fully known."""
    yield from VARIETY.legal(state, seat)
    if state.phase != "play" or seat != state.turn:
        return
    hand, most = state.hands[seat], state.count(seat) - 1  # one is thrown out
    for number, meld in enumerate(state.melds):
        shape = SHAPES[meld.cards]
        for stretch, low_end in ((shape.below, True), (shape.above, False)):
            for length, code in enumerate(stretch[:most], 1):
                if not hand >> code & 1:
                    break
                # Single cards are in the list already.
                if length > 1:
                    yield LayOff(tuple(FACES[one] for one in lay_offs(stretch, low_end, length)), number)
