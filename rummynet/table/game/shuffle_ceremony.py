"""The host's side of what all seats do together: one signed statement of a kind from each, checked on arrival.

A ``Gathering`` waits for one statement per seat. What a statement has to say follows from the log alone, so that a
wrong one is refused to its author and never reaches the log. Signature, log, number and time were checked before
(``statements``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rummynet.table.game.received_statements import Received
from rummynet.table.refusals import NotDue, WrongStatement
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

S = TypeVar("S", bound=Statement)
Check = Callable[[int, Statement], str | None]
"""What is wrong with this seat's statement, None if nothing is."""
LAST_EPOCH: Final = 255


class Gathering:
    """One statement of kind ``what`` from every seat of these."""

    def __init__(self, what: str, seats: int, check: Check) -> None:
        self.what = what
        self._seats = seats
        self._check = check
        self._parts: dict[int, Received] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not spoken."""
        return tuple(seat for seat in range(self._seats) if seat not in self._parts)

    @property
    def parts(self) -> tuple[Received, ...]:
        """What has come, in seat order."""
        return tuple(self._parts[seat] for seat in range(self._seats) if seat in self._parts)

    @property
    def envelopes(self) -> tuple[Envelope, ...]:
        """All envelopes in seat order; asked for when nobody is missing."""
        return tuple(one.envelope for one in self.parts)

    def statements(self, kind: type[S]) -> list[S]:
        """All statements in seat order; they are of *kind*."""
        return [one.statement for one in self.parts if isinstance(one.statement, kind)]

    def add_part(self, seat: int, part: Received) -> None:
        """The seat's part. Raises WrongStatement, NotDue if it has spoken already."""
        if seat in self._parts:
            raise NotDue("your part has already been taken, and this is another one; the first one counts")
        problem = self._check(seat, part.statement)
        if problem is not None:
            raise WrongStatement(problem)
        self._parts[seat] = part


def gather_nonce_commits(log: bytes, head: bytes, seats: int) -> Gathering:
    """Every seat commits to its nonce; *head* is that after the ``seats`` entry of the *log*."""

    def check(seat: int, one: Statement) -> str | None:
        if not isinstance(one, NonceCommitted) or one.log != log or one.head != head or one.seat != seat:
            return f"the commitment to a nonce is not for seat {seat} of this game"
        return None

    return Gathering(NonceCommitted.kind, seats, check)


def gather_nonces(log: bytes, head: bytes, keys: Sequence[bytes], commits: Sequence[bytes]) -> Gathering:
    """Every seat shows the nonce it committed to; *head* is that after all commitments."""
    shown = fair.nonce_set(log, commits)

    def check(seat: int, one: Statement) -> str | None:
        if not isinstance(one, NonceShown) or one.head != head or one.commits != shown:
            return "the nonce was shown for another set of commitments than this game's"
        if fair.nonce_commit(log, seat, keys[seat], one.nonce) != commits[seat]:
            return "the nonce is not the one you committed to"
        return None

    return Gathering(NonceShown.kind, len(keys), check)


@dataclass(frozen=True, slots=True)
class ShuffleSession:
    """Who takes part in a shuffle: the session, the seats' keys, the host's."""

    id: bytes
    keys: tuple[bytes, ...]
    host: bytes


def fresh_secrets(first: int, chance: Callable[[int], bytes]) -> tuple[tuple[bytes, bytes], ...]:
    """The host's two secrets for each epoch of the batch that begins with *first*."""
    return tuple((chance(32), chance(32)) for _ in range(fair.NEXT_BATCH if first else fair.FIRST_BATCH))


class Batch:
    """Epochs committed to together: the host's secrets, then the commitments of all seats."""

    def __init__(
        self, session: ShuffleSession, round: int, first: int, secrets: tuple[tuple[bytes, bytes], ...]
    ) -> None:
        self.session = session
        self.secrets = secrets
        self.round = round
        self.first = first
        self.next = first
        """The next epoch that can be used."""
        self.deals = [
            HostDeal(fair.deal_id(session.id, round, epoch), session.host, s_deck, s_pub)
            for epoch, (s_deck, s_pub) in enumerate(secrets, first)
        ]
        self._seats: list[Committed] = []

    @property
    def end(self) -> int:
        """The epoch after the last of the batch."""
        return self.first + len(self.deals)

    @property
    def commits(self) -> tuple[tuple[bytes, bytes], ...]:
        """The host's commitments for the log."""
        return tuple(deal.commits for deal in self.deals)

    def gather_commits(self, head: bytes, voided: bool) -> Gathering:
        """Every seat commits, after the host: *head* is the log's after the host's commitments.

        *voided*: they follow upon a void, and every seat says whether its part in that shuffle was acknowledged. What
        it says is its own word.
        """

        def check(seat: int, one: Statement) -> str | None:
            if not isinstance(one, Committed) or one.session != self.session.id or one.round != self.round:
                return "the commitments are for another game or round"
            if one.head != head or one.first != self.first or len(one.commits) != len(self.deals):
                return f"the commitments do not answer the host's for the shuffles {self.first} to {self.end - 1}"
            if (one.answered is not None) != voided:
                return "the commitments do not say what they have to about a shuffle put aside just before"
            return None

        return Gathering(Committed.kind, len(self.session.keys), check)

    def set_commits(self, gathering: Gathering) -> None:
        """All seats have committed."""
        self._seats = gathering.statements(Committed)

    def next_shuffle(self, cards: Sequence[int]) -> "ShuffleCeremony":
        """Use the next epoch for these cards, ascending."""
        epoch = self.next
        self.next += 1
        at = epoch - self.first
        return ShuffleCeremony(self.session, epoch, self.deals[at], [one.commits[at] for one in self._seats], cards)


class ShuffleCeremony:
    """One shuffle, from commitments to a deck that all have signed."""

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
        """The shuffle with everybody's contribution; asked for after ``mix`` only."""
        if self._result is None:
            raise RuntimeError("the shuffle was asked for before all had contributed")
        return self._result

    def gather_reveals(self, head: bytes) -> Gathering:
        """Every seat shows its contribution; *head* is the log's after the shuffle entry."""
        self._head = head
        cset = self.secrets.commit_set(self._commits)

        def check(seat: int, one: Statement) -> str | None:
            if not isinstance(one, Revealed) or one.session != self.session.id or one.deal != self.secrets.deal:
                return "the contribution is for another shuffle"
            if one.cset != cset or one.head != head:
                return "the contribution was shown for another set of commitments, or another log, than this game's"
            if fair.seat_commit(one.deal, seat, self.session.keys[seat], one.x) != self._commits[seat]:
                return "the contribution is not the one you committed to"
            return None

        return Gathering(Revealed.kind, len(self.session.keys), check)

    def mix(self, gathering: Gathering) -> HostShuffle:
        """All have contributed: the deck."""
        xs = [one.x for one in gathering.statements(Revealed)]
        self._result = self.secrets.shuffled(self._commits, self._head, self.cards, xs)
        return self._result

    def gather_cosigns(self, head: bytes) -> Gathering:
        """Every seat signs the root; *head* is the log's after the root entry."""

        def check(seat: int, one: Statement) -> str | None:
            if not isinstance(one, Cosigned) or one.session != self.session.id or one.deal != self.secrets.deal:
                return "the signature is for the deck of another shuffle"
            if one.root != self.result.deal_root or one.head != head:
                return "the signature is for another deck, or another log, than this game's"
            return None

        return Gathering(Cosigned.kind, len(self.session.keys), check)
