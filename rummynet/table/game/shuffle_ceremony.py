"""The host's side of the shuffle ceremonies: one signed statement of a kind from each seat, checked when received.

A ``Gathering`` collects one statement per seat. What a statement has to contain follows from the log alone, so that a
wrong one is refused to its author and never logged. ``Statements`` has checked signature, log, number and time before.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from rummynet.table.api.refusals import NotDue, WrongStatement
from rummynet.table.seats.received_statements import Received
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.ceremony import HostDeal, HostShuffle
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
)
from rummynet_protocol.values import Value

S = TypeVar("S", bound=Statement)
Check = Callable[[int, Statement], str | None]  # returns what is wrong with this seat's statement, None if nothing is
# An epoch is one byte in the deal id (FAIRNESS.md, "Hashes").
LAST_EPOCH: Final = 255


class Gathering:
    """Collects one statement of kind ``what`` from each of *seats* seats, but for those that are *lost*."""

    def __init__(self, what: str, seats: int, check: Check, lost: frozenset[int] = frozenset()) -> None:
        self.what = what
        self._lost = lost
        self._seats = seats
        self._check = check
        self._parts: dict[int, Received] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose statement is missing."""
        return tuple(seat for seat in range(self._seats) if seat not in self._parts and seat not in self._lost)

    @property
    def parts(self) -> tuple[Received, ...]:
        """The statements received, in seat order."""
        return tuple(self._parts[seat] for seat in range(self._seats) if seat in self._parts)

    @property
    def parts_or_none(self) -> tuple[Envelope | None, ...]:
        """By seat: its envelope, None for a seat whose statement is missing."""
        return tuple(self._parts[seat].envelope if seat in self._parts else None for seat in range(self._seats))

    @property
    def envelopes(self) -> tuple[Envelope, ...]:
        """The envelopes in seat order; complete once no seat is missing."""
        return tuple(part.envelope for part in self.parts)

    def statements(self, kind: type[S]) -> list[S]:
        """The statements of this *kind*, in seat order; all of one gathering are."""
        return [part.statement for part in self.parts if isinstance(part.statement, kind)]

    def add_part(self, seat: int, part: Received) -> None:
        """Add a seat's statement. Raises WrongStatement; NotDue if the seat has already sent one."""
        if seat in self._lost:
            raise NotDue("the others have given your program up in this round; the next one is yours again")
        if seat in self._parts:
            raise NotDue("your part has already been taken, and this is another one; the first one counts")
        # Before it is kept: a wrong part is refused to its author alone, and the gathering waits on.
        problem = self._check(seat, part.statement)
        if problem is not None:
            raise WrongStatement(problem)
        self._parts[seat] = part

    def take_out(self, seat: int) -> Received | None:
        """Take a seat's statement out again and return it; None if it is missing."""
        return self._parts.pop(seat, None)


def gather_nonce_commits(log: bytes, head: bytes, seats: int) -> Gathering:
    """Collect each seat's commitment to its nonce; *head* is that after the ``seats`` entry of the *log*."""

    def check(seat: int, statement: Statement) -> str | None:
        if (
            not isinstance(statement, NonceCommitted)
            # Of this log and this moment: a commitment from another game could be one whose nonce is known by now.
            or statement.log != log
            or statement.head != head
            or statement.seat != seat
        ):
            return f"the commitment to a nonce is not for seat {seat} of this game"
        return None

    return Gathering(NonceCommitted.kind, seats, check)


def gather_nonces(log: bytes, head: bytes, keys: Sequence[bytes], commits: Sequence[bytes]) -> Gathering:
    """Collect the nonces that the seats committed to; *head* is that after all commitments."""
    # Signed with each nonce, so that all prove to have been shown the same commitments.
    shown = fair.nonce_set(log, commits)

    def check(seat: int, statement: Statement) -> str | None:
        if not isinstance(statement, NonceShown) or statement.head != head or statement.commits != shown:
            return "the nonce was shown for another set of commitments than this game's"
        if fair.nonce_commit(log, seat, keys[seat], statement.nonce) != commits[seat]:
            return "the nonce is not the one you committed to"
        return None

    return Gathering(NonceShown.kind, len(keys), check)


class ShuffleSession(Value):
    """The parties of a shuffle: the session's id, the seats' keys, the host's key."""

    id: bytes
    keys: tuple[bytes, ...]
    host: bytes


def fresh_secrets(count: int, chance: Callable[[int], bytes]) -> tuple[tuple[bytes, bytes], ...]:
    """The host's two secrets for each of *count* epochs."""
    # 32 bytes: as long as the hashes that they go into, so nobody can try them all.
    return tuple((chance(32), chance(32)) for _ in range(count))


class Batch:
    """Epochs committed to together: first by the host, then by all seats."""

    def __init__(
        self,
        session: ShuffleSession,
        round: int,
        first: int,
        secrets: tuple[tuple[bytes, bytes], ...],
        open_voids: int,
    ) -> None:
        self.session = session
        self.open_voids = open_voids
        """The number of voids since the last commitments of all: each seat says something about each of them."""
        self.secrets = secrets
        self.round = round
        self.first = first
        self.next = first  # the next epoch that can be used
        self.deals = [
            HostDeal(fair.deal_id(session.id, round, epoch), session.host, s_deck, s_pub)
            for epoch, (s_deck, s_pub) in enumerate(secrets, first)
        ]
        self._seats: list[Committed] = []

    @property
    def end(self) -> int:
        """The epoch after the last one of the batch."""
        return self.first + len(self.deals)

    @property
    def commits(self) -> tuple[tuple[bytes, bytes], ...]:
        """The host's commitments, as logged."""
        return tuple(deal.commits for deal in self.deals)

    def gather_commits(self, head: bytes) -> Gathering:
        """Collect the seats' commitments, made after the host's: *head* is the log's after the host's.

        After voids every seat says what became of its part in each. The host does not check that.
        """

        def check(seat: int, statement: Statement) -> str | None:
            if (
                not isinstance(statement, Committed)
                or statement.session != self.session.id
                or statement.round != self.round
            ):
                return "the commitments are for another game or round"
            counts = len(statement.commits), self.commitments_due(seat)
            if statement.head != head or statement.first != self.first or counts[0] != counts[1]:
                return f"the commitments do not answer the host's for the shuffles {self.first} to {self.end - 1}"
            # The number follows from the log; what is said in each is the seat's word, which the host cannot know
            # better.
            if len(statement.answered) != self.open_voids:
                return "the commitments do not say what they have to about the shuffles put aside just before"
            return None

        return Gathering(Committed.kind, len(self.session.keys), check)

    def commitments_due(self, seat: int) -> int:
        """How many commitments this seat answers the host's with."""
        return len(self.deals)

    def set_commits(self, gathering: Gathering) -> None:
        """Take the commitments of all seats."""
        self._seats = gathering.statements(Committed)

    def next_shuffle(self, cards: Sequence[int]) -> "ShuffleCeremony":
        """Use the next epoch for these cards, ascending."""
        epoch = self.next
        # Before it is used, so an epoch that was voided is never shuffled twice.
        self.next += 1
        at = epoch - self.first
        return ShuffleCeremony(
            self.session, epoch, self.deals[at], [statement.commits[at] for statement in self._seats], cards
        )


class ShuffleCeremony:
    """One shuffle, from commitments to a deck that all seats have signed."""

    def __init__(
        self, session: ShuffleSession, epoch: int, secrets: HostDeal, commits: Sequence[bytes], cards: Sequence[int]
    ) -> None:
        self.session = session
        self.epoch = epoch
        self.secrets = secrets
        self.cards = cards
        self._commits = commits
        self._head = b""
        self._result: HostShuffle | None = None

    @property
    def result(self) -> HostShuffle:
        """The shuffle with all contributions; available after ``mix``."""
        if self._result is None:
            # A deck without all contributions would be the host's own choice.
            raise RuntimeError("the shuffle was asked for before all had contributed")
        return self._result

    def gather_reveals(self, head: bytes) -> Gathering:
        """Collect the contributions; *head* is the log's after the shuffle entry."""
        self._head = head
        cset = self.secrets.commit_set(self._commits)

        def check(seat: int, statement: Statement) -> str | None:
            if (
                not isinstance(statement, Revealed)
                or statement.session != self.session.id
                or statement.deal != self.secrets.deal
            ):
                return "the contribution is for another shuffle"
            if statement.cset != cset or statement.head != head:
                return "the contribution was shown for another set of commitments, or another log, than this game's"
            if fair.seat_commit(statement.deal, seat, self.session.keys[seat], statement.x) != self._commits[seat]:
                return "the contribution is not the one you committed to"
            return None

        return Gathering(Revealed.kind, len(self.session.keys), check)

    def mix(self, gathering: Gathering) -> HostShuffle:
        """Compute the deck from all contributions."""
        xs = [statement.x for statement in gathering.statements(Revealed)]
        self._result = self.secrets.shuffled(self._commits, self._head, self.cards, xs)
        return self._result

    def gather_cosigns(self, head: bytes) -> Gathering:
        """Collect the seats' signatures of the root; *head* is the log's after the root entry."""

        def check(seat: int, statement: Statement) -> str | None:
            if (
                not isinstance(statement, Cosigned)
                or statement.session != self.session.id
                or statement.deal != self.secrets.deal
            ):
                return "the signature is for the deck of another shuffle"
            # Refused here: in the log every reader would call a signature of another root a fault of the host.
            if statement.root != self.result.deal_root or statement.head != head:
                return "the signature is for another deck, or another log, than this game's"
            return None

        return Gathering(Cosigned.kind, len(self.session.keys), check)
