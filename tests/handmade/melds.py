"""The cards and melds of Keilty rummy, after docs/rules/keilty.md. Cards are numbers: 13 x suit + rank."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

RANKS, SUITS = "A23456789TJQK", "CDHS"
Play = tuple[int, frozenset[int]]


class Illegal(Exception):
    """The rules do not allow the action."""


class Meld(NamedTuple):
    """A meld on the table: a set (`low` is 0), or a run of one suit from `low` to `high`, the ace 1 or 14."""

    cards: tuple[int, ...]
    low: int
    high: int


def card_of(name: str) -> int:
    """Return the card written `name`, as in 6S."""
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise Illegal(f"{name!r} is no card")
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def name_of(card: int) -> str:
    """Return the name of a card."""
    return RANKS[card % 13] + SUITS[card // 13]


NAMES = {name_of(card): card for card in range(52)}


def worth(card: int) -> int:
    """Return a card's points."""
    rank = card % 13
    return 15 if rank == 0 else 10 if rank >= 9 else 5


def run_from(cards: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the lowest and highest value of a row of one suit as written; None if it is not one."""
    values = [card % 13 + 1 for card in cards]
    if len(values) > 1 and values[-1] == 1:
        values[-1] = 14
    in_a_row = all(b == a + 1 for a, b in pairwise(values))
    one_suit = len({card // 13 for card in cards}) == 1
    return (values[0], values[-1]) if in_a_row and one_suit and len(values) <= 13 else None


def meld_of(cards: tuple[int, ...]) -> Meld | None:
    """Return the meld written as `cards`: a run in sequence, or a set in the order of the suits."""
    if len({card % 13 for card in cards}) == 1:
        return Meld(cards, 0, 0) if 3 <= len(cards) <= 4 and list(cards) == sorted(set(cards)) else None
    ends = run_from(cards) if len(cards) >= 3 else None
    if ends is None or (len(cards) == 13 and ends[0] != 1):
        return None
    return Meld(cards, *ends)


def extended(meld: Meld, cards: tuple[int, ...]) -> Meld | None:
    """Return `meld` with `cards` laid off onto it at one end; None if they do not fit."""
    if not meld.low:
        fits = len(cards) == 1 and len(meld.cards) == 3 and cards[0] % 13 == meld.cards[0] % 13
        return Meld(tuple(sorted(meld.cards + cards)), 0, 0) if fits and cards[0] not in meld.cards else None
    ends = run_from(cards)
    if ends is None or cards[0] // 13 != meld.cards[0] // 13 or len(meld.cards) + len(cards) > 13:
        return None
    if ends[1] == meld.low - 1:
        return Meld(cards + meld.cards, ends[0], meld.high)
    first = 14 if ends == (1, 1) else ends[0]
    return Meld(meld.cards + cards, meld.low, meld.high + len(cards)) if first == meld.high + 1 else None


def lines(suit: int) -> list[tuple[int, ...]]:
    """Return every row of 1 to 13 following cards of `suit`, the ace low or high."""
    ladder = [13 * suit + value % 13 for value in range(14)]
    return [tuple(ladder[a:b]) for a in range(14) for b in range(a + 1, min(a + 13, 14) + 1)]


LINES = [line for suit in range(4) for line in lines(suit)]
MELDS = [line for line in LINES if meld_of(line)]
MELDS += [sets for rank in range(13) for n in (3, 4) for sets in combinations(range(rank, 52, 13), n)]


def plays_of(cards: set[int], melds: list[Meld]) -> set[Play]:
    """Return the plays made wholly of `cards`: (-1, a new meld's cards) or (number of a meld, cards for one end)."""
    found = {(-1, frozenset(meld)) for meld in MELDS if cards.issuperset(meld)}
    rows = [line for line in LINES if cards.issuperset(line)]
    found |= {(n, frozenset(line)) for n, meld in enumerate(melds) for line in rows if extended(meld, line)}
    return found
