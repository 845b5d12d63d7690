"""Every legal action of Keilty rummy: the list, and lay-offs of several cards at once, which it leaves out."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet.rules.keilty.turn import GROWTH
from rummynet_protocol.actions import Action, LayOff


def all_legal(state: State, seat: int) -> Iterator[Action]:
    """Every action that ``apply`` accepts of the seat, each once. Exact if its hand is fully known."""
    yield from VARIETY.legal(state, seat)
    if state.phase != "play" or seat != state.turn:
        return
    hand, most = state.hands[seat], state.count(seat) - 1  # one is thrown out
    for number, meld in enumerate(state.melds):
        for end in GROWTH[meld.cards]:
            for code, words in end[:most]:
                if not hand >> code & 1:
                    break
                # Single cards are in the list already.
                if len(words) > 1:
                    yield LayOff(words, number)
