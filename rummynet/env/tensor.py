"""What a seat of Keilty rummy knows, as numbers from a fixed layout.

Seats are counted from the observer, clockwise: row 0 is its own. Cards are columns by code, 0 to 51.
"""

from collections.abc import Iterable
from typing import Final

from rummynet.rules import Observation
from rummynet_protocol import cards
from rummynet_protocol.cards import HIDDEN

_CARDS: Final = 52  # the pack of Keilty, which the tensors are for; every part's length hangs on it
_PHASES: Final = ("pickup", "play", "over")
# Divisors alone, so that numbers stay between -1 and 1 or near it. Another one makes trained networks useless.
_MOST_HELD: Final = 52
_POINTS: Final = 500
_RESHUFFLES: Final = 10


def layout(players: int) -> dict[str, tuple[int, ...]]:
    """The parts of the vector in order, each with its shape."""
    return {
        "hands": (players, _CARDS),  # cards that the observer knows to be in each hand
        "laid": (players, _CARDS),  # cards on the table by who laid them
        "sets": (_CARDS,),  # cards on the table in sets; those in runs are in "laid" alone
        "pile": (_CARDS,),  # the discard pile: the top 1, deeper cards less
        "stock": (_CARDS,),  # cards that the observer knows to be in the stock, and their order
        "counts": (players,),  # cards in each hand
        "scores": (players,),  # totals of the game
        "stock_count": (1,),
        "reshuffles": (1,),
        "stocks_since_lay": (1,),
        "phase": (len(_PHASES),),
        "actor": (players,),  # whom the table waits for
        "asked": (1,),  # whether that is for a call
    }


def size(players: int) -> int:
    """How many numbers there are."""
    return sum(_count(shape) for shape in layout(players).values())


def vector(observation: Observation, actor: int | None, is_asked: bool) -> list[float]:
    """The numbers of an observation of one seat, in the order of ``layout``; all of them from -1 to 1 or near."""
    seen, players = observation.position, observation.position.players
    # A spectator sees the table from seat 0.
    first = observation.seat or 0
    order = [(first + step) % players for step in range(players)]
    laid = [(code, by, meld.is_run) for meld in seen.melds for code, by in zip(meld.cards, meld.by, strict=True)]
    found: list[float] = []
    for seat in order:
        found += _marked(cards.members(seen.hands[seat]))
    for seat in order:
        found += _marked(code for code, by, _ in laid if by == seat)
    found += _marked(code for code, _, is_run in laid if not is_run)
    found += _depths(seen.discard[::-1])
    found += _depths(seen.stock)
    found += [seen.count(seat) / _MOST_HELD for seat in order]
    found += [seen.scores[seat] / _POINTS for seat in order]
    found += [len(seen.stock) / _CARDS, seen.reshuffles / _RESHUFFLES, seen.stocks_since_lay / _RESHUFFLES]
    found += [float(seen.phase == phase) for phase in _PHASES]
    found += [float(seat == actor) for seat in order]
    found.append(float(is_asked))
    return found


def _marked(codes: Iterable[int]) -> list[float]:
    row = [0.0] * _CARDS
    for code in codes:
        row[code] = 1.0
    return row


def _depths(codes: Iterable[int]) -> list[float]:
    """The nearest card 1, deeper cards less; nothing for hidden ones."""
    row = [0.0] * _CARDS
    for depth, code in enumerate(codes):
        if code != HIDDEN:
            row[code] = 1 - depth / _CARDS
    return row


def _count(shape: tuple[int, ...]) -> int:
    product = 1
    for length in shape:
        product *= length
    return product
