"""Verifies signatures of seats and host over the bytes received, and the common conditions of all statements.

A statement's checks come in one order: signature, form, its place among the signer's statements, the signer's clock,
whether the host had refused it. Only then does the caller check its content.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.commitment import refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.refusal_evidence import is_newer
from rummynet_protocol.fairness.signing import BadKey, BadSignature
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
    Committed,
    Cosigned,
    KeyShown,
    LastWord,
    NonceCommitted,
    NonceShown,
    PartGiven,
    Revealed,
    Statement,
    Voting,
    blob_of,
    read_statement,
)
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.fairness.transcript import RefusalRecord, SignedStatement
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.values import Value

Verify = Callable[[bytes, str, bytes, bytes], None]
"""Verifies a signature of a key for a kind over a payload. Raises BadSignature."""
Known = tuple[Statement, bytes]  # a statement and its hash
NOTHING_KNOWN: Final[Mapping[tuple[bytes, bytes], Known]] = {}
S = TypeVar(
    "S", Agreed, NonceCommitted, NonceShown, Committed, Revealed, KeyShown, PartGiven, Cosigned, Acting, Voting,
    LastWord,
)  # fmt: skip


class LoggedStatement(Value):
    """A statement that stands in the log: its hash, the log time and index of its entry, and whether it is a vote."""

    hash: bytes
    t: int
    index: int
    is_vote: bool


class Signatures:
    """The keys and signed statements of one log, and how often each check has passed."""

    def __init__(self, verify: Verify = signing.verify) -> None:
        self.verify = verify
        self.keys: tuple[bytes, ...] = ()  # the players' public keys by seat
        self.passed: Counter[str] = Counter()
        self.order = StatementOrder(b"")
        """The newest statement of each key; ``order.log`` is the id of the log once that has begun."""
        self.time: dict[bytes, TimeBound] = {}  # by key: the bound that the player's own clocks put on log time
        self.known: Mapping[tuple[bytes, bytes], Known] = NOTHING_KNOWN
        """Statements whose signatures were verified before, by key and payload."""
        self._checked: list[tuple[bytes, Statement, bytes]] = []
        """Of the entry being checked: key, statement and hash of those that hold so far."""
        self.now = 0  # log time of the entry being checked
        self.index = 0
        self.heads: dict[bytes, tuple[int, int]] = {}  # by head: index and log time of the entry before it
        self._logged: dict[tuple[bytes, int], LoggedStatement] = {}  # by key and number: each statement in the log
        self._refused: set[tuple[bytes, bytes]] = set()
        self._numbers: dict[bytes, set[int]] = {}  # by key: the numbers of all statements that the file shows

    def set_log(self, log: bytes) -> None:
        """Set the log's id."""
        self.order = StatementOrder(log)

    def time_of(self, head: bytes) -> int | None:
        """Log time of the entry with this head; None if there is none."""
        found = self.heads.get(head)
        return None if found is None else found[1]

    def verify_signature(self, key: bytes, kind: str, payload: bytes, signature: bytes, check: str, whose: str) -> None:
        """Verify one signature for *check*. Raises Cheat."""
        try:
            self.verify(key, kind, payload, signature)
        except BadKey as problem:
            raise Cheat(check, f"{whose} is worth nothing: {problem}") from None
        except BadSignature:
            raise Cheat(check, f"{whose} does not verify") from None
        self.passed[check] += 1

    def check_statement(self, kind: type[S], seat: int, signed: Envelope, check: str, whose: str) -> S:
        """Check and return a statement of this seat, in the entry being checked. Raises Cheat."""
        payload, signature = signed
        key = self.keys[seat]
        known = self.known.get((key, payload))
        if known is not None:
            statement, hash = known
            self.passed[check] += 1
        else:
            self.verify_signature(key, kind.kind, payload, signature, check, whose)
            statement, hash = read_statement(kind.kind, payload), statement_hash(kind.kind, payload)
        assert isinstance(statement, kind)
        self.order.check(key, statement)
        bound = self.time.setdefault(key, TimeBound())
        # A consent's head is of the log before, and says nothing of this log's time.
        seen = self.heads.get(statement.head) if kind is not Agreed else None
        bound.check(statement.clock, statement.t, None if seen is None else seen[1])
        # Else a host could refuse a call, and log it later when it is worth more.
        if (key, hash) in self._refused:
            raise Cheat("refusal", f"the host logged a {kind.kind} of seat {seat} that it had refused")
        self._checked.append((key, statement, hash))
        self.passed["statement-order"] += 1
        self.passed["time"] += 1
        return statement

    def record_statements(self) -> None:
        """The entry being checked holds: record its statements."""
        for key, statement, hash in self._checked:
            self.order.add(key, statement, hash)
            if not isinstance(statement, LastWord):  # signed behind its entry, it bounds nothing that comes later
                self.time[key].add(statement.clock, statement.t, self.now)
                is_vote = isinstance(statement, Voting)
                self._logged[key, statement.n] = LoggedStatement(hash, self.now, self.index, is_vote)
            self._numbers.setdefault(key, set()).add(statement.n)
        self._checked.clear()
        self.known = NOTHING_KNOWN

    def drop_statements(self) -> None:
        """The entry being checked does not hold."""
        self._checked.clear()
        self.known = NOTHING_KNOWN

    def check_statements(self, kind: type[S], signed: Sequence[Envelope | None], check: str) -> list[S]:
        """One signed statement of every seat, in seat order. Raises Cheat, also for a missing one."""
        self.require_count([one for one in signed if one is not None], len(self.keys), check)
        return list(self.check_parts(kind, signed, check).values())

    def check_parts(self, kind: type[S], signed: Sequence[Envelope | None], check: str) -> dict[int, S]:
        """The signed statements of those seats that have one here, by seat. Raises Cheat."""
        return {
            seat: self.check_statement(kind, seat, one, check, f"seat {seat}'s signature")
            for seat, one in enumerate(signed)
            if one is not None
        }

    def require_count(self, signed: Sequence[Envelope], due: int, check: str) -> None:
        """Check that there are *due* envelopes. Raises Cheat."""
        if len(signed) != due:
            raise Cheat(check, f"{due} seats have to sign here, but {len(signed)} signatures are shown")

    def logged_as(self, key: bytes, number: int) -> LoggedStatement | None:
        """The statement with this number, if the log holds it."""
        return self._logged.get((key, number))

    def missing(self, key: bytes) -> int:
        """How many statements of this key, up to the newest that the file shows, it does not show."""
        shown = self._numbers.get(key, set())
        return max(shown, default=-1) + 1 - len(shown)

    def is_newer(self, shown: SignedStatement, key: bytes, statement: Statement, hash: bytes) -> bool:
        """Whether *shown* is another statement that *key* signed for the same log, with no lower number."""
        return is_newer(shown, key, statement, hash, self.verify)

    def record_refusal(self, record: RefusalRecord, host: bytes) -> tuple[Statement, bytes]:
        """Record a statement that the host has refused, and return it and its hash.

        Raises Cheat if the log holds it.
        """
        if record.seat >= len(self.keys):
            raise Cheat("refusal", f"a refusal is of seat {record.seat}, which nobody has")
        log, key = self.order.log, self.keys[record.seat]
        name = key, statement_hash(record.kind, record.payload)
        promise = refusal_payload(log, record.head, *name, record.code, record.evidence)
        whose = f"seat {record.seat}'s signature of what was refused"
        # Both signatures: a file's owner could invent the statement without the one, and the refusal without the other.
        self.verify_signature(key, record.kind, record.payload, record.signature, "refusal", whose)
        self.verify_signature(host, "refusal", promise, record.by_host, "refusal", "the host's signature of a refusal")
        statement = read_statement(record.kind, record.payload)
        if statement.log != log:
            raise Cheat("refusal", "a refusal is of a statement for another log")
        if record.shown is not None and statement_hash(*record.shown[:2]) != record.evidence:
            raise Cheat("refusal", "a refusal stands with other evidence than the host signed")
        if record.blob and blob_hash(record.blob) != blob_of(statement):
            raise Cheat("refusal", "a refusal stands with other bytes than the refused statement names")
        logged = self.logged_as(key, statement.n)
        if logged is not None and logged.hash == name[1]:
            raise Cheat("refusal", f"the host refused a {record.kind} of seat {record.seat} that stands in the log")
        self._refused.add(name)
        self._numbers.setdefault(key, set()).add(statement.n)
        return statement, name[1]
