"""A whole transcript, checked: what each check established, and the verdict."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rummynet.verifier.auditor import CHECKS, Auditor
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.transcript import (
    EntryRecord,
    NotATranscript,
    OpeningRecord,
    Transcript,
    read_transcript,
)
from rummynet_protocol.sentences import counted, said

HONEST: str = (
    "Not covered: the host sees every card as it deals and could tell a friend, players can talk to each other, "
    "and anybody can stop playing."
)
"""What the protocol (mode A) does not protect, said wherever a game is called fair."""


@dataclass(slots=True)
class Report:
    """The outcome of checking one transcript."""

    verified: bool = False
    complete: bool = False
    passed: Counter[str] = field(default_factory=Counter)
    """How often each check held, by name."""
    check: str | None = None
    """The check that failed."""
    record: int | None = None
    """The first record concerned, counted from 0."""
    reason: str = ""
    records: int = 0
    auditor: Auditor = field(default_factory=Auditor)

    @property
    def lines(self) -> list[str]:
        """One line for each check that ran, then the verdict."""
        told: list[str] = [
            said("ok    {name:<16} {says} ({times}×)", name=name, says=said(says), times=self.passed[name])
            for name, says in CHECKS.items()
            if self.passed[name]
        ]
        if self.check is not None:
            told = [line for line in told if line.split()[1] != self.check]
            told.append(
                said(
                    "FAIL  {check:<16} record {record}: {reason}",
                    check=self.check,
                    record=self.record,
                    reason=self.reason,
                )
            )
        return [*told, *self._about(), self.verdict]

    @property
    def verdict(self) -> str:
        """One sentence."""
        if self.verified and self.complete:
            return said("VERIFIED: the deck was fair and every move legal. {honest}", honest=said(HONEST))
        if self.verified:
            return said(
                "VERIFIED AS FAR AS IT GOES ({records} records; the game was not played to its end). {honest}",
                records=self.records,
                honest=said(HONEST),
            )
        if self.check is not None:
            return said(
                "NOT VERIFIED: check {check} failed at record {record}: {reason}",
                check=self.check,
                record=self.record,
                reason=self.reason,
            )
        return said("INCOMPLETE: {reason}; use --partial to accept a game that was cut off", reason=self.reason)

    def _about(self) -> list[str]:
        auditor = self.auditor
        if auditor.opened is None:
            return []
        names = ", ".join(f"{seat} {name}" for seat, (_, name) in enumerate(auditor.players))
        scores = list(auditor.state.scores) if auditor.state is not None else []
        words = " ".join(auditor.words) or "-"
        return [
            said(
                "game  {variant}, {rounds}, {voided}; seats: {names}",
                variant=auditor.opened.variant,
                rounds=counted("{rounds} round", "{rounds} rounds", auditor.round, rounds=auditor.round),
                voided=counted(
                    "{voided} voided shuffle", "{voided} voided shuffles", auditor.voided, voided=auditor.voided
                ),
                names=names,
            ),
            said("words {words}", words=words),
            said("score {scores}", scores=scores),
        ]

    def to_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        auditor = self.auditor
        return {
            "verified": self.verified,
            "complete": self.complete,
            "check": self.check,
            "record": self.record,
            "reason": self.reason or None,
            "records": self.records,
            "passed": dict(self.passed),
            "variant": auditor.opened.variant if auditor.opened else None,
            "players": [name for _, name in auditor.players],
            "words": list(auditor.words),
            "rounds": auditor.round,
            "voided": auditor.voided,
            "scores": list(auditor.state.scores) if auditor.state is not None else [],
            "not_covered": HONEST,
        }


def check(data: bytes, *, partial: bool = False) -> Report:
    """The report on the bytes of a transcript. Raises NotATranscript (one cut in a record: unless *partial*)."""
    transcript = read_transcript(data)
    if transcript.cut and not partial:
        whole = len(transcript.records)
        raise NotATranscript(f"it stops in the middle of record {whole}; check what there is with --partial", whole)
    return check_transcript(transcript, partial=partial)


def check_transcript(transcript: Transcript, *, partial: bool = False) -> Report:
    """The report on a transcript that could be read."""
    report = Report(records=len(transcript.records))
    auditor, owners = report.auditor, set[int]()
    for number, record in enumerate(transcript.records):
        try:
            _one_owner(owners, record)
            follow(auditor, record)
        except Cheat as cheat:
            report.check, report.record, report.reason = cheat.check, number, cheat.says
            break
    report.passed = auditor.passed
    report.complete = auditor.finished and report.check is None
    report.verified = report.check is None and (report.complete or (partial and auditor.index > 0))
    if report.check is None and not report.complete and not report.reason:
        report.reason = said(
            "the transcript ends after {records} records, before the game does", records=report.records
        )
    return report


def _one_owner(owners: set[int], record: EntryRecord | OpeningRecord) -> None:
    """A file is one player's or the host's: nobody is shown the cards of two seats. Raises Cheat."""
    if isinstance(record, OpeningRecord):
        owners.add(record.seat)
        if len(owners) > 1:
            raise Cheat("opening", f"the file holds cards that were shown to different seats: {sorted(owners)}")


def follow(auditor: Auditor, record: EntryRecord | OpeningRecord) -> None:
    """Feed one record of a transcript. Raises Cheat."""
    match record:
        case EntryRecord(entry, signature):
            auditor.feed(entry, signature)
        case OpeningRecord(seat, number, epoch, opening):
            auditor.learn(seat, number, epoch, opening)
