"""Checks the host's signature on refusals. Source: FAIRNESS.md, "Refusals"."""

from rummynet_client.core.game.own_statements import OwnStatement
from rummynet_protocol.fairness.commitment import refusal_payload
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.fairness.transcript import MOST_CODE


def is_signed_refusal(
    host: bytes, key: bytes, refused: OwnStatement, code: str, by_host: bytes, head: bytes | None
) -> bool:
    """Whether *by_host* is the host's signature that it will never log this statement of *key*, because of *code*.

    *head* is that of the log when it was refused.
    """
    if not code.isascii() or not 1 <= len(code) <= MOST_CODE or head is None:
        return False
    try:
        verify(host, "refusal", refusal_payload(refused.statement.log, head, key, refused.hash, code), by_host)
    except BadSignature:
        return False
    return True
