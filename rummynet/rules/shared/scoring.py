"""What cards are worth, who laid what, and who wins where the highest total does."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rummynet.rules.core.state import Meld, State
from rummynet_protocol import cards

_BY_RANK: Final = (15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)

VALUES: Final = tuple(_BY_RANK[face % 13] for face in range(52))
"""By face: 2 to 9 five, ten to king ten, an ace fifteen also when it is low."""

Value = Callable[[int], int]


def value(face: int) -> int:
    """What the card is worth."""
    return VALUES[face]


def in_hand(hand: int, worth: Value = value) -> int:
    """The worth of the cards in a mask."""
    return sum(worth(code) for code in cards.members(hand))


def on_table(melds: Iterable[Meld], players: int, worth: Value = value) -> list[int]:
    """By seat: the worth of what the cards it laid stand for, in own and others' melds."""
    points = [0] * players
    for meld in melds:
        for stands, seat in zip(meld.stands, meld.by, strict=True):
            points[seat] += worth(stands)
    return points


def laid_less_held(state: State) -> tuple[int, ...]:
    """Round scores by seat: what lies on the table less what is in the hand. Every hand has to be known."""
    laid = on_table(state.melds, state.players)
    return tuple(points - in_hand(hand) for points, hand in zip(laid, state.hands, strict=True))


def winner(before: Sequence[int], totals: Sequence[int], target: int) -> int | None:
    """The seat with the highest total once somebody has reached the target, else None.

    Those who tie are told apart by their totals before the round; None if these tie too: another round is played.
    """
    best = max(totals)
    if best < target:
        return None
    first = [seat for seat, total in enumerate(totals) if total == best]
    led = max(before[seat] for seat in first)
    leaders = [seat for seat in first if before[seat] == led]
    return leaders[0] if len(leaders) == 1 else None


def lowest(hand: int, worth: Value = value) -> int:
    """The card of a hand that is worth least; by suit, then rank, among equals."""
    return min(cards.members(hand), key=lambda code: (worth(code), code))
