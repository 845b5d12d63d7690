"""Melds with wild cards of Vegas rummy: what is one, what fits onto it, what an open suit becomes.

A card lies as wild exactly if it stands for another face than its own. A wild card whose open suit turns out to be its
own becomes an ordinary card: ``7C=7C`` is not a form.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import Word, is_open, rank_of, spell
from rummynet.rules.shared.melds import ACE_HIGH, Row, ends, meld_of, rows_of, with_row
from rummynet.rules.vegas.state import Wilds
from rummynet_protocol.cards import FACES, PER_DECK

FEWEST: Final = 3  # docs/rules/vegas.md; a set has one card of each suit at most
FULL_SET: Final = 4


# -- single words


def stands_for(word: Word, wilds: Wilds) -> int:
    """What the card is laid as: its own face written plain, or what a wild card stands for. Raises IllegalAction."""
    plain = FACES[word.face]
    if word.stands is None:
        if word.face >= 52:
            refuse("not_a_meld", "say what {plain} stands for, such as {plain}=7H", plain=plain)
        return word.face
    if not wilds.has(word.face):
        refuse("not_a_meld", "{plain} is not wild in this round; lay it as itself", plain=plain)
    # One spelling for each meld: as itself, since then it does not count as wild.
    if word.stands == word.face:
        refuse("not_a_meld", "a wild {plain} that stands for {plain} is laid as itself; write {plain}", plain=plain)
    return word.stands


def is_wild_at(meld: Meld, index: int) -> bool:
    """Whether that card of the meld lies there as wild."""
    return meld.cards[index] % PER_DECK != meld.stands[index]


def wild_count(meld: Meld) -> int:
    """How many of its cards lie there as wild."""
    return sum(is_wild_at(meld, index) for index in range(len(meld.cards)))


# -- whole melds


def is_run(stands: Sequence[int]) -> bool:
    """Whether cards standing for these make a run; False for a set. Raises IllegalAction where they are neither."""
    if len(stands) < FEWEST:
        refuse("not_a_meld", "a meld has three cards or more")
    if len({rank_of(one) for one in stands}) == 1:
        _check_set(stands)
        return False
    _check_run(stands)
    return True


def _check_set(stands: Sequence[int]) -> None:
    named = [one for one in stands if not is_open(one)]
    if len(stands) > FULL_SET or len(set(named)) < len(named):
        refuse("not_a_meld", "a set has three or four cards of one rank, each of another suit")


def _check_run(stands: Sequence[int]) -> None:
    if any(map(is_open, stands)):
        refuse("not_a_meld", "in a run every wild card stands for the card of its place; name that card, such as *1=9H")
    first, suit = stands[0] % 13, stands[0] // 13
    last = first + len(stands) - 1
    follows = all(one == 13 * suit + (first + step) % 13 for step, one in enumerate(stands))
    if not follows or last > ACE_HIGH or len(stands) > 13:
        refuse(
            "not_a_meld",
            "these cards are neither a set nor a run in ascending order; the ace is below the two or above the king",
        )


def _order(row: Row) -> int:
    return 4 if is_open(row[1]) else row[1] // 13


def laid(rows: Sequence[Row], is_run: bool) -> Meld:
    """The meld as it comes to lie: a set by suit of what its cards stand for, then open ones as they came.

    The open suits of a full set are named C D H S as they stand.
    """
    if not is_run and len(rows) == FULL_SET:
        # Clubs first, in the order in which the cards lie: everybody has to name the same suits.
        rank, named = rank_of(rows[0][1]), [stands for _, stands, _ in rows]
        missing = iter([face for face in range(rank, 52, 13) if face not in named])
        rows = [(code, next(missing) if is_open(stands) else stands, seat) for code, stands, seat in rows]
    return meld_of(rows, is_run, _order)


# -- lay-offs


# Lists ask for each meld at each turn.
@lru_cache(maxsize=4096)
def fitting(meld: Meld) -> Sequence[int]:
    """The faces that one card may be laid off as."""
    if meld.is_run:
        return [face for face, _ in ends(meld)]
    return missing_faces(meld) if len(meld.cards) < FULL_SET else []


def missing_faces(meld: Meld) -> list[int]:
    """The faces of a set's rank whose suit is not named in it."""
    rank = rank_of(meld.stands[0])
    return [13 * suit + rank for suit in range(4) if 13 * suit + rank not in meld.stands]


def extended(meld: Meld, code: int, stands: int, seat: int) -> Meld:
    """The meld with one card more; an ace that fits at both ends is low. Raises IllegalAction."""
    if is_open(stands):
        refuse("does_not_fit", "a wild card laid off stands for one card; name its suit, such as *1=7H")
    if stands not in fitting(meld):
        refuse("does_not_fit", "{card} does not fit onto that meld", card=spell(stands))
    rows, row = rows_of(meld), (code, stands, seat)
    is_low = meld.is_run and (stands, True) in ends(meld)
    return laid([row, *rows] if is_low else [*rows, row], meld.is_run)


# -- swaps


def wild_place(meld: Meld, face: int) -> int | None:
    """Which card of the meld a real card of that face can free: the wild one standing for it, else the first open."""
    if face in meld.stands:
        index = meld.stands.index(face)
        return index if is_wild_at(meld, index) else None
    if meld.is_run or rank_of(face) != rank_of(meld.stands[0]):
        return None
    return next((index for index, one in enumerate(meld.stands) if is_open(one)), None)


def with_swap(meld: Meld, index: int, code: int, seat: int) -> Meld:
    """The meld with a real card in that place."""
    return with_row(meld, slice(index, index + 1), (code, code % PER_DECK, seat), _order)
