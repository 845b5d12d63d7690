"""Small words for facts about a game: seats, counts, ranks, melds."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.state import Meld, State, table_word
from rummynet_protocol import cards
from rummynet_protocol.sentences import both, comma_list, player_in, plural_sentence, sentence

_RANKS: Final = {
    "A": sentence("aces"),
    "T": sentence("tens"),
    "J": sentence("jacks"),
    "Q": sentence("queens"),
    "K": sentence("kings"),
}


def players_named(seats: Sequence[int]) -> str:
    """``nobody``, or the players in these seats: ``a``, ``a and b``, ``a, b and c``."""
    if not seats:
        return sentence("nobody")
    *others, last = map(player_in, seats)
    return both([comma_list(others), last]) if others else last


FEW: Final = 2  # with more left than this nobody plays differently, and the line would only be in the way
"""From how many times on it is told how often something may still happen."""


def times(left: int) -> str:
    """How often something may still happen."""
    return {0: sentence("no more"), 1: sentence("once more")}.get(left, sentence("{left} more times", left=left))


def round_of_deals(state: State) -> tuple[str, ...]:
    """Which of the rounds this is, where option ``deals`` says how many there are."""
    deals = state.options.get("deals", 0)
    return (sentence("deal {round} of {deals}", round=state.round, deals=deals),) if deals else ()


def chips(count: int) -> str:
    """``1 chip``, ``3 chips``."""
    return plural_sentence("{count} chip", "{count} chips", count, count=count)


def meld_named(meld: Meld) -> str:
    """A meld by its cards, ``5S 6S 7S``, a wild card with what it stands for: people see no numbers of melds."""
    # Below 0 the suit is open: the card says nothing yet that a player could need.
    named = [(code % cards.PER_DECK, stands) for code, stands in zip(meld.cards, meld.stands, strict=True)]
    return " ".join([cards.FACES[face] if stands < 0 else table_word(face, stands, 1) for face, stands in named])


def all_of(rank: str) -> str:
    """``sevens`` are written ``7s``, court cards and aces by name."""
    return _RANKS.get(rank, sentence("{rank}s", rank=rank))
