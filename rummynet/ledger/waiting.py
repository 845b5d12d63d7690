"""What a log stands at, for how long, and what follows if the others want to go on without the seat that it waits for.

Source: FAIRNESS.md, "Going on without a seat".
"""

from dataclasses import dataclass
from typing import Final, Literal

from rummynet.ledger.checks import WAIT_GOES_ON
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Entry, Inserted, Shown, Wanted
from rummynet_protocol.values import Value

_IN_PLAY = CardsDealt | Inserted | Acted | Shown
NOTICE_MILLIS: Final = 20_000
"""Log time between votes that are enough and what follows: who is concerned reads it, and can still act."""
STAND_IN_MILLIS: Final = 5_000
"""The turn of a seat that was played for before and has not come back."""


class Without(Value):
    """What is done without a seat that the log waits for, from log time *at* on, if *need* others want it; *by* do.

    ``play``: the host does what a turn clock would; ``open``: the seat's sealed hand is opened; ``end``: the game ends.
    """

    seat: int
    what: Literal["play", "open", "end"]
    at: int
    need: int
    by: frozenset[int]


class WaitedEnd(Value):
    """A game that was ended because somebody kept it waiting."""

    seat: int
    by: tuple[int, ...]  # the seats that wanted it
    protested: bool  # the seat says that it had done its part


@dataclass(slots=True)
class Stands:
    """The entry that the log stands at: the newest one that is neither a vote nor a pause."""

    since: int = 0  # its log time, milliseconds, later by the pauses behind it
    head: bytes = NO_HEAD
    """The head after it: what parts of ceremonies are aimed at."""
    index: int = 0
    owed_since: dict[int, int] | None = None
    """With a sealed deck, from deal to score: since when each seat owes a part. Empty while nobody does."""
    _stands_at: Entry | None = None

    def entry_added(self, entry: Entry, head: bytes, index: int, t: int) -> None:
        """Record an entry, and index, head and time after it."""
        if type(entry) not in WAIT_GOES_ON:
            self.since, self.head, self.index, self._stands_at = t, head, index, entry

    def stood_still(self, millis: int) -> None:
        """A pause took so long: none of that is waiting."""
        self.since += millis

    @property
    def is_in_play(self) -> bool:
        """Whether the log stands at a position of a round, and not at a ceremony."""
        if self.owed_since is not None:
            return not self.owed_since and not isinstance(self._stands_at, Wanted)
        return isinstance(self._stands_at, _IN_PLAY)
