"""Proofs that were checked ahead, in another thread, and hold: who takes them does not compute it again."""

from hashlib import sha256
from typing import Final

from rummynet_protocol.sealed.wide_hash import frame

# A proof is taken right after its check; but a game that goes on after a start is checked as a whole first, and the
# longest have some hundreds. Each takes a hundred bytes.
MOST_HELD: Final = 2048
held: Final[dict[bytes, None]] = {}
"""The newest of them, oldest first."""


def note_held(*arguments: bytes) -> None:
    """The check of a proof with these arguments holds. Called in one thread: two could make room at the same time."""
    held[_mark(arguments)] = None
    while len(held) > MOST_HELD:
        del held[next(iter(held))]


def is_held(*arguments: bytes) -> bool:
    """Whether the check of a proof with these arguments is known to hold."""
    return bool(held) and _mark(arguments) in held


def _mark(arguments: tuple[bytes, ...]) -> bytes:
    """Names the arguments: two lists that differ in anything have different names."""
    return sha256(frame(*arguments)).digest()
