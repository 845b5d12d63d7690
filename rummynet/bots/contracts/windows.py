"""What a suit lacks for a run, by the mask of its natural cards: tables, made when they are first asked for.

Places are those of the rules: 1 for the two's, which only a wild card can take, 2 to 12 for three to king, 13 for the
ace. The numbers here are those of ``scripts/contracts/features.h``, which fits the networks.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from rummynet.rules.crummy.melds import ACE_HIGH, SHORTEST_RUN, TWO
from rummynet_protocol import cards

_FIRST: Final = TWO + 1
NATURAL: Final = cards.mask(range(_FIRST, ACE_HIGH + 1))  # the places of natural cards, as a mask
# The same number as MOST_WINDOWS in the C program: the networks have been fitted with two.
_MOST: Final = 2  # Windows of a suit that are told apart


class Windows(NamedTuple):
    """The runs of one length that a suit fills best."""

    lacking: int
    ways: int
    outs: tuple[int, ...]  # the places of natural cards that one of them lacks
    used: tuple[int, ...]  # the cards held in the first of them, as masks of places


class Span(NamedTuple):
    """The run that gains most where the whole hand has to lie in runs."""

    inside: int
    holes: int
    outs: tuple[int, ...]  # the places of natural cards in its holes
    ends: tuple[int, ...]  # the places next to its ends


@cache
def windows_of(held: int, length: int) -> Windows:
    """The best runs of this length; *held* are places."""
    best, count, outs = length + 1, 0, 0
    used: list[int] = []
    for low in range(TWO, ACE_HIGH - length + 2):
        window = cards.mask(range(low, low + length))
        lacking = length - (held & window).bit_count()
        if lacking > best:
            continue
        if lacking < best:
            best, count, outs, used = lacking, 0, 0, []
        outs |= window & ~held & NATURAL
        count += 1
        used.append(held & window)
    return Windows(best, count, tuple(cards.members(outs)), tuple(used[:_MOST]))


@cache
def span_of(held: int) -> Span:
    """The run of any length that gains most; *held* are places."""
    best, found = -ACE_HIGH - 1, Span(0, 0, (), ())
    for low in range(TWO, ACE_HIGH + 1):
        for high in range(low + SHORTEST_RUN - 1, ACE_HIGH + 1):
            window = cards.mask(range(low, high + 1))
            inside, length = (held & window).bit_count(), high - low + 1
            if 2 * inside - length > best:
                best = 2 * inside - length
                ends = [place for place in (low - 1, high + 1) if _FIRST <= place <= ACE_HIGH]
                outs = tuple(cards.members(window & ~held & NATURAL))
                found = Span(inside, length - inside, outs, tuple(ends))
    return found


def copies_at(unseen: Sequence[int], suit: int, places: Sequence[int]) -> int:
    """How many cards of a suit at these places have not been seen."""
    return sum([unseen[13 * suit + place % 13] for place in places])
