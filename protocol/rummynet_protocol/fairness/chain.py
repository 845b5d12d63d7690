"""The hash chain of a log: one head commits to all entries up to it, in their order."""

from typing import Final

from rummynet_protocol.fairness.hashing import SIZE, H

NO_HEAD: Final = bytes(SIZE)  # the head before the first entry


def next_head(head: bytes, entry: bytes) -> bytes:
    """The head after the bytes of *entry*, which the host signs (kind ``head``)."""
    return H("chain", head, entry)
