"""The form of the file only; that a changed byte which keeps the form is noticed is a test of the verifier."""

import gzip
from hashlib import shake_256

import pytest

from rummynet_protocol.fairness.transcript import (
    HEADER,
    MAGIC,
    MOST_ENTRY,
    MOST_FILE,
    EntryRecord,
    NotATranscript,
    OpeningRecord,
    OtherVersion,
    Record,
    RefusalRecord,
    header,
    inflated,
    pack_entry_record,
    pack_opening_record,
    pack_record,
    pack_refusal_record,
    read_transcript,
)
from rummynet_protocol.values import replace
from tests.support.errors import raises

SIGNATURE = bytes(range(64))
ENTRY = EntryRecord(b"the entry", SIGNATURE)
OPENING = OpeningRecord(5, 100_000, 3, (51, 215, b"s" * 32, b"p" * 192))
REFUSAL = RefusalRecord(5, "vote", b"the statement", SIGNATURE, "stale", SIGNATURE[::-1], bytes(range(32)))
LATE = replace(REFUSAL, code="order", evidence=b"e" * 32, shown=("vote", b"a newer one", SIGNATURE))
PROVEN = replace(REFUSAL, code="wrong_statement", blob=b"what proves it")
ALL: tuple[Record, ...] = (ENTRY, OPENING, REFUSAL, LATE, PROVEN, ENTRY)
WHOLE = HEADER + b"".join(map(pack_record, ALL))


def test_every_changed_byte_but_the_writers_name_changes_what_is_read() -> None:
    true = read_transcript(WHOLE)
    for at in (*range(21), *range(len(HEADER), len(WHOLE))):
        for flip in (0x01, 0x80, 0xFF):
            changed = WHOLE[:at] + bytes([WHOLE[at] ^ flip]) + WHOLE[at + 1 :]
            try:
                assert read_transcript(changed) != true, f"byte {at} says nothing"
            except NotATranscript as refused:
                assert refused.record is None or refused.record < len(ALL)


@pytest.mark.parametrize("sizes", [(1, 1, 0, 1), (30, 1024, 50_000, 1024)])
def test_a_refusal_is_read_up_to_its_limits_and_no_further(sizes: tuple[int, ...]) -> None:
    def read(*sizes: int) -> object:
        code, payload, blob, shown = sizes
        body = bytes([5, 6]) + bytes(192) + bytes([code]) + b"c" * code
        body += b"".join(size.to_bytes(2, "big") + b"b" * size for size in (payload, blob))
        body += bytes([6]) + SIGNATURE + b"s" * shown
        (record,) = read_transcript(HEADER + b"\3" + len(body).to_bytes(4, "big") + body).records
        return record

    code, payload, blob, shown = (b"c", b"b", b"b", b"s")
    made = RefusalRecord(
        5, "action", payload * sizes[1], bytes(64), (code * sizes[0]).decode(), bytes(64), bytes(32), bytes(32),
        ("action", shown * sizes[3], SIGNATURE), blob * sizes[2],
    )  # fmt: skip
    assert read(*sizes) == made
    for at, size in enumerate(sizes):
        if size or sizes[0] > 1:
            with pytest.raises(NotATranscript):
                read(*sizes[:at], size + (1 if sizes[0] > 1 else -1), *sizes[at + 1 :])


@pytest.mark.parametrize(
    "data",
    [gzip.compress(WHOLE)[:-9], gzip.compress(WHOLE)[:-1] + b"\7", gzip.compress(WHOLE) + b"\0", b"\x1f\x8b"],
    ids=["cut", "another length", "more behind it", "nothing in it"],
)
def test_a_damaged_compressed_file_is_none(data: bytes) -> None:
    with raises(NotATranscript, NotATranscript.code, "damaged"):
        read_transcript(data)


def test_a_file_that_unpacks_to_more_than_any_transcript_is_none() -> None:
    far = 2 * shake_256(b"far").digest(30_000)
    assert inflated(gzip.compress(far)) == far, "what is repeated from as far as gzip reaches"
    with raises(NotATranscript, NotATranscript.code, "longer than any"):
        read_transcript(gzip.compress(bytes(MOST_FILE + 1), 1))


@pytest.mark.parametrize(
    ("writer", "said"),
    [
        ("rummynet 0.9.0 (commit 0123456789ab)", "use the one that wrote it, rummynet 0.9.0 (commit 0123456789ab)"),
        ("\x1b[31m a name \x07", "use the one that wrote it, [31m a name"),
        ("", "use the version that wrote it"),
    ],
)
def test_the_refusal_of_another_version_names_who_wrote_it(writer: str, said: str) -> None:
    with pytest.raises(OtherVersion) as caught:
        read_transcript(MAGIC + b"\x0a" + header(writer)[21:] + b"whatever follows")
    assert caught.value.says.endswith(said)
    with pytest.raises(OtherVersion) as caught:  # what stands there are records
        read_transcript(MAGIC + b"\x07" + header(writer)[21:])
    assert caught.value.says.endswith("use the version that wrote it")


def test_what_cannot_be_read_is_not_written() -> None:
    for entry, signature in ((b"", SIGNATURE), (bytes(MOST_ENTRY + 1), SIGNATURE), (b"entry", SIGNATURE[1:])):
        with pytest.raises(ValueError):
            pack_entry_record(entry, signature)
    for opening in ((0, 0, bytes(31), b""), (0, 0, bytes(32), bytes(33)), (0, 0, bytes(32), bytes(288))):
        with pytest.raises(ValueError):
            pack_opening_record(0, 1, 0, opening)
    with pytest.raises(OverflowError):
        pack_opening_record(256, 1, 0, (0, 0, bytes(32), b""))
    for spoilt in (
        {"code": ""}, {"code": "x" * 31}, {"code": "ä"}, {"payload": b""}, {"payload": bytes(1025)},
        {"signature": b""}, {"by_host": bytes(63)}, {"kind": "head"},
        {"evidence": b""}, {"shown": ("vote", b"", SIGNATURE)}, {"shown": ("vote", b"x", b"")},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            pack_refusal_record(replace(REFUSAL, **spoilt))
    for held in (
        {"code": "x"}, {"code": "x" * 30}, {"payload": b"x"}, {"payload": bytes(1024)},
        {"shown": ("vote", bytes(1024), SIGNATURE)},
    ):  # fmt: skip
        record = replace(LATE, **held)
        assert [*read_transcript(HEADER + pack_refusal_record(record)).records] == [record]
