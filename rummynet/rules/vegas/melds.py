"""Melds with wild cards of Vegas rummy: what is one, what fits onto it, what an open suit becomes.

A card lies as wild exactly if it stands for another face than its own. A wild card whose open suit turns out to be its
own becomes an ordinary card: ``7C=7C`` is not a form.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import Word, is_open, rank_of, spell, table_word
from rummynet.rules.vegas.state import Wilds
from rummynet_protocol.cards import FACES, PER_DECK
from rummynet_protocol.values import replace

FEWEST: Final = 3  # docs/rules/vegas.md; a set has one card of each suit at most
FULL_SET: Final = 4
ACE_HIGH: Final = 13  # the place of the high ace in a suit; the low ace has place 0, the king 12


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


def in_table_order(meld: Meld) -> Meld:
    """A set in the order of the table: by suit of what the cards stand for, then open ones as they came."""
    places = sorted(range(len(meld.cards)), key=lambda i: 4 if is_open(meld.stands[i]) else meld.stands[i] // 13)
    return _in_order(meld, places)


def _in_order(meld: Meld, places: Iterable[int]) -> Meld:
    order = tuple(places)
    cards, stands, by = (tuple(row[i] for i in order) for row in (meld.cards, meld.stands, meld.by))
    return Meld(cards, stands, by, meld.is_run)


def on_the_table(meld: Meld) -> Meld:
    """The meld as it comes to lie: the open suits of a full set named C D H S as they stand, a set in its order."""
    if meld.is_run:
        return meld
    if len(meld.cards) == FULL_SET:
        # Clubs first, in the order in which the cards lie: everybody has to name the same suits.
        missing = iter([suit for suit in range(4) if 13 * suit + rank_of(meld.stands[0]) not in meld.stands])
        stands = tuple(13 * next(missing) + rank_of(one) if is_open(one) else one for one in meld.stands)
        meld = replace(meld, stands=stands)
    return in_table_order(meld)


def meld_words(meld: Meld, decks: int) -> list[str]:
    """The words of a meld on the table; a wild card that stands for its own face does not lie as wild."""
    return [table_word(code, one, decks) for code, one in zip(meld.cards, meld.stands, strict=True)]


# -- lay-offs


def low_end(meld: Meld) -> int | None:
    """The face that fits below a run; the ace below the two, unless the run has one at the top."""
    first = meld.stands[0] % 13
    has_high_ace = first + len(meld.cards) - 1 == ACE_HIGH
    return meld.stands[0] - 1 if first > (1 if has_high_ace else 0) else None


def high_end(meld: Meld) -> int | None:
    """The face that fits above a run; the ace above the king, unless the run has one at the bottom."""
    first, suit = meld.stands[0] % 13, meld.stands[0] // 13
    following = first + len(meld.cards)
    return 13 * suit + following % 13 if following <= (12 if first == 0 else ACE_HIGH) else None


# Lists ask for each meld at each turn.
@lru_cache(maxsize=4096)
def fitting(meld: Meld) -> Sequence[int]:
    """The faces that one card may be laid off as."""
    if meld.is_run:
        ends = low_end(meld), high_end(meld)
        return [end for number, end in enumerate(ends) if end is not None and end not in ends[:number]]
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
    if meld.is_run and stands == low_end(meld):
        return Meld((code, *meld.cards), (stands, *meld.stands), (seat, *meld.by), True)
    return on_the_table(Meld((*meld.cards, code), (*meld.stands, stands), (*meld.by, seat), meld.is_run))


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
    cards, stands, by = list(meld.cards), list(meld.stands), list(meld.by)
    cards[index], stands[index], by[index] = code, code % PER_DECK, seat
    changed = Meld(tuple(cards), tuple(stands), tuple(by), meld.is_run)
    return changed if meld.is_run else in_table_order(changed)
