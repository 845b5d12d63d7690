"""Cards of several decks named by face: from the words of an action to codes, and from codes to words.

A *face* is a card's name without its deck. In an action a face means the copy with the lowest deck number that is
there, two equal faces the two lowest, in the order of writing; names with a deck mean that very card and are given out
first. Source: the pages of the rules, "Cards, actions, order".

*Hidden hands.* Where some cards of the hand are not known, a face that is not known to be in it means the lowest copy
that is not known to be elsewhere. That guess may name the wrong copy, so a log that others replay without seeing the
hand uses ``with_decks``: names with decks wherever more than one copy may be meant.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.errors import refuse
from rummynet.rules.core.state import OPEN, spell
from rummynet_protocol.cards import FACE_OF, FACES, PER_DECK, RANKS, name
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value

Laid = tuple[str, ...]  # the words of a meld
EVERY_FACE: Final = (1 << PER_DECK) - 1  # the mask of the 54 cards of one deck


class Word(Value):
    """A card word of an action, read."""

    face: int  # the card itself, 0 to 53
    deck: int | None = None  # the deck it was named with
    stands: int | None = None
    """What it is laid as: a face 0 to 51, ``open_suit(rank)`` for ``=7?``, None for a card written plain."""

    @property
    def means(self) -> int:
        """What it stands for, or the card itself if it is written plain."""
        return self.face if self.stands is None else self.stands


# -- what a wild card stands for
def open_suit(rank: int) -> int:
    """What a wild card stands for that is some card of this rank: OPEN for aces, then down by one for each rank."""
    return OPEN - rank


def rank_of(stands: int) -> int:
    """The rank, 0 to 12, of what a card stands for."""
    return OPEN - stands if stands <= OPEN else stands % 13


# -- words
# The same words are thrown and laid over and over.
@lru_cache(maxsize=4096)
def read_word(text: str) -> Word:
    """The word as the notation spells it (which has been checked): ``7H``, ``7H.1``, ``*1=7H``, ``*2.1=7?``."""
    card, _, stands = text.partition("=")
    plain, _, deck = card.partition(".")
    number = int(deck) if deck else None
    if not stands:
        return Word(FACE_OF[plain], number)
    if stands[1] == "?":
        return Word(FACE_OF[plain], number, open_suit(RANKS.index(stands[0])))
    return Word(FACE_OF[plain], number, FACE_OF[stands])


def read_words(texts: Sequence[str]) -> tuple[Word, ...]:
    """All words of a meld or lay-off."""
    return tuple(map(read_word, texts))


def face_word(number: int, stands: int | None = None) -> str:
    """The word of a card named by face; *stands* None writes it plain."""
    return FACES[number] if stands is None else f"{FACES[number]}={spell(stands)}"


# -- which copy
def faces_of(hand: int) -> int:
    """Which faces are in a mask of cards of any deck, as a mask of 54 bits."""
    faces = 0
    while hand:
        faces |= hand & EVERY_FACE
        hand >>= PER_DECK
    return faces


def copies(hand: int, number: int) -> int:
    """How many cards of that face are in a mask."""
    found = 0
    hand >>= number
    while hand:
        found += hand & 1
        hand >>= PER_DECK
    return found


def given_out(words: Sequence[Word], hand: int, decks: int, elsewhere: int = 0, hidden: int = 0) -> tuple[int, ...]:
    """The codes that *words* mean, in their order."""
    # *hand* is the mask of the cards known to be there, *hidden* how many more there are, and *elsewhere* the mask of
    # all cards known to be in another place. Raises IllegalAction, also for a card named twice or with a wrong deck.
    codes = [0] * len(words)
    taken, unknown = 0, 0
    # Names with a deck first: else a face before them could take the very card that they name.
    for is_named in (True, False):
        for index, word in enumerate(words):
            if (word.deck is not None) is is_named:
                # -1 once all hidden cards are used up: then nothing outside of the known hand can be meant.
                code = _copy(word, hand & ~taken, decks, (elsewhere | taken) if unknown < hidden else -1)
                if code is None:
                    refuse("card_not_held", _not_held(word, decks))
                codes[index] = code
                taken |= 1 << code
                unknown += not hand >> code & 1
    return tuple(codes)


def _copy(word: Word, hand: int, decks: int, elsewhere: int) -> int | None:
    """The lowest copy in *hand*, else the lowest that is not *elsewhere* (-1: everything is elsewhere)."""
    # With one deck there is one name for a card; two would give one action two signed forms.
    if word.deck is not None and decks == 1:
        return None
    meant = range(decks) if word.deck is None else (word.deck,) if word.deck < decks else ()
    # Known copies before unknown ones: the hand certainly has them.
    for free in (hand, ~elsewhere):
        for deck in meant:
            code = PER_DECK * deck + word.face
            if free >> code & 1:
                return code
    return None


def _not_held(word: Word, decks: int) -> str:
    plain = FACES[word.face]
    if word.deck is None:
        return sentence("you do not hold {plain} as often as you name it; name cards that you hold", plain=plain)
    if decks == 1:
        return sentence("there is only one deck; write {plain} without a number", plain=plain)
    return sentence("{plain}.{deck} is not in your hand; name cards that you hold", plain=plain, deck=word.deck)


# -- naming the copy
def with_decks(texts: Sequence[str], codes: Sequence[int], decks: int, seen: int) -> tuple[str, ...]:
    """The words *texts*, meaning *codes*, with a deck wherever more than one copy is outside the mask *seen*."""
    # *seen* is what everybody sees lying on the table and in the pile: with one copy left the public cannot err.
    words = []
    for text, code in zip(texts, codes, strict=True):
        card, mark, stands = text.partition("=")
        open_copies = sum(not seen >> (PER_DECK * deck + code % PER_DECK) & 1 for deck in range(decks))
        words.append((name(code, decks) if open_copies > 1 else card) + mark + stands)
    return tuple(words)


# -- every way to lay them
def every_run(
    words: Callable[[int, int], Iterable[str]], left: Sequence[int], faces: Sequence[int], least: int, laid: Laid = ()
) -> Iterator[tuple[Laid, Sequence[int]]]:
    """The runs that begin with *laid* and go on as these faces, as far as cards reach, with the cards that are left."""
    # *words* is how a card can be written that lies as a face. A run has *least* cards or more.
    if len(laid) >= least:
        yield laid, left
    for code in left if faces else ():
        for word in words(code, faces[0]):
            yield from every_run(words, [one for one in left if one != code], faces[1:], least, (*laid, word))
