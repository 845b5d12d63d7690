"""How many cards a hand lacks for a contract that has to be laid before anything else.

A heuristic: each run takes the window of its suit that the hand fills best, sets take what the runs leave, wild cards
fill any gap. The rule that at most half of a meld may be wild is not considered.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from rummynet.rules.core.variety import Contract
from rummynet_protocol import cards

_SET: Final = 3  # Crummy's smallest set (docs/rules/crummy.md)
_FIRST: Final = 1  # Crummy's twos are wild, but the place of one is there
_LAST: Final = 13  # places in a run: 1 is the two's, 13 the ace's above the king
_MANY: Final = 100  # only `min` sees it: any number above the cards of a contract would do
"""More cards than any contract can lack."""


def missing_cards(contract: Contract, natural: Sequence[int], wild: int) -> int:
    """The number of cards that the hand lacks; *natural* are card codes, *wild* is the number of wild cards."""
    suits, ranks = [0] * 4, [0] * 13
    for card in natural:
        suit, rank = divmod(card % cards.PER_DECK, 13)
        suits[suit] |= 1 << (rank or _LAST)
        ranks[rank] += 1
    if contract.whole_hand:
        kept = sorted([_best_run_gain(held, contract.length) for held in suits])[-contract.runs :]
        # Cards that are in no run have to go, holes have to come: `_best_run_gain` counts both against a run.
        return max(0, len(natural) - sum(kept) - wild)
    return max(0, _lacking(contract, suits, ranks) - wild)


def _lacking(contract: Contract, suits: Sequence[int], ranks: Sequence[int]) -> int:
    """The number of cards lacking with runs in the suits that suit best; *suits* are places held, as masks."""
    best = [_best_window(held, contract.length, ranks) for held in suits] if contract.runs else []
    fewest = _MANY
    for runs in combinations(best, contract.runs):
        lack = sum([contract.length - used.bit_count() for used in runs])
        left = list(ranks)
        for used in runs:
            for place in cards.members(used):
                left[place % _LAST] -= 1
        for count in sorted(left)[len(left) - contract.sets :]:
            lack += max(0, _SET - max(0, count))
        fewest = min(fewest, lack)
    return fewest


def _best_window(held: int, length: int, ranks: Sequence[int]) -> int:
    """The places held of the window that the hand fills best; of equal ones that with the ranks held least often."""
    best, most, spared = 0, -1, 0
    for window, places in _windows(length):
        filled = (held & window).bit_count()
        if filled >= most:
            often = sum([ranks[place] for place in places])
            if filled > most or often < spared:
                best, most, spared = held & window, filled, often
    return best


@cache
def _windows(length: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every run of this length: its places as a mask, and its ranks."""
    spans = [range(low, low + length) for low in range(_FIRST, _LAST - length + 2)]
    return tuple((cards.mask(span), tuple(place % _LAST for place in span)) for span in spans)


@cache
def _best_run_gain(held: int, least: int) -> int:
    """How many cards fewer a suit lacks with its best run than with all its cards left over; *held* are places."""
    best = -_LAST
    for low in range(_FIRST, _LAST - least + 2):
        for high in range(low + least - 1, _LAST + 1):
            inside = sum(held >> place & 1 for place in range(low, high + 1))
            best = max(best, 2 * inside - (high - low + 1))
    return best
