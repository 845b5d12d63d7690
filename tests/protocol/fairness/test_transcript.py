"""The form of the file only; that a changed byte which keeps the form is noticed is a test of the verifier."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummynet_protocol.fairness.transcript import (
    HEADER,
    MAGIC,
    MOST_ENTRY,
    MOST_FILE,
    MOST_STATEMENT,
    REFUSABLE,
    EntryRecord,
    LastWordRecord,
    NotATranscript,
    OpeningRecord,
    OtherVersion,
    Record,
    RefusalRecord,
    Transcript,
    header,
    pack_entry_record,
    pack_opening_record,
    pack_record,
    pack_refusal_record,
    read_records,
    read_transcript,
)
from rummynet_protocol.values import replace
from tests.support.cases import case
from tests.support.errors import raises

GZIP = json.loads((Path(__file__).parents[3] / "protocol/vectors/gzip.json").read_text("utf-8"))

SIGNATURE = bytes(range(64))
ENTRY = EntryRecord(b"the entry", SIGNATURE)
OPENING = OpeningRecord(5, 100_000, 3, (51, 215, b"s" * 32, b"p" * 192))
REFUSAL = RefusalRecord(5, "vote", b"the statement", SIGNATURE, "stale", SIGNATURE[::-1], bytes(range(32)))
LATE = replace(REFUSAL, code="order", evidence=b"e" * 32, shown=("close", b"a newer one", SIGNATURE))
PROVEN = replace(REFUSAL, code="wrong_statement", blob=b"what proves it")
ALL: tuple[Record, ...] = (ENTRY, OPENING, REFUSAL, LATE, PROVEN, ENTRY)
WHOLE = HEADER + b"".join(map(pack_record, ALL))
ENDS = [len(HEADER + b"".join(map(pack_record, ALL[:count]))) for count in range(len(ALL) + 1)]

entries = st.builds(EntryRecord, st.binary(min_size=1, max_size=80), st.binary(min_size=64, max_size=64))
openings = st.builds(
    OpeningRecord,
    st.integers(0, 255),
    st.integers(0, 2**32 - 1),
    st.integers(0, 255),
    st.tuples(
        st.integers(0, 255),
        st.integers(0, 255),
        st.binary(min_size=32, max_size=32),
        st.integers(0, 8).flatmap(lambda n: st.binary(min_size=32 * n, max_size=32 * n)),
    ),
)
refusals = st.builds(
    RefusalRecord,
    st.integers(0, 255),
    st.sampled_from(REFUSABLE),
    st.binary(min_size=1, max_size=80),
    st.binary(min_size=64, max_size=64),
    st.text(st.characters(max_codepoint=127), min_size=1, max_size=30),
    st.binary(min_size=64, max_size=64),
    st.binary(min_size=32, max_size=32),
)


protests = st.builds(
    LastWordRecord,
    st.integers(0, 255),
    st.binary(min_size=1, max_size=1024),
    st.binary(min_size=64, max_size=64),
)


@given(st.lists(entries | openings | refusals | protests, max_size=6))
def test_records_come_back_as_they_were(records: list[Record]) -> None:
    data = HEADER + b"".join(map(pack_record, records))
    assert read_transcript(data) == Transcript(tuple(records), cut=False)
    assert list(read_records(data)) == records


def test_a_refused_statement_has_from_one_byte_to_the_most() -> None:
    before = pack_record(replace(REFUSAL, payload=b"x"))[5:-5]
    for size in (1, MOST_STATEMENT):
        whole = replace(REFUSAL, payload=bytes(size))
        assert [*read_records(HEADER + pack_record(whole))] == [whole]
    for size in (0, MOST_STATEMENT + 1):
        body = before + size.to_bytes(2, "big") + bytes(size + 2)
        record = b"\x03" + len(body).to_bytes(4, "big") + body
        with raises(NotATranscript, "transcript"):
            [*read_records(HEADER + record)]


def test_the_bytes_of_a_record() -> None:
    assert HEADER == b"rummynet transcript\n\x08" + bytes(48)
    assert pack_record(ENTRY) == b"\x01" + (64 + 9).to_bytes(4, "big") + SIGNATURE + b"the entry"
    head = b"\x02" + (232).to_bytes(4, "big")
    assert pack_record(OPENING) == head + b"\x05\x00\x01\x86\xa0\x03\x33\xd7" + b"s" * 32 + b"p" * 192
    begin = b"\x05\x07" + SIGNATURE + SIGNATURE[::-1] + REFUSAL.head
    body = begin + bytes(32) + b"\x05stale" + b"\x00\x0dthe statement\x00\x00"
    assert pack_record(REFUSAL) == b"\x03" + (217).to_bytes(4, "big") + body
    body = begin + b"e" * 32 + b"\x05order" + b"\x00\x0dthe statement\x00\x00" + b"\x08" + SIGNATURE + b"a newer one"
    assert pack_record(LATE) == b"\x03" + (293).to_bytes(4, "big") + body


def test_a_file_that_stops_early_gives_its_whole_records() -> None:
    for size in range(len(HEADER), len(WHOLE) + 1):
        with case(size):
            found = read_transcript(WHOLE[:size])
            assert found.cut == (size not in ENDS)
            assert found.records == ALL[: sum(end <= size for end in ENDS[1:])]


def test_a_file_that_stops_in_its_header_is_none() -> None:
    for size in range(len(HEADER)):
        with case(size), pytest.raises(NotATranscript):
            read_transcript(WHOLE[:size])


def test_every_changed_byte_but_the_writers_name_changes_what_is_read() -> None:
    true = read_transcript(WHOLE)
    for at in (*range(21), *range(len(HEADER), len(WHOLE))):
        for flip in (0x01, 0x80, 0xFF):
            changed = WHOLE[:at] + bytes([WHOLE[at] ^ flip]) + WHOLE[at + 1 :]
            try:
                assert read_transcript(changed) != true, f"byte {at} says nothing"
            except NotATranscript as refused:
                assert refused.record is None or refused.record < len(ALL)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_transcript_or_none(data: bytes) -> None:
    for candidate in (data, HEADER + data):
        try:
            read_transcript(candidate)
        except NotATranscript as refused:
            assert str(refused)


@given(st.integers(0, len(WHOLE) - 1), st.integers(0, 3), st.binary(max_size=4))
def test_any_bytes_replaced_in_a_transcript_do_not_upset_the_reader(at: int, gone: int, come: bytes) -> None:
    try:
        read_transcript(WHOLE[:at] + come + WHOLE[at + gone :])
    except NotATranscript as refused:
        assert str(refused)


def test_a_compressed_file_is_read_as_what_it_holds() -> None:
    packed = gzip.compress(WHOLE)
    assert read_transcript(packed) == read_transcript(WHOLE) and list(read_records(packed)) == list(ALL)
    assert read_transcript(gzip.compress(WHOLE[:-1])).cut


def test_a_compressed_file_is_one_part_from_its_head_to_its_last_byte() -> None:
    packed = gzip.compress(WHOLE)
    parts = {
        "whole": packed, "empty": gzip.compress(b""), "first": gzip.compress(WHOLE[:40]),
        "rest": gzip.compress(WHOLE[40:]), "size": packed[-4:],
    }  # fmt: skip
    for names in GZIP["right"] + GZIP["damaged"]:
        data = b"".join(parts[one] if one in parts else bytes.fromhex(one) for one in names)
        if names in GZIP["right"]:
            assert read_transcript(data) == read_transcript(WHOLE)
        else:
            with raises(NotATranscript, NotATranscript.code, "damaged"):
                read_transcript(data)


@pytest.mark.parametrize(
    "data",
    [gzip.compress(WHOLE)[:-9], gzip.compress(WHOLE)[:-1] + b"\7", gzip.compress(WHOLE) + b"\0", b"\x1f\x8b"],
    ids=["cut", "another length", "more behind it", "nothing in it"],
)
def test_a_damaged_compressed_file_is_none(data: bytes) -> None:
    with raises(NotATranscript, NotATranscript.code, "damaged"):
        read_transcript(data)


def test_a_file_that_unpacks_to_more_than_any_transcript_is_none() -> None:
    with raises(NotATranscript, NotATranscript.code, "longer than any"):
        read_transcript(gzip.compress(bytes(MOST_FILE + 1), 1))


def test_the_version_is_named_with_what_to_do() -> None:
    with raises(OtherVersion, "transcript", "version 9", "version 8") as caught:
        read_transcript(MAGIC + b"\x09")
    assert caught.value.record is None


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
        read_transcript(MAGIC + b"\x09" + header(writer)[21:] + b"whatever follows")
    assert caught.value.says.endswith(said)
    with pytest.raises(OtherVersion) as caught:  # what stands there are records
        read_transcript(MAGIC + b"\x07" + header(writer)[21:])
    assert caught.value.says.endswith("use the version that wrote it")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b"\x00\x00\x00\x00\x41", "kind 0"),
        (b"\x05\x00\x00\x00\x41", "kind 5"),
        (b"\x04\x00\x00\x00\x41", "65 bytes"),
        (b"\x01\x00\x00\x00\x40", "64 bytes"),
        (b"\x01\xff\xff\xff\xff", "bytes"),
        (b"\x02\x00\x00\x00\x27", "39 bytes"),
        (b"\x02\x00\x00\x01\x29", "297 bytes"),
        (b"\x02\x00\x00\x00\x29" + bytes(41), "opening"),
        (b"\x03\x00\x00\x00\xc8", "200 bytes"),
        (b"\x03\x00\x00\xcc\x77", "52343 bytes"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x0c" + bytes(192) + b"\x01c\x00\x01s\x00\x00", "refusal"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x07" + bytes(192) + b"\x00c\x00\x01s\x00\x00", "refusal"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x07" + bytes(192) + b"\x02c\x00\x01s\x00\x00", "refusal"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x07" + bytes(192) + b"\x01\x80\x00\x01s\x00\x00", "refusal"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x07" + bytes(192) + b"\x01c\x00\x02s\x00\x00", "refusal"),
        (b"\x03\x00\x00\x00\xc9" + b"\x00\x07" + bytes(192) + b"\x01c\x00\x01s\x00\x01", "refusal"),
        (b"\x03\x00\x00\x00\xca" + b"\x00\x07" + bytes(192) + b"\x01c\x00\x01s\x00\x00s", "evidence"),
        (b"\x03\x00\x00\x04\xc9" + b"\x00\x07" + bytes(192) + b"\x01c\x04\x01" + bytes(1027), "refusal"),
    ],
)
def test_a_record_that_cannot_be_is_named(body: bytes, named: str) -> None:
    with raises(NotATranscript, "transcript", "record 1", named) as caught:
        read_transcript(HEADER + pack_record(ENTRY) + body)
    assert caught.value.record == 1


def test_records_before_a_fault_can_still_be_read_one_by_one() -> None:
    records = read_records(HEADER + pack_record(ENTRY) + b"\x09\x00\x00\x00\x01")
    assert next(records) == ENTRY
    with pytest.raises(NotATranscript):
        next(records)


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
        {"evidence": b""}, {"shown": ("close", b"", SIGNATURE)}, {"shown": ("close", b"x", b"")},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            pack_refusal_record(replace(REFUSAL, **spoilt))
