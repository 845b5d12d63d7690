"""What one seat knows of a state: everything that was public, and its own cards."""

from collections.abc import Iterator
from typing import Any

from rummynet.rules.core.sight import RoundLog, seen_by, view
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.library.chance import Chance
from rummynet.rules.varieties import variety_of
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value


class Pool(Value):
    """Cards that came from one stock and that the observer has not located: which, and how many lie where."""

    cards: tuple[int, ...]  # codes, ascending
    hands: tuple[int, ...]  # by seat: how many of these cards its hand hides
    stock: int  # how many of them lie in the stock


class Observation(Value):
    """What a seat knows, as a value; a seat None is a spectator. Made by ``GameState.observation``."""

    seat: int | None  # who observes
    position: State
    """The position as this seat knows it: other hands are counts beside the cards that everybody saw them take."""
    public: State  # the position as everybody knows it
    pools: tuple[Pool, ...]
    """Every card that the seat has not located. Everybody can count which stock a hidden card came from."""
    reshuffled: tuple[int, ...]  # cards of each stock that was made of the pile, as masks
    chance: Chance | None  # what chance has to decide now, without what it has decided already
    log: RoundLog = RoundLog()  # the public events of the round so far; equal observations may differ in it

    @property
    def hand(self) -> tuple[str, ...]:
        """The names of the seat's own cards, by code; none for a spectator."""
        return () if self.seat is None else names_of(self.position, self.seat)

    def is_wild(self, code: int) -> bool:
        """Whether a card of this code can stand for others."""
        return variety_of(self.position).presentation.is_wild(self.position, code % cards.PER_DECK)

    def legal(self) -> list[Action]:
        """What the seat may do now, the same list as ``GameState.legal`` gives for it."""
        if self.seat is None or self.chance is not None:
            return []
        return variety_of(self.position).legal(self.position, self.seat)

    def to_view(self) -> dict[str, Any]:
        """The observation as JSON-able values: a position (docs/engine.md) without what the observer cannot know."""
        return view(variety_of(self.position), self.position, self.seat)

    def __eq__(self, other: object) -> bool:
        return self._knowledge() == other._knowledge() if isinstance(other, Observation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._knowledge())

    def _knowledge(self) -> tuple[object, ...]:
        return self.seat, self.position, self.public, self.pools, self.reshuffled, self.chance

    def __str__(self) -> str:
        return text_of(self.position)


def names_of(position: State, seat: int) -> tuple[str, ...]:
    """The names of the cards of a hand that are known, by code; with the deck where the position has several."""
    return tuple([name for name in variety_of(position).positions.hand(position, seat) if name is not None])


def text_of(position: State) -> str:
    """The position in lines for people, with what only its game has: a contract, a wild rank, chips."""
    return "\n".join([str(position), *variety_of(position).presentation.facts(position)])


def observation_of(
    position: State, public: State, pools: tuple[int, ...], chance: Chance | None, seat: int | None, log: RoundLog
) -> Observation:
    """What the seat knows of a state."""
    seen = seen_by(public, position, seat)
    located = tuple(_pools(position, seen, pools))
    return Observation(seat, seen, public, located, pools, None if chance is None else chance.undecided(), log)


def _pools(position: State, seen: State, reshuffled: tuple[int, ...]) -> Iterator[Pool]:
    """The cards whose place *seen* hides, by the newest stock that each went into; the last pool has the stock's."""
    hidden_hands = [true & ~known for true, known in zip(position.hands, seen.hands, strict=True)]
    stock = zip(position.stock, seen.stock, strict=True)
    left = in_stock = cards.mask(code for code, known in stock if known == HIDDEN and code != HIDDEN)
    for hand in hidden_hands:
        left |= hand
    # A card may have gone into several stocks, and is then of the newest.
    for pool in (*reversed(reshuffled), -1):
        mask, left = left & pool, left & ~pool
        if mask:
            counts = tuple((hand & mask).bit_count() for hand in hidden_hands)
            yield Pool(tuple(cards.members(mask)), counts, (in_stock & mask).bit_count())
