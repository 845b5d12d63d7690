"""The own statements of this client in one log: signed, kept, answered, logged; and the nonces behind them.

The chain of statements continues from the kept records or from the log, whichever is further: a restart loses nothing,
and another machine with the same key can continue. ``take_new_records`` returns the new records, which must be kept
before anything that follows from them is sent. Source: FAIRNESS.md, "Statements", "Contributions".
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rummynet_client.core.log.player import PlayerClock
from rummynet_client.core.log.private_records import (
    AcknowledgedKept,
    BlobKept,
    DeliveredKept,
    Kept,
    NotPrivateRecords,
    OwnSecretKept,
    RefusedKept,
    SigningTimeKept,
    StatementKept,
    WithdrawnKept,
    pack_kept,
    read_kept,
)
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.refusal_evidence import is_newer
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import Acting, Statement, blob_of, pack_statement, read_statement
from rummynet_protocol.fairness.transcript import SignedStatement
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.values import replace

Random = Callable[[int], bytes]
# With this and the tolerance of a second a third of the shortest turn is left to be checked (``TURN_SECONDS``).
WALL_SLACK_MILLIS: Final = 2_000
"""How far a wall clock may be corrected while no program runs. A clock that goes on after a start is ahead by it."""


TOO_MANY: Final = "too_many"
"""The code of a refusal for which an honest host has not looked at the statement: the same bytes may be sent again."""
_MAY_BE_TRUE: Final = ("clock", "order")
"""Codes with which an honest host refuses a part that an honest program has signed."""


@dataclass(slots=True)
class _GoesOn:
    """A clock of an earlier run that goes on in this one."""

    here: bytes  # name of this run's clock. If that gets another name, the earlier one has ended too.
    name: bytes
    ahead: int  # by how many milliseconds it is ahead of this run's clock


@dataclass(slots=True)
class OwnStatement:
    """A statement signed by this client, and its status."""

    what: str  # the signature's kind
    payload: bytes
    signature: bytes
    statement: Statement
    hash: bytes
    blob: bytes = b""  # what stands beside it, with a sealed deck
    acknowledged: bool = False
    is_on_its_way: bool = False  # it was sent on the connection that stands
    may_be_held: bool = False
    """A connection broke before its answer came: the host may have taken it, whatever it says when it comes again."""
    delivered: str = ""
    """``read``: the host has refused it, or answered something that was sent behind it, before a void. ``sent``: it was
    on its way at a void."""
    refused: str | None = None  # the code with which the host refused it
    refusal_signature: bytes = b""  # the host's signature on the refusal
    refused_at: bytes = b""  # the head of the log when the host refused it; b"" without a signature
    evidence: SignedStatement | None = None  # the newer statement that the host's signature names
    withdrawn: bool = False
    logged: bool = False
    earlier_wall: int | None = None
    """The wall clock (milliseconds) when an earlier run of the program signed it; None if this one did."""

    @property
    def envelope(self) -> Envelope:
        """Payload and signature as in the log."""
        return self.payload, self.signature

    @property
    def answer(self) -> str:
        """What is said of it when its shuffle is voided: one of ``statements.ANSWERS``."""
        if self.acknowledged:
            return "acknowledged"
        if self.refused is not None:  # too late, if it was not read before the void
            is_true = self.refused in _MAY_BE_TRUE and bool(self.refusal_signature)  # a false one stops the log
            return "read" if self.delivered == "read" and not is_true else "silent"
        return self.delivered or ("sent" if self.is_on_its_way else "silent")

    @property
    def is_open(self) -> bool:
        """Whether it may still be logged."""
        return not self.logged and self.refused is None


class OwnStatements:
    """The own statements of the log with id *log*. Two machines with one key each have their own."""

    def __init__(self, signer: Signer, clock: PlayerClock, log: bytes, variant: str) -> None:
        """*variant* names the file."""
        self.log: Final = log
        self.variant: Final = variant
        self.by_hash: Final[dict[bytes, OwnStatement]] = {}  # statement hash to statement, in signing order
        self._signer, self._clock = signer, clock
        self._goes_on: _GoesOn | None = None
        self._newest_times: dict[bytes, int] = {}  # by clock: the latest time of a statement
        self._secrets: dict[tuple[type[OwnSecretKept], bytes], bytes] = {}
        self._blobs: dict[bytes, bytes] = {}
        self._new_records: list[bytes] = []
        self._used_refused: OwnStatement | None = None

    def restore(self, data: bytes) -> None:
        """Load the records of an earlier run. Unreadable data counts as none."""
        try:
            records = read_kept(data)
        except NotPrivateRecords:
            return
        for record in records:
            self._recall(record)
        self._continue_clock()

    def _continue_clock(self) -> None:
        """Go on with the clock of the newest statement, unless the wall clock was set back since."""
        newest = next((one for one in reversed(self.by_hash.values()) if one.earlier_wall is not None), None)
        if newest is None or newest.earlier_wall is None:
            return
        passed, (here, t) = self._clock.wall() - newest.earlier_wall, self._clock.now()
        if passed >= 0:
            name = newest.statement.clock
            self._goes_on = _GoesOn(here, name, self._newest_times[name] + passed + WALL_SLACK_MILLIS - t)

    def now(self) -> tuple[bytes, int]:
        """The clock for this log, which goes on over restarts of the program: its name, and its milliseconds."""
        here, t = self._clock.now()
        if self._goes_on is None or self._goes_on.here != here:
            return here, t
        return self._goes_on.name, t + self._goes_on.ahead

    def ran_backwards(self, own: OwnStatement) -> bool:
        """Whether an earlier statement has a later time on the same clock."""
        return any(
            one.statement.clock == own.statement.clock
            and one.statement.n < own.statement.n
            and one.statement.t > own.statement.t
            for one in self.by_hash.values()
        )

    def is_newer(self, evidence: SignedStatement, refused: OwnStatement) -> bool:
        """Whether the own key has signed *evidence* for this log, as another statement with no lower number."""
        return is_newer(evidence, self._signer.public, refused.statement, refused.hash)

    @property
    def has_twin(self) -> bool:
        """Whether another machine with this key signs for this log, maybe by the same clock: its folder was copied."""
        shown = [one.evidence for one in self.by_hash.values() if one.evidence is not None]
        return any(statement_hash(*evidence[:2]) not in self.by_hash for evidence in shown)

    def begin_clock(self) -> None:
        """Begin another clock: the own one cannot be right. The next statement says so by its name."""
        self._clock.renew()

    def _recall(self, record: Kept) -> None:
        match record:
            case StatementKept(what, payload, signature):
                try:
                    self._add(what, payload, signature, read_statement(what, payload))
                except Cheat:
                    return  # of another version, so no log of this version can hold it
            case AcknowledgedKept(number) if number in self.by_hash:
                self.by_hash[number].acknowledged = True
            case RefusedKept(number, code, by_host, head, evidence) if number in self.by_hash:
                own = self.by_hash[number]
                own.refused, own.refusal_signature, own.refused_at, own.evidence = code, by_host, head, evidence
            case DeliveredKept(number, how) if number in self.by_hash:
                self.by_hash[number].delivered = how
            case WithdrawnKept(number) if number in self.by_hash:
                self.by_hash[number].withdrawn = True
            case SigningTimeKept(number, wall) if number in self.by_hash:
                self.by_hash[number].earlier_wall = wall
            case OwnSecretKept(key, secret):
                self._secrets[type(record), key] = secret
            case BlobKept(blob):
                self._blobs[blob_hash(blob)] = blob

    def take_new_records(self) -> list[bytes]:
        """Take the records made since the last call; append them to the kept ones."""
        fresh, self._new_records = self._new_records, []
        return fresh

    # -- signing

    def sign(self, kind: type[Statement], head: bytes, order: StatementOrder | None, **fields: Any) -> OwnStatement:  # noqa: ANN401 - by kind
        """Sign the next statement, aimed at *head*; *order* is the order of the log, None before it has begun."""
        n, prev = self.next_place(order)
        clock, t = self.now()
        return self.sign_as_it_is(kind(self.log, n, prev, head, clock, t, **fields))

    def sign_again(self, refused: OwnStatement, order: StatementOrder | None = None) -> OwnStatement:
        """Sign the same content with a new number and time, because the former statement was refused."""
        n, prev = self.next_place(order)
        clock, t = self.now()
        return self.sign_as_it_is(replace(refused.statement, n=n, prev=prev, clock=clock, t=t))

    def sign_as_it_is(self, statement: Statement) -> OwnStatement:
        """Sign a statement whose number, time and place are set."""
        payload = pack_statement(statement)
        own = self._add(statement.kind, payload, self._signer.sign(statement.kind, payload), statement)
        self._keep(StatementKept(own.what, own.payload, own.signature))
        self._keep(SigningTimeKept(own.hash, self._clock.wall()))
        return own

    def next_place(self, order: StatementOrder | None) -> tuple[int, bytes]:
        """Number and ``prev`` of the next statement."""
        n, prev = order.next(self._signer.public) if order is not None else (0, bytes(32))
        newest = next(reversed(self.by_hash.values()), None)
        if newest is not None and newest.statement.n >= n:
            return newest.statement.n + 1, newest.hash
        return n, prev

    def _add(self, what: str, payload: bytes, signature: bytes, statement: Statement) -> OwnStatement:
        blob = self._blobs.get(blob_of(statement) or b"", b"")
        own = OwnStatement(what, payload, signature, statement, statement_hash(what, payload), blob)
        self.by_hash[own.hash] = own
        self._newest_times[statement.clock] = max(statement.t, self._newest_times.get(statement.clock, 0))
        return own

    def _keep(self, record: Kept) -> None:
        self._new_records.append(pack_kept(record))

    # -- status

    def mark_acknowledged(self, own: OwnStatement) -> None:
        """The host has acknowledged it: it is durable there."""
        if not own.acknowledged:
            own.acknowledged = True
            self._keep(AcknowledgedKept(own.hash))

    def mark_delivered(self, own: OwnStatement, how: str) -> None:
        """What is known of its delivery: ``read`` or ``sent``."""
        if own.delivered != how:
            own.delivered = how
            self._keep(DeliveredKept(own.hash, how))

    def may_be_cooling_down(self, call: OwnStatement) -> bool:
        """Whether an earlier call may have begun the cool-down for which the host has refused this one.

        Only a call that it has refused does. An honest host answers in order, so one without an answer was not looked
        at, unless a connection broke since.
        """
        earlier = (
            one
            for one in self.by_hash.values()
            if isinstance(one.statement, Acting)
            and notation.is_call(one.statement.do)
            and one.statement.n < call.statement.n
            and not one.logged
        )
        return any(one.refused is not None or one.may_be_held or one.earlier_wall is not None for one in earlier)

    def connection_lost(self) -> None:
        """What was on its way may be lost."""
        for own in self.by_hash.values():
            own.is_on_its_way = False
            own.may_be_held = own.may_be_held or own.is_open

    def mark_refused(self, own: OwnStatement, answer: RefusedKept) -> None:
        """The host has refused it, with its signature or without."""
        if own.refused is None or (answer.by_host and not own.refusal_signature):
            own.refused, own.refusal_signature = answer.code, answer.by_host
            own.refused_at, own.evidence = answer.head, answer.evidence
            self._keep(answer)

    def is_put_off(self, own: OwnStatement) -> bool:
        """Whether the host says that it has not looked at it (``too_many``), and cannot have taken it before.

        This client does not send it again, so an honest host can neither take nor refuse it any more.
        """
        is_known = own.logged or own.acknowledged or own.may_be_held or own.earlier_wall is not None
        return own.refused == TOO_MANY and not own.refusal_signature and not is_known

    def mark_withdrawn(self, own: OwnStatement) -> None:
        """Withdraw a consent, unless it has been logged."""
        if not own.logged and not own.withdrawn:
            own.withdrawn = True
            self._keep(WithdrawnKept(own.hash))

    def mark_logged(self, envelope: Envelope, what: str) -> OwnStatement | None:
        """Mark the own statement that is now logged; None if this machine has not signed it."""
        own = self.by_hash.get(statement_hash(what, envelope[0]))
        if own is not None:
            own.logged = True
            is_unsigned = own.refused is not None and not own.refusal_signature
            is_newer_signed = any(one.statement.n > own.statement.n for one in self._of_play())
            if is_unsigned and (what == "ready" or is_newer_signed):
                self._used_refused = own
        return own

    def take_used_refused(self) -> OwnStatement | None:
        """Take the statement that was logged although the host had refused it, unsigned, if another was signed since.

        Nobody sends such a one again, so an honest host logs none. A consent counts at once: its player took it for
        refused.
        """
        used, self._used_refused = self._used_refused, None
        return used

    def _of_play(self) -> Iterator[OwnStatement]:
        return (own for own in self.by_hash.values() if own.what in ("action", "vote", "close"))

    # -- lookup

    def of_kind(self, what: str) -> Iterator[OwnStatement]:
        """All statements of this kind, newest first."""
        return (own for own in reversed(self.by_hash.values()) if own.what == what)

    def newest(self, what: str, head: bytes) -> OwnStatement | None:
        """The newest statement of this kind aimed at this head."""
        return next((own for own in self.of_kind(what) if own.statement.head == head), None)

    def newest_time(self, clock: bytes) -> int | None:
        """The time of the newest statement signed by this clock; None without any."""
        return self._newest_times.get(clock)

    # -- what goes with them

    def secret(self, kind: type[OwnSecretKept], key: bytes) -> bytes | None:
        """The secret of this kind that is found by *key*; None if this machine did not make it."""
        return self._secrets.get((kind, key))

    def keep_secret(self, kept: OwnSecretKept) -> None:
        """Keep a secret."""
        self._recall(kept)
        self._keep(kept)

    def keep_blob(self, blob: bytes) -> bytes:
        """Keep bytes that are to stand beside a statement, and return their hash."""
        # Before the statement: half a record pair that a power cut leaves is then a blob that nothing refers to.
        name = blob_hash(blob)
        self._blobs[name] = blob
        self._keep(BlobKept(blob))
        return name


class OwnStatementStore:
    """The own statements of all logs of this client; read from the kept records on first use."""

    def __init__(self, signer: Signer, clock: PlayerClock, recall: Callable[[bytes], bytes]) -> None:
        self._signer, self._clock, self._recall = signer, clock, recall
        self._by_log: dict[bytes, OwnStatements] = {}

    def statements_of(self, log: bytes, variant: str) -> OwnStatements:
        """The own statements of the log with this id."""
        if log not in self._by_log:
            own = self._by_log[log] = OwnStatements(self._signer, self._clock, log, variant)
            own.restore(self._recall(log))
        return self._by_log[log]

    def take_new_records(self) -> list[tuple[OwnStatements, bytes]]:
        """Take the records made since the last call, each with the statements it belongs to."""
        return [(own, record) for own in self._by_log.values() for record in own.take_new_records()]
