"""The host's side of what all seats do together: one signed statement of a kind from each, checked on arrival.

A ``Gathering`` waits for one statement per seat. What a statement has to say follows from the log alone, so that a
wrong one is refused to its author and never reaches the log.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from rummynet.table.refusals import NotDue, WrongSignature, WrongStatement
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.ceremony import HostDeal, HostShuffle
from rummynet_protocol.fairness.entries import Envelope, HostCommit
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.fairness.statements import (
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    read_statement,
)

S = TypeVar("S", bound=Statement)
Check = Callable[[int, Statement], str | None]
"""What is wrong with this seat's statement, None if nothing is."""
LAST_EPOCH: Final = 255


def read_signed(key: bytes, what: str, payload: bytes, signature: bytes) -> Statement:
    """The statement that *key* signed. Raises WrongSignature, WrongStatement."""
    try:
        verify(key, what, payload, signature)
        return read_statement(what, payload)
    except BadSignature as problem:
        raise WrongSignature(f"{problem}; nothing was done") from None
    except Cheat as problem:
        raise WrongStatement(str(problem)) from None


class Gathering:
    """One statement of kind ``what`` from every seat; ``keys`` by seat."""

    def __init__(self, what: str, keys: Sequence[bytes], check: Check) -> None:
        self.what = what
        self._keys = keys
        self._check = check
        self._got: dict[int, tuple[Envelope, Statement]] = {}

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not spoken."""
        return tuple(seat for seat in range(len(self._keys)) if seat not in self._got)

    @property
    def signed(self) -> tuple[Envelope, ...]:
        """All envelopes in seat order."""
        return tuple(self._got[seat][0] for seat in range(len(self._keys)))

    def said(self, kind: type[S]) -> list[S]:
        """All statements in seat order; they are of *kind*."""
        found = (self._got[seat][1] for seat in range(len(self._keys)))
        return [one for one in found if isinstance(one, kind)]

    def take(self, seat: int, payload: bytes, signature: bytes) -> None:
        """The seat's part. Raises WrongSignature, WrongStatement, NotDue if it has spoken already."""
        statement = read_signed(self._keys[seat], self.what, payload, signature)
        if seat in self._got:
            raise NotDue("your part has already been taken, and this is another one; the first one counts")
        problem = self._check(seat, statement)
        if problem is not None:
            raise WrongStatement(problem)
        self._got[seat] = ((payload, signature), statement)


def gather_nonce_commits(table: bytes, keys: Sequence[bytes]) -> Gathering:
    """Every seat commits to its nonce."""

    def check(seat: int, one: Statement) -> str | None:
        if not isinstance(one, NonceCommitted) or one.table != table or one.seat != seat:
            return f"the commitment to a nonce is not for seat {seat} of this game"
        return None

    return Gathering(NonceCommitted.kind, keys, check)


def gather_nonces(table: bytes, keys: Sequence[bytes], commits: Sequence[bytes]) -> Gathering:
    """Every seat shows the nonce it committed to."""
    shown = fair.nonce_set(table, commits)

    def check(seat: int, one: Statement) -> str | None:
        if not isinstance(one, NonceShown) or one.table != table or one.commits != shown:
            return "the nonce was shown for another set of commitments than this game's"
        if fair.nonce_commit(table, seat, keys[seat], one.nonce) != commits[seat]:
            return "the nonce is not the one you committed to"
        return None

    return Gathering(NonceShown.kind, keys, check)


@dataclass(frozen=True, slots=True)
class Circle:
    """Who takes part in a shuffle: the session, the seats' keys, the host's."""

    session: bytes
    keys: tuple[bytes, ...]
    host: bytes


class Batch:
    """Epochs committed to together: the host's secrets, then the commitments of all seats."""

    def __init__(self, circle: Circle, round: int, first: int, secrets: Iterable[tuple[bytes, bytes]]) -> None:
        self.circle = circle
        self.round = round
        self.first = first
        self.next = first
        """The next epoch that can be used."""
        self.deals = [
            HostDeal(fair.deal_id(circle.session, round, epoch), circle.host, s_deck, s_pub)
            for epoch, (s_deck, s_pub) in enumerate(secrets, first)
        ]
        self._seats: list[Committed] = []

    @property
    def end(self) -> int:
        """The epoch after the last of the batch."""
        return self.first + len(self.deals)

    @property
    def entry(self) -> HostCommit:
        """The host's commitments for the log."""
        return HostCommit(self.round, self.first, tuple(deal.commits for deal in self.deals))

    def gather(self, head: bytes) -> Gathering:
        """Every seat commits, after the host: *head* is the log's after the host's commitments."""

        def check(seat: int, one: Statement) -> str | None:
            if not isinstance(one, Committed) or one.session != self.circle.session or one.round != self.round:
                return "the commitments are for another game or round"
            if one.head != head or one.first != self.first or len(one.commits) != len(self.deals):
                return f"the commitments do not answer the host's for the shuffles {self.first} to {self.end - 1}"
            return None

        return Gathering(Committed.kind, self.circle.keys, check)

    def close(self, gathering: Gathering) -> None:
        """All seats have committed."""
        self._seats = gathering.said(Committed)

    def shuffling(self, cards: Sequence[int]) -> "Shuffling":
        """Use the next epoch for these cards, ascending."""
        epoch = self.next
        self.next += 1
        at = epoch - self.first
        return Shuffling(self.circle, epoch, self.deals[at], [one.commits[at] for one in self._seats], cards)


class Shuffling:
    """One shuffle, from commitments to a deck that all have signed."""

    def __init__(
        self, circle: Circle, epoch: int, secrets: HostDeal, commits: Sequence[bytes], cards: Sequence[int]
    ) -> None:
        self.circle = circle
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
            if not isinstance(one, Revealed) or one.session != self.circle.session or one.deal != self.secrets.deal:
                return "the contribution is for another shuffle"
            if one.cset != cset or one.head != head:
                return "the contribution was shown for another set of commitments, or another log, than this game's"
            if fair.seat_commit(one.deal, seat, self.circle.keys[seat], one.x) != self._commits[seat]:
                return "the contribution is not the one you committed to"
            return None

        return Gathering(Revealed.kind, self.circle.keys, check)

    def mix(self, gathering: Gathering) -> HostShuffle:
        """All have contributed: the deck."""
        xs = [one.x for one in gathering.said(Revealed)]
        self._result = self.secrets.shuffled(self._commits, self._head, self.cards, xs)
        return self._result

    def gather_cosigns(self, head: bytes) -> Gathering:
        """Every seat signs the root; *head* is the log's after the root entry."""

        def check(seat: int, one: Statement) -> str | None:
            if not isinstance(one, Cosigned) or one.session != self.circle.session or one.deal != self.secrets.deal:
                return "the signature is for the deck of another shuffle"
            if one.root != self.result.deal_root or one.head != head:
                return "the signature is for another deck, or another log, than this game's"
            return None

        return Gathering(Cosigned.kind, self.circle.keys, check)
