"""Who of a game wants it to go on without a seat that keeps it waiting, according to the log alone.

A vote counts until the seat that it is about signs something, or its signer says otherwise; the host's own bots have
none. Connections and absences are unknown here: a log does not show them. Source: FAIRNESS.md, "Going on without a
seat".
"""

from collections.abc import Mapping
from typing import Final, Literal

from rummynet_protocol.fairness.statements import Voting
from rummynet_protocol.values import Value, replace

AGAIN_MILLIS: Final = 5_000
"""Log time between two votes of a seat about the same one: else two programs could go on for ever at one position."""
FaultOfVote = Literal["seat", "late", "again"]
_LEAST_VOTES: Final = 2
"""Votes that playing for somebody takes: at a table of two people nobody plays the other's turns."""


class Vote(Value):
    """What a seat has said last about another one: index and log time of the entry."""

    yes: bool
    index: int
    t: int


class Votes(Value):
    """The votes among ``seats`` players, of whom ``bots`` have none. Indexes are those of entries of the log."""

    seats: int = 0
    bots: frozenset[int] = frozenset()
    index: int = 0  # of the entry over which no vote reaches
    signatures: Mapping[int, int] = {}  # by seat: its newest entry behind that
    said: Mapping[int, Mapping[int, Vote]] = {}
    """By seat and voter; a seat's word about itself is an objection."""

    def with_signature(self, seat: int, index: int) -> "Votes":
        """Entry *index* holds a signature of the seat: it is there, so votes about it end."""
        said = {about: voters for about, voters in self.said.items() if about != seat} if self.said else self.said
        return Votes(self.seats, self.bots, self.index, {**self.signatures, seat: index}, said)

    def signed_at(self, seat: int) -> int:
        """The last entry with a signature of the seat: a vote about it is aimed at that one or a later one."""
        return self.signatures.get(seat, self.index)

    def with_vote(self, voter: int, seat: int, yes: bool, index: int, t: int) -> "Votes":
        """With the vote in entry *index*, of log time *t*. One about the voter objects to those of the others."""
        # Who votes is there, so votes about the voter end.
        votes = self if voter == seat else self.with_signature(voter, index)
        return replace(votes, said={**votes.said, seat: {**votes.said.get(seat, {}), voter: Vote(yes, index, t)}})

    def behind_pause(self, began: int, ended: int) -> "Votes":
        """The table rested between these log times: none of that is time of a vote."""
        later = {
            about: {seat: replace(vote, t=vote.t + ended - max(vote.t, began)) for seat, vote in voters.items()}
            for about, voters in self.said.items()
        }
        return replace(self, said=later)

    def fault_of(self, voter: int, voting: Voting, seen: int, stands_at: int, t: int) -> FaultOfVote | None:
        """What keeps a vote from being taken at log time *t*; None if nothing does.

        *seen* is the entry at its head, *stands_at* the one that the log stands at.
        """
        about, own = voting.about, self.said.get(voting.about, {}).get(voter)
        # About oneself only an objection is possible, and an objection says no.
        if about >= self.seats or (about == voter and voting.yes):
            return "seat"
        # Else somebody could keep a vote back and use it after that player was there again.
        if seen < self.signed_at(about):
            return "late"
        # Else two programs that vote and object in turn could go on for ever within one position.
        if own is None:
            return None
        is_again = own.index > stands_at if about == voter else t < own.t + AGAIN_MILLIS
        return "again" if is_again else None

    def supporters(self, seat: int, since: int = 0) -> frozenset[int]:
        """The seats that want to go on without this one, and have said so in entry *since* or later."""
        return frozenset(one for one, vote in self.said.get(seat, {}).items() if vote.yes and vote.index >= since)

    def opponents(self, seat: int) -> frozenset[int]:
        """The other seats that want to wait for this one."""
        return frozenset(one for one, vote in self.said.get(seat, {}).items() if not vote.yes and one != seat)

    def has_objected(self, seat: int, since: int) -> bool:
        """Whether the seat has said in entry *since* or later that it is there."""
        own = self.said.get(seat, {}).get(seat)
        return own is not None and own.index >= since

    def others(self, seat: int) -> int:
        """The number of other seats that have a vote."""
        return sum(other != seat and other not in self.bots for other in range(self.seats))

    def needed(self, seat: int) -> int | None:
        """How many votes let the host play for this seat; None if there are too few others."""
        # Strictly more than half: with half, two of five players could have any of the other three played for.
        others = self.others(seat)
        return max(_LEAST_VOTES, others // 2 + 1) if others >= _LEAST_VOTES else None

    def carry(self, seat: int) -> bool:
        """Whether the votes are enough for the host to play for this seat."""
        needed = self.needed(seat)
        return needed is not None and self.enough_at(seat, needed) is not None

    def enough_at(self, seat: int, need: int, since: int = 0) -> int | None:
        """Log time since when *need* others want to go on without the seat, by entry *since* or later; None: not so."""
        times = sorted(vote.t for vote in self.said.get(seat, {}).values() if vote.yes and vote.index >= since)
        return times[need - 1] if need <= len(times) else None
