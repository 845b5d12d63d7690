"""Every legal action of Vegas rummy: each wild card in each place, each of two equal cards.

Cards are named with their deck where there are several. The order in which open wild cards of a set are named counts,
because they get their suits in that order.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Final

from rummynet.rules.shared.faces import Laid, every_run, open_suit, spell
from rummynet.rules.shared.melds import ACE_HIGH, FEWEST
from rummynet.rules.vegas.state import VegasState
from rummynet.rules.vegas.turn import FULL_SET, fitting
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayDown, LayOff, Swap, ThrowOut

_LONGEST: Final = 13  # the ace lies at one end only


def wide_plays(state: VegasState) -> Iterator[Action]:
    """What the seat on turn may play and throw out, each once, and more that is not legal."""
    # To be tried out: for research and tests, to miss a play is worse than to be slow.
    hand = tuple(cards.members(state.hands[state.turn]))
    yield from (ThrowOut(cards.name(code, state.decks)) for code in hand)
    yield from _candidates(state, hand)


def _candidates(state: VegasState, hand: Sequence[int]) -> Iterator[Action]:
    """Melds, lay-offs and swaps, every legal one among them, each once."""
    yield from (LayDown(words) for words in _runs(state, hand))
    yield from (LayDown(words) for words in _sets(state, hand))
    for number, meld in enumerate(state.melds):
        for code in hand:
            yield from (LayOff((word,), number) for face in fitting(meld) for word in _as(state, code, face))
            if not cards.is_joker(code):
                yield Swap(cards.name(code, state.decks), number)


def _as(state: VegasState, code: int, stands: int) -> Iterator[str]:
    """The word of a card laid as *stands*: itself, or a wild card; none if it cannot be that."""
    face = code % cards.PER_DECK
    if face == stands:
        yield cards.name(code, state.decks)
    elif state.wilds.has(face):
        yield f"{cards.name(code, state.decks)}={spell(stands)}"


def _runs(state: VegasState, hand: Sequence[int]) -> Iterator[Laid]:
    """Every run of cards of the hand that leaves one card."""
    longest = min(len(hand) - 1, _LONGEST)
    for suit in range(4):
        for first in range(ACE_HIGH - FEWEST + 2):
            faces = [13 * suit + place % 13 for place in range(first, min(first + longest, ACE_HIGH + 1))]
            yield from (run for run, _ in every_run(partial(_as, state), hand, faces, FEWEST))


def _sets(state: VegasState, hand: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Every set of cards of the hand."""
    for rank in range(13):
        for named, left in _named(state, hand, rank, 0):
            wild = [code for code in left if state.wilds.has(code % cards.PER_DECK)]
            for size in range(FEWEST, FULL_SET + 1):
                for opened in permutations(wild, size - len(named)) if size >= len(named) else ():
                    yield (*named, *(f"{cards.name(code, state.decks)}={spell(open_suit(rank))}" for code in opened))


def _named(
    state: VegasState, left: Sequence[int], rank: int, suit: int
) -> Iterator[tuple[tuple[str, ...], Sequence[int]]]:
    """Every choice of cards for named suits of a rank, from *suit* on, with the cards that are left."""
    if suit == 4:
        yield (), left
        return
    yield from _named(state, left, rank, suit + 1)
    for code in left:
        for word in _as(state, code, 13 * suit + rank):
            rest = [one for one in left if one != code]
            for words, after in _named(state, rest, rank, suit + 1):
                yield (word, *words), after
