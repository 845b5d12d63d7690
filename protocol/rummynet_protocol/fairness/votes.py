"""What the players of a round want done about a player who keeps them waiting, according to the log alone.

A vote lets the host play for a seat, a close ends the game. Votes count until their seat withdraws them or until the
seat they are about signs something; closes until the log goes on. More than half of all other seats decide; the host's
own bots have no vote. Connections and absences are unknown here: a log does not show them.
Source: FAIRNESS.md, "Votes", "A game that waits".
"""

from dataclasses import dataclass, field
from typing import Final

VOTE_MILLIS: Final = 5000
"""Log time that the host waits for an objection before it plays for a seat. A program answers in a round trip, and with
the tolerance for clocks four seconds are left."""
_LEAST_VOTES: Final = 2
"""Votes that playing for somebody takes: at a table of two people nobody plays the other's turns."""


@dataclass(slots=True)
class Votes:
    """The votes among ``seats`` players, of whom ``bots`` have none. Indexes are those of entries of the log."""

    seats: int
    bots: frozenset[int] = frozenset()
    signed_at: dict[int, int] = field(default_factory=dict)
    """By seat: the last entry with its signature; a vote about it has to be aimed at that entry or a later one."""
    _wanted: dict[int, set[int]] = field(default_factory=dict)

    def record_signature(self, seat: int, index: int) -> None:
        """Record that entry *index* holds a signature of the seat: it is there, so votes about it end."""
        self.signed_at[seat] = index
        self._wanted.pop(seat, None)

    def all_signed(self, index: int) -> None:
        """Record that entry *index* holds a signature of every seat."""
        for seat in range(self.seats):
            self.record_signature(seat, index)

    def record_vote(self, voter: int, seat: int, yes: bool, index: int) -> None:
        """Record the vote in entry *index*. One about the voter objects to the others' votes and does not end them."""
        # If it ended them, the others would need a new position to vote again (FAIRNESS.md, "Votes").
        if voter == seat:
            return
        # Who votes is there, so votes about the voter end.
        self.record_signature(voter, index)
        wanted = self._wanted.setdefault(seat, set())
        (wanted.add if yes else wanted.discard)(voter)

    def supporters(self, seat: int) -> frozenset[int]:
        """The seats that want the host to play for this one."""
        return frozenset(self._wanted.get(seat, ()))

    def others(self, seat: int) -> int:
        """The number of other seats that have a vote."""
        return sum(other != seat and other not in self.bots for other in range(self.seats))

    def __bool__(self) -> bool:
        """Whether anybody has voted and it may still count."""
        return bool(self._wanted)

    def can_carry(self, seat: int) -> bool:
        """Whether there are enough others for the host ever to play for this seat."""
        return self.others(seat) >= _LEAST_VOTES

    def carry(self, seat: int) -> bool:
        """Whether the host may play for this seat."""
        wanted = len(self.supporters(seat))
        # Strictly more than half: with half, two of five players could have any of the other three played for.
        return wanted >= _LEAST_VOTES and 2 * wanted > self.others(seat)


@dataclass(slots=True)
class Closes:
    """Who wants the game to end because of whom, since the newest entry that is neither a vote nor a close."""

    newest: int | None = None  # the seat that the newest one is about; None if the newest entry is another
    protests: set[int] = field(default_factory=set)  # seats that say that they have done their part
    _wanted: dict[int, set[int]] = field(default_factory=dict)

    def add(self, seat: int, about: int) -> None:
        """Record the close that *seat* signed."""
        self.newest = about if seat != about else None
        if seat == about:
            self.protests.add(seat)
        else:
            self._wanted.setdefault(about, set()).add(seat)

    def supporters(self, about: int) -> frozenset[int]:
        """The seats that want the game to end because they wait for this one."""
        return frozenset(self._wanted.get(about, ()))

    def carry(self, about: int, others: int) -> bool:
        """Whether more than half of *others* want it."""
        return 2 * len(self.supporters(about)) > others
