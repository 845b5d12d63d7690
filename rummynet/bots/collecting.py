"""How many cards a hand lacks for a contract that has to be laid before anything else.

A heuristic: each run takes the window of its suit that the hand fills best, sets take what the runs leave, wild cards
fill any gap. The rule that at most half of a meld may be wild is not considered.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from rummynet.rules.core.variety import Contract
from rummynet_protocol import cards

_SET: Final = 3
_FIRST: Final = 1
_LAST: Final = 13
"""Places in a run: 1 is the two's, 13 the ace's above the king."""


def missing_cards(contract: Contract, natural: Sequence[int], wild: int) -> int:
    """The number of cards that the hand lacks; *natural* are card codes, *wild* is the number of wild cards."""
    suits = [[place(card) for card in natural if cards.suit(card) == suit] for suit in range(4)]
    if contract.whole_hand:
        return max(0, _lacking_for_whole_hand(contract, suits) - wild)
    ranks = Counter(cards.rank(card) for card in natural)
    totals = (
        _lacking(contract, [suits[suit] for suit in chosen], ranks) for chosen in combinations(range(4), contract.runs)
    )
    return max(0, min(totals) - wild)


def place(card: int) -> int:
    """The place of a card in a run: 1 for a two up to 13 for an ace."""
    return cards.rank(card) or _LAST


def _lacking(contract: Contract, suits: Iterable[Sequence[int]], ranks: Counter[int]) -> int:
    """The number of cards lacking with runs in these suits."""
    lack, left = 0, Counter(ranks)
    for held in suits:
        window = max(
            _windows(contract.length),
            key=lambda places: (len(places & set(held)), -sum(ranks[p % 13] for p in places)),
        )
        used = window & set(held)
        lack += contract.length - len(used)
        left.subtract(p % _LAST for p in used)
    most = sorted(left.values(), reverse=True)[: contract.sets]
    return lack + sum(max(0, _SET - max(0, count)) for count in most) + _SET * (contract.sets - len(most))


def _windows(length: int) -> Iterable[frozenset[int]]:
    return (frozenset(range(low, low + length)) for low in range(_FIRST, _LAST - length + 2))


def _lacking_for_whole_hand(contract: Contract, suits: Sequence[Sequence[int]]) -> int:
    """The number lacking with runs that take the whole hand: gaps, and cards that lie outside the runs."""
    total = sum(map(len, suits))
    kept = sorted((_best_run_gain(held, contract.length) for held in suits), reverse=True)[: contract.runs]
    return total - sum(kept)


def _best_run_gain(held: Sequence[int], least: int) -> int:
    """How many cards fewer the suit lacks with its best run than with all its cards left over."""
    have = set(held)
    best = -_LAST
    for low in range(_FIRST, _LAST - least + 2):
        for high in range(low + least - 1, _LAST + 1):
            inside = sum(low <= card_place <= high for card_place in have)
            best = max(best, 2 * inside - (high - low + 1))
    return best
