"""What seats sign: each part of the ceremony and each action, as records and bytes.

A statement names all it depends on (session, round, the log's head as its author saw it), so that it cannot be moved
to another game, another round or another place in the log. The signature's kind is not repeated inside.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.shapes import (
    ShapeError,
    listed,
    octets,
    one_of,
    read_record,
    record_fields,
    shaped,
    whole,
    words,
)

_hash = octets(SIZE)
_seat = whole(0, 11)
_round = whole(1, 100_000)
_epoch = whole(0, 255)


@dataclass(frozen=True, slots=True)
class NonceCommitted:
    """The seat has chosen its nonce for the session and shows only the commitment."""

    kind: ClassVar = "nonce-commit"
    table: bytes = shaped(_hash)
    seat: int = shaped(_seat)
    commit: bytes = shaped(_hash)


@dataclass(frozen=True, slots=True)
class NonceShown:
    """The nonce, given away only for this set of commitments."""

    kind: ClassVar = "nonce"
    table: bytes = shaped(_hash)
    commits: bytes = shaped(_hash)
    nonce: bytes = shaped(_hash, repr=False)


@dataclass(frozen=True, slots=True)
class Committed:
    """The seat's commitments for the epochs from ``first`` on; ``head`` is that after the host's commitments."""

    kind: ClassVar = "commit"
    session: bytes = shaped(_hash)
    round: int = shaped(_round)
    head: bytes = shaped(_hash)
    first: int = shaped(_epoch)
    commits: tuple[bytes, ...] = shaped(listed(_hash, 4))


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seat's contribution, given away only for this commit set; ``head`` is that after the shuffle entry."""

    kind: ClassVar = "reveal"
    session: bytes = shaped(_hash)
    deal: bytes = shaped(_hash)
    cset: bytes = shaped(_hash)
    head: bytes = shaped(_hash)
    x: bytes = shaped(_hash, repr=False)


@dataclass(frozen=True, slots=True)
class Cosigned:
    """The seat holds this deck for fixed; ``root`` is the deal root, ``head`` that after the root entry."""

    kind: ClassVar = "root"
    session: bytes = shaped(_hash)
    deal: bytes = shaped(_hash)
    root: bytes = shaped(_hash)
    head: bytes = shaped(_hash)


@dataclass(frozen=True, slots=True)
class Acting:
    """The seat's action number ``n`` (from 0) of the round, aimed at the log up to ``head``."""

    kind: ClassVar = "action"
    session: bytes = shaped(_hash)
    round: int = shaped(_round)
    n: int = shaped(whole(0, 2**31))
    head: bytes = shaped(_hash)
    do: str = shaped(words(400))
    """The action in the notation."""


@dataclass(frozen=True, slots=True)
class Voting:
    """The seat's vote number ``n`` (from 0) of the round: whether the host is to play for ``seat``, which is absent.

    ``head`` is that of a position of the round, as for an action, or of a vote in it.
    """

    kind: ClassVar = "vote"
    session: bytes = shaped(_hash)
    round: int = shaped(_round)
    n: int = shaped(whole(0, 2**31))
    head: bytes = shaped(_hash)
    seat: int = shaped(_seat)
    yes: bool = shaped(one_of(True, False))


Statement = NonceCommitted | NonceShown | Committed | Revealed | Cosigned | Acting | Voting
KINDS: Final[dict[str, type[Statement]]] = {kind.kind: kind for kind in Statement.__args__}


def pack_statement(statement: Statement) -> bytes:
    """The bytes to sign with kind ``statement.kind``: a MessagePack map of the fields in their order."""
    return codec.pack(record_fields(statement))


def read_statement(kind: str, payload: bytes) -> Statement:
    """The statement of *kind* in *payload*. Raises Cheat("format"), also for a field that does not belong there."""
    try:
        values = codec.unpack(payload)
        if not isinstance(values, dict) or kind not in KINDS:
            raise ShapeError("is of no known kind")
        return read_record(KINDS[kind], values, strict=True)
    except (CodecError, ShapeError) as problem:
        raise Cheat("format", f"a signed statement of kind {kind[:20]} {problem}") from None
