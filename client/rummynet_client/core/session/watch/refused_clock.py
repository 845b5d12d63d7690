"""Whether an own statement fits the time of the log when the host denies it. Source: FAIRNESS.md, "Time"."""

from typing import Final

from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.time_bound import TimeBound

CLOCK: Final = "clock"


def fits_time(auditor: Auditor, own: OwnStatements, refused: OwnStatement) -> bool:
    """Whether the log's time leaves the statement in order."""
    statement = refused.statement
    if own.ran_backwards(refused):
        return False
    try:
        bound = auditor.time.get(auditor.me or b"", TimeBound())
        bound.check(statement.clock, statement.t, auditor.time_of(statement.head))
    except Cheat:
        return False
    return True
