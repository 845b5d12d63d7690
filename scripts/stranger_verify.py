#!/usr/bin/env python3
"""A second verifier of transcripts, written from protocol/FAIRNESS.md and docs/rules/keilty.md alone.

It shares no code with the project's packages and needs Python's standard library and `cryptography` only. Each check of
the page is one line of the output. Of Keilty rummy everything is checked; of other games everything but the moves,
cards and scores, so their files are never verified. Exit status as in the table of the page: 0 verified, 1 not, 2 no
transcript or cut; with --partial a file that stops early is 0 if what it holds is right.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from stranger.files import ENTRY, LONGEST, OPENING, NoTranscript, Record, records_of
from stranger.forms import Fault
from stranger.log import Log

CHECKS = (
    "format chain host-signature rules-hash consent statement-order time refusal session commit-order recommit "
    "commit-set commitment reveal root co-signature void first-seat position opening deck action-signature "
    "stale-action clock rules score end"
).split()
WORDS = Path(__file__).parent.parent / "protocol" / "vectors" / "words.txt"


def walk(log: Log, records: list[Record]) -> None:
    """Check all `records` in turn; Fault at the first that is wrong."""
    for number, record in enumerate(records):
        if record.kind == ENTRY:
            log.read_entry(number, record.body)
        elif record.kind == OPENING:
            log.read_opening(number, record.body)
        else:
            log.read_refusal(number, record.body)


def verify(path: Path, partial: bool) -> int:
    """Check one file, print the findings, and return the exit status."""
    log = Log()
    try:
        if path.stat().st_size > LONGEST:
            raise NoTranscript("it is too long")
        records, cut = records_of(path.read_bytes())
    except NoTranscript as reason:
        print(f"{path} is no transcript: {reason}.")
        return 2
    if cut and not partial:
        print(f"{path} is cut inside a record: it was not kept whole.")
        return 2
    try:
        walk(log, records)
    except Fault as fault:
        report(log, fault.check)
        print(f"NOT VERIFIED: record {log.place.record}, {fault.check}: {fault.why}.")
        return 1
    report(log, "")
    return conclude(log, len(records), cut, partial)


def conclude(log: Log, records: int, cut: bool, partial: bool) -> int:
    """Print the verdict on a file without faults, and return the exit status."""
    if log.end == "played" and not cut and log.table.game.known:
        print(f"VERIFIED: the deck was fair and every move legal, as far as one file can show it. {unjudged(log)}")
        return 0
    if log.end == "played":
        why = "cut: the file stops inside a record" if cut else "rules: moves, cards and scores were not checked"
    elif log.end:
        why = f"end: the game was called off ({log.end})"
    else:
        why = "end: the file stops before the end of the game"
    print(f"NOT VERIFIED: record {records}, {why}. {unjudged(log) if records else ''}")
    return 0 if partial and records and log.table.game.known else 1


def unjudged(log: Log) -> str:
    """Return what no verifier can judge: voided shuffles, and the host's acts without a signature."""
    voids = log.ceremony.voids
    named = Counter(seat for void in voids for seat in void.seats)
    seats = ", ".join(f"seat {seat} named {count} times" for seat, count in sorted(named.items()))
    blamed = f" ({seats}, {sum(len(void.protests) for void in voids)} protests)" if voids else ""
    return f"Voided shuffles: {len(voids)}{blamed}. Acts of the host without a signature: {log.unsigned}."


def report(log: Log, failed: str) -> None:
    """Print a line for each check, and a summary of the game."""
    for check in CHECKS:
        print(f"{'FAIL' if check == failed else 'ok  '} {check:16} {log.counts[check]} times")
    if not log.place.last:
        return
    table, numbers = log.table, log.table.word_numbers() if log.table.session else []
    words = WORDS.read_text().split() if WORDS.exists() else []
    print("seats", ", ".join(f"{seat} {name}" for seat, (_, name) in enumerate(table.players)))
    print("words", *[words[number] if words else number for number in numbers])
    print("score", log.scores)


def main(arguments: list[str]) -> int:
    """Check the files named; return the worst exit status."""
    partial, files = "--partial" in arguments, [one for one in arguments if one != "--partial"]
    if not files:
        print("usage: stranger_verify.py [--partial] FILE.rummy ...", file=sys.stderr)
        return 2
    statuses = []
    for path in map(Path, files):
        try:
            statuses.append(verify(path, partial))
        except OSError as reason:
            print(f"{path} cannot be read: {reason.strerror}.")
            statuses.append(2)
    return max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
