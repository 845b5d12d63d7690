"""Checks the signed actions of a round: right signer, right moment, aimed at a current position."""

from dataclasses import dataclass, field

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.signed_statements import Signatures
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import BadNotation, Cheat
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Acted, Wanted
from rummynet_protocol.fairness.statements import Acting


@dataclass(slots=True)
class ActionChecks:
    """The actions of the newest round. Indexes are those of entries of the log."""

    round: int = 0
    seats: int = 0
    acting: Acting | None = None  # the content of the newest signed action
    aims: list[bytes] = field(default_factory=lambda: [NO_HEAD])
    """The heads that an ordinary action may name; more than one only while others answer an offer."""
    _acted_at: dict[int, int] = field(default_factory=dict)
    _positions: dict[bytes, int] = field(default_factory=dict)  # by head: index of the entry that made the position
    states: dict[bytes, State] = field(default_factory=dict)
    """By head that an action out of turn may name, oldest first: the position, as far as it was known then."""

    def begin_round(self, number: int, seats: int) -> None:
        """Begin round *number* with so many players. ``aims`` stays until its first position."""
        self.round, self.seats = number, seats
        self._acted_at, self._positions, self.states = {}, {}, {}

    def add_position(self, head: bytes, index: int, state: State, *, keeps_aim: bool) -> None:
        """Add a position. After an answer to an offer the positions before it may still be aimed at."""
        # An answer changes nothing that the player on turn plays with. Were older aims stale then, that player's action
        # would be refused because somebody else answered while it was on its way.
        self.aims = [*self.aims, head] if keeps_aim else [head]
        self._positions[head], self.states[head] = index, state
        # What lies before the last action of every seat is no aim of anybody: it is not kept.
        oldest = min(self._acted_at.values()) if len(self._acted_at) == self.seats else 0
        while self._positions[first := next(iter(self.states))] < oldest and first not in self.aims:
            del self.states[first]

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

    def record_action(self, seat: int, index: int) -> None:
        """Record that the seat's newest action is at *index*."""
        self._acted_at[seat] = index

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
