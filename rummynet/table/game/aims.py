"""Aims of signed actions and votes: the session, round and log head that each was signed at, and their checks."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from rummynet.rules.core.state import State
from rummynet.table.api.refusals import NoSuchSeat, Stale, WrongStatement
from rummynet.table.seats.received_statements import Received
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.votes import Votes
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value

CHANGED: Final = sentence("the table has changed since you looked; look again")


class Aimed(Value):
    """A signed action of a seat, and the index of the newest entry that its author had seen.

    ``is_late``: actions of this kind may be aimed at an older position of the round.
    """

    seat: int
    action: Action
    signed: Received
    index: int
    is_late: bool


class Aims:
    """The positions of one round that actions and votes may be aimed at, and when each seat acted and voted last.

    *indexes* are those of the log's entries, by the head after each.
    """

    def __init__(self, session: bytes, round: int, seats: int, indexes: Mapping[bytes, int]) -> None:
        self._session = session
        self._round = round
        self._seats = seats
        self._indexes = indexes
        self._indexes_of_states: list[int] = []
        self._states: list[State] = []
        self._first = 0
        """Index into ``_indexes_of_states`` of the oldest position that an action in turn may be aimed at."""
        self._ballots: set[int] = set()
        self._voted_at: dict[tuple[int, int], int] = {}
        """By voter and the seat that the vote was about: the index of the newest vote."""
        self._acted_at: Counter[int] = Counter()

    def add_position(self, index: int, state: State, keeps_aim: bool = False) -> None:
        """Add a position and the index of the entry that made it; *keeps_aim* leaves older aims valid."""
        if not keeps_aim:
            self._first = len(self._indexes_of_states)
        self._indexes_of_states.append(index)
        self._states.append(state)

    def note_action(self, seat: int, index: int) -> None:
        """Entry *index* is an action of this seat, its own or a timer's."""
        self._acted_at[seat] = index

    def note_vote(self, seat: int, about: int, index: int) -> None:
        """Entry *index* is a vote; further votes may be aimed at it."""
        self._ballots.add(index)
        self._voted_at[seat, about] = index

    def note_pause(self, index: int) -> None:
        """Entry *index* begins or ends a pause; votes may be aimed at it."""
        self._ballots.add(index)

    def state_at(self, index: int) -> State:
        """The position after the entry of this index, which is one since the deal; all cards known."""
        # Entries between two positions (votes, pauses) belong to the earlier one: they change nothing in play.
        return self._states[bisect_right(self._indexes_of_states, index) - 1]

    def read_action(self, seat: int, received: Received, late: Callable[[Action], bool]) -> Aimed:
        """The action in a signed statement. Those that are *late* may be aimed at an older position of the round.

        Raises WrongStatement, Stale, BadNotation.
        """
        statement = received.statement
        if not isinstance(statement, Acting):
            raise WrongStatement("this is not an action")
        # First, as no other check means anything for another deal; the session is new whenever players change.
        if (statement.session, statement.round) != (self._session, self._round):
            raise Stale(sentence("the action was signed for another game or round; {then}", then=sentence(CHANGED)))
        action = notation.parse(statement.do)
        index = self._indexes.get(statement.head, -1)
        # An action in turn is for the position that its author saw: after any other act it could mean something else.
        is_late = late(action)
        if not (self._is_late(seat, index) if is_late else index in self._indexes_of_states[self._first :]):
            raise Stale(CHANGED)
        return Aimed(seat, action, received, index, is_late)

    def read_vote(self, seat: int, received: Received, votes: Votes) -> Voting:
        """The vote in a signed statement. Raises WrongStatement, Stale, NoSuchSeat."""
        statement = received.statement
        if not isinstance(statement, Voting):
            raise WrongStatement("this is not a vote")
        if (statement.session, statement.round) != (self._session, self._round):
            raise Stale(sentence("the vote was signed for another moment; {then}", then=sentence(CHANGED)))
        # About oneself only an objection is possible, and an objection says no (FAIRNESS.md, "Votes").
        if statement.about >= self._seats or (statement.about == seat and statement.yes):
            raise NoSuchSeat("a vote is about another seat of this game; name one")
        index = self._indexes.get(statement.head, -1)
        # Votes and pauses are no positions, but the head after them is what a voter sees.
        is_known = index in self._ballots or index in self._indexes_of_states
        # A player who has signed something since was there: an older vote must not be kept back and used afterwards.
        if not is_known or index < votes.signed_at.get(statement.about, 0):
            raise Stale(CHANGED)
        before = self._voted_at.get((seat, statement.about))
        # One vote about a seat for each position, or the votes of two people could go on and on in the log.
        if before is not None and (index in self._ballots or index <= before):
            raise Stale("you have already voted about this; look again when somebody has played")
        return statement

    def _is_late(self, seat: int, index: int) -> bool:
        # Late actions may be aimed far back, but not before the seat's own last one, which they may contradict.
        return index in self._indexes_of_states and index >= self._acted_at[seat]
