"""The bytes of a transcript (``*.rummy``): a header, then records, each appended once and never changed.

The header says which program wrote the file. Nobody checks that: it is for the refusal of another version.

A record is a kind (one byte), the body's length (four bytes, big-endian) and the body. Kind 1 is a log entry with the
host's signature, kind 2 a card's opening that the file's owner received, kind 3 a statement of the owner's that the
host refused, with both signatures, kind 4 the owner's last word. Only the form is read here; the verifier checks the
content.
"""

import zlib
from collections.abc import Iterator
from struct import Struct
from typing import Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.commitment import NO_EVIDENCE
from rummynet_protocol.fairness.entries import MOST_BLOB, OpeningRow
from rummynet_protocol.fairness.hashing import SIZE, u8, u16, u32
from rummynet_protocol.sentences import sentence
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value

# Ends with a line break: a program that translates line ends spoils the header, and says so, not some later record.
MAGIC: Final = b"rummynet transcript\n"
VERSION: Final = 9  # counted up with each change of form or checks: a file of another one is refused, not misread
_WRITER: Final = 48  # "rummynet 0.1.0 (commit 0123456789ab-dirty)" has 43
_NAMES_WRITER: Final = 8  # the first version whose header names the writer; it has its place there in all that follow


def header(writer: str = "") -> bytes:
    """The first bytes of a transcript of this version that this program, of at most 48 ASCII characters, writes."""
    return MAGIC + u8(VERSION) + writer.encode("ascii", "replace")[:_WRITER].ljust(_WRITER, b"\0")


HEADER: Final = header()  # without a name, for what never becomes a file. All headers have its length.
# Leaves room in a frame of 64 KiB for the message around an entry.
MOST_ENTRY: Final = 60_000  # bytes of one log entry, as on the wire
MOST_FILE: Final = 64 * 2**20
"""Bytes of a transcript that programs here read or write; games are far smaller, and a reader needs some limit."""

# FAIRNESS.md, "Transcript files": files hold these numbers, so none may change its meaning.
GZIP: Final = b"\x1f\x8b"  # RFC 1952, section 2.3.1
_ENTRY: Final = 1
_OPENING: Final = 2
_REFUSAL: Final = 3
_LAST_WORD: Final = 4
_RECORD: Final = Struct(">BI")
_HEAD: Final = _RECORD.size
_SIGNATURE: Final = 64
_FIXED: Final = 1 + 4 + 1 + 1 + 1 + SIZE
MOST_CODE: Final = 30  # as in `refused` (PROTOCOL.md)
"""Bytes of a refusal's code, ASCII."""
# The longest, a commitment to four epochs with 20 words about voids, has 629; a host keeps many of them.
MOST_STATEMENT: Final = 1024  # bytes of a signed statement
# In a fixed order: files hold the index. A new kind goes to the end.
REFUSABLE: Final = (
    "ready",
    "nonce-commit",
    "nonce",
    "commit",
    "reveal",
    "root",
    "action",
    "vote",
    "last-word",
    "key",
    "part",
)
"""The kinds of statements; a refusal refers to them by index."""
_REFUSED: Final = 1 + 1 + 2 * SIZE + 1 + 2 * _SIGNATURE  # bytes before a refusal's code
_EVIDENCE: Final = 1 + _SIGNATURE  # bytes before the payload of a refusal's evidence
# A wrong length would make the reader wait for bytes that never come and call a damaged file cut, so lengths are
# held against what each kind can have.
_MOST: Final = {
    _ENTRY: _SIGNATURE + MOST_ENTRY,
    _OPENING: _FIXED + 8 * SIZE,
    _REFUSAL: _REFUSED + MOST_CODE + 2 + MOST_STATEMENT + 2 + MOST_BLOB + _EVIDENCE + MOST_STATEMENT,
    _LAST_WORD: 1 + _SIGNATURE + MOST_STATEMENT,
}
_LEAST: Final = {
    _ENTRY: _SIGNATURE + 1,
    _OPENING: _FIXED,
    _REFUSAL: _REFUSED + 1 + 2 + 1 + 2,
    _LAST_WORD: 1 + _SIGNATURE + 1,
}


class NotATranscript(RummynetError):
    """Bytes are no transcript of this version; ``record`` is the first record that is wrong, None for the header."""

    code = "transcript"

    def __init__(self, sentence: str, record: int | None = None) -> None:
        super().__init__(sentence)
        self.record = record


class OtherVersion(NotATranscript):
    """The header is that of a transcript, of a version that this program does not know."""


class EntryRecord(Value):
    """A log entry's bytes and the host's signature (kind ``head``) over the head after it."""

    entry: bytes
    signature: bytes


class OpeningRecord(Value):
    """A card that the file's owner was dealt or drew, with its proof. It follows the entry that gave the card."""

    seat: int
    round: int
    epoch: int
    opening: OpeningRow


SignedStatement = tuple[str, bytes, bytes]  # kind, payload and signature of a statement


class RefusalRecord(Value):
    """A statement that the file's owner signed and the host refused for good, with the host's signature on that.

    ``by_host`` is of kind ``refusal`` over ``commitment.refusal_payload``, *head* that of the log when it was refused.
    ``evidence`` is the hash that the host signed there, ``shown`` the statement with it, which an owner can leave out.
    ``blob`` is what stood beside a statement of a sealed deck, which has its hash; it can be left out too.
    """

    seat: int
    kind: str
    payload: bytes
    signature: bytes
    code: str
    by_host: bytes
    head: bytes
    evidence: bytes = NO_EVIDENCE
    shown: SignedStatement | None = None
    blob: bytes = b""


class LastWordRecord(Value):
    """The last statement of the file's owner in this log, of kind ``last-word``: it is sent to nobody."""

    seat: int
    payload: bytes
    signature: bytes


Record = EntryRecord | OpeningRecord | RefusalRecord | LastWordRecord


class Transcript(Value):
    """All whole records of a file, and whether the file stops in the middle of one more."""

    records: tuple[Record, ...]
    cut: bool


def pack_entry_record(entry: bytes, signature: bytes) -> bytes:
    """The bytes to append for a log entry. Raises ValueError for impossible lengths."""
    if not 1 <= len(entry) <= MOST_ENTRY or len(signature) != _SIGNATURE:
        raise ValueError("an entry has 1 to 60000 bytes and its signature 64")
    return _pack(_ENTRY, signature + entry)


def pack_opening_record(seat: int, round: int, epoch: int, opening: OpeningRow) -> bytes:
    """The bytes to append for an opening received. Raises ValueError or OverflowError for an invalid one."""
    position, card, salt, path = opening
    if len(salt) != SIZE or len(path) % SIZE or len(path) > 8 * SIZE:
        raise ValueError("a salt has 32 bytes, a path a multiple of 32 up to 256")
    place = u8(seat) + u32(round) + u8(epoch) + u8(position) + u8(card)
    return _pack(_OPENING, place + salt + path)


def pack_refusal_record(record: RefusalRecord) -> bytes:
    """The bytes to append for a refusal received. Raises ValueError or OverflowError for an invalid one."""
    code = record.code.encode("ascii")
    if not 1 <= len(code) <= MOST_CODE or not 1 <= len(record.payload) <= MOST_STATEMENT:
        raise ValueError("a refusal has a code of 1 to 30 bytes and a statement of 1 to 1024")
    if len(record.signature) != _SIGNATURE or len(record.by_host) != _SIGNATURE:
        raise ValueError("signatures have 64 bytes")
    if len(record.head) != SIZE or len(record.evidence) != SIZE:
        raise ValueError("a head has 32 bytes, and so has the hash of evidence")
    if len(record.blob) > MOST_BLOB:
        raise ValueError("what stands beside a statement has at most 50000 bytes")
    begin = u8(record.seat) + u8(REFUSABLE.index(record.kind)) + record.signature + record.by_host
    begin += record.head + record.evidence + u8(len(code)) + code
    said = u16(len(record.payload)) + record.payload + u16(len(record.blob)) + record.blob
    return _pack(_REFUSAL, begin + said + _pack_evidence(record.shown))


def _pack_evidence(shown: SignedStatement | None) -> bytes:
    if shown is None:
        return b""
    kind, payload, signature = shown
    if not 1 <= len(payload) <= MOST_STATEMENT or len(signature) != _SIGNATURE:
        raise ValueError("evidence is a statement of 1 to 1024 bytes, and its signature has 64")
    return u8(REFUSABLE.index(kind)) + signature + payload


def pack_last_word_record(record: LastWordRecord) -> bytes:
    """The bytes to append for the owner's last word."""
    return _pack(_LAST_WORD, u8(record.seat) + record.signature + record.payload)


def pack_record(record: Record) -> bytes:
    """The bytes of any record."""
    match record:
        case EntryRecord(entry, signature):
            return pack_entry_record(entry, signature)
        case OpeningRecord(seat, round, epoch, opening):
            return pack_opening_record(seat, round, epoch, opening)
        case RefusalRecord():
            return pack_refusal_record(record)
        case LastWordRecord():
            return pack_last_word_record(record)


def read_transcript(data: bytes) -> Transcript:
    """The records in *data*. Raises NotATranscript at the first that is invalid in this version."""
    data = inflated(data)
    records: list[Record] = []
    end = len(HEADER)
    for record, end in _scan(data):  # noqa: B007 - read after the loop
        records.append(record)
    return Transcript(tuple(records), cut=end < len(data))


def read_records(data: bytes) -> Iterator[Record]:
    """Iterate over the whole records in *data*; stops before a cut one.

    Raises NotATranscript as ``read_transcript`` does.
    """
    return (record for record, _ in _scan(inflated(data)))


def inflated(data: bytes) -> bytes:
    """The bytes of a transcript, which may be compressed as a whole (gzip). Raises NotATranscript."""
    if not data.startswith(GZIP):
        return data
    inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        found = inflater.decompress(data, MOST_FILE + 1)
    except zlib.error:
        found = b""
    if len(found) > MOST_FILE:
        raise NotATranscript("the file is longer than any transcript")
    # A cut one too: what it holds up to there depends on who inflates it.
    if not inflater.eof or inflater.unused_data:
        raise NotATranscript("this transcript is compressed, and damaged; ask for a complete copy")
    return found


def _scan(data: bytes) -> Iterator[tuple[Record, int]]:
    """Each whole record with the offset of its end."""
    _check_header(data)
    number, body = 0, len(HEADER) + _HEAD
    # A head that is not whole is a cut too; `cut` in `read_transcript` is what remains behind the last record.
    while body <= len(data):
        kind, size = data[body - _HEAD], int.from_bytes(data[body - 4 : body], "big")
        _check_head(kind, size, number)
        # No error: a program that was killed while it wrote leaves such a file, and the records before are good.
        if body + size > len(data):
            return
        yield _read(kind, data[body : body + size], number), body + size
        number, body = number + 1, body + size + _HEAD


def _check_head(kind: int, size: int, number: int) -> None:
    if kind not in _MOST:
        raise NotATranscript(f"record {number} is of kind {kind}, which no transcript has: the file is damaged", number)
    if not _LEAST[kind] <= size <= _MOST[kind]:
        raise NotATranscript(f"record {number} claims {size} bytes, which no record of kind {kind} has", number)


def _check_header(data: bytes) -> None:
    if data[: len(MAGIC)] != MAGIC:
        raise NotATranscript("there is no game of rummynet in this file")
    version = data[len(MAGIC)] if len(data) > len(MAGIC) else VERSION
    if version != VERSION:
        writer = _writer(data) if version >= _NAMES_WRITER else ""
        if writer:
            says = sentence(
                "this transcript has version {version} and cannot be checked by this program, which knows "
                "version {known}; use the one that wrote it, {writer}",
                version=version,
                known=VERSION,
                writer=writer,
            )
        else:
            says = sentence(
                "this transcript has version {version} and cannot be checked by this program, which knows "
                "version {known}; use the version that wrote it",
                version=version,
                known=VERSION,
            )
        raise OtherVersion(says)
    if len(data) < len(HEADER):
        raise NotATranscript("this transcript stops before its first record; ask for a complete copy")


def _writer(data: bytes) -> str:
    """The program that the header names, as text that a terminal can show."""
    named = data[len(MAGIC) + 1 : len(HEADER)].rstrip(b"\0")
    return clean(named.decode("ascii", "replace"), _WRITER)


def _pack(kind: int, body: bytes) -> bytes:
    return _RECORD.pack(kind, len(body)) + body


def _read(kind: int, body: bytes, number: int) -> Record:
    if kind == _ENTRY:
        return EntryRecord(body[_SIGNATURE:], body[:_SIGNATURE])
    if kind == _REFUSAL:
        return _read_refusal(body, number)
    if kind == _LAST_WORD:
        return LastWordRecord(body[0], body[1 + _SIGNATURE :], body[1 : 1 + _SIGNATURE])
    if (len(body) - _FIXED) % SIZE:
        raise NotATranscript(f"record {number} is an opening whose path is not whole hashes", number)
    round = int.from_bytes(body[1:5], "big")
    opening = (body[6], body[7], body[8 : 8 + SIZE], body[8 + SIZE :])
    return OpeningRecord(body[0], round, body[5], opening)


def _read_refusal(body: bytes, number: int) -> RefusalRecord:
    seat, kind = body[0], body[1]
    signature, by_host = body[2 : 2 + _SIGNATURE], body[2 + _SIGNATURE : 2 + 2 * _SIGNATURE]
    head, evidence = body[2 + 2 * _SIGNATURE : _REFUSED - 1 - SIZE], body[_REFUSED - 1 - SIZE : _REFUSED - 1]
    at = _REFUSED + body[_REFUSED - 1]
    code, begin = body[_REFUSED:at], at + 2
    end = begin + int.from_bytes(body[at:begin], "big")
    payload, size = body[begin:end], body[end : end + 2]
    last = end + 2 + int.from_bytes(size, "big")
    blob = body[end + 2 : last]
    is_whole = 1 <= len(code) <= MOST_CODE and 1 <= len(payload) <= MOST_STATEMENT
    is_whole = is_whole and len(size) == 2 and len(blob) <= MOST_BLOB and last <= len(body)
    if kind >= len(REFUSABLE) or not is_whole or not code.isascii():
        raise NotATranscript(f"record {number} is a refusal that cannot be read", number)
    shown = _read_evidence(body[last:], number)
    return RefusalRecord(
        seat, REFUSABLE[kind], payload, signature, code.decode("ascii"), by_host, head, evidence, shown, blob
    )


def _read_evidence(body: bytes, number: int) -> SignedStatement | None:
    if not body:
        return None
    if body[0] >= len(REFUSABLE) or not _EVIDENCE < len(body) <= _EVIDENCE + MOST_STATEMENT:
        raise NotATranscript(f"record {number} is a refusal whose evidence cannot be read", number)
    return REFUSABLE[body[0]], body[_EVIDENCE:], body[1:_EVIDENCE]
