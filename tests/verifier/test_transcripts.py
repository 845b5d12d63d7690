"""Any change of a transcript's bytes is noticed, cleanly."""

import random

import pytest

from rummynet.verifier.offline import check
from rummynet_protocol.fairness.transcript import HEADER, NotATranscript, read_transcript
from tests.support.forge import Forge


@pytest.fixture(scope="module")
def transcript() -> bytes:
    return Forge("keilty", {"target": 40}, 2, seed=5).play().transcript(0)


def refused(data: bytes) -> bool:
    try:
        return not check(data).verified
    except NotATranscript:
        return True


def test_the_original_holds(transcript: bytes) -> None:
    assert check(transcript).verified


def test_a_changed_byte_anywhere_is_refused(transcript: bytes) -> None:
    """1,200 places, every one of the header among them, each with another bit turned."""
    chance = random.Random(11)
    places = [*range(len(HEADER) + 10), *chance.sample(range(len(transcript)), 1200)]
    held = []
    for place in places:
        changed = bytearray(transcript)
        changed[place] ^= 1 << chance.randrange(8)
        if not refused(bytes(changed)):
            held.append(place)
    assert held == []


def test_a_cut_file_is_incomplete_or_truncated_and_its_beginning_holds(transcript: bytes) -> None:
    chance = random.Random(12)
    whole = len(read_transcript(transcript).records)
    for end in chance.sample(range(len(HEADER) + 400, len(transcript) - 1), 60):
        cut = transcript[:end]
        assert refused(cut)
        report = check(cut, partial=True)
        assert report.verified and not report.complete
        assert report.records < whole


def test_records_left_out_added_or_exchanged_are_refused(transcript: bytes) -> None:
    records = read_transcript(transcript).records
    ends = _ends(transcript)
    chance = random.Random(13)
    for _ in range(60):
        at = chance.randrange(len(records) - 1)
        begin, middle, end = ([len(HEADER), *ends][at + k] for k in range(3))
        exchanged = transcript[:begin] + transcript[middle:end] + transcript[begin:middle] + transcript[end:]
        doubled = transcript[:middle] + transcript[begin:middle] + transcript[middle:]
        if transcript[begin] == 1:
            assert refused(transcript[:begin] + transcript[middle:])
            assert refused(doubled)
            assert refused(exchanged) or transcript[middle] == 2
    assert refused(transcript + transcript[len(HEADER) :])


def _ends(transcript: bytes) -> list[int]:
    ends, at = [], len(HEADER)
    while at < len(transcript):
        at += 5 + int.from_bytes(transcript[at + 1 : at + 5], "big")
        ends.append(at)
    return ends


def test_garbage_is_no_transcript() -> None:
    for data in (b"", b"\0" * 100, b"rummynet transcript\n", HEADER[:-1] + b"\2" + b"x" * 50, b"PK\3\4" * 9):
        with pytest.raises(NotATranscript):
            check(data)


def test_the_header_alone_is_incomplete() -> None:
    report = check(HEADER)
    assert not report.verified
    assert "INCOMPLETE" in report.verdict
    assert not check(HEADER, partial=True).verified
