"""Cards as small integers and as text.

A card's code is ``54 * deck + face``; a face is ``13 * suit + rank`` (suits C D H S, ranks A 2 .. K, so 0 to 51) or
52 and 53 for the jokers ``*1`` and ``*2``. At most four decks are used, so a code is below 216 and fits a byte.
Source of the numbering: the fairness protocol, PROTOCOL.md.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rummynet_protocol.errors import BadCard

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
FACES: Final = (*(r + s for s in SUITS for r in RANKS), "*1", "*2")  # face names by face number, 0 to 53

FACE_OF: Final = {name: number for number, name in enumerate(FACES)}
# Behind all faces with a rank, so that `rank` and `suit` need no case for them and a deck without jokers is a range.
JOKERS: Final = (52, 53)
PER_DECK: Final = 54  # jokers are counted in every deck, so that one code means the same card in every game
# Logs have one byte for a card: 4 decks of 54 are 216, a fifth would pass 255.
MOST_DECKS: Final = 4
# No code, and never the index of a bit: a hidden card that slips into `mask` raises instead of counting as a card.
HIDDEN: Final = -1  # in place of a card's code: a card that this viewer does not know

ALL_NAMES: Final = {f"{name}.{deck}": deck * PER_DECK + n for deck in range(MOST_DECKS) for n, name in enumerate(FACES)}


def rank(code: int) -> int:
    """The rank, 0 (ace) to 12 (king). Undefined for jokers."""
    return code % PER_DECK % 13


def suit(code: int) -> int:
    """The suit, 0 to 3 for C D H S. Undefined for jokers."""
    return code % PER_DECK // 13


def is_joker(code: int) -> bool:
    """Whether the card is one of the two jokers of its deck."""
    return code % PER_DECK >= 52


def face(code: int) -> str:
    """The name without the deck: ``7H``, ``*1``."""
    return FACES[code % PER_DECK]


def name(code: int, decks: int = 1) -> str:
    """The name as written where *decks* decks are in play: ``7H`` with one, ``7H.0`` with several."""
    # With one deck a code is its face: nobody should have to write `7H.0` where no other 7H exists.
    return FACES[code] if decks == 1 else f"{FACES[code % PER_DECK]}.{code // PER_DECK}"


def code(text: str, decks: int = 1) -> int:
    """The code of a card's full name. Raises BadCard."""
    found = FACE_OF.get(text) if decks == 1 else ALL_NAMES.get(text)
    if found is None or found >= decks * PER_DECK:
        # Refusals travel in messages of limited length, and whoever sent the text may have sent any amount of it.
        word = text[:12]
        if decks == 1:
            raise BadCard("{word!r} is not a card; write a card such as 7H, TD or *1", word=word)
        raise BadCard(
            "{word!r} is not a card; write a card such as 7H.0 (decks 0 to {last})", word=word, last=decks - 1
        )
    return found


def full_deck(decks: int = 1, jokers: bool = False) -> list[int]:
    """All codes in ascending order."""
    # Codes keep their distance of 54 without jokers too: a code means the same card in every game.
    size = PER_DECK if jokers else 52
    return [deck * PER_DECK + number for deck in range(decks) for number in range(size)]


def mask(codes: Iterable[int]) -> int:
    """A set of cards as one integer, bit *c* for code *c*."""
    bits = 0
    for card in codes:
        bits |= 1 << card
    return bits


def members(bits: int) -> Iterator[int]:
    """The codes in a mask, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
