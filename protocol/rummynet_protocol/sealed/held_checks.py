"""Proofs that were checked ahead, in another thread: who takes them does not compute it again, whatever came out."""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.wide_hash import frame

# A proof is taken right after its check; but a game that goes on after a start is checked as a whole first, and the
# longest have some hundreds. Each takes a few hundred bytes.
MOST_HELD: Final = 2048
held: Final[dict[bytes, tuple[str, str] | None]] = {}
"""The newest of them, oldest first: check and sentence of one that does not hold, None for one that does."""


def check_ahead(check: Callable[[], object], *arguments: bytes) -> None:
    """Do the check of a proof with these arguments, and keep what comes out. Raises Cheat.

    Called in one thread: two could make room at the same time.
    """
    wrong: Cheat | None = None
    try:
        check()
    except Cheat as problem:
        wrong = problem
    held[_mark(arguments)] = (wrong.check, wrong.says) if wrong is not None else None
    while len(held) > MOST_HELD:
        del held[next(iter(held))]
    if wrong is not None:
        raise wrong


def is_held(*arguments: bytes) -> bool:
    """Whether the check of a proof with these arguments is known to hold. Raises Cheat if it is known not to."""
    mark = _mark(arguments) if held else b""
    wrong = held.get(mark)
    if wrong is not None:
        raise Cheat(*wrong)
    return mark in held


def _mark(arguments: tuple[bytes, ...]) -> bytes:
    """Names the arguments: two lists that differ in anything have different names."""
    return sha256(frame(*arguments)).digest()
