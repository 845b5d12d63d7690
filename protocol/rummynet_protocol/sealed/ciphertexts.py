"""Cards as ciphertexts: (a, b) under key Y holds the face F if a = rB and b = F + rY."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.constants import CARDS, card_of, faces
from rummynet_protocol.sealed.group import IDENTITY, SIZE, Element, Scalar, base, elements, minus, plus, times, total
from rummynet_protocol.sealed.wide_hash import listed


class Ciphertext(NamedTuple):
    """A card under a key."""

    a: Element
    b: Element


Ciphertexts = tuple[Ciphertext, ...]  # a deck, a stock or a hidden hand; of a stock the first is on top
CIPHERTEXT: Final = 2 * SIZE  # bytes of a ciphertext


def first_deck(cards: Sequence[int]) -> Ciphertexts:
    """(identity, F_c) for each card: the deck that the first mix begins with, computed by everybody, never received.

    *cards* ascend: an order of somebody's choice would be one more thing to agree about. Raises ValueError.
    """
    if not cards or list(cards) != sorted(set(cards)) or cards[0] < 0 or cards[-1] >= CARDS:
        raise ValueError("the first deck has cards in ascending order, each once")
    return open_cards(cards)


def open_cards(cards: Sequence[int]) -> Ciphertexts:
    """(identity, F_c) for each card, in the order given: cards that everybody has seen."""
    return tuple(Ciphertext(IDENTITY, faces()[card]) for card in cards)


def re_encrypted(card: Ciphertext, mask: Scalar, key: Element) -> Ciphertext:
    """(a + rB, b + rK): the same card, which nobody without r or the secret of K can tell to be the same."""
    return Ciphertext(plus(card.a, base(mask)), plus(card.b, times(mask, key)))


def without_shares(card: Ciphertext, shares: Iterable[Element]) -> Ciphertext:
    """(a, b − Σ d): with the shares of all holders but one, a ciphertext under that one's key."""
    return Ciphertext(card.a, minus(card.b, total(shares)))


def card_under(card: Ciphertext, secret: Scalar) -> int | None:
    """The card whose face is b − xa; None if it is no face."""
    return card_of().get(minus(card.b, times(secret, card.a)))


def pack_cards(cards: Ciphertexts) -> bytes:
    """a_0 ‖ b_0 ‖ a_1 ‖ b_1 ‖ …: 64 bytes each."""
    return b"".join(a + b for a, b in cards)


def read_cards(data: bytes, count: int) -> Ciphertexts:
    """Exactly *count* ciphertexts. Raises Cheat("mix") for another number, Cheat("element")."""
    if len(data) != CIPHERTEXT * count:
        raise Cheat("mix", f"{count} cards have {CIPHERTEXT * count} bytes, not {len(data)}")
    found = elements(data)
    return tuple(map(Ciphertext, found[::2], found[1::2]))


def listed_cards(cards: Ciphertexts) -> bytes:
    """list(a, b): a_0, b_0, a_1, b_1, … as one field of a hash."""
    return listed(part for card in cards for part in card)
