"""What the seats of a round have signed while it is played: whose it is, for this moment, aimed at what is there."""

from collections import Counter
from dataclasses import dataclass, field

from rummynet.rules.variety import Variety
from rummynet.verifier.sessions import Session
from rummynet.verifier.signatures import Signatures
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Acted, Envelope, Voted
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.votes import Votes


@dataclass(slots=True)
class Acts:
    """The actions and votes of the newest round. Indexes are those of entries of the log."""

    round: int = 0
    votes: Votes = field(default_factory=lambda: Votes(0))
    ballot: Voting | None = None
    """What the newest vote says."""
    aims: list[bytes] = field(default_factory=lambda: [NO_HEAD])
    """The heads that an ordinary action may name; more than one only while others answer an offer."""
    signed: Counter[int] = field(default_factory=Counter)
    """How many actions a seat has signed: the number that its next one carries."""
    _acted_at: dict[int, int] = field(default_factory=dict)
    _positions: dict[bytes, int] = field(default_factory=dict)
    """By head: the entry that made the position."""
    _ballots: dict[bytes, int] = field(default_factory=dict)
    """By head: the vote."""

    def begin(self, number: int, seats: int) -> None:
        """Round *number*, of so many seats, begins. What was aimed at stays until there is something new to aim at."""
        self.round, self.votes, self.signed = number, Votes(seats), Counter()
        self._acted_at, self._positions, self._ballots = {}, {}, {}

    def moved(self, head: bytes, index: int, action: Action | None, variety: Variety) -> None:
        """There is a new position; after an answer to an offer the ones before it may still be aimed at."""
        keeps = action is not None and variety.keeps_aim(action)
        self.aims = [*self.aims, head] if keeps else [head]
        self._positions[head] = index

    def act(self, entry: Acted, action: Action, index: int, session: Session, signatures: Signatures) -> None:
        """An action, signed or by the host. Raises Cheat."""
        if (entry.signed is None) == (entry.why is None):
            raise Cheat("action-signature", f"seat {entry.seat}'s {entry.do!r} is not signed by the seat alone")
        if entry.signed is not None:
            self._signed(entry, entry.signed, session.variety.out_of_turn(action), session, signatures)
            self.votes.signed(entry.seat, index)
        if entry.why == "vote" and not self.votes.carry(entry.seat):
            raise Cheat("clock", f"the host acted for seat {entry.seat}, which not more than half of the others want")
        self._acted_at[entry.seat] = index

    def _signed(self, entry: Acted, envelope: Envelope, free: bool, session: Session, signatures: Signatures) -> None:
        seat, whose = entry.seat, f"seat {entry.seat}'s signature of {entry.do!r}"
        said = signatures.statement(Acting, seat, envelope, "action-signature", whose)
        if said.do != entry.do:
            raise Cheat("action-signature", f"seat {seat} signed {said.do!r}, the log says {entry.do!r}")
        if (said.session, said.round, said.n) != (session.id, self.round, self.signed[seat]):
            raise Cheat("action-signature", f"seat {seat}'s {entry.do!r} was signed for another moment of play")
        self.signed[seat] += 1
        late = free and self._positions.get(said.head, -1) >= self._acted_at.get(seat, 0)
        if said.head not in self.aims and not late:
            raise Cheat("stale-action", f"seat {seat}'s {entry.do!r} was aimed at another position")
        signatures.passed["stale-action"] += 1

    def vote(self, entry: Voted, head: bytes, index: int, session: Session, signatures: Signatures) -> None:
        """A vote; *head* is that after it. Raises Cheat."""
        seats = len(signatures.keys)
        if entry.seat >= seats:
            raise Cheat("action-signature", f"there is no seat {entry.seat}")
        whose = f"seat {entry.seat}'s vote"
        said = signatures.statement(Voting, entry.seat, entry.signed, "action-signature", whose)
        here = (said.session, said.round, said.n) == (session.id, self.round, self.votes.cast[entry.seat])
        if not here or said.seat >= seats or said.seat == entry.seat:
            raise Cheat("action-signature", f"seat {entry.seat}'s vote was signed for another moment, or seat")
        seen = self._positions.get(said.head, self._ballots.get(said.head, -1))
        if seen < self.votes.signed_at.get(said.seat, 0):
            raise Cheat("stale-action", f"seat {entry.seat} voted about a seat that has been there since")
        self.votes.voted(entry.seat, said.seat, said.yes, index)
        self._ballots[head] = index
        self.ballot = said
        signatures.passed["stale-action"] += 1
