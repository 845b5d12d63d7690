"""The evidence in a refusal of code ``order``: a newer statement of the same player.

Source: FAIRNESS.md, "Refusals".
"""

from collections.abc import Callable

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.signing import BadSignature
from rummynet_protocol.fairness.statements import Statement, read_statement
from rummynet_protocol.fairness.transcript import SignedStatement


def is_newer(
    shown: SignedStatement,
    key: bytes,
    statement: Statement,
    hash: bytes,
    verify: Callable[[bytes, str, bytes, bytes], None] = signing.verify,
) -> bool:
    """Whether *key* signed *shown* for the log of *statement*, which has this *hash*: another one, and none older."""
    kind, payload, signature = shown
    # Else each refusal could name the refused statement itself as its evidence.
    if statement_hash(kind, payload) == hash:
        return False
    try:
        verify(key, kind, payload, signature)
        newer = read_statement(kind, payload)
    except (BadSignature, Cheat):
        return False
    # An equal number counts: two statements of one number contradict each other, so the host may refuse the second.
    return newer.log == statement.log and newer.n >= statement.n
