"""Small words for facts about a game: seats, counts, ranks, melds."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.state import Meld
from rummynet_protocol import cards
from rummynet_protocol.sentences import both, counted, listed, player_in, said

_RANKS: Final = {
    "A": said("aces"),
    "T": said("tens"),
    "J": said("jacks"),
    "Q": said("queens"),
    "K": said("kings"),
}


def players_named(seats: Sequence[int]) -> str:
    """``nobody``, or the players in these seats: ``a``, ``a and b``, ``a, b and c``."""
    if not seats:
        return said("nobody")
    *others, last = map(player_in, seats)
    return both([listed(others), last]) if others else last


def times(left: int) -> str:
    """How often something may still happen."""
    return {0: said("no more"), 1: said("once more")}.get(left, said("{left} more times", left=left))


def chips(count: int) -> str:
    """``1 chip``, ``3 chips``."""
    return counted("{count} chip", "{count} chips", count, count=count)


def meld_named(meld: Meld) -> str:
    """A meld by its cards, ``5S 6S 7S``, a wild card with what it stands for: people see no numbers of melds."""
    return " ".join(map(_card_named, meld.cards, meld.stands))


def _card_named(code: int, stands: int) -> str:
    name = cards.face(code)
    # Below 0 the suit is open: the card says nothing yet that a player could need.
    return name if stands < 0 or stands == code % cards.PER_DECK else f"{name}={cards.FACES[stands]}"


def all_of(rank: str) -> str:
    """``sevens`` are written ``7s``, court cards and aces by name."""
    return _RANKS.get(rank, said("{rank}s", rank=rank))
