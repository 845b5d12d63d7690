"""A seat's hidden cards as everybody holds them: ciphertexts under its key, which get fewer as cards are played.

A play names cards, and opens them by index. The index would tell when a card was drawn, so a list that a drawn card has
joined is *aged*: before the next play its holder mixes it under its own key, with the proof of a mix.

A play's blob: [if aged: the mixed list, its proof], then an index into the list for each card, a byte each, then the
shares d = x a of those with their proof; mix and shares under the context P. Each b − d is the face of the card named.
"""

from collections.abc import Sequence

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import (
    CIPHERTEXT,
    Ciphertext,
    Ciphertexts,
    card_under,
    pack_cards,
    read_cards,
)
from rummynet_protocol.sealed.constants import faces
from rummynet_protocol.sealed.group import Element, Scalar, minus
from rummynet_protocol.sealed.mix import mix
from rummynet_protocol.sealed.mix_proof import check_mix, check_mix_ahead, mix_proof_size, prove_mix
from rummynet_protocol.sealed.round_keys import RoundKey
from rummynet_protocol.sealed.shares import check_shares, make_shares, shares_size
from rummynet_protocol.values import Value


class HiddenHand(Value):
    """A seat's hidden list, and whether the next play has to mix it."""

    public: Element  # Y_p
    cards: Ciphertexts = ()
    aged: bool = False

    def received(self, cards: Ciphertexts) -> "HiddenHand":
        """With these cards, which came together."""
        # Cards of one batch have one age: the deal does not age a list, a card drawn to an empty one neither.
        return HiddenHand(self.public, self.cards + cards, self.aged or bool(self.cards))


class PlayBlob(Value):
    """A play as it was sent, cut into its parts; the mixed list and its proof are empty if there are none."""

    mixed: bytes
    proof: bytes
    indexes: bytes
    shares: bytes


class CheckedPlay(Value):
    """What a play that holds has done."""

    hand: HiddenHand
    mixed: Ciphertexts | None  # the list after the mix, if there was one
    played: Ciphertexts
    shares: tuple[Element, ...]


def cards_in(hand: HiddenHand, secret: Scalar) -> list[int | None]:
    """The cards by index; None where something else than a card is in the list."""
    return [card_under(card, secret) for card in hand.cards]


def play_size(cards: int, named: int, mixed: bool) -> int:
    """Bytes of a play of *named* cards from a list of *cards*."""
    return (CIPHERTEXT * cards + mix_proof_size(cards) if mixed else 0) + named + shares_size(named)


def make_play(hand: HiddenHand, key: RoundKey, named: Sequence[int], context: bytes, fresh: bytes) -> bytes:
    """The blob that plays *named*, in the order in which the action names them. Raises ValueError for a card not held.

    One lot of fresh bytes does: the nonces of mix, proof and shares differ by what they are for.
    """
    held, cards, front = cards_in(hand, key.secret), hand.cards, b""
    if hand.aged:
        mixed = mix(cards, key.public, context, key.secret, fresh)
        cards, held = mixed.after, [held[at] for at in mixed.order]
        front = pack_cards(cards) + prove_mix(mixed, key.secret, fresh).pack()
    indexes = [held.index(card) for card in named]
    shares = make_shares(key, [cards[index].a for index in indexes], context, fresh)
    return front + bytes(indexes) + shares


def check_play(hand: HiddenHand, named: Sequence[int], context: bytes, blob: bytes) -> CheckedPlay:
    """The play of *named* that *blob* proves. Raises Cheat("hand"), ("mix"), ("share") or ("element")."""
    parts = read_play(len(hand.cards), len(named), blob)
    check_age(hand, parts)
    cards, mixed = hand.cards, None
    if parts.mixed:
        cards = mixed = read_cards(parts.mixed, len(cards))
        check_mix(hand.cards, cards, hand.public, context, parts.proof)
    check_indexes(parts.indexes, len(cards))
    played = tuple(cards[index] for index in parts.indexes)
    shares = check_shares(hand.public, [card.a for card in played], context, parts.shares)
    for card, item, share in zip(named, played, shares, strict=True):
        check_face(card, item, share)
    left = tuple(card for index, card in enumerate(cards) if index not in parts.indexes)
    return CheckedPlay(HiddenHand(hand.public, left), mixed, played, shares)


def check_play_ahead(hand: HiddenHand, context: bytes, blob: bytes) -> None:
    """Check the mix in a play of an aged hand, as ``check_mix_ahead`` does: that is what takes long. Raises Cheat."""
    deck = CIPHERTEXT * len(hand.cards)
    mixed, proof = blob[:deck], blob[deck : deck + mix_proof_size(len(hand.cards))]
    check_mix_ahead(hand.cards, read_cards(mixed, len(hand.cards)), hand.public, context, proof)


def read_play(cards: int, named: int, blob: bytes) -> PlayBlob:
    """The parts of *blob*; whether a mix is among them shows in its length. Raises Cheat("hand")."""
    if not 1 <= named <= cards:
        raise Cheat("hand", f"{named} cards are played from a hand of {cards} hidden ones")
    front = len(blob) - play_size(cards, named, mixed=False)
    if front not in (0, CIPHERTEXT * cards + mix_proof_size(cards)):
        raise Cheat("hand", f"no play of {named} out of {cards} hidden cards has {len(blob)} bytes")
    deck = CIPHERTEXT * cards if front else 0
    return PlayBlob(blob[:deck], blob[deck:front], blob[front : front + named], blob[front + named :])


def check_age(hand: HiddenHand, parts: PlayBlob) -> None:
    """Return if the list is mixed exactly where it is aged. Raises Cheat("hand")."""
    # A mix where none is needed is a fault too: there is one way to write each play.
    if hand.aged != bool(parts.mixed):
        raise Cheat("hand", "a hand that a drawn card has joined is mixed before a card is played, and no other one")


def check_indexes(indexes: bytes, cards: int) -> None:
    """Return if the indexes are distinct and in range. Raises Cheat("hand")."""
    if len(set(indexes)) != len(indexes) or max(indexes) >= cards:
        raise Cheat("hand", "a play opens a hidden card twice, or one that is not there")


def check_face(card: int, item: Ciphertext, share: Element) -> None:
    """Return if b − d = F_c. Raises Cheat("hand")."""
    if minus(item.b, share) != faces()[card]:
        raise Cheat("hand", "a play opens another card than it names")
