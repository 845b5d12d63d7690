"""Cards in sentences: the voice that names them, and the voice of the screen and of programs, in notation.

Jack and queen have the letters that the person reads: J and Q, or on German cards B (Bube) and D (Dame). King and ace
have the same on both. What is signed, sent and kept is the protocol's notation; only what a person reads and types is
turned.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from rummynet.rules.core.state import State
from rummynet_client.core.text.commands import QUOTED, BadCommand
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
_JOKER: Final = N_("joker")
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
    for said, means in _heard(voice()):
        text = said.sub(means, text)
    text = _LOOSE.sub(lambda found: found[0].upper().replace("10", "T"), text)
    # Both alphabets: J and Q mean nothing else in German, and people copy lines from logs.
    return _TYPED.sub(lambda found: _ENGLISH[found[0]], text) if _Letters.german else text


def with_meld_numbers(text: str, melds: Melds) -> str:
    """A typed action in notation, with the number of a meld where it is named by cards that lie in it."""

    def number(found: re.Match[str]) -> str:
        named = found[0].split()
        if found[0].isdigit() or not melds:
            return found[0]
        for bare in (str, _without_deck):
            for at, meld in enumerate(melds):
                if {*map(bare, named)} <= {*map(bare, meld)}:
                    return str(at)
        raise BadCommand(_("no meld on the table has {cards}", cards=found[0][:QUOTED]))

    call = "rummy lay " if " on " in text else "rummy meld "
    said = _BARE_CALL.sub(call, _SAID.sub("", in_notation(text)))
    return _MELD.sub(number, _NEW_MELD.sub("meld", said))


def with_meld_cards(text: str, melds: Melds) -> str:
    """An action in notation, with a card of the meld in place of its number."""
    return _MELD.sub(lambda found: melds[int(found[0])][0], text)


def _without_deck(name: str) -> str:
    """A card as it is heard: of any deck, and any of the jokers."""
    return re.sub(r"^\*\d", "*", face(name))


@lru_cache(maxsize=1)
def _heard(in_voice: Hashable) -> list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]:
    """What finds cards and melds by what they are called, in the language in use and in English, and what is meant.

    Kept for this language: it is asked for with each key that is typed.
    """
    ranks, suits = (
        {says.casefold(): letter for letter, name in names.items() for says in (name, _(name))}
        for names in (RANKS, SUITS)
    )
    ranks |= {"10": "T"} | {rank.casefold(): rank for rank in ORDER}

    def codes(found: re.Match[str]) -> str:
        said, of = (re.findall(r"\w+", found[group].casefold()) for group in ("ranks", "suits"))
        return " ".join(ranks[rank] + suits[suit] for suit in of if suit in suits for rank in said if rank in ranks)

    last = _said(N_("{first} and {last}"))
    several = [
        rf"(?P<{group}>{_either(names)}(?:{_either((', ', *last))}{_either(names)})*)"
        for group, names in (("ranks", ranks), ("suits", suits))
    ]
    the, ands = _either(_said(N_("the {card}"))), _either((*last, *_said(N_("{first}, and {last}"))))
    melds = (*_said(N_("the run {cards}")), *_said(N_("the set {cards}")), *_said(N_("the meld of {cards}")))
    found: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
        *((rf"(?<!\w){the}?{name}(?!\w)", codes) for name in _said(N_("{rank} of {suit}"), *several)),
        (rf"\b{the}?{_either(_said(_JOKER))}\b", "*"),
        # In capitals only: the ace of spades is AS.
        (rf"(?-i:(?<=[CDHS*]){_either(_said(N_('{card} as {stands}')))}(?=[A2-9TJQK][CDHS]))", "="),
        (rf"{ands}(?=\*|[A2-9TJQK][CDHS])", " "),
        (_either(melds), ""),
    ]
    return [(re.compile(said, re.IGNORECASE), means) for said, means in found]


def _said(template: str, *values: str) -> tuple[str, str]:
    """A sentence in English and in the language in use, with these values in its places, in English order."""
    filled = dict(zip_longest(re.findall(r"{(\w+)}", template), values, fillvalue=""))
    return template.format(**filled), _(template, **filled)


def _either(names: Iterable[str]) -> str:
    return rf"(?:{'|'.join(sorted(map(re.escape, {*names}), key=len, reverse=True))})"


def face_words(face: str) -> str:
    """A card, or a rank of any suit, as it is said."""
    if face[0] == "*":
        return _(_JOKER)
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
