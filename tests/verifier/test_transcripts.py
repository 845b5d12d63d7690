"""Any change of a transcript's bytes is reported, without other exceptions."""

import random
from itertools import pairwise

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet.verifier.shuffle_checks import VoidShuffle
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Entry, Scored, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import HEADER, NotATranscript, pack_opening_record, read_transcript
from tests.support.forge import Forge
from tests.support.forge_scripts import dealt


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


@pytest.mark.parametrize(
    ("rounds", "voided", "says"),
    [
        (1, 0, "1 round, 0 voided shuffles;"),
        (0, 1, "0 rounds, 1 voided shuffle;"),
        (2, 2, "2 rounds, 2 voided shuffles;"),
    ],
)
def test_the_summary_counts_one_as_one(
    transcript: bytes, rounds: int, voided: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = check(transcript)
    monkeypatch.setattr(Auditor, "round", rounds)
    report.auditor.voids = [VoidShuffle(1, 4 * n, (0,), ("player 0",)) for n in range(voided)]
    (line,) = [line for line in report.lines if line.startswith("game ")]
    assert line == f"game  keilty, {says} players: player 0, player 1"


def test_a_changed_byte_anywhere_is_refused(transcript: bytes) -> None:
    """300 places, every one of the header among them but the writer's name, with different bits flipped."""
    chance = random.Random(11)
    places = [*range(len(HEADER) + 10), *chance.sample(range(len(transcript)), 300)]
    places = [place for place in places if not 21 <= place < len(HEADER)]
    held = []
    for place in places:
        changed = bytearray(transcript)
        changed[place] ^= 1 << chance.randrange(8)
        if not refused(bytes(changed)):
            held.append(place)
    assert held == []


def test_an_entry_is_not_read_before_its_signature_is_checked(transcript: bytes) -> None:
    """Whatever the change: from the second record on, the host's signature is what fails."""
    chance = random.Random(14)
    pieces = _pieces(transcript)
    for at in [n for n, piece in enumerate(pieces) if piece[0] == 1 and n]:
        changed = bytearray(pieces[at])
        changed[chance.randrange(5, len(changed))] ^= 1 << chance.randrange(8)
        report = check(_file([*pieces[:at], bytes(changed), *pieces[at + 1 :]]))
        assert (report.check, report.record) == ("host-signature", at)


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


class TestOpenings:
    """Cards that the file's owner was shown: each once, the owner's alone, and before its round is scored."""

    def test_one_that_stands_twice_is_refused(self, transcript: bytes) -> None:
        pieces = _pieces(transcript)
        shown = [at for at, piece in enumerate(pieces) if piece[0] == 2]
        assert len(shown) > 15
        for at in shown[::3]:
            scored = next(n for n in range(at, len(pieces)) if _is(pieces[n], Scored))
            for place in {at, (at + scored) // 2, scored - 1}:
                report = check(_file([*pieces[: place + 1], pieces[at], *pieces[place + 1 :]]))
                assert (report.verified, report.check, report.record) == (False, "opening", place + 1)

    def test_one_that_comes_after_its_round_was_scored_is_refused(self, transcript: bytes) -> None:
        pieces = _pieces(transcript)
        first = next(at for at, piece in enumerate(pieces) if piece[0] == 2)
        moved = [*pieces[:first], *pieces[first + 1 :]]
        scored = next(at for at, piece in enumerate(moved) if _is(piece, Scored))
        for place in (scored + 1, scored + 2, len(moved)):
            report = check(_file([*moved[:place], pieces[first], *moved[place:]]))
            assert not report.verified and report.record == place
            assert report.check == "opening"

    def test_one_that_comes_before_its_card_is_refused(self, transcript: bytes) -> None:
        pieces = _pieces(transcript)
        for at in [at for at, piece in enumerate(pieces) if piece[0] == 2 and pieces[at - 1][0] == 1][1:]:
            report = check(_file([*pieces[: at - 1], pieces[at], pieces[at - 1], *pieces[at + 1 :]]))
            assert not report.verified and report.record == at - 1

    def test_those_of_two_seats_in_one_file_are_refused(self) -> None:
        forge = Forge("keilty", {"target": 40}, 2, seed=5).play()
        own, other = _pieces(forge.transcript(0)), _pieces(forge.transcript(1))
        later = next(at for at, piece in enumerate(other) if piece[0] == 2 and piece not in own)
        entry = own.index(next(piece for piece in reversed(other[:later]) if piece[0] == 1))
        report = check(_file([*own[: entry + 1], other[later], *own[entry + 1 :]]))
        assert (report.verified, report.check) == (False, "opening")
        assert "records of several players" in report.reason

    def test_a_file_without_any_is_the_hosts(self, transcript: bytes) -> None:
        """Without them the file has what everybody saw; the round's end shows the cards anyway."""
        assert check(_file([piece for piece in _pieces(transcript) if piece[0] == 1])).verified


def _pieces(transcript: bytes) -> list[bytes]:
    ends = [len(HEADER), *_ends(transcript)]
    return [transcript[begin:end] for begin, end in pairwise(ends)]


def _file(pieces: list[bytes]) -> bytes:
    return HEADER + b"".join(pieces)


def _is(piece: bytes, kind: type[Entry]) -> bool:
    return piece[0] == 1 and isinstance(read_entry(piece[5 + 64 :]), kind)


def _ends(transcript: bytes) -> list[int]:
    ends, at = [], len(HEADER)
    while at < len(transcript):
        at += 5 + int.from_bytes(transcript[at + 1 : at + 5], "big")
        ends.append(at)
    return ends


def test_garbage_is_no_transcript() -> None:
    for data in (b"", b"\0" * 100, b"rummynet transcript\n", HEADER[:20] + b"\2" + b"x" * 50, b"PK\3\4" * 9):
        with pytest.raises(NotATranscript):
            check(data)


def test_the_header_alone_is_incomplete() -> None:
    report = check(HEADER)
    assert not report.verified
    assert "INCOMPLETE" in report.verdict
    assert not check(HEADER, partial=True).verified


def test_a_log_of_another_host_than_the_one_that_is_known_is_refused() -> None:
    """By its signature, and by the key that it names."""
    forge, other = dealt(), Signer(b"\5" * 32)
    for host, signer in ((other.public, forge.host), (other.public, other)):
        forge.host = signer
        forge.cut(1)
        with pytest.raises(Cheat) as caught:
            Auditor(host=host).feed(forge.written[0].entry, forge.written[0].signature)
        assert caught.value.check == "host-signature"


def test_of_an_unknown_game_no_record_accuses_anybody() -> None:
    forge = Forge("keilty", {}, 7, seed=3)
    forge.begin()
    strange = b"".join(pack_opening_record(seat, 1, 0, (0, 0, bytes(32), b"")) for seat in (0, 1))
    report = check(forge.transcript() + strange, partial=True)
    assert (report.verified, report.check, report.is_unknown) == (False, None, True), report.verdict
