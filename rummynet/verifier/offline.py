"""Checks a whole transcript, record by record, up to the first failure."""

from collections.abc import Callable

from rummynet.ledger.signed_statements import Verify
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.report import HONEST, Report, called_off_sentence, limits
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.transcript import (
    EntryRecord,
    LastWordRecord,
    NotATranscript,
    OpeningRecord,
    Record,
    RefusalRecord,
    Transcript,
    read_transcript,
)
from rummynet_protocol.sentences import sentence

Progress = Callable[[int, int], None]  # called after each record with the numbers of those checked and of all


def check(
    data: bytes, *, partial: bool = False, verify: Verify = signing.verify, progress: Progress | None = None
) -> Report:
    """The report on the bytes of a transcript; *verify* as for ``Auditor``.

    Raises NotATranscript (also for one cut in a record, unless *partial*).
    """
    transcript = read_transcript(data)
    if transcript.cut and not partial:
        whole = len(transcript.records)
        raise NotATranscript(f"it stops in the middle of record {whole}; check what there is with --partial", whole)
    return check_transcript(transcript, partial=partial, verify=verify, progress=progress)


def check_transcript(
    transcript: Transcript,
    *,
    partial: bool = False,
    verify: Verify = signing.verify,
    progress: Progress | None = None,
) -> Report:
    """The report on a transcript that has been read."""
    report = Report(records=len(transcript.records), auditor=Auditor(verify=verify))
    auditor, owners = report.auditor, set[bytes]()
    for number, record in enumerate(transcript.records):
        try:
            if not report.is_unknown:  # the records of an unknown game say nothing about anybody
                _one_owner(owners, record, auditor)
            follow(auditor, record)
        except Cheat as cheat:
            report.check, report.record, report.reason = cheat.check, number, cheat.says
            break
        except Unknown as unknown:
            # No end of the loop: form and host's signature of what follows are checked on, and can fail.
            report.is_unknown, report.reason = True, unknown.says
        if progress is not None:
            progress(number + 1, report.records)
    report.passed = auditor.passed
    if report.check is not None or report.is_unknown:
        return report
    report.complete = auditor.ended == "played" and not transcript.cut
    # An empty file fails no check, and proves nothing either.
    report.verified = report.complete or (partial and auditor.index > 0)
    if not report.complete:
        report.reason = _what_is_missing(report)
    return report


def _what_is_missing(report: Report) -> str:
    ended = report.auditor.ended
    if ended == "played":
        return sentence("the transcript stops inside a record")
    if ended is not None:
        return called_off_sentence(ended, report.auditor.voided)
    if not report.records:
        return sentence("the transcript holds no record")
    return sentence("the transcript ends after {records} records, before the game does", records=report.records)


def _one_owner(owners: set[bytes], record: Record, auditor: Auditor) -> None:
    """Check that private records are all of one player (who may move up to a lower seat) or of the host.

    Raises Cheat.
    """
    if isinstance(record, EntryRecord):
        return
    keys = [key for key, _ in auditor.players]
    # By key, as a seat's number changes when a newcomer before it is left out.
    owners.add(keys[record.seat] if record.seat < len(keys) else bytes([record.seat]))
    if len(owners) > 1:
        check = {OpeningRecord: "opening", RefusalRecord: "refusal"}.get(type(record), "void")
        raise Cheat(check, "the file holds records of several players that only their owner has")


def follow(auditor: Auditor, record: Record) -> None:
    """Feed one record of a transcript. Raises Cheat, Unknown."""
    match record:
        case EntryRecord(entry, signature):
            auditor.feed(entry, signature)
        case OpeningRecord(seat, number, epoch, opening):
            auditor.learn(seat, number, epoch, opening)
        case RefusalRecord():
            auditor.refuse(record)
        case LastWordRecord():
            auditor.last_word(record)


__all__ = ["HONEST", "Report", "check", "check_transcript", "follow", "limits"]
