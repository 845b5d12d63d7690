"""What a seat knows, as numbers from a fixed layout that is the same for all games.

Seats are counted from the observer, clockwise: row 0 is its own. Cards are columns by face, 0 to 53, as
``rummynet_protocol.cards`` numbers them; with several decks a number is the share of the equal cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Final

from rummynet.rules import Observation, State
from rummynet_protocol import cards
from rummynet_protocol.cards import FACES, HIDDEN, PER_DECK
from rummynet_protocol.events import CalledRummy, Drew, Event, LaidDown, LaidOff, ThrewOut, Took
from rummynet_research.env.words import WORDS

_PHASES: Final = ("pickup", "play", "call", "penalty", "final", "offer", "turnup", "aces", "buyin", "over")
_CONTRACTS: Final = 7  # of Crummy; elsewhere there are none
# Divisors alone, so that numbers stay between -1 and 1 or near it. Another one makes trained networks useless.
_MOST_HELD: Final = 52
_POINTS: Final = 500
_RESHUFFLES: Final = 10
# Events that the tensor of an information state remembers one by one. A round of two has some 60, so that older ones
# are in it only by what they left: 32 is what the last turns of six players take.
REMEMBERED: Final = 32
_KINDS: Final = (Drew, Took, LaidDown, LaidOff, ThrewOut, CalledRummy)


def layout(players: int, *, recalls: bool = False) -> dict[str, tuple[int, ...]]:
    """The parts of the vector in order, each with its shape; with *recalls* those of an information state."""
    parts: dict[str, tuple[int, ...]] = {
        "hands": (players, PER_DECK),  # cards that the observer knows to be in each hand
        "laid": (players, PER_DECK),  # cards on the table by who laid them
        "sets": (PER_DECK,),  # cards on the table in sets; those in runs are in "laid" alone
        "stands": (PER_DECK,),  # cards that a wild card on the table stands for
        "pile": (PER_DECK,),  # the discard pile: the top 1, deeper cards less
        "stock": (PER_DECK,),  # cards that the observer knows to be in the stock, and their order
        "wild": (PER_DECK,),  # cards that can stand for others
        "counts": (players,),  # cards in each hand
        "scores": (players,),  # totals of the game
        "has_laid": (players,),  # whether a card of the seat lies on the table
        "stock_count": (1,),
        "reshuffles": (1,),
        "stocks_since_lay": (1,),
        "phase": (len(_PHASES),),
        "contract": (_CONTRACTS,),  # the number of the round's contract
        "turn": (players,),  # whose turn it is
        "actor": (players,),  # whom the table waits for
        "asked": (1,),  # whether that is for a call out of turn
        "words": (len(WORDS),),  # words that the observer has chosen of its action, the last 1, those before less
    }
    if recalls:
        parts["threw"] = (players, PER_DECK)  # cards that each seat threw out in the round, the newest 1
        parts["took"] = (players, PER_DECK)  # cards that each seat took from the pile in the round, the newest 1
        # The newest events first: the seat, one of _KINDS, the first card that it names.
        parts["events"] = (REMEMBERED, 3)
    return parts


def size(players: int, *, recalls: bool = False) -> int:
    """How many numbers there are."""
    return sum(prod(shape) for shape in layout(players, recalls=recalls).values())


def labels(players: int, *, recalls: bool = False) -> list[str]:
    """What each number of the vector is: ``hands 1 QS`` is the queen of spades in the next seat's hand."""
    words = {PER_DECK: FACES, len(_PHASES): _PHASES, len(WORDS): WORDS}
    found = []
    for part, shape in layout(players, recalls=recalls).items():
        columns = words.get(shape[-1], tuple(map(str, range(shape[-1]))))
        if part == "events":
            columns = ("seat", "kind", "card")
        rows = [f"{part} {row}" for row in range(shape[0])] if len(shape) > 1 else [part]
        found += [f"{row} {column}" if shape[-1] > 1 else row for row in rows for column in columns]
    return found


def vector(
    observation: Observation,
    actor: int | None,
    is_asked: bool,
    words: Sequence[int] = (),
    *,
    recalls: bool = False,
) -> list[float]:
    """The numbers of an observation of one seat, in the order of ``layout``; all of them from -1 to 1 or near.

    *words*: those that the observer has chosen of its action so far. With *recalls* what the round's log tells besides.
    """
    seen, players = observation.position, observation.position.players
    # A spectator sees the table from seat 0.
    first = observation.seat or 0
    order = [(first + step) % players for step in range(players)]
    laid = [(code, by) for meld in seen.melds for code, by in zip(meld.cards, meld.by, strict=True)]
    stands = [
        face
        for meld in seen.melds
        for code, face in zip(meld.cards, meld.stands, strict=True)
        if face != code % PER_DECK
    ]
    decks = _decks(seen)
    contract = getattr(seen, "contract_number", 0)
    found: list[float] = []
    for seat in order:
        found += _shares(cards.members(seen.hands[seat]), decks)
    for seat in order:
        found += _shares((code for code, by in laid if by == seat), decks)
    found += _shares((code for meld in seen.melds if not meld.is_run for code in meld.cards), decks)
    # A suit that is left open stands for no card.
    found += _shares((face for face in stands if face >= 0), decks)
    found += _depths(seen.discard[::-1], PER_DECK * decks)
    found += _depths(seen.stock, PER_DECK * decks)
    found += [float(observation.is_wild(face)) for face in range(PER_DECK)]
    found += [seen.count(seat) / _MOST_HELD for seat in order]
    found += [seen.scores[seat] / _POINTS for seat in order]
    found += [float(any(by == seat for _, by in laid)) for seat in order]
    found += [len(seen.stock) / (PER_DECK * decks), seen.reshuffles / _RESHUFFLES, seen.stocks_since_lay / _RESHUFFLES]
    found += [float(seen.phase == phase) for phase in _PHASES]
    found += [float(number == contract) for number in range(1, _CONTRACTS + 1)]
    found += [float(seat == seen.turn) for seat in order]
    found += [float(seat == actor) for seat in order]
    found.append(float(is_asked))
    found += _newest(words[::-1], len(WORDS), len(WORDS))
    return found + list(_memory(observation.log.events, order)) if recalls else found


def _memory(events: Sequence[Event], order: list[int]) -> Iterator[float]:
    """What the public events of the round tell, the newest first."""
    told = [one for one in reversed(events) if isinstance(one, _KINDS)]
    thrown = {
        seat: [_face(one.card) for one in told if isinstance(one, ThrewOut) and one.seat == seat] for seat in order
    }
    taken = {
        seat: [_face(card) for one in told if isinstance(one, Took) and one.seat == seat for card in one.cards]
        for seat in order
    }
    for faces in (thrown, taken):
        for seat in order:
            yield from _newest(faces[seat], PER_DECK, PER_DECK)
    rows = [
        ((order.index(one.seat) + 1) / len(order), (_KINDS.index(type(one)) + 1) / len(_KINDS), _first_card(one))
        for one in told[:REMEMBERED]
    ]
    for row in [*rows, *[(0.0, 0.0, 0.0)] * (REMEMBERED - len(rows))]:
        yield from row


def _first_card(event: Event) -> float:
    named = getattr(event, "cards", None) or [getattr(event, "card", None)]
    return 0.0 if named[0] is None else (_face(named[0]) + 1) / PER_DECK


def _face(name: str) -> int:
    return cards.FACE_OF[name[:2]]


def _decks(seen: State) -> int:
    """How many decks are in play: a number that the position has, or 1."""
    return int(getattr(seen, "decks", 1))


def _shares(codes: Iterable[int], decks: int) -> list[float]:
    row = [0.0] * PER_DECK
    for code in codes:
        row[code % PER_DECK] += 1 / decks
    return row


def _depths(codes: Iterable[int], most: int) -> list[float]:
    """The nearest card 1, deeper cards less; nothing for hidden ones."""
    return _newest((code % PER_DECK if code != HIDDEN else HIDDEN for code in codes), PER_DECK, most)


def _newest(places: Iterable[int], length: int, most: int) -> list[float]:
    """By place 1 where it comes first, less where later; *most* is above the number of places."""
    row = [0.0] * length
    for depth, place in enumerate(places):
        if place != HIDDEN and not row[place]:
            row[place] = max(1 - depth / most, 1 / most)
    return row
