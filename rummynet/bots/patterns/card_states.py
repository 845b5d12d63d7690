"""How a seat sees each card, and the patterns that it counts: ranks, and three neighbours of a suit.

The numbers here are those of research/rummynet_research/training, which fits the tables.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from rummynet.bots.patterns.reckoning import fitting, reckoning
from rummynet.rules.core.state import State
from rummynet_protocol import cards

CARDS: Final = 52  # patterns are of ranks and neighbours: a joker has neither
NATURAL: Final = (1 << CARDS) - 1  # all cards but the jokers, as a mask
# NEAR_TOP of positions.h in research/; deeper cards cost a taker too many others to be soon used.
_NEAR_TOP: Final = 4  # how many cards below the top of the pile are still near


class CardState(IntEnum):
    """Where a card is, for one seat; ``*_FITS``: it can be laid off onto a meld."""

    HELD = 0
    HELD_FITS = 1
    TOP = 2
    NEAR = 3  # near the top of the pile
    DEEP = 4
    PILE_FITS = 5
    UNSEEN = 6
    UNSEEN_FITS = 7
    THEIRS = 8  # in another hand, where all have seen it coming
    THEIRS_FITS = 9
    LAID = 10


_STATES: Final = len(CardState)


def _set_numbers() -> tuple[tuple[int, ...], int]:
    """By four states as digits: a number that does not depend on their order; and how many there are."""
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for number in range(_STATES**4):
        digits = tuple(sorted(number // _STATES**place % _STATES for place in range(4)))
        found.append(numbers.setdefault(digits, len(numbers)))
    return tuple(found), len(numbers)


_SET_NUMBER, _SETS = _set_numbers()
# Ranks that count alike share tables: aces, two to nine, ten to king. So each is fitted from more rounds.
_RANK_CLASS: Final = (0, *(1,) * 8, *(2,) * 4)
# By the lowest card: runs within three to eight share tables, as their neighbours count alike; others have their own.
_RUN_CLASS: Final = (0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8)
_RUNS_FROM: Final = (max(_RANK_CLASS) + 1) * _SETS  # where the patterns of neighbours begin
PATTERNS: Final = _RUNS_FROM + (max(_RUN_CLASS) + 1) * _STATES**3  # numbers of patterns
_RUNS: Final = tuple(
    (_RUNS_FROM + _RUN_CLASS[low] * _STATES**3, *(13 * suit + (low + step) % 13 for step in range(3)))
    for suit in range(4)
    for low in range(12)
)
"""Each three neighbours: where their patterns begin, and the cards."""
_RUNS_OF: Final = tuple(tuple(run for run in _RUNS if card in run[1:]) for card in range(CARDS))


def _rank_pattern(states: Sequence[int], rank: int) -> int:
    digits = states[rank] + _STATES * (states[13 + rank] + _STATES * (states[26 + rank] + _STATES * states[39 + rank]))
    return _RANK_CLASS[rank] * _SETS + _SET_NUMBER[digits]


def patterns(states: Sequence[int]) -> list[int]:
    """The numbers of all 61 patterns."""
    runs = [first + states[a] + _STATES * (states[b] + _STATES * states[c]) for first, a, b, c in _RUNS]
    return [_rank_pattern(states, rank) for rank in range(13)] + runs


def patterns_with(states: Sequence[int], card: int) -> list[int]:
    """The numbers of the patterns of which *card* is part."""
    runs = [first + states[a] + _STATES * (states[b] + _STATES * states[c]) for first, a, b, c in _RUNS_OF[card]]
    return [_rank_pattern(states, card % 13), *runs]


def card_states(state: State, seat: int, coming: int = 0) -> list[int]:
    """The state of each card for the seat; with *coming* 1 as if one more lay on the pile.

    A joker has no state; what it stands for on the table is laid, whoever has the real card; but where only held
    cards count a card of the own hand is held. Wild cards are laid: no pattern waits for them.
    """
    fits, reckoned = fitting(state), reckoning(state)
    found = [int(CardState.UNSEEN_FITS if fits >> card & 1 else CardState.UNSEEN) for card in range(CARDS)]
    for other, hand in enumerate(state.hands):
        held = CardState.HELD if other == seat else CardState.THEIRS
        for card in cards.members(hand & NATURAL):
            found[card] = held + (fits >> card & 1)
    for meld in state.melds:
        for card in meld.stands:
            if card >= 0:  # below: the suit is open
                found[card] = CardState.LAID
    for card in () if reckoned.counts_laid else cards.members(state.hands[seat] & NATURAL):
        found[card] = CardState.HELD + (fits >> card & 1)
    for depth, card in enumerate(reversed(state.discard), coming):
        if card < CARDS:
            found[card] = CardState.PILE_FITS if fits >> card & 1 else _by_depth(depth)
    for card in cards.members(reckoned.wild & NATURAL):
        found[card] = CardState.LAID
    return found


def _by_depth(depth: int) -> CardState:
    if depth == 0:
        return CardState.TOP
    return CardState.NEAR if depth <= _NEAR_TOP else CardState.DEEP
