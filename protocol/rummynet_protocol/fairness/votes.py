"""The votes of one round: for which absent seats the others want the host to play, as the log alone tells it.

A vote counts until its seat takes it back or until the seat it is about signs anything at all. More than half of all
other seats decide. Connections, bots and absences are unknown here: a log does not show them.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Votes:
    """``seats`` have a key at the table. Indexes are those of entries of the log."""

    seats: int
    signed_at: dict[int, int] = field(default_factory=dict)
    """By seat: the last entry that holds its signature; a vote about it has to be aimed at that one or a later one."""
    _wanted: dict[int, set[int]] = field(default_factory=dict)

    def signed(self, seat: int, index: int) -> None:
        """Entry *index* holds something signed by the seat: it is there, nobody plays for it any more."""
        self.signed_at[seat] = index
        self._wanted.pop(seat, None)

    def all_signed(self, index: int) -> None:
        """The same of every seat."""
        for seat in range(self.seats):
            self.signed(seat, index)

    def voted(self, voter: int, seat: int, yes: bool, index: int) -> None:
        """Entry *index* holds a vote."""
        self.signed(voter, index)
        wanted = self._wanted.setdefault(seat, set())
        (wanted.add if yes else wanted.discard)(voter)

    def wanted(self, seat: int) -> frozenset[int]:
        """The seats that want this one played for."""
        return frozenset(self._wanted.get(seat, ()))

    def carry(self, seat: int) -> bool:
        """Whether the host may play for this seat."""
        return 2 * len(self.wanted(seat)) > self.seats - 1
