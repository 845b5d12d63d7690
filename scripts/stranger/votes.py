"""Whom the others want the host to play for, as far as a round's log tells, after the section Votes of FAIRNESS.md."""

from __future__ import annotations

from typing import Any

from stranger.table import need


class Votes:
    """The votes of one round at a table of `seats`."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.moments: list[bytes] = []
        self.since, self.cast = [0] * seats, [0] * seats
        self.wishes: list[set[int]] = [set() for _ in range(seats)]

    def moment(self, head: bytes) -> None:
        """Note the head after a position or a vote: votes may name it."""
        self.moments.append(head)

    def signed_by(self, *seats: int) -> None:
        """Note that these seats signed the entry being read: nobody's wish about them counts any more."""
        for seat in seats:
            self.since[seat], self.wishes[seat] = len(self.moments), set()

    def take(self, voter: int, said: dict[str, Any], here: bool) -> None:
        """Check what `voter` said, in this session and round if `here`, and let it count."""
        about = said["seat"]
        fitting = here and said["n"] == self.cast[voter] and about < self.seats and about != voter
        need(fitting, "action-signature", "the vote was signed for another moment, or seat")
        need(said["head"] in self.moments[self.since[about] :], "stale-action", "that player was there again since")
        self.signed_by(voter)
        self.cast[voter] += 1
        if said["yes"]:
            self.wishes[about].add(voter)
        else:
            self.wishes[about].discard(voter)

    def decide(self, seat: int) -> bool:
        """Tell whether more than half of all seats but this one want it played for."""
        return 2 * len(self.wishes[seat]) > self.seats - 1
