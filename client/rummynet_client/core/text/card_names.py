"""Cards in sentences: the voice that names them, and the voice of the screen and of programs, in notation.

Jack and queen have the letters that the person reads: J and Q, or on German cards B (Bube) and D (Dame). King and ace
have the same on both. What is signed, sent and kept is the protocol's notation; only what a person reads and types is
turned.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final

from rummynet.rules.core.state import State
from rummynet_client.language import N_, _, voice
from rummynet_protocol import cards
from rummynet_protocol.values import Value

Melds = Sequence[Sequence[str]]  # the cards of each meld on the table, by its number


ENGLISH: Final = "english"
GERMAN: Final = "german"
_GERMAN: Final = {"J": "B", "Q": "D"}
_ENGLISH: Final = {german: english for english, german in _GERMAN.items()}
# Only the rank of a whole card is turned, alone, with a deck (QH.1) or behind "=" (7C=QD): names and words stay.
_WRITTEN: Final = re.compile(r"(?<![\w*.=])[JQ](?=[CDHS](?:\.\d)?(?:=|(?!\w)))|(?<==)[JQ](?=[CDHS?](?!\w))")
_TYPED: Final = re.compile(r"(?<![\w*.=])[BD](?=[CDHS](?:\.\d)?(?:=|(?!\w)))|(?<==)[BD](?=[CDHS?](?!\w))")
RANKS: Final = {"A": N_("ace"), "T": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
SUITS: Final = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}
ORDER: Final = "A23456789TJQK"
_SIGNS: Final = str.maketrans("♣♦♥♠★", "CDHS*")
_LOOSE: Final = re.compile(r"(?<![\w.*])(?:10|[A2-9TJQKBD])[CDHS](?!\w)", re.IGNORECASE)
"""``10H`` and ``qs`` as people type them; notation has TH and QS."""


_MELD: Final = re.compile(r"(?<=\son\s)\S+(?:\s(?!lay\s)\S+)*")
"""What is said of a meld that something is laid on."""


_SAID: Final = re.compile(r"(?<=\bthrow)\sout\b|(?<=\blay)\soff\b|,|\s[+-]\d+$|\band\s(?=lay\b)", re.IGNORECASE)
"""What sentences and offers have beside an action, and notation has not."""
_BARE_CALL: Final = re.compile(r"^rummy\s(?!(?:meld|lay)\b)", re.IGNORECASE)
_NEW_MELD: Final = re.compile(r"\blay\b(?!.*\son\s)")
"""``lay`` on nothing that lies there, as sentences say it of a new meld."""


class _Letters:
    """The letters in use."""

    german = False


def use_letters(which: str) -> None:
    """Use these letters from now on: ``english`` or ``german``."""
    _Letters.german = which == GERMAN


def rank_letter(rank: str) -> str:
    """The letter of a rank as the person reads it."""
    return _GERMAN.get(rank, rank) if _Letters.german else rank


def in_letters(text: str) -> str:
    """A text in notation with its cards in the person's letters."""
    return _WRITTEN.sub(lambda found: _GERMAN[found[0]], text) if _Letters.german else text


def in_notation(text: str) -> str:
    """A typed action in notation, its cards as screens, voices or documents write them: ``10♦``, ``queen of spades``.

    Words are those of the language in use, and the English ones.
    """
    text = text.translate(_SIGNS)
    pattern, heard = _names_heard(voice())
    text = pattern.sub(lambda found: heard[found[0].casefold()], text)
    text = _LOOSE.sub(lambda found: found[0].upper().replace("10", "T"), text)
    # Both alphabets: J and Q mean nothing else in German, and people copy lines from logs.
    return _TYPED.sub(lambda found: _ENGLISH[found[0]], text) if _Letters.german else text


def with_meld_numbers(text: str, melds: Melds) -> str:
    """A typed action in notation, with the number of a meld where it is named by cards that lie in it."""

    def number(found: re.Match[str]) -> str:
        named = {*found[0].split()}
        return next((str(at) for at, meld in enumerate(melds) if named <= {*meld}), found[0])

    said = _BARE_CALL.sub("rummy meld ", in_notation(_SAID.sub("", text)))
    return _MELD.sub(number, _NEW_MELD.sub("meld", said))


def with_meld_cards(text: str, melds: Melds) -> str:
    """An action in notation, with a card of the meld in place of its number."""
    return _MELD.sub(lambda found: melds[int(found[0])][0], text)


@lru_cache(maxsize=1)
def _names_heard(in_voice: Hashable) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds cards by what they are called, in the language in use and in English; and which card each name is.

    Kept for this language: it is asked for with each key that is typed.
    """
    heard: dict[str, str] = {}
    for rank, suit in ((rank, suit) for rank in ORDER for suit in SUITS):
        english = N_("{rank} of {suit}").format(rank=RANKS.get(rank, rank), suit=SUITS[suit])
        said = face_words(rank + suit)
        letter = N_("{rank} of {suit}").format(rank="10" if rank == "T" else rank, suit=SUITS[suit])
        names = (_("the {card}", card=said), said, N_("the {card}").format(card=english), english, letter)
        heard |= {name.casefold(): rank + suit for name in names}
    longest_first = "|".join(map(re.escape, sorted(heard, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE), heard


def face_words(face: str) -> str:
    """A card, or a rank of any suit, as it is said."""
    if face[0] == "*":
        return _("joker")
    if face[1:] == "?":
        return _("{rank} of any suit", rank=rank_word(face[0]))
    return _("{rank} of {suit}", rank=rank_word(face[0]), suit=_(SUITS[face[1]]))


def rank_word(letter: str) -> str:
    """A rank as it is said."""
    return _(RANKS[letter]) if letter in RANKS else letter


class Voice(Value):
    """How a sentence names cards. All else in a sentence is the same whether it is read or heard."""

    card: Callable[[str], str]
    cards: Callable[[Sequence[str]], str]
    meld: Callable[[Sequence[str]], str]
    between: str  # stands between several melds


def faces(names: Sequence[str]) -> str:
    """Cards without their deck numbers, separated by spaces."""
    return " ".join(face(name) for name in names)


def face(name: str) -> str:
    """``7H`` for ``7H.1``, ``7C=9D`` for ``7C.0=9D``."""
    card, equals, stands = name.partition("=")
    return card.partition(".")[0] + equals + stands


# A screen writes the cards with signs: it knows the player's letters and whether the terminal has signs.
WRITTEN: Final = Voice(face, faces, faces, " · ")


def meld_cards(state: State) -> tuple[tuple[str, ...], ...]:
    """The cards of each meld on the table, by its number; of several decks as events name them, with the deck."""
    return tuple(_names(meld.cards, state.decks) for meld in state.melds)


@lru_cache(maxsize=1024)
def _names(codes: tuple[int, ...], decks: int) -> tuple[str, ...]:
    """A meld changes once, and is written after each action of the round."""
    return tuple(cards.name(code, decks) for code in codes)
