"""Every legal action of Vegas rummy: each wild card in each place, each of two equal cards.

Cards are named with their deck where there are several. The order in which open wild cards of a set are named counts,
because they get their suits in that order.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
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
    """Every set of cards of the hand: cards for named suits, and wild ones in any order whose suit is left open."""
    for rank in range(13):
        words = [
            (suit, code, word) for suit in range(4) for code in hand for word in _as(state, code, 13 * suit + rank)
        ]
        for named in (some for count in range(FULL_SET + 1) for some in combinations(words, count)):
            codes = {code for _, code, _ in named}
            if len(codes) < len(named) or len({face for face, _, _ in named}) < len(named):
                continue
            wild = [code for code in hand if state.wilds.has(code % cards.PER_DECK) and code not in codes]
            for size in range(max(FEWEST, len(named)), FULL_SET + 1):
                for opened in permutations(wild, size - len(named)):
                    more = [f"{cards.name(code, state.decks)}={spell(open_suit(rank))}" for code in opened]
                    yield (*(word for _, _, word in named), *more)
