"""Sets and runs of crummy rummy: what a meld may be, what fits onto it, and how it is written.

A place of a suit is a number: 0 the ace below the two (only with ``ace_low``), 1 the two's place, which only wild cards
can take, 2 to 12 the three to the king, 13 the ace above. A run covers at most 13 places, so never both aces.
A wild card of a run stands for the face of its place, one of a set for the rank (``open_suit``).
"""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.errors import BadPosition, IllegalAction, refuse
from rummynet.rules.core.state import Meld
from rummynet.rules.shared.faces import Word, is_open, open_suit, rank_of, spell
from rummynet_protocol import cards
from rummynet_protocol.cards import FACES, PER_DECK
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import replace

TWO: Final = 1
SHORTEST_RUN: Final = 4  # docs/rules/crummy.md; so are the next ones
SMALLEST_SET: Final = 3
ACE_LOW: Final = 0
ACE_HIGH: Final = 13
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


def kind_of(words: Sequence[Word], ace_low: bool) -> bool:
    """Whether the words, in this order, make a run (True) or a set (False). Raises IllegalAction."""
    for word in words:
        _check_spelling(word)
    ranks = {rank_of(word.means) for word in words}
    is_run = len(ranks) > 1 and not any(is_open(word.means) for word in words)
    if is_run:
        _check_run(words, ace_low)
    else:
        _check_set(words, ranks)
    wild = sum(word.stands is not None for word in words)
    # Exactly half is fine (docs/rules/crummy.md); counted in whole numbers, as 3.5 would be no limit.
    if 2 * wild > len(words):
        refuse(
            "too_many_wild",
            "{cards} is more than half wild; lay at most as many wild cards as natural ones",
            cards=words_text(words),
        )
    return is_run


def words_text(words: Sequence[Word]) -> str:
    """The words for a sentence, by face."""
    return " ".join(FACES[w.face] + ("" if w.stands is None else f"={spell(w.stands)}") for w in words)


def _check_spelling(word: Word) -> None:
    name = FACES[word.face]
    if is_wild_face(word.face) and word.stands is None:
        refuse(
            "not_a_meld",
            "{name} is wild; say what it stands for, such as {name}=9H in a run or {name}=9? in a set",
            name=name,
        )
    if not is_wild_face(word.face) and word.stands is not None:
        refuse("not_a_meld", "{name} is not wild and stands for itself; write it without '='", name=name)


def _check_set(words: Sequence[Word], ranks: set[int]) -> None:
    if len(ranks) != 1 or TWO in ranks:
        refuse(
            "not_a_meld",
            "{cards} is neither a run nor a set; a set has one rank, and not the wild twos",
            cards=words_text(words),
        )
    if any(word.stands is not None and not is_open(word.stands) for word in words):
        wanted = f"{cards.RANKS[min(ranks)]}?"
        refuse(
            "not_a_meld",
            "{cards} is a set, in which a wild card stands for the rank; write it ={wanted}",
            cards=words_text(words),
            wanted=wanted,
        )
    if len(words) < SMALLEST_SET:
        refuse(
            "not_a_meld",
            "{cards} is too short; a set has {least} cards or more",
            cards=words_text(words),
            least=SMALLEST_SET,
        )


def _check_run(words: Sequence[Word], ace_low: bool) -> None:
    faces = [word.means for word in words]
    if len({face // 13 for face in faces}) != 1:
        refuse("not_a_meld", "{cards} is neither a run of one suit nor a set of one rank", cards=words_text(words))
    first, last = places_of(faces)
    if [face % 13 for face in faces] != [place % 13 for place in range(first, last + 1)]:
        refuse(
            "not_a_meld",
            "{cards} is not a run; its cards must follow one another, lowest first",
            cards=words_text(words),
        )
    if first == ACE_LOW and (not ace_low or last == ACE_HIGH):
        refuse(
            "not_a_meld",
            sentence("{cards} is not a run; the ace is high here", cards=words_text(words))
            if not ace_low
            else sentence("a run has one ace only"),
        )
    if len(words) < SHORTEST_RUN:
        refuse(
            "not_a_meld",
            "{cards} is too short; a run has {least} cards or more",
            cards=words_text(words),
            least=SHORTEST_RUN,
        )


# -- a meld on the table


def places_of(faces: Sequence[int]) -> tuple[int, int]:
    """The first and the last place of a run of these faces."""
    first, last = faces[0] % 13, faces[-1] % 13
    return first, ACE_HIGH if last == 0 else last


def new_meld(codes: Sequence[int], words: Sequence[Word], seat: int, is_run: bool) -> Meld:
    """The meld of these cards, checked before, as it lies on the table."""
    stands = tuple(word.means for word in words)
    return in_table_order(Meld(tuple(codes), stands, (seat,) * len(codes), is_run))


def in_table_order(meld: Meld) -> Meld:
    """The meld in its order on the table: a run as it is, a set natural cards first, then wild ones, each by face."""
    if meld.is_run:
        return meld
    rows = sorted(
        zip(meld.cards, meld.stands, meld.by, strict=True), key=lambda row: (is_wild(row[0]), by_face(row[0]))
    )
    codes, stands, by = zip(*rows, strict=True)
    return replace(meld, cards=codes, stands=stands, by=by)


def rank_of_set(meld: Meld) -> int:
    """The rank of a set."""
    return rank_of(meld.stands[0])


def has_room(meld: Meld) -> bool:
    """Whether one more wild card leaves at most half of the meld wild."""
    # With the card that comes: it makes the meld longer too.
    return 2 * (sum(map(is_wild, meld.cards)) + 1) <= len(meld.cards) + 1


def ends(meld: Meld, ace_low: bool) -> list[tuple[int, bool]]:
    """The faces that would extend a run: (face, whether at the low end). An ace that fits at both ends is low."""
    suit = meld.stands[0] // 13
    first, last = places_of(meld.stands)
    found = []
    if first > (ACE_LOW if ace_low and last < ACE_HIGH else TWO):
        found.append((13 * suit + first - 1, True))
    if last < (ACE_HIGH if first > ACE_LOW else ACE_HIGH - 1):
        face = 13 * suit + (last + 1) % 13
        if not found or found[0][0] != face:
            found.append((face, False))
    return found


def with_card(meld: Meld, code: int, stands: int, seat: int, low: bool = False) -> Meld:
    """The meld with one card more: onto a set, or at the low or the high end of a run."""
    if meld.is_run and low:
        return replace(meld, cards=(code, *meld.cards), stands=(stands, *meld.stands), by=(seat, *meld.by))
    longer = replace(meld, cards=(*meld.cards, code), stands=(*meld.stands, stands), by=(*meld.by, seat))
    return in_table_order(longer)


def with_natural_at(meld: Meld, index: int, code: int, seat: int) -> Meld:
    """The meld with the natural card *code* in place of the wild card at *index*."""
    at = slice(index, index + 1)
    new = [list(meld.cards), list(meld.stands), list(meld.by)]
    new[0][at], new[1][at], new[2][at] = [code], [code % PER_DECK], [seat]
    codes, stands, by = map(tuple, new)
    return in_table_order(replace(meld, cards=codes, stands=stands, by=by))


# -- words of a meld on the table


def table_word(code: int, stands: int, decks: int) -> str:
    """The word of a card of a meld: a natural card plain, a wild one with what it stands for (``2C=2C`` too)."""
    plain = cards.name(code, decks)
    return f"{plain}={spell(stands)}" if is_wild(code) else plain


def meld_words(meld: Meld, decks: int) -> list[str]:
    """The words of a meld on the table."""
    return [table_word(code, stands, decks) for code, stands in zip(meld.cards, meld.stands, strict=True)]


def read_table_meld(texts: Sequence[str], decks: int, ace_low: bool) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """A meld of a position: codes, what they stand for, whether it is a run. Raises BadPosition, BadCard."""
    codes, words = [], []
    for text in texts:
        plain, mark, stands = text.partition("=")
        codes.append(cards.code(plain, decks))
        words.append(Word(codes[-1] % PER_DECK, stands=_read_stands(stands) if mark else None))
    if not words:
        raise BadPosition("a meld of the position has no cards")
    try:
        is_run = kind_of(words, ace_low)
    except IllegalAction as problem:
        raise BadPosition(f"a meld of the position is none: {problem}") from None
    return tuple(codes), tuple(word.means for word in words), is_run


def _read_stands(text: str) -> int:
    if len(text) == 2 and text[1] == "?" and text[0] in cards.RANKS:
        return open_suit(cards.RANKS.index(text[0]))
    if text not in cards.FACE_OF or text.startswith("*"):
        raise BadPosition(
            f"{text[:12]!r} is nothing that a wild card could stand for; write such as 7H, or 7? in a set"
        )
    return cards.FACE_OF[text]
