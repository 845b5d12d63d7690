"""How good a position looks to a seat, in points: cards laid, minus cards held, plus what those may become.

It serves every variety alike, so it values cards as most of them do (ace 15, ten to king 10, others 5) and considers
only runs and sets. It is a heuristic for choosing, not a score.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rummynet.bots.collecting import missing_cards
from rummynet.rules.core.state import Meld, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

_BY_RANK: Final = (15, *(5,) * 8, *(10,) * 4)
_JOKER: Final = 15
_WILD_PROMISE: Final = 20
_NEXT: Final = 4
_NEAR: Final = 2
_PAIR: Final = 4
_FITS: Final = 6
_GUESS: Final = 8
"""Points of a card that is not known."""
_SHOWN: Final = 12
_LACKING: Final = 15
"""Cost of each card that a contract still lacks."""


def value(card: int) -> int:
    """Points of a card."""
    return _JOKER if cards.is_joker(card) else _BY_RANK[cards.rank(card)]


def word_value(word: str) -> int:
    """Points of a card as written in an action (``7H``, ``*1=7H``)."""
    return _JOKER if word[0] == "*" else _BY_RANK[cards.RANKS.index(word[0])]


def worth(variety: Variety, state: State, seat: int) -> int:
    """The worth of the position as the seat sees it; higher is better."""
    held = list(cards.members(state.hands[seat]))
    if state.out == seat or not state.count(seat):
        return laid(state, seat) + _lead(state, seat)
    wild = [card for card in held if variety.presentation.is_wild(state, card)]
    naturals = [card for card in held if card not in wild]
    total = sum(promise(card, naturals, state.melds) - value(card) for card in naturals)
    total += (_WILD_PROMISE - _JOKER) * len(wild) - _GUESS * state.hidden[seat]
    contract = variety.presentation.contract(state, seat)
    if contract is not None:
        total -= _LACKING * missing_cards(contract, naturals, len(wild))
    return laid(state, seat) + total


def laid(state: State, seat: int) -> int:
    """The points of the cards that the seat has laid."""
    return sum(value(card) for meld in state.melds for card, by in zip(meld.cards, meld.by, strict=True) if by == seat)


def _lead(state: State, seat: int) -> int:
    """The worth of ending the round now: the lead over the best of the others, with hands guessed."""
    others = [laid(state, other) - _GUESS * state.count(other) for other in range(state.players) if other != seat]
    return laid(state, seat) - max(others)


def given_away(state: State, seat: int) -> int:
    """The expected cost of rummies that this seat made possible for others."""
    return _SHOWN * sum(claim.by == seat for claim in state.claims)


def promise(card: int, held: Sequence[int], melds: Sequence[Meld]) -> int:
    """What the card may become with the other cards held and the melds on the table; 0 if it fits nothing."""
    if cards.is_joker(card):
        return _WILD_PROMISE
    partners = sum(_together(card, other) for other in held if other != card and not cards.is_joker(other))
    return min(partners, 12) + (_FITS if any(_fits(card, meld) for meld in melds) else 0)


def _together(card: int, other: int) -> int:
    rank, near = cards.rank(card), cards.rank(other)
    if rank == near:
        return _PAIR if cards.suit(card) != cards.suit(other) else 0
    if cards.suit(card) != cards.suit(other):
        return 0
    apart = min(_distances(rank, near))
    return _NEXT if apart == 1 else _NEAR if apart == 2 else 0


def _distances(rank: int, near: int) -> Iterator[int]:
    """The distance of two ranks with the ace low, and with the ace high."""
    yield abs(rank - near)
    yield abs((rank or 13) - (near or 13))


def _fits(card: int, meld: Meld) -> bool:
    faces = [face for face in meld.stands if face >= 0]
    if not faces:
        return False
    if meld.is_run:
        return any(face // 13 == cards.suit(card) and 1 in _distances(face % 13, cards.rank(card)) for face in faces)
    return faces[0] % 13 == cards.rank(card) and len(meld.cards) < 4
