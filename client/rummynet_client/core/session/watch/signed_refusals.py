"""Checks the host's signature on refusals. Source: FAIRNESS.md, "Refusals"."""

from rummynet.verifier.false_refusals import ORDER
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.private_records import RefusedKept
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.wire.messages import Dropped, Refused

__all__ = ["ORDER", "read_refusal", "unsigned"]


def unsigned(refused: OwnStatement, code: str) -> RefusedKept:
    """A refusal that the host has not signed."""
    return RefusedKept(refused.hash, code, b"", b"")


def read_refusal(host: bytes, key: bytes, refused: OwnStatement, answer: Refused | Dropped) -> RefusedKept | None:
    """The refusal of this statement of *key*, if the host's signature is about it; None if it is about something else.

    Evidence that the signature is not about is left out.
    """
    code, by_host, head, shown = answer.code, answer.signed or b"", answer.head, answer.evidence
    if not code or not code.isascii() or head is None:
        return None
    for evidence in (shown if shown is not None and shown[1] else None, None):
        name = NO_EVIDENCE if evidence is None else statement_hash(*evidence[:2])
        try:
            verify(
                host, "refusal", refusal_payload(refused.statement.log, head, key, refused.hash, code, name), by_host
            )
        except BadSignature:
            continue
        return RefusedKept(refused.hash, code, by_host, head, evidence)
    return None
