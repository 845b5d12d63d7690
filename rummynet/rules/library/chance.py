"""Chance as explicit outcomes, all of one step equally likely, and randomness as an argument: a source or a seed.

A deck or a new stock comes card by card from the top, cards are put back place by place. For research, tests and bots.
A host never draws so: at a table the cards are shuffled by all players together.
"""

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from typing import Final, Literal, Protocol

from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value, replace

_DOMAIN: Final = b"rummynet/rules/seed\0"
_BLOCK: Final = 1024  # bytes of one digest: 256 draws, more than the decks of any game take
_BYTES: Final = 4  # of a draw: of 2^32 values next to none has to be rejected for a choice among 216 cards


class Randomness(Protocol):
    """A source of uniform draws. ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int:
        """A uniform whole number from 0 to *stop* - 1."""


class Seeded:
    """Uniform draws that follow from a seed alone, the same on every platform and in every version of Python."""

    __slots__ = ("_block", "_key", "_unused")

    def __init__(self, seed: int) -> None:
        self._key = _DOMAIN + str(seed).encode()
        self._block = 0
        self._unused = b""

    def randrange(self, stop: int, /) -> int:
        """A uniform whole number from 0 to *stop* - 1; *stop* from 1 to 2**32. Raises ValueError."""
        whole = 1 << 8 * _BYTES
        if not 1 <= stop <= whole:
            raise ValueError(f"draws are below 1 to {whole}, not below {stop}")
        # As in the shuffle of the protocol: a remainder alone would favour small numbers.
        limit = whole - whole % stop
        while (value := self._next()) >= limit:
            pass
        return value % stop

    def _next(self) -> int:
        if not self._unused:
            self._unused = shake_256(self._key + self._block.to_bytes(8, "big")).digest(_BLOCK)
            self._block += 1
        taken, self._unused = self._unused[:_BYTES], self._unused[_BYTES:]
        return int.from_bytes(taken, "big")


def source(random: Randomness | int) -> Randomness:
    """The source itself, or the one that follows from a seed."""
    return Seeded(random) if isinstance(random, int) else random


def permuted(codes: Iterable[int], random: Randomness) -> list[int]:
    """The codes in a uniform order (Fisher-Yates)."""
    order = list(codes)
    for last in range(len(order) - 1, 0, -1):
        other = random.randrange(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class ChanceOutcome(Value):
    """One outcome of a chance step."""

    kind: Literal["card", "place"]  # what it is: the next card of a deck or stock, or the place of a card put back
    value: int  # the code of the card, or how many cards lie above the one put back

    def __str__(self) -> str:
        return f"{self.kind} {self.value if self.kind == 'place' else cards.name(self.value, self.value // 54 + 1)}"


class Chance(Value):
    """What chance has to decide before play goes on, and what it has decided so far."""

    kind: Literal["deal", "reshuffle", "insert"]  # the deck of a round, a new stock, or cards put back into the stock
    cards: tuple[int, ...]  # the cards to be put in order, ascending; with ``insert`` HIDDEN for each card of the stock
    steps: int  # how many outcomes decide it
    chosen: tuple[int, ...] = ()  # values of the outcomes so far, in order
    seat: int | None = None  # the seat whose action waits for a new stock
    action: Action | None = None  # the action that waits for a new stock
    join: tuple[int, ...] = ()  # the seats that come in with the coming round
    starter: int | None = None  # the starter of round 1, None for the one that the options name

    @property
    def outcomes(self) -> tuple[ChanceOutcome, ...]:
        """All outcomes of the next step, each as likely as the others."""
        if self.kind == "insert":
            return tuple(ChanceOutcome("place", place) for place in range(len(self.cards) + len(self.chosen) + 1))
        taken = set(self.chosen)
        return tuple(ChanceOutcome("card", code) for code in self.cards if code not in taken)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to choose."""
        return len(self.chosen) == self.steps

    def with_outcome(self, outcome: ChanceOutcome) -> "Chance":
        """The chance after one more step. A last card that has no alternative follows by itself."""
        after = replace(self, chosen=(*self.chosen, outcome.value))
        # A step with one outcome would be a chance node without chance in a search.
        if self.kind != "insert" and len(after.chosen) == self.steps - 1:
            return replace(after, chosen=(*after.chosen, after.outcomes[0].value))
        return after

    def drawn(self, random: Randomness) -> "Chance":
        """The chance with all that is left drawn."""
        if self.kind == "insert":
            sizes = range(len(self.cards) + len(self.chosen) + 1, len(self.cards) + self.steps + 1)
            return replace(self, chosen=(*self.chosen, *(random.randrange(size) for size in sizes)))
        return replace(self, chosen=(*self.chosen, *permuted([one.value for one in self.outcomes], random)))

    def undecided(self) -> "Chance":
        """The same chance before its first step: what everybody knows of it."""
        return replace(self, chosen=())


def ordering(kind: Literal["deal", "reshuffle"], codes: Sequence[int]) -> Chance:
    """The chance that puts these cards in order. A single card is in order already."""
    return Chance(kind, tuple(codes), len(codes), tuple(codes) if len(codes) == 1 else ())
