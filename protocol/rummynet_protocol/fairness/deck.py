"""The sealed deck: an order of cards fixed by one hash, of which single cards can be opened with a proof.

Each leaf has its own salt: without it a leaf's 52 possible contents could be tried out. Opening one card therefore
reveals nothing about the others.
"""

from collections.abc import Sequence

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import merkle
from rummynet_protocol.fairness.commitment import deck_key, salt_key
from rummynet_protocol.fairness.entries import OpeningRow
from rummynet_protocol.fairness.hashing import SIZE, H, u8
from rummynet_protocol.fairness.shuffle import shuffle


def salt(key: bytes, position: int) -> bytes:
    """The salt of one position, from the salt key."""
    return H("salt", key, u8(position))


def leaf(deal: bytes, position: int, card: int, salt: bytes) -> bytes:
    """The hash that commits to *card* at *position* of this deal."""
    return H("leaf", deal, u8(position), u8(card), salt)


class SealedDeck:
    """A deck's order (top first) with its proofs. Only the host has one before the end of the round."""

    def __init__(self, deal: bytes, order: Sequence[int], salt_key: bytes) -> None:
        """*order* has 1 to 216 codes. Raises ValueError or OverflowError for an invalid deck."""
        self.deal = deal
        self.order = tuple(order)
        self._salt_key = salt_key
        cards = enumerate(self.order)
        self._tree = merkle.Tree([leaf(deal, place, card, salt(salt_key, place)) for place, card in cards])
        self.root = self._tree.root

    def __len__(self) -> int:
        return len(self.order)

    def opening(self, position: int) -> OpeningRow:
        """The proof for the receiver of the card at *position*. Raises IndexError."""
        if not 0 <= position < len(self.order):
            raise IndexError(f"there is no position {position} in a deck of {len(self.order)}")
        return position, self.order[position], salt(self._salt_key, position), self._tree.path(position)


def seal(deal: bytes, z: bytes, s_deck: bytes, cards: Sequence[int]) -> SealedDeck:
    """The deck that follows from Z and the host's secret: *cards* (ascending) shuffled and salted."""
    return SealedDeck(deal, shuffle(cards, deck_key(z, s_deck)), salt_key(z, s_deck))


def check_opening(deal: bytes, root: bytes, size: int, opening: OpeningRow) -> None:
    """Return if the opening belongs to the deck of *size* cards with this Merkle root. Raises Cheat("opening")."""
    position, card, its_salt, path = opening
    try:
        if len(its_salt) != SIZE:
            raise ValueError("a salt has another length")
        found = merkle.climb(leaf(deal, position, card, its_salt), position, size, path)
    # The numbers came from the host: a position above 255 or a path of a wrong length is evidence, not a crash.
    except (ValueError, OverflowError):
        raise Cheat("opening", f"the proof for position {position} of the deck is malformed") from None
    if found != root:
        raise Cheat("opening", f"the card given for position {position} is not the one in the deck all seats signed")
