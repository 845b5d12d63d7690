"""For which seats the others want the host to play, according to a round's log, after "Votes" in FAIRNESS.md."""

from __future__ import annotations

from typing import Any

from stranger.forms import need


class Votes:
    """The votes of one round at a table of `seats`; `moments` are the heads at which a vote can be aimed, in order."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.moments: list[bytes] = []
        self.positions: set[bytes] = set()
        self.since = [0] * seats
        self.former: dict[tuple[int, int], int] = {}
        self.wishes: list[set[int]] = [set() for _ in range(seats)]

    def note_position(self, head: bytes) -> None:
        """Note the head after a position."""
        self.positions.add(head)
        self.note_moment(head)

    def note_moment(self, head: bytes) -> None:
        """Note the head after a position or a vote."""
        self.moments.append(head)

    def signed_by(self, *seats: int) -> None:
        """Note that these seats signed the entry being read: earlier votes about them end."""
        for seat in seats:
            self.since[seat], self.wishes[seat] = len(self.moments), set()

    def take(self, voter: int, statement: dict[str, Any], head: bytes) -> None:
        """Check the aim of the vote of `voter`, count it, and note the head after it."""
        about = statement["about"]
        need(
            statement["head"] in self.moments,
            "stale-action",
            "the vote was aimed at no position of this round and no vote",
        )
        aim = self.moments.index(statement["head"])
        need(aim >= self.since[about], "stale-action", "that player was there again since")
        former = self.former.get((voter, about))
        again = former is None or (aim > former and statement["head"] in self.positions)
        need(again, "stale-action", "the voter changed its mind, and names no later position")
        self.former[voter, about] = len(self.moments)
        self.signed_by(voter)
        if statement["yes"]:
            self.wishes[about].add(voter)
        else:
            self.wishes[about].discard(voter)
        self.note_moment(head)

    def decide(self, seat: int) -> bool:
        """Tell whether more than half of all seats but this one want the host to play for it."""
        return 2 * len(self.wishes[seat]) > self.seats - 1
