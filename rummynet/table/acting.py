"""Whether a signed action was aimed at the position it meets: session, round, running number, head of the log."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rummynet.rules.state import State
from rummynet.table.ceremony import read_signed
from rummynet.table.refusals import NoSuchSeat, Stale, WrongStatement
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.votes import Votes

CHANGED = "the table has changed since you looked; look again"


@dataclass(frozen=True, slots=True)
class Aimed:
    """An action of a seat with its signature, and the index of the entry that its author saw last."""

    seat: int
    action: Action
    signed: Envelope
    index: int


class Aims:
    """The positions of one round that actions may be aimed at, and who has acted how often and when.

    *indexes* are those of the log's entries by the head after each.
    """

    def __init__(self, session: bytes, round: int, keys: tuple[bytes, ...], indexes: Mapping[bytes, int]) -> None:
        self._session = session
        self._round = round
        self._keys = keys
        self._indexes = indexes
        self._made: list[int] = []
        self._states: list[State] = []
        self._first = 0
        """Where in ``_made`` the oldest position stands that an action in turn may be aimed at."""
        self._ballots: set[int] = set()
        self._acts: Counter[int] = Counter()
        self._acted_at: Counter[int] = Counter()

    def add(self, index: int, state: State, keeps_aim: bool = False) -> None:
        """A new position, and the index of the entry that made it; *keeps_aim*: older aims stay good."""
        if not keeps_aim:
            self._first = len(self._made)
        self._made.append(index)
        self._states.append(state)

    def acted(self, seat: int, index: int) -> None:
        """The seat's act, by itself or by the clock, is entry *index*."""
        self._acted_at[seat] = index

    def taken(self, seat: int) -> None:
        """The signed action is in the log: the seat's next one has the next number."""
        self._acts[seat] += 1

    def voted(self, index: int) -> None:
        """Entry *index* is a vote: further votes may be aimed at it."""
        self._ballots.add(index)

    def state(self, index: int) -> State:
        """The position after the entry of this index, which is one since the deal; every card known."""
        return self._states[bisect_right(self._made, index) - 1]

    def read(self, seat: int, payload: bytes, signature: bytes, late: Callable[[Action], bool]) -> Aimed:
        """The action in a signed statement; *late* ones may be aimed at an older position of the round.

        Raises WrongSignature, WrongStatement, Stale, BadNotation.
        """
        said = read_signed(self._keys[seat], Acting.kind, payload, signature)
        if not isinstance(said, Acting):
            raise WrongStatement("this is no action")
        if said.session != self._session or said.round != self._round:
            raise Stale(f"the action was signed for another game or round; {CHANGED}")
        if said.n != self._acts[seat]:
            raise Stale(f"this is numbered as your action {said.n}, but the next one is {self._acts[seat]}; {CHANGED}")
        action = notation.parse(said.do)
        index = self._indexes.get(said.head, -1)
        if not (self._is_late(seat, index) if late(action) else index in self._made[self._first :]):
            raise Stale(CHANGED)
        return Aimed(seat, action, (payload, signature), index)

    def vote(self, seat: int, payload: bytes, signature: bytes, votes: Votes) -> Voting:
        """The vote in a signed statement. Raises WrongSignature, WrongStatement, Stale, NoSuchSeat."""
        said = read_signed(self._keys[seat], Voting.kind, payload, signature)
        if not isinstance(said, Voting):
            raise WrongStatement("this is no vote")
        if (said.session, said.round, said.n) != (self._session, self._round, votes.cast[seat]):
            raise Stale(f"the vote was signed for another moment; {CHANGED}")
        if said.seat >= len(self._keys) or said.seat == seat:
            raise NoSuchSeat("a vote is about another seat of this game; name one")
        index = self._indexes.get(said.head, -1)
        seen = index in self._ballots or index in self._made
        if not seen or index < votes.signed_at.get(said.seat, 0):
            raise Stale(CHANGED)
        return said

    def _is_late(self, seat: int, index: int) -> bool:
        return index in self._made and index >= self._acted_at[seat]
