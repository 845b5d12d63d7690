"""Signed statements received for one log: checked against their author's earlier ones, then accepted or refused.

Both are final for the statement. An accepted one will be logged, or is refused after all (*dropped*) if something else
happens before it is due. For a refused one the host signs that it will never be logged; its number counts as used, and
it gets the same refusal whenever it comes again.
Source: FAIRNESS.md, "Statements", "Time", "Refusals".
"""

from collections.abc import Iterable
from typing import Final

from rummynet.ledger.ledger import Ledger
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.refusals import AlreadyRefused, OutOfOrder, Stale, WrongClock, WrongSignature, WrongStatement
from rummynet_protocol.errors import Cheat, Refusal, RummynetError
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.signing import BadSignature
from rummynet_protocol.fairness.statement_order import FIRST_PREV
from rummynet_protocol.fairness.statements import Statement, read_statement
from rummynet_protocol.fairness.transcript import SignedStatement
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value

# PROTOCOL.md, ``refused`` and ``dropped``: longer text would make the message invalid.
MOST_SAYS: Final = 400  # most characters of the sentence in a refusal
MARK: Final = 16
"""Bytes of a statement's hash that tell it from its author's others: two with the same ones take 2**64 tries."""
WITHDRAWN, ACCEPTED, LOGGED = 1, 2, 3  # stored in journals, so none may change its meaning


class Received(Value):
    """A statement with a valid signature, as received. ``hash`` is the statement's."""

    key: bytes
    statement: Statement
    envelope: Envelope
    hash: bytes
    mark: bytes
    """Names the statement in little space: a part of its hash, and its key, as two players may sign the same."""


class SignedRefusal(Value):
    """The host's signature that a statement will never be logged, and the head of the log when it was refused."""

    code: str
    head: bytes
    signature: bytes
    evidence: SignedStatement | None = None
    """With the code ``order``: what the author has signed with the same or a higher number."""


class NewestStatement(Value):
    """The statement of a player with the highest number, accepted or refused: what others are in order against."""

    n: int
    hash: bytes
    signed: SignedStatement


class RefusedForGood(RummynetError):
    """A statement was refused: *why*, and what the host signed for it."""

    def __init__(self, why: Refusal, signed: SignedRefusal) -> None:
        super().__init__(str(why))
        self.why = why
        self.signed = signed


class Statements:
    """The statements for the log with this id; *context* is the host's."""

    def __init__(self, context: HostContext, log: bytes) -> None:
        self.log = log
        self._context = context
        self._status: dict[bytes, int] = {}
        """By ``Received.mark``: what became of each statement of this round that was not refused."""
        self._refused: dict[bytes, SignedRefusal] = {}
        """By ``Received.mark``: the refusals of this round, and of each player's newest statement."""
        # One string of bytes for each player, as a long game has thousands of marks: a set of them takes several times
        # as much.
        self._settled: dict[bytes, bytearray] = {}
        """By key: the marks of all statements logged in earlier rounds, one after another."""
        self._newest: dict[bytes, NewestStatement] = {}  # by key
        self._pending: dict[bytes, dict[bytes, Received]] = {}  # by key and hash: accepted, and not logged yet
        self.ledger = Ledger(host=context.signer.public)

    def read_signed(self, key: bytes, what: str, payload: bytes, signature: bytes) -> Received:
        """Parse and verify a statement that *key* signed for this log. Raises WrongSignature, WrongStatement, Stale."""
        try:
            # The signature before the content: bytes that are not the author's are not read at all.
            self._context.verify(key, what, payload, signature)
            statement = read_statement(what, payload)
        except BadSignature as problem:
            raise WrongSignature(sentence("{problem}; nothing was done", problem=problem.says)) from None
        except Cheat as problem:
            raise WrongStatement(str(problem)) from None
        # Not refused for good: this log's host can sign nothing about another log.
        if statement.log != self.log:
            raise Stale("this was signed for another game; look again")
        hash = statement_hash(what, payload)
        return Received(key, statement, (payload, signature), hash, hash[:MARK] + key)

    def is_new(self, received: Received) -> bool:
        """Whether it changes something to accept or refuse it. What is out of order, or repeated, changes nothing.

        Raises RefusedForGood, with the same signature, if it was refused before and that is remembered.
        """
        last = self._newest.get(received.key)
        refused = self._refused.get(received.mark) if self._refused else None
        if refused is not None:
            raise RefusedForGood(AlreadyRefused("this statement was already refused; look again"), refused)
        return last is None or last.n < received.statement.n or self._status_of(received) == WITHDRAWN

    def can_follow(self, received: Received) -> bool:
        """Whether the log holds nothing of its author with the same or a higher number."""
        last = self.ledger.order.newest.get(received.key)
        return last is None or last.n < received.statement.n

    def is_accepted(self, received: Received) -> bool:
        """Whether it was accepted before; repeating it changes nothing."""
        return (self._status_of(received) or WITHDRAWN) >= ACCEPTED

    def is_logged(self, received: Received) -> bool:
        """Whether it is in the log."""
        return self._status_of(received) == LOGGED

    def accept(self, received: Received, seen: int | None) -> None:
        """Accept a statement, to be logged. Raises as ``check`` does; the caller then refuses it."""
        self.check(received, seen)
        # Only now: a statement that fails a check is noted by ``refuse``.
        self._note_newest(received)
        self._status[received.mark] = ACCEPTED
        self._pending.setdefault(received.key, {})[received.hash] = received

    def check(self, received: Received, seen: int | None) -> None:
        """Check number and time. *seen* is the log time at its head, None if that is not of this log.

        Raises Stale, OutOfOrder, WrongStatement, WrongClock if it cannot be logged.
        """
        last, n = self._newest.get(received.key), received.statement.n
        if last is not None and last.hash == received.hash:
            # FAIRNESS.md, "Refusals": a ``ready`` that was taken back is stale, not out of order.
            raise Stale("this was taken back; look again")
        if last is not None and n <= last.n:
            raise OutOfOrder("you have already signed something newer; look again")
        prev = received.statement.prev
        # Where numbers are left out ``prev`` cannot be compared: those statements were refused, voided or taken back.
        before = FIRST_PREV if n == 0 else last.hash if last is not None and n == last.n + 1 else prev
        if prev != before:
            raise WrongStatement("this does not follow what you signed before it")
        self._check_time(received, seen)

    def refuse(self, received: Received, code: str) -> SignedRefusal:
        """Refuse a statement, accepted before or not: sign that it will never be logged."""
        if self.is_logged(received):
            raise RuntimeError("a statement was to be refused that stands in the log")
        # First, so that a dropped statement is not counted among those still to be logged.
        self.withdraw(received)
        self._note_newest(received)
        newest = self._newest[received.key]
        # FAIRNESS.md, "Evidence": an ``order`` without a newer statement is a false refusal.
        evidence = newest if code == OutOfOrder.code and newest.hash != received.hash else None
        head = self.ledger.head  # what a refusal claims is claimed for it
        payload = refusal_payload(
            self.log, head, received.key, received.hash, code, NO_EVIDENCE if evidence is None else evidence.hash
        )
        signature = self._context.signer.sign("refusal", payload)
        if evidence is not None:  # not remembered: whenever it comes again, something newer is there
            return SignedRefusal(code, head, signature, evidence.signed)
        # Forgotten here as it is remembered there: ``is_new`` answers for it from now on.
        self._status.pop(received.mark, None)
        self._refused[received.mark] = refusal = SignedRefusal(code, head, signature)
        return refusal

    def withdraw(self, received: Received) -> None:
        """Undo the acceptance of a statement, withdrawn by its author or by an event at the table.

        Its number stays used.
        """
        if self._status_of(received) == ACCEPTED:
            # Kept, as a repeated statement that was taken back must not be accepted once more.
            self._status[received.mark] = WITHDRAWN
        self.remove_pending([received])

    def remove_pending(self, parts: Iterable[Received]) -> None:
        """Stop waiting for these parts of a ceremony that was voided; the log's void entry names it."""
        for part in parts:
            self._pending.get(part.key, {}).pop(part.hash, None)

    def mark_logged(self, holds: Iterable[Received]) -> None:
        """The newest entry holds these statements."""
        for received in holds:
            self._status[received.mark] = LOGGED
            self._pending.get(received.key, {}).pop(received.hash, None)

    def begin_round(self) -> None:
        """Keep of the statements that are settled as little as tells whether one that is repeated was logged.

        Refused ones are forgotten, but for each player's newest: there is something newer that refuses the others.
        """
        kept = {received.mark for parts in self._pending.values() for received in parts.values()}
        # A program that was away repeats its newest statement, also one of the round before.
        kept |= {newest.hash[:MARK] + key for key, newest in self._newest.items()}
        for mark, status in self._status.items():
            if status == LOGGED:
                self._settled.setdefault(mark[MARK:], bytearray()).extend(mark[:MARK])
        self._status = {mark: status for mark, status in self._status.items() if mark in kept}
        self._refused = {mark: refused for mark, refused in self._refused.items() if mark in kept}

    def _status_of(self, received: Received) -> int | None:
        """What became of this statement; None if it was not received before, or was refused."""
        status, last = self._status.get(received.mark), self._newest.get(received.key)
        # A number above all that was received cannot be in the log: no need to search.
        if status is None and last is not None and received.statement.n <= last.n:
            settled, mark = self._settled.get(received.key, b""), received.mark[:MARK]
            if any(settled[at : at + MARK] == mark for at in range(0, len(settled), MARK)):
                return LOGGED
        return status

    def _note_newest(self, received: Received) -> None:
        last, statement = self._newest.get(received.key), received.statement
        if last is None or statement.n > last.n:
            signed = statement.kind, *received.envelope
            self._newest[received.key] = NewestStatement(statement.n, received.hash, signed)

    def _check_time(self, received: Received, seen: int | None) -> None:
        """Raises WrongClock. Pending statements will be logged later than now, so only their author's clock counts."""
        statement = received.statement
        backwards, bound = False, self.ledger.time.get(received.key)
        for other in self._pending.get(received.key, {}).values():
            # What cannot be logged any more binds no clock.
            if other.statement.clock == statement.clock and self.can_follow(other):
                backwards |= statement.t < other.statement.t
        try:
            if bound is not None:
                bound.check(statement.clock, statement.t, seen)
        except Cheat:
            backwards = True
        if backwards:
            raise WrongClock("your program's clock does not match the game's; name a new clock and sign again")
