"""A host's new key: the old one signs it, and the host's certificate carries the signature (PROTOCOL.md, section 1)."""

from typing import Final

from rummynet_protocol.fairness.signing import BadSignature, Signer, handover_payload, verify

# Under 2.25, where everybody may make one (ITU-T X.667): the UUID of version 5 of the URL rummynet/v1/handover.
EXTENSION: Final = "2.25.34488826834906640362838569775064999711"
"""The extension of the certificate that holds hand-overs, the newest first."""
SIZE: Final = 96  # bytes of one: the old key, and its signature
MOST: Final = 16  # a new key each year for longer than a program is used; a certificate of 2 KB


def hand_over(old: Signer, new: bytes) -> bytes:
    """The hand-over from a host's old key to its new one."""
    return old.public + old.sign("handover", handover_payload(old.public, new))


def former_keys(key: bytes, handovers: bytes) -> tuple[bytes, ...]:
    """The keys that the host with this key had before, the newest first, as far as each has signed the next."""
    former: list[bytes] = []
    for at in range(0, min(len(handovers), MOST * SIZE) - SIZE + 1, SIZE):
        old, signature = handovers[at : at + 32], handovers[at + 32 : at + SIZE]
        try:
            verify(old, "handover", handover_payload(old, key), signature)
        except BadSignature:
            break
        former.append(old)
        key = old
    return tuple(former)
