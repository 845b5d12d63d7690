"""The contracts of crummy rummy: what each round asks for, and the lean list of those a hand can lay.

Any contract that the rules allow can be laid; the list holds only lean ones (``lean``), because every other one comes
of a lean one by lay-offs or says the same with other wild cards. Source: the rules page, "legal".

*Bound of the search.* A run of fixed length has at most 11 windows in a suit, each with at most two fillings worth
looking at (below), so a round with two runs and a set is at most 12 * 6 * 22 * 22 cases, and a round of sets alone 220.
In round 7 the natural cards fix the three suits, and a window has to cover all that the hand holds of its suit.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.variety import Contract
from rummynet.rules.crummy.melds import (
    SHORTEST_RUN,
    SMALLEST_SET,
    WILD_FACES,
    kind_of,
    lowest,
    no_meld,
)
from rummynet.rules.shared.faces import Word, face_word, open_suit, rank_of
from rummynet.rules.shared.melds import ACE_HIGH
from rummynet_protocol import cards
from rummynet_protocol.actions import LayContract
from rummynet_protocol.cards import PER_DECK
from rummynet_protocol.sentences import both, plural_sentence, sentence

Count = list[int]  # by face: how many natural cards of it the hand holds
Run = tuple[tuple[int, bool], ...]  # the faces of a run from its low end, each with whether a wild card lies there
Set = tuple[int, tuple[int, ...], bool]  # rank, faces of the natural cards, whether a wild card completes it


def in_words(contract: Contract) -> str:
    """What is asked for: ``1 run of 7 cards or more and 1 set``."""
    runs = plural_sentence("{count} run", "{count} runs", contract.runs, count=contract.runs)
    if contract.length > SHORTEST_RUN:
        runs = sentence("{runs} of {length} cards or more", runs=runs, length=contract.length)
    sets = plural_sentence("{count} set", "{count} sets", contract.sets, count=contract.sets)
    return both([*([runs] if contract.runs else []), *([sets] if contract.sets else [])])


CONTRACTS: Final = (
    Contract(0, 2, SHORTEST_RUN),
    Contract(1, 1, SHORTEST_RUN),
    Contract(2, 0, SHORTEST_RUN),
    Contract(0, 3, SHORTEST_RUN),
    Contract(1, 1, 7),
    Contract(2, 1, SHORTEST_RUN),
    Contract(3, 0, SHORTEST_RUN, whole_hand=True),
)
"""By number, from 1. A table plays them in this order, or as its option ``contracts`` says."""


def hand_size(number: int) -> int:
    """How many cards each gets in the round with the contract of this number."""
    # The table of docs/rules/crummy.md: 7 for contract 1 to 13 for contract 7.
    return number + 6


def check(wanted: Contract, number: int, melds: Sequence[Sequence[Word]], held: int, ace_low: bool) -> list[bool]:
    """Whether each of the melds is a run; together they have to be what is wanted in round *number*, with *held* cards.

    Raises IllegalAction.
    """
    are_runs = [kind_of(words, ace_low) for words in melds]
    runs = [words for words, is_run in zip(melds, are_runs, strict=True) if is_run]
    sets = [words for words, is_run in zip(melds, are_runs, strict=True) if not is_run]
    if (len(runs), len(sets)) != (wanted.runs, wanted.sets):
        refuse(
            "not_the_contract",
            "the contract of round {number} is {wanted}; lay exactly that, all at once",
            number=number,
            wanted=in_words(wanted),
        )
    for words in runs:
        if len(words) < wanted.length:
            no_meld(
                "{cards} is too short; a run of round {number} has {length} cards or more",
                words,
                number=number,
                length=wanted.length,
            )
    if len({words[0].means // 13 for words in runs}) < len(runs):
        refuse("same_suit", "the runs of a contract are of different suits; choose another suit for one")
    if len({rank_of(words[0].means) for words in sets}) < len(sets):
        refuse("same_rank", "the sets of a contract are of different ranks; choose another rank for one")
    # Last: what is wrong with the melds themselves is the better thing to hear.
    if wanted.whole_hand and sum(map(len, melds)) != held:
        refuse(
            "not_the_contract",
            "the contract of round {number} takes every card of the hand; use all {held}",
            number=number,
            held=held,
        )
    return are_runs


# -- the lean list


def lean(hand: int, wanted: Contract, ace_low: bool) -> list[LayContract]:
    """The lean contracts of this kind that a fully known hand can lay, each once.

    Runs of exactly the shortest length and sets of three (the last contract: whatever uses up the hand). No natural
    card stays in the hand that could lie where a wild one does. Sets take the first natural cards that the runs leave,
    and the first wild cards of the hand go to the places in the order of writing.
    """
    count, wild = [0] * PER_DECK, list[int]()
    for code in cards.members(hand):
        count[code % PER_DECK] += 1
    for face in WILD_FACES:
        wild += [face] * count[face]
        count[face] = 0
    if wanted.whole_hand:
        # A fourth suit, or a second copy of a face, has no place in three runs of different suits.
        if max(count) > 1 or len({face // 13 for face, copies in enumerate(count) if copies}) != wanted.runs:
            return []
        rows = [_covering(count, suit, ace_low) for suit in range(4)]
        return [_written(runs, (), wild) for runs in _runs(rows, wanted.runs, range(len(wild), len(wild) + 1))]
    rows = [_fillings(count, len(wild), suit, wanted.length, ace_low) for suit in range(4)] if wanted.runs else []
    # A set has two natural cards at least.
    ranks = [rank for rank in range(13) if count[rank] + count[rank + 13] + count[rank + 26] + count[rank + 39] >= 2]
    found = []
    # There is one set at most where there are runs.
    for of in [[rank] for rank in ranks] if wanted.runs and wanted.sets else [ranks]:
        fitting = [_with_absent(row, count, of[0]) for row in rows] if wanted.sets else rows
        for runs in _runs(fitting, wanted.runs, range(len(wild) + 1)):
            left = len(wild) - sum(map(_wilds, runs))
            sets = [one for rank in of if (one := _set(count, rank, runs)) is not None]
            for some in combinations(sets, wanted.sets):
                if sum([is_completed for _, _, is_completed in some]) <= left:
                    found.append(_written(runs, some, wild))
    return found


def _written(runs: Sequence[Run], sets: Sequence[Set], wild: Sequence[int]) -> LayContract:
    """The action: runs by suit, sets by rank, the wild cards as they come."""
    coming = iter(wild)
    melds = [tuple(face_word(next(coming), face) if is_w else face_word(face) for face, is_w in run) for run in runs]
    for rank, naturals, completed in sets:
        words = [face_word(face) for face in naturals]
        melds.append((*words, face_word(next(coming), open_suit(rank))) if completed else tuple(words))
    return LayContract(tuple(melds))


def _set(count: Count, rank: int, runs: Sequence[Run]) -> Set | None:
    """The one lean set of the rank beside these runs.

    Of three natural cards or more that the runs leave it takes three; with two it needs a wild card. A wild card of
    a run that stands for a card of this rank asks that no such card stays in the hand.
    """
    places = {face: is_wild for run in runs for face, is_wild in run if face % 13 == rank}
    free = [face for face in range(rank, 52, 13) for _ in range(count[face] - (face in places and not places[face]))]
    taken, left = tuple(free[:SMALLEST_SET]), free[SMALLEST_SET:]
    if len(taken) < 2 or any(is_wild and face in left for face, is_wild in places.items()):
        return None
    return rank, taken, len(taken) < SMALLEST_SET


def _runs(rows: Sequence[Sequence[Run]], wanted: int, wild: range) -> Iterator[tuple[Run, ...]]:
    """So many runs of different suits, in suit order, that take so many wild cards together."""
    for suits in combinations(rows, wanted):
        for runs in product(*suits):
            if sum(map(_wilds, runs)) in wild:
                yield runs


def _wilds(run: Run) -> int:
    return sum([is_wild for _, is_wild in run])


def _fillings(count: Count, wild: int, suit: int, length: int, ace_low: bool) -> list[Run]:
    """The runs of a suit with a wild card exactly where the hand has no natural one."""
    found = [tuple([(face, not count[face]) for face in faces]) for faces in windows(suit, length, ace_low)]
    return [run for run in found if _wilds(run) <= min(wild, length // 2)]


def _covering(count: Count, suit: int, ace_low: bool) -> list[Run]:
    """The runs of a suit that hold all its natural cards, half wild at most; none if there are none."""
    held = sum(count[13 * suit : 13 * suit + 13])
    found: list[Run] = []
    # Half may be wild, and a run covers 13 places at most.
    for length in range(SHORTEST_RUN, min(2 * held, ACE_HIGH) + 1):
        found += [run for run in _fillings(count, length, suit, length, ace_low) if length - _wilds(run) == held]
    return found


def _with_absent(runs: Sequence[Run], count: Count, rank: int) -> list[Run]:
    """Those runs, and each once more with a wild card in the place of the natural card of this rank.

    That is lean only if the set of the rank takes every copy of the card; no other natural card can be spared.
    """
    more = [
        tuple((face, is_wild or face % 13 == rank) for face, is_wild in run)
        for run in runs
        if 2 * (_wilds(run) + 1) <= len(run) and any(face % 13 == rank and not is_wild for face, is_wild in run)
    ]
    return [*runs, *more]


@cache
def windows(suit: int, length: int, ace_low: bool) -> tuple[tuple[int, ...], ...]:
    """The faces of every run of this length, by its first place."""
    starts = range(lowest(ace_low), ACE_HIGH - length + 2)
    spans = [range(first, first + length) for first in starts]
    return tuple(
        tuple(13 * suit + place % 13 for place in span) for span in spans if not (span[0] == 0 and span[-1] == ACE_HIGH)
    )


__all__ = ["CONTRACTS", "check", "hand_size", "in_words", "lean", "windows"]
