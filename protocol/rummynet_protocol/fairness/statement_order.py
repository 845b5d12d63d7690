"""The order of one log's statements: each player's are numbered, chained by hash, and logged in that order.

Used by the verifier over the log, by the host over what it receives, and by a client over what it signs itself. Source:
FAIRNESS.md, "Statements".
"""

from dataclasses import dataclass, field

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.fairness.statements import Agreed, Statement
from rummynet_protocol.values import Value

FIRST_PREV = bytes(SIZE)  # ``prev`` of a player's statement number 0


class StatementLink(Value):
    """One statement in a player's chain: its number and its hash."""

    n: int
    hash: bytes


@dataclass(slots=True)
class StatementOrder:
    """The newest statement of each player (by public key) in the log with this id."""

    log: bytes
    newest: dict[bytes, StatementLink] = field(default_factory=dict)

    def check(self, key: bytes, statement: Statement) -> None:
        """Check that the player's statement may come next. Raises Cheat("statement-order")."""
        last = self.newest.get(key)
        if statement.log != self.log:
            raise Cheat("statement-order", f"a {statement.kind} was signed for another log than this one")
        # Consent first: otherwise a log could hold parts of somebody who never agreed to the game.
        if last is None and not isinstance(statement, Agreed):
            raise Cheat("statement-order", f"a {statement.kind} stands before its signer has agreed to play")
        if last is not None and statement.n <= last.n:
            raise Cheat("statement-order", f"statement {statement.n} of a player stands behind statement {last.n}")
        # Numbers may be left out (refused or voided statements), and then nobody else has the one that `prev` names.
        before = (
            FIRST_PREV if statement.n == 0 else last.hash if last is not None and statement.n == last.n + 1 else None
        )
        if before is not None and statement.prev != before:
            raise Cheat("statement-order", f"statement {statement.n} of a player does not follow the one before it")

    def add(self, key: bytes, statement: Statement, hash: bytes) -> None:
        """Record the statement with this hash (``commitment.statement_hash``) as the player's newest."""
        self.newest[key] = StatementLink(statement.n, hash)

    def next(self, key: bytes) -> tuple[int, bytes]:
        """``n`` and ``prev`` of the player's next statement."""
        last = self.newest.get(key)
        return (0, FIRST_PREV) if last is None else (last.n + 1, last.hash)
