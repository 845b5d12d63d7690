"""Cards as they are said, and heard: ``7 of diamonds``, ``2, 3 and 4 of spades``, ``joker as 9 of clubs``."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rummynet_client.core.text.card_names import Voice
from rummynet_client.language import N_, _

_RANKS: Final = {"A": N_("ace"), "T": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_SUITS: Final = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}
_ORDER: Final = "A23456789TJQK"
_BY_SUIT: Final = "SHDC*"
# A whole word only: names of players may hold the same letters.
_ONE_CODE: Final = r"(?:[A2-9TJQK][CDHS]|\*[1-9])(?:\.\d)?(?:=[A2-9TJQK](?:[CDHS]\b|\?))?(?!\w)"
_CODES: Final = re.compile(rf"(?<![\w.=]){_ONE_CODE}(?: {_ONE_CODE})*")


def card_words(name: str) -> str:
    """One card, named as in positions; deck numbers are left out, as equal cards are equal to the listener."""
    card, _equals, stands = name.partition("=")
    face = card.partition(".")[0]
    if stands:
        return _("{card} as {stands}", card=_face(face), stands=_face(stands))
    return _face(face)


def cards_words(names: Sequence[str]) -> str:
    """Several cards in their order, those of one suit or one rank said together."""
    plain = [name if "=" in name else name.partition(".")[0] for name in names]
    groups = [list(together) for _suit, together in groupby(plain, key=_said_with)]
    if len(names) > 1 and "" not in map(_said_with, plain) and len({face[0] for face in plain}) == 1:
        return _("{rank} of {suit}", rank=_rank(plain[0][0]), suit=and_list(_(_SUITS[face[1]]) for face in plain))
    parts = [_of_one_suit(group) if _said_with(group[0]) else and_list(map(card_words, group)) for group in groups]
    if len(parts) > 1 and len(parts) < len(plain):
        # "and" stands within a part too: the comma before the last one says where it begins.
        return _("{first}, and {last}", first=", ".join(parts[:-1]), last=parts[-1])
    return and_list(parts)


def codes_in_words(sentence: str) -> str:
    """A sentence of the rules with the cards that it names by codes in words."""
    return _CODES.sub(lambda found: _the_cards(found[0].split()), sentence)


def hand_words(names: Sequence[str]) -> str:
    """A hand, sorted by suit and rank; each suit is a part of its own."""
    if not names:
        return _("no cards")
    ordered = sorted(names, key=said_order)
    parts = [
        cards_words(list(together)) if suit != "*" else and_list(map(card_words, together))
        for suit, together in groupby(ordered, key=lambda name: "*" if name[0] == "*" else name[1])
    ]
    return "; ".join(parts)


def said_order(name: str) -> tuple[int, int]:
    """Sort key of cards as a hand is read: by suit, then rank, jokers last."""
    return _BY_SUIT.index("*" if name[0] == "*" else name[1]), _place(name)


def _the_card(name: str) -> str:
    return _("the {card}", card=card_words(name))


def _the_cards(names: Sequence[str]) -> str:
    return _the_card(names[0]) if len(names) == 1 else cards_words(names)


def _the_meld(names: Sequence[str]) -> str:
    stands = [name.partition("=")[2] or name for name in names]
    # Jokers stand for whatever is missing; another wild card that does not say what it stands for leaves it open.
    plain = [name for name in stands if name[0] != "*"]
    if len({name[0] for name in plain}) == 1:
        return _("the set {cards}", cards=cards_words(names))
    if len({name[1] for name in plain}) == 1:
        return _("the run {cards}", cards=cards_words(names))
    return _("the meld of {cards}", cards=cards_words(names))


def heard_cards(text: str) -> str:
    """A typed action with the cards that it names in words, or with a 10, in notation: ``throw queen of spades``.

    The words are those that are said, and the English ones, which documents use.
    """
    for words, card in _names_heard():
        text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", card, text, flags=re.IGNORECASE)
    return _TYPED.sub(lambda found: found[0].upper().replace("10", "T"), text)


# "10H" and "qs" as people type them; notation has TH and QS.
_TYPED: Final = re.compile(r"(?<![\w.=*])(?:10|[A2-9TJQK])[CDHS](?!\w)", re.IGNORECASE)


def _names_heard() -> list[tuple[str, str]]:
    """Each card by what it is called, in the language in use and in English."""
    found: list[tuple[str, str]] = []
    for rank, suit in ((rank, suit) for rank in _ORDER for suit in _SUITS):
        english = N_("{rank} of {suit}").format(rank=_RANKS.get(rank, rank), suit=_SUITS[suit])
        names = (_the_card(rank + suit), _face(rank + suit), N_("the {card}").format(card=english), english)
        found += [(name, rank + suit) for name in names]
    return found


SPOKEN: Final = Voice(_the_card, _the_cards, _the_meld, "; ")


def and_list(items: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    found = list(items)
    if len(found) < 2:
        return "".join(found)
    return _("{first} and {last}", first=", ".join(found[:-1]), last=found[-1])


def _said_with(face: str) -> str:
    """The suit with which a card is said; empty for a joker, and for a card that stands for another."""
    return face[1] if len(face) == 2 and face[0] != "*" else ""


def _of_one_suit(faces: Sequence[str]) -> str:
    return _("{rank} of {suit}", rank=and_list(_rank(face[0]) for face in faces), suit=_(_SUITS[faces[0][1]]))


def _face(face: str) -> str:
    if face[0] == "*":
        return _("joker")
    if face[1:] == "?":
        return _("{rank} of any suit", rank=_rank(face[0]))
    return _("{rank} of {suit}", rank=_rank(face[0]), suit=_(_SUITS[face[1]]))


def _rank(letter: str) -> str:
    return _(_RANKS[letter]) if letter in _RANKS else letter


def _place(name: str) -> int:
    return _ORDER.index(name[0]) if name[0] in _ORDER else len(_ORDER)
