"""The private records of a log, kept beside its transcript: own statements, their answers, own nonces.

Format: a header, then appended records: a kind (1 byte), the body's length (4 bytes, big-endian), the body. A record
must be kept before anything that follows from it is sent, so that a restart loses no promise.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.hashing import SIZE, u8, u16, u32
from rummynet_protocol.fairness.statements import ANSWERS
from rummynet_protocol.fairness.transcript import REFUSABLE, SignedStatement
from rummynet_protocol.values import Value

HEADER: Final = b"rummynet private\n" + u8(1)
# Lengths in bytes of the file's form; with others no earlier file could be read.
_SIGNATURE: Final = 64
_HEAD: Final = 5
_WALL: Final = 8


class NotPrivateRecords(RummynetError):
    """The bytes are no private records of this version."""

    code = "private_records"


class StatementKept(Value):
    """A statement signed by this client; ``what`` is the signature's kind."""

    what: str
    payload: bytes
    signature: bytes


class AcknowledgedKept(Value):
    """The host has acknowledged (``done``) the statement with this hash."""

    statement: bytes


class RefusedKept(Value):
    """The host has refused the statement with this hash; ``by_host`` is its signature, b"" if it gave none."""

    statement: bytes
    code: str
    by_host: bytes
    head: bytes  # the head of the log when it was refused; b"" without a signature
    evidence: SignedStatement | None = None  # the newer statement that the host showed, if its signature is about that


class WithdrawnKept(Value):
    """The consent with this hash is withdrawn: the player took it back, or the table changed."""

    statement: bytes


class OwnSecretKept(Value):
    """A secret, and what it is found by. Both are of one size."""

    unprinted: ClassVar = ("secret",)
    key: bytes
    secret: bytes


class SessionNonceKept(OwnSecretKept):
    """The nonce behind an own commitment to a session, by that."""


class BatchNonceKept(OwnSecretKept):
    """The nonce of the contributions to those epochs to which the host committed with the entry before this head."""


class SigningTimeKept(Value):
    """The wall clock (Unix time in milliseconds) when the statement with this hash was signed."""

    statement: bytes
    wall: int


class DeliveredKept(Value):
    """How far the statement with this hash got: ``sent`` or ``read``, of ``statements.ANSWERS``."""

    statement: bytes
    how: str


class RoundSecretKept(OwnSecretKept):
    """What the own key of a sealed deck is made of, for the round that the entry before this head began."""


class BlobKept(Value):
    """The bytes that stand beside an own statement of a sealed deck, which holds their hash."""

    blob: bytes


class MixKept(OwnSecretKept):
    """What the own mix with this hash was made of: the mix and its proof follow from it again."""


Kept = (
    StatementKept
    | AcknowledgedKept
    | RefusedKept
    | WithdrawnKept
    | SigningTimeKept
    | DeliveredKept
    | BlobKept
    | OwnSecretKept
)
# A record's kind is its index here plus 1.
_KINDS: Final[tuple[type[Kept], ...]] = (
    StatementKept, AcknowledgedKept, RefusedKept, WithdrawnKept, SessionNonceKept, BatchNonceKept, SigningTimeKept,
    DeliveredKept, RoundSecretKept, BlobKept, MixKept,
)  # fmt: skip


def pack_kept(record: Kept) -> bytes:
    """The bytes of a record, to be appended."""
    body = _body(record)
    return u8(1 + _KINDS.index(type(record))) + u32(len(body)) + body


def read_kept(data: bytes) -> list[Kept]:
    """All complete records. Raises NotPrivateRecords."""
    if not data.startswith(HEADER):
        raise NotPrivateRecords
    return [_read(kind, body) for kind, body, _end in _complete(data)]


def sound_prefix(data: bytes) -> tuple[bytes, bool]:
    """The longest readable prefix of complete records, b"" for none; and whether an unreadable record follows."""
    if not data.startswith(HEADER):
        return b"", not HEADER.startswith(data)
    at = len(HEADER)
    for kind, body, end in _complete(data):
        try:
            _read(kind, body)
        except NotPrivateRecords:
            return data[:at], True
        at = end
    return data[:at], False


def _complete(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Kind and body of each record that is not cut off, and the offset where it ends."""
    at = len(HEADER)
    while (begin := at + _HEAD) <= len(data):
        end = begin + int.from_bytes(data[at + 1 : begin], "big")
        if end > len(data):
            return
        yield data[at], data[begin:end], end
        at = end


def _body(record: Kept) -> bytes:
    match record:
        case StatementKept(what, payload, signature):
            return u8(REFUSABLE.index(what)) + signature + payload
        case AcknowledgedKept(statement) | WithdrawnKept(statement):
            return statement
        case SigningTimeKept(statement, wall):
            return statement + wall.to_bytes(_WALL, "big")
        case DeliveredKept(statement, how):
            return statement + u8(ANSWERS.index(how))
        case RefusedKept(statement, code, by_host, head, evidence):
            text = code.encode()
            begin = statement + u8(len(by_host)) + by_host + u8(len(head)) + head + u16(len(text)) + text
            if evidence is None:
                return begin
            what, payload, signature = evidence
            return begin + u8(REFUSABLE.index(what)) + signature + payload
        case BlobKept(blob):
            return blob
        case OwnSecretKept(key, secret):
            return key + secret


def _read(kind: int, body: bytes) -> Kept:
    try:
        record_type = _KINDS[kind - 1] if kind else None
        if record_type is StatementKept:
            return StatementKept(REFUSABLE[body[0]], body[1 + _SIGNATURE :], body[1 : 1 + _SIGNATURE])
        if record_type is RefusedKept:
            end = SIZE + 1 + body[SIZE]
            begin = end + 1 + body[end]
            at = begin + 2 + int.from_bytes(body[begin : begin + 2], "big")
            shown, code = body[at:], body[begin + 2 : at].decode()
            evidence = (REFUSABLE[shown[0]], shown[1 + _SIGNATURE :], shown[1 : 1 + _SIGNATURE]) if shown else None
            return RefusedKept(body[:SIZE], code, body[SIZE + 1 : end], body[end + 1 : begin], evidence)
        if record_type is DeliveredKept and len(body) == SIZE + 1:
            return DeliveredKept(body[:SIZE], ANSWERS[body[SIZE]])
        if record_type is SigningTimeKept and len(body) == SIZE + _WALL:
            return SigningTimeKept(body[:SIZE], int.from_bytes(body[SIZE:], "big"))
        if record_type in (AcknowledgedKept, WithdrawnKept) and len(body) == SIZE:
            return AcknowledgedKept(body) if record_type is AcknowledgedKept else WithdrawnKept(body)
        if record_type is BlobKept:
            return BlobKept(body)
        if record_type is not None and issubclass(record_type, OwnSecretKept) and len(body) == 2 * SIZE:
            return record_type(body[:SIZE], body[SIZE:])
    except (IndexError, UnicodeDecodeError):
        pass
    raise NotPrivateRecords
