"""The votes of one round: for which absent seats the others want the host to play, according to the log alone.

A vote counts until its seat withdraws it or until the seat it is about signs anything. More than half of all other
seats decide. Connections, bots and absences are unknown here: a log does not show them.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Votes:
    """The votes among ``seats`` players. Indexes are those of entries of the log."""

    seats: int
    signed_at: dict[int, int] = field(default_factory=dict)
    """By seat: the last entry with its signature; a vote about it has to be aimed at that entry or a later one."""
    _wanted: dict[int, set[int]] = field(default_factory=dict)

    def signed(self, seat: int, index: int) -> None:
        """Record that entry *index* holds a signature of the seat: it is there, so votes about it end."""
        self.signed_at[seat] = index
        self._wanted.pop(seat, None)

    def all_signed(self, index: int) -> None:
        """Record that entry *index* holds a signature of every seat."""
        for seat in range(self.seats):
            self.signed(seat, index)

    def voted(self, voter: int, seat: int, yes: bool, index: int) -> None:
        """Record the vote in entry *index*."""
        self.signed(voter, index)
        wanted = self._wanted.setdefault(seat, set())
        (wanted.add if yes else wanted.discard)(voter)

    def wanted(self, seat: int) -> frozenset[int]:
        """The seats that want the host to play for this one."""
        return frozenset(self._wanted.get(seat, ()))

    def __bool__(self) -> bool:
        """Whether anybody has voted and it may still count."""
        return bool(self._wanted)

    def carry(self, seat: int) -> bool:
        """Whether the host may play for this seat."""
        return 2 * len(self.wanted(seat)) > self.seats - 1
