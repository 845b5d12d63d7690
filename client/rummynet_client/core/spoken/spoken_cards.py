"""Cards as they are said: ``7 of diamonds``, ``2, 3 and 4 of spades``, ``joker as 9 of clubs``."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rummynet_client.core.text.card_names import ORDER, SUITS, Voice, face_words, rank_word
from rummynet_client.language import _

_BY_SUIT: Final = "SHDC*"
# A whole word only: names of players may hold the same letters. Behind one in capitals AS is no ace.
_ONE_CODE: Final = r"(?:[A2-9TJQK][CDHS]|\*[1-9])(?:\.\d)?(?:=[A2-9TJQK](?:[CDHS]\b|\?))?(?!\w)"
_CODES: Final = re.compile(rf"(?<![\w.=])(?<![A-Z]{{2}} ){_ONE_CODE}(?: {_ONE_CODE})*")


def card_words(name: str) -> str:
    """One card, named as in positions; deck numbers are left out, as equal cards are equal to the listener."""
    card, _equals, stands = name.partition("=")
    face = card.partition(".")[0]
    if stands:
        return _("{card} as {stands}", card=face_words(face), stands=face_words(stands))
    return face_words(face)


def cards_words(names: Sequence[str]) -> str:
    """Several cards in their order, those of one suit or one rank said together."""
    plain = [name if "=" in name else name.partition(".")[0] for name in names]
    groups = [(suit, list(together)) for suit, together in groupby(plain, key=_said_with)]
    ranks = {face[0] for face in plain}
    if "" not in map(_said_with, plain) and len(ranks) == 1:
        return _("{rank} of {suit}", rank=rank_word(*ranks), suit=and_list(_(SUITS[face[1]]) for face in plain))
    parts = [_of_one_suit(suit, group) if suit else and_list(map(card_words, group)) for suit, group in groups]
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


def _of_one_suit(suit: str, faces: Sequence[str]) -> str:
    return _("{rank} of {suit}", rank=and_list(rank_word(face[0]) for face in faces), suit=_(SUITS[suit]))


def _place(name: str) -> int:
    return ORDER.index(name[0]) if name[0] in ORDER else len(ORDER)
