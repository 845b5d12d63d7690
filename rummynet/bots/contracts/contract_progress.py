"""How far a hand is from the contract of its round, as the networks count it.

The numbers here are those of ``scripts/contracts/features.h``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple

from rummynet.bots.contracts.holding import POINTS, Holding
from rummynet.bots.contracts.windows import Windows, copies_at, span_of, windows_of
from rummynet.rules.core.variety import Contract
from rummynet.rules.crummy.melds import SMALLEST_SET, TWO
from rummynet_protocol import cards

# As in the C program: `found[FAR]` is the last of nine inputs, and another number would need other networks.
FAR: Final = 8  # more cards lacking are counted as so many
_WILD_POINTS: Final = 15  # as in features.h: with another value the networks would have to be fitted again
SET_RANKS: Final = tuple(rank for rank in range(13) if rank != TWO)


class Progress(NamedTuple):
    """What a hand lacks."""

    lacking: int
    outs: int  # unseen cards that help
    dead: int  # points outside of the best melds; of a contract of the whole hand: holes that no wild card fills
    outside: int = 0  # of a contract of the whole hand: cards that have to go


class Unseen:
    """By face, how many copies the seat has not seen."""

    __slots__ = ("count", "decks", "of_rank", "total", "wild")

    def __init__(self, count: Sequence[int], decks: int) -> None:
        self.count, self.decks = count, decks
        self.total = sum(count)
        self.wild = count[1] + count[14] + count[27] + count[40] + count[52] + count[53]
        self.of_rank = [count[rank] + count[13 + rank] + count[26 + rank] + count[39 + rank] for rank in range(13)]


def progress_of(hand: Holding, unseen: Unseen, contract: Contract) -> Progress:
    """What the hand lacks by its best melds."""
    # Other numbers: there no card may stay, so cards that go with nothing count, and sets do not.
    if contract.whole_hand:
        return _whole_hand(hand, unseen)
    best: Progress | None = None
    for runs in _choices(hand, contract):
        found = _with_runs(hand, unseen, contract, runs)
        if best is None or (found.lacking, -found.outs) < (best.lacking, -best.outs):
            best = found
    if best is None:
        raise ValueError("a contract has runs or sets")
    return best


_Run = tuple[int, Windows, int]  # a suit, its windows, and the cards used


def _choices(hand: Holding, contract: Contract) -> Iterator[tuple[_Run, ...]]:
    """Each way to choose suits for the runs, and one of the best windows in each."""
    if not contract.runs:
        yield ()
        return
    rows: list[list[_Run]] = []
    for suit in range(4):
        windows = windows_of(hand.places[suit], contract.length)
        used = windows.used if contract.sets else windows.used[:1]
        rows.append([(suit, windows, one) for one in used])
    for suits in combinations(rows, contract.runs):
        yield from product(*suits)


def _with_runs(hand: Holding, unseen: Unseen, contract: Contract, runs: tuple[_Run, ...]) -> Progress:
    lacking = room = outs = kept = 0
    held = list(hand.of_rank)
    for suit, windows, mask in runs:
        lacking += windows.lacking
        room += min(windows.lacking, contract.length // 2)
        outs += copies_at(unseen.count, suit, windows.outs)
        kept += _points_at(mask)
        for place in cards.members(mask):
            held[place % 13] -= 1
    held = [min(count, SMALLEST_SET) for count in held]
    if contract.sets:
        order = sorted(SET_RANKS, key=lambda rank: -held[rank])
        for rank in order[: contract.sets]:
            lacking += SMALLEST_SET - held[rank]
            room += held[rank] < SMALLEST_SET
            kept += held[rank] * POINTS[rank]
        last = held[order[contract.sets - 1]]
        useful = [rank for rank in order if last <= held[rank] < SMALLEST_SET]
        outs += sum([unseen.of_rank[rank] for rank in useful])
    if hand.wild < room:
        outs += unseen.wild
    # At most `room`: half of a meld may be wild, so more wild cards do not help.
    lacking -= min(hand.wild, room)
    return Progress(lacking, outs if lacking else 0, hand.points - kept - _WILD_POINTS * hand.wild)


@cache
def _points_at(places: int) -> int:
    return sum(POINTS[place % 13] for place in cards.members(places))


def _whole_hand(hand: Holding, unseen: Unseen) -> Progress:
    spans = [(suit, span_of(hand.places[suit])) for suit in range(4)]
    gains = [span.inside - span.holes for _, span in spans]
    spans.pop(gains.index(min(gains)))
    holes = sum([span.holes for _, span in spans]) - hand.wild
    outside = hand.size - hand.wild - sum([span.inside for _, span in spans])
    outs = sum([copies_at(unseen.count, suit, span.outs) for suit, span in spans])
    if outside == 0 or holes <= 0:
        outs += sum([copies_at(unseen.count, suit, span.ends) for suit, span in spans])
    return Progress(min(FAR, outside + max(0, holes)), outs + unseen.wild, holes, outside)
