"""Every signed statement that comes for one log: held against its author's earlier ones, then accepted or refused.

Both are for good. What is accepted will stand in the log, or is refused after all (*dropped*) when something else
happens before its time comes. What is refused bears the host's signature that it will never stand there, and its
author's number counts as used. Source: FAIRNESS.md, "Statements", "Time", "Refusals".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rummynet.table.refusals import Stale, WrongClock, WrongSignature, WrongStatement
from rummynet_protocol.errors import Cheat, Refusal, RummynetError
from rummynet_protocol.fairness.commitment import refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.signing import BadSignature, Signer, verify
from rummynet_protocol.fairness.statement_order import FIRST_PREV, StatementLink, StatementOrder
from rummynet_protocol.fairness.statements import Statement, read_statement
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.sentences import said

MOST_SAYS: Final = 400
"""Characters of the sentence in a refusal."""


@dataclass(frozen=True, slots=True)
class Received:
    """A statement whose signature holds, as it came. ``hash`` is the statement's."""

    key: bytes
    statement: Statement
    envelope: Envelope
    hash: bytes


class RefusedForGood(RummynetError):
    """A statement was refused: *why*, and the host's signature of it."""

    def __init__(self, why: Refusal, signed: bytes) -> None:
        super().__init__(str(why))
        self.why = why
        self.signed = signed


class Statements:
    """The statements for the log with this id; *signer* is the host's."""

    def __init__(self, signer: Signer, log: bytes) -> None:
        self.log = log
        self._signer = signer
        self._came: set[tuple[bytes, bytes]] = set()
        """Key and hash of each statement that was accepted or refused; two players may sign the same bytes."""
        self._accepted: set[tuple[bytes, bytes]] = set()
        self._logged: set[tuple[bytes, bytes]] = set()
        self._newest: dict[bytes, StatementLink] = {}
        """By key: the statement with the highest number that came, accepted or refused."""
        self._pending: dict[bytes, dict[bytes, Received]] = {}
        """By key and hash: what was accepted and is not logged yet."""
        self._order = StatementOrder(log)
        self._bounds: dict[bytes, TimeBound] = {}

    def read_signed(self, key: bytes, what: str, payload: bytes, signature: bytes) -> Received:
        """The statement that *key* signed for this log. Raises WrongSignature, WrongStatement: it is none."""
        try:
            verify(key, what, payload, signature)
            statement = read_statement(what, payload)
        except BadSignature as problem:
            raise WrongSignature(said("{problem}; nothing was done", problem=problem.says)) from None
        except Cheat as problem:
            raise WrongStatement(str(problem)) from None
        if statement.log != self.log:
            raise Stale("this was signed for another game; look again")
        return Received(key, statement, (payload, signature), statement_hash(what, payload))

    def is_new(self, one: Received) -> bool:
        """Whether it has come for the first time: what was refused before is refused again, and nothing changes."""
        return (one.key, one.hash) not in self._came

    def can_follow(self, one: Received) -> bool:
        """Whether nothing newer of its author stands in the log."""
        last = self._order.newest.get(one.key)
        return last is None or last.n < one.statement.n

    def is_accepted(self, one: Received) -> bool:
        """Whether it was accepted before: repeated it changes nothing."""
        return (one.key, one.hash) in self._accepted

    def is_logged(self, one: Received) -> bool:
        """Whether it stands in the log."""
        return (one.key, one.hash) in self._logged

    def accept(self, one: Received, seen: int | None) -> None:
        """It may be logged. *seen* is the log's time at its head, None if that is not of this log.

        Raises Stale, WrongStatement, WrongClock if this log could not hold it; it is to be refused then.
        """
        last, n = self._newest.get(one.key), one.statement.n
        if last is not None and n <= last.n:
            raise Stale("you have signed something newer already, or this very thing was refused; look again")
        before = FIRST_PREV if n == 0 else last.hash if last is not None and n == last.n + 1 else one.statement.prev
        if one.statement.prev != before:
            raise WrongStatement("this does not follow upon what you have signed before it")
        self._check_time(one, seen)
        self._note_received(one)
        self._accepted.add((one.key, one.hash))
        self._pending.setdefault(one.key, {})[one.hash] = one

    def refuse(self, one: Received, code: str) -> bytes:
        """It will never stand in the log, whether it was accepted before or not: the host's signature of that."""
        if self.is_logged(one):
            raise RuntimeError("a statement was to be refused that stands in the log")
        self.withdraw(one)
        self._note_received(one)
        return self._signer.sign("refusal", refusal_payload(self.log, one.key, one.hash, code))

    def withdraw(self, one: Received) -> None:
        """Its author, or what happened at the table, took it back; its number stays used."""
        self._accepted.discard((one.key, one.hash))
        self.remove_pending([one])

    def remove_pending(self, parts: Iterable[Received]) -> None:
        """These are parts of something that was voided: the log says so, and none of them is waited for."""
        for one in parts:
            self._pending.get(one.key, {}).pop(one.hash, None)

    def mark_logged(self, holds: Iterable[Received], t: int) -> None:
        """The entry to be written next, at log time *t*, holds these. Raises Cheat: the log would not be valid."""
        for one in holds:
            self._order.check(one.key, one.statement)
            self._order.add(one.key, one.statement, one.envelope[0])
            self._bounds.setdefault(one.key, TimeBound()).add(one.statement.clock, one.statement.t, t)
            self._logged.add((one.key, one.hash))
            self.remove_pending([one])

    def _note_received(self, one: Received) -> None:
        self._came.add((one.key, one.hash))
        last = self._newest.get(one.key)
        if last is None or one.statement.n > last.n:
            self._newest[one.key] = StatementLink(one.statement.n, one.hash)

    def _check_time(self, one: Received, seen: int | None) -> None:
        """Raises WrongClock. What is pending will be logged later than now, so only its author's clock counts."""
        said = one.statement
        others = self._pending.get(one.key, {}).values()
        backwards = any(other.statement.clock == said.clock and said.t < other.statement.t for other in others)
        bound = self._bounds.get(one.key)
        try:
            if bound is not None:
                bound.check(said.clock, said.t, seen)
        except Cheat:
            backwards = True
        if backwards:
            raise WrongClock(
                "the clock of your program does not go with the game's; let it name a new one, and sign anew"
            )
