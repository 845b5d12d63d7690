"""Transcripts checked on several processors: the very report of a check on one."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from functools import partial

import pytest

from rummynet.ledger.signed_statements import Verify
from rummynet.verifier.offline import check
from rummynet.verifier.report import Report
from rummynet_cli import signature_workers
from rummynet_cli.signature_workers import SignatureWorkers, check_on_all_processors, on_all_processors
from rummynet_client.terminal.replay.replay import replay_so_far
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.signing import BadKey, Signer
from rummynet_protocol.fairness.transcript import HEADER, EntryRecord, OpeningRecord, pack_record, read_transcript
from rummynet_protocol.values import replace
from tests.support.forge import Forge


@pytest.fixture(scope="module")
def transcript() -> bytes:
    forge = Forge("keilty", {"target": 60}, 3, seed=5).play()
    return HEADER + b"".join(pack_record(EntryRecord(one.entry, one.signature)) for one in forge.written)


@pytest.fixture(autouse=True)
def worthwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature_workers, "WORTHWHILE_BYTES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)


def altered(transcript: bytes, number: int) -> bytes:
    """The transcript with one bit of the host's signature of this record changed."""
    records = list(read_transcript(transcript).records)
    record = records[number]
    assert isinstance(record, EntryRecord)
    records[number] = replace(record, signature=bytes([record.signature[0] ^ 1]) + record.signature[1:])
    return HEADER + b"".join(map(pack_record, records))


def test_the_report_of_a_valid_transcript_is_the_same(transcript: bytes) -> None:
    alone, together = check(transcript), check_on_all_processors(transcript, partial=False)
    assert together.verified and together.lines == alone.lines
    assert together.passed == alone.passed and together.to_dict() == alone.to_dict()


def test_a_signature_that_does_not_hold_is_found_at_its_record(transcript: bytes) -> None:
    count = len(read_transcript(transcript).records)
    for number in (0, 7, count // 2, count - 1):
        wrong = altered(transcript, number)
        report = check_on_all_processors(wrong, partial=False)
        assert not report.verified and report.record == number
        assert report.to_dict() == check(wrong).to_dict()


def test_the_first_of_two_failures_counts_though_the_other_is_found_sooner(transcript: bytes) -> None:
    wrong = altered(transcript, 30)[:-9]
    report = check_on_all_processors(wrong, partial=True)
    assert report.record == 30 and report.to_dict() == check(wrong, partial=True).to_dict()


def test_a_replay_ends_where_the_log_is_wrong(transcript: bytes) -> None:
    whole = read_transcript(transcript)
    for wrong in (whole, read_transcript(altered(transcript, 60)), read_transcript(altered(transcript, 30)[:-9])):
        alone, fault = replay_so_far(wrong)
        together, same = on_all_processors(len(transcript), partial(replay_so_far, wrong))
        assert together == alone and alone is not None
        assert not isinstance(same, Unknown) and not isinstance(fault, Unknown)
        assert (same and (same.check, same.record)) == (fault and (fault.check, fault.record))
        assert (fault is None) == (wrong is whole)
    of_seat = read_transcript(Forge("keilty", {"target": 60}, 2).play(10).transcript(0))
    moved = [replace(one, epoch=9) if isinstance(one, OpeningRecord) else one for one in of_seat.records]
    _, fault = replay_so_far(replace(of_seat, records=tuple(moved)))
    assert isinstance(fault, Cheat) and fault.check == "opening"


def test_progress_is_told_for_every_record(transcript: bytes) -> None:
    told: list[tuple[int, int]] = []
    check_on_all_processors(transcript, partial=False, progress=lambda done, records: told.append((done, records)))
    count = len(read_transcript(transcript).records)
    assert told == [(number, count) for number in range(1, count + 1)]


def test_what_is_handed_out_is_answered_for() -> None:
    signer = Signer(b"1" * 32)
    with SignatureWorkers(1) as workers:
        for number in range(300):
            payload = b"payload %d" % number
            workers.verify(signer.public, "root", payload, signer.sign("root", payload))
        assert workers.all_valid()
        workers.verify(signer.public, "root", b"payload", bytes(64))
        assert not workers.all_valid()
        assert workers.all_valid(), "each is answered for once"
        with pytest.raises(BadKey):
            workers.verify(bytes(32), "root", b"payload", bytes(64))


def test_a_killed_worker_changes_no_result(transcript: bytes) -> None:
    alone, audits = check(transcript), list[int]()

    def audit(verify: Verify) -> Report:
        audits.append(len(multiprocessing.active_children()))
        for worker in multiprocessing.active_children():
            worker.kill()
            worker.join()
        return check(transcript, verify=verify)

    assert on_all_processors(len(transcript), audit).to_dict() == alone.to_dict()
    assert audits == [2, 0], "it was checked once more, without workers"


STARTER = """
import multiprocessing, sys
from rummynet_cli.signature_workers import SignatureWorkers
with SignatureWorkers(3):
    print(*[worker.pid for worker in multiprocessing.active_children()], flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open (Linux)")
def test_workers_end_when_the_program_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        workers = [os.pidfd_open(int(pid)) for pid in program.stdout.readline().split()]
        program.send_signal(signal.SIGKILL)
        assert program.wait() == -signal.SIGKILL
        for worker in workers:
            assert select.select([worker], [], [], 30)[0], "a worker goes on without its program"
            os.close(worker)
        assert len(workers) == 3
