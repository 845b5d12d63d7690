"""Melds of crummy rummy as patterns: a run is its suit and the place of its first card, a set is its rank.

A place of a suit is a number: 0 the ace below the two (only with ``ace_low``), 1 the two's place, which only wild cards
can take, 2 to 12 the three to the king, 13 the ace above. A run covers at most 13 places, so never both aces.
What a wild card stands for follows: in a run the face of its place, in a set the rank (``open_suit``).
"""

from collections.abc import Sequence
from typing import Final, NoReturn

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import Word, is_open, rank_of, spell
from rummynet.rules.shared.melds import ACE_HIGH, Row, places_of
from rummynet_protocol import cards
from rummynet_protocol.cards import FACES, PER_DECK

TWO: Final = 1
SHORTEST_RUN: Final = 4  # docs/rules/crummy.md; so are the next ones
SMALLEST_SET: Final = 3
# Lists of actions use wild cards in this order (docs/rules/crummy.md, "How actions are written").
WILD_FACES: Final = (1, 14, 27, 40, 52, 53)  # in their order: the twos C D H S, then the jokers
WILD_MASK: Final = cards.mask(PER_DECK * deck + face for deck in range(cards.MOST_DECKS) for face in WILD_FACES)
"""The wild cards of all decks."""


def is_wild_face(face: int) -> bool:
    """Whether a card of this face (0 to 53) is wild: the twos and the jokers, wherever they are."""
    return face in WILD_FACES


def is_wild(code: int) -> bool:
    """Whether the card is wild."""
    return bool(WILD_MASK >> code & 1)


def by_face(code: int) -> tuple[int, int]:
    """Sorts cards by face, equal ones by deck; for wild cards this is their order."""
    return code % PER_DECK, code // PER_DECK


def value(code: int) -> int:
    """What the card costs in hand: 15 for aces and wild cards, 5 for 3 to 8, 10 for 9 to K."""
    if is_wild(code) or cards.rank(code) == 0:
        return 15
    return 5 if cards.rank(code) <= 7 else 10


# -- reading a meld


def words_text(words: Sequence[Word]) -> str:
    """The words for a sentence, by face."""
    return " ".join(FACES[w.face] + ("" if w.stands is None else f"={spell(w.stands)}") for w in words)


def no_meld(says: str, words: Sequence[Word], **values: object) -> NoReturn:
    """Raises IllegalAction: the words make no meld."""
    refuse("not_a_meld", says, cards=words_text(words), **values)


def kind_of(words: Sequence[Word], ace_low: bool) -> bool:
    """Whether the words, in this order, make a run (True) or a set (False). Raises IllegalAction."""
    for word in words:
        name = FACES[word.face]
        if is_wild_face(word.face) and word.stands is None:
            refuse(
                "not_a_meld",
                "{name} is wild; say what it stands for, such as {name}=9H in a run or {name}=9? in a set",
                name=name,
            )
        if not is_wild_face(word.face) and word.stands is not None:
            refuse("not_a_meld", "{name} is not wild and stands for itself; write it without '='", name=name)
    faces = [word.means for word in words]
    ranks, wild = {rank_of(face) for face in faces}, sum(word.stands is not None for word in words)
    is_run = len(ranks) > 1 and not any(map(is_open, faces))
    if is_run:
        _check_run(words, faces, ace_low)
    elif len(ranks) != 1 or TWO in ranks:
        no_meld("{cards} is neither a run nor a set; a set has one rank, and not the wild twos", words)
    elif any(word.stands is not None and not is_open(word.stands) for word in words):
        wanted = f"{cards.RANKS[min(ranks)]}?"
        no_meld("{cards} is a set, in which a wild card stands for the rank; write it ={wanted}", words, wanted=wanted)
    elif len(words) < SMALLEST_SET:
        no_meld("{cards} is too short; a set has {least} cards or more", words, least=SMALLEST_SET)
    # Exactly half is fine (docs/rules/crummy.md); counted in whole numbers, as 3.5 would be no limit.
    if 2 * wild > len(words):
        refuse(
            "too_many_wild",
            "{cards} is more than half wild; lay at most as many wild cards as natural ones",
            cards=words_text(words),
        )
    return is_run


def _check_run(words: Sequence[Word], faces: Sequence[int], ace_low: bool) -> None:
    if len({face // 13 for face in faces}) != 1:
        no_meld("{cards} is neither a run of one suit nor a set of one rank", words)
    first, last = places_of(faces)
    if [face % 13 for face in faces] != [place % 13 for place in range(first, last + 1)]:
        no_meld("{cards} is not a run; its cards must follow one another, lowest first", words)
    if first == 0 and not ace_low:
        no_meld("{cards} is not a run; the ace is high here", words)
    if first == 0 and last == ACE_HIGH:
        refuse("not_a_meld", "a run has one ace only")
    if len(words) < SHORTEST_RUN:
        no_meld("{cards} is too short; a run has {least} cards or more", words, least=SHORTEST_RUN)


# -- a meld on the table


def order(row: Row) -> tuple[bool, tuple[int, int]]:
    """Sorts the cards of a set: natural cards first, then wild ones, each by face."""
    return is_wild(row[0]), by_face(row[0])


def rank_of_set(meld: Meld) -> int:
    """The rank of a set."""
    return rank_of(meld.stands[0])


def has_room(meld: Meld) -> bool:
    """Whether one more wild card leaves at most half of the meld wild."""
    # With the card that comes: it makes the meld longer too.
    return 2 * (sum(map(is_wild, meld.cards)) + 1) <= len(meld.cards) + 1


def lowest(ace_low: bool) -> int:
    """The lowest place of a run."""
    return 0 if ace_low else TWO


def table_word(code: int, stands: int, decks: int) -> str:
    """The word of a card of a meld: a natural card plain, a wild one with what it stands for (``2C=2C`` too)."""
    plain = cards.name(code, decks)
    return f"{plain}={spell(stands)}" if is_wild(code) else plain
