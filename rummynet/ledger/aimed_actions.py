"""Checks the signed actions and votes of a round: right signer, right moment, aimed at a current position."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.signed_statements import Signatures
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import BadNotation, Cheat
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Acted, Voted, Wanted
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.votes import Votes

FaultOfVote = Literal["moment", "seat", "late", "again"]
_FAULTS_OF_VOTES: Final[dict[FaultOfVote, str]] = {
    "moment": "has signed a vote for another moment",
    "seat": "has voted about a seat that is not there, or for being played for",
    "late": "voted about a seat that has been there since",
    "again": "voted a second time about the same seat at the same position",
}


@dataclass(slots=True)
class ActionChecks:
    """The actions and votes of the newest round. Indexes are those of entries of the log."""

    round: int = 0
    votes: Votes = field(default_factory=lambda: Votes(0))
    acting: Acting | None = None  # the content of the newest signed action
    aims: list[bytes] = field(default_factory=lambda: [NO_HEAD])
    """The heads that an ordinary action may name; more than one only while others answer an offer."""
    _acted_at: dict[int, int] = field(default_factory=dict)
    _positions: dict[bytes, int] = field(default_factory=dict)  # by head: index of the entry that made the position
    states: dict[bytes, State] = field(default_factory=dict)
    """By head that an action out of turn may name, oldest first: the position, as far as it was known then."""
    _ballots: dict[bytes, int] = field(default_factory=dict)  # by head: index of the vote or pause
    _newest: bytes = NO_HEAD  # the newest head of these: behind it are closes and parts of a sealed deck alone
    _voted_at: dict[tuple[int, int], int] = field(default_factory=dict)
    """By voter and the seat voted about: index of the newest such vote."""

    def begin_round(self, number: int, seats: int, bots: Iterable[int]) -> Votes:
        """Begin round *number* with *seats* players, *bots* among them. ``aims`` stays until its first position.

        Returns its votes.
        """
        # No vote reaches into another round: each begins with signatures of all.
        self.round, self.votes = number, Votes(seats, frozenset(bots))
        self._acted_at, self._positions, self.states, self._ballots, self._voted_at = {}, {}, {}, {}, {}
        return self.votes

    def add_position(self, head: bytes, index: int, state: State, *, keeps_aim: bool) -> None:
        """Add a position. After an answer to an offer the positions before it may still be aimed at."""
        # An answer changes nothing that the player on turn plays with. Were older aims stale then, that player's action
        # would be refused because somebody else answered while it was on its way.
        self.aims = [*self.aims, head] if keeps_aim else [head]
        self._positions[head], self.states[head], self._newest = index, state, head
        # What lies before the last action of every seat is no aim of anybody: it is not kept.
        oldest = min(self._acted_at.values()) if len(self._acted_at) == self.votes.seats else 0
        while self._positions[first := next(iter(self.states))] < oldest and first not in self.aims:
            del self.states[first]

    def add_pause(self, head: bytes, index: int) -> None:
        """Add the head after a pause began or ended: votes may be aimed at it."""
        self._ballots[head] = index
        self._newest = head

    def ballot_aim(self, voter: int | None, about: int) -> bytes:
        """The newest head that a vote may name; for a repeated vote about a seat, that of a position."""
        return self.aims[-1] if (voter, about) in self._voted_at else self._newest

    def check_action(
        self,
        entry: Acted | Wanted,
        action: Action,
        now: State,
        session: SessionReplay,
        signatures: Signatures,
    ) -> None:
        """Check an action at the position *now*, signed or done by the host. Raises Cheat."""
        if entry.signed is not None:
            seat, whose = entry.seat, f"seat {entry.seat}'s signature of {entry.do!r}"
            acting = signatures.check_statement(Acting, seat, entry.signed, "action-signature", whose)
            if acting.do != entry.do:
                raise Cheat("action-signature", f"seat {seat} signed {acting.do!r}, the log says {entry.do!r}")
            if (acting.session, acting.round) != (session.id, self.round):
                raise Cheat("action-signature", f"seat {seat}'s {entry.do!r} was signed for another moment of play")
            self.acting = acting
            self._check_aim(entry, acting, action, now, session.variety)
            signatures.passed["stale-action"] += 1
        if entry.why == "vote" and not self.votes.carry(entry.seat):
            raise Cheat("clock", f"the host acted for seat {entry.seat}, which not more than half of the others want")

    def record_action(self, entry: Acted | Wanted, index: int) -> None:
        """Record that the seat's newest action is at *index*."""
        self._acted_at[entry.seat] = index
        if entry.signed is not None:
            self.votes.record_signature(entry.seat, index)

    def is_since_own(self, seat: int, head: bytes) -> bool:
        """Whether this is the head of a position since the seat's own last action: an action out of turn may name it.

        The host's acts for the seat count as its own, or a call could be kept back across them until it is worth more.
        """
        return self._positions.get(head, -1) >= self._acted_at.get(seat, 0)

    def _check_aim(self, entry: Acted | Wanted, acting: Acting, action: Action, now: State, variety: Variety) -> None:
        seat, free = entry.seat, variety.offers.out_of_turn(action)
        # A call races against others, so any position since the seat's own last action will do.
        if acting.head not in self.aims and not (free and self.is_since_own(seat, acting.head)):
            raise Cheat("stale-action", f"seat {seat}'s {entry.do!r} was aimed at another position")
        # The pile may have grown on the way: a call brings what its player saw, or it is stale.
        if free and variety.offers.call_brings(self.states[acting.head], action) != variety.offers.call_brings(
            now, action
        ):
            raise Cheat("stale-action", f"seat {seat}'s {entry.do!r} would bring other cards than where it was aimed")

    def fault_of_vote(self, voter: int, voting: Voting, session: bytes, seats: int) -> FaultOfVote | None:
        """What keeps a vote from being taken here; None if nothing does."""
        if (voting.session, voting.round) != (session, self.round):
            return "moment"
        # About oneself only an objection is possible, and an objection says no (FAIRNESS.md, "Votes").
        if voting.about >= seats or (voting.about == voter and voting.yes):
            return "seat"
        position = self._positions.get(voting.head, -1)
        # Votes and pauses are no positions, but the head after them is what a voter sees.
        seen = self._ballots.get(voting.head, position)
        # Else somebody could keep a vote back and use it after that player was there again.
        if seen < self.votes.signed_at.get(voting.about, 0):
            return "late"
        # Else two programs that vote and object in turn could go on for ever within one position.
        return "again" if position < self._voted_at.get((voter, voting.about), -1) else None

    def check_vote(
        self, entry: Voted, head: bytes, index: int, session: SessionReplay, signatures: Signatures
    ) -> Voting:
        """Check a vote, and return it; *head* is that after it. Raises Cheat."""
        voter, seats = entry.seat, len(signatures.keys)
        check_voter(voter, session, seats, "vote")
        voting = signatures.check_statement(Voting, voter, entry.signed, "action-signature", f"seat {voter}'s vote")
        fault = self.fault_of_vote(voter, voting, session.id, seats)
        if fault is not None:
            check = "action-signature" if fault in ("moment", "seat") else "stale-action"
            raise Cheat(check, f"seat {voter} {_FAULTS_OF_VOTES[fault]}")
        self.votes.record_vote(voter, voting.about, voting.yes, index)
        self._ballots[head] = self._voted_at[voter, voting.about] = index
        self._newest = head
        signatures.passed["stale-action"] += 1
        return voting


def check_voter(voter: int, session: SessionReplay, seats: int, what: str) -> None:
    """Check that the signer of a vote or close is there and has a vote. Raises Cheat."""
    if voter >= seats:
        raise Cheat("action-signature", f"there is no seat {voter}")
    # With votes of its own programs a host could have somebody played for, or end a game, without any player.
    if voter in session.bots:
        raise Cheat("action-signature", f"seat {voter}, a bot of the host's, has signed a {what}")


def read_action(entry: Acted | Wanted, seats: int) -> Action:
    """The action of an entry of a game of so many seats. Raises Cheat."""
    try:
        action = notation.parse(entry.do)
    except BadNotation as problem:
        raise Cheat("rules", f"an action cannot be read: {problem}") from None
    # Two spellings of one move would be two different signed statements, and a way for verifiers to disagree.
    if notation.text(action) != entry.do:
        raise Cheat("rules", f"an action is not in its only spelling: {entry.do!r} for {notation.text(action)!r}")
    if entry.seat >= seats:
        raise Cheat("rules", f"there is no seat {entry.seat}")
    if (entry.signed is None) == (entry.why is None):
        raise Cheat("action-signature", f"seat {entry.seat}'s {entry.do!r} is not signed by the seat alone")
    return action
