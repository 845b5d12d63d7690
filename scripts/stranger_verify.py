#!/usr/bin/env python3
"""A second verifier of Keilty transcripts, written from protocol/FAIRNESS.md and docs/rules/keilty.md alone.

It shares no code with the project's packages and needs Python's standard library and `cryptography` only. Each check of
the page is one line of the output. Exit status 0: verified; 1: not; 2: the file is no transcript. A round that breaks
off is checked but for its moves, which need the secrets shown at its end; a file without `end` is not verified.
"""

from __future__ import annotations

import sys
from pathlib import Path

from stranger.forms import Fault, NoTranscript, Record, records_of
from stranger.log import Log

CHECKS = (
    "format chain host-signature rules-hash session commit-order recommit commit-set commitment reveal root "
    "co-signature first-seat position opening deck action-signature stale-action clock rules score end"
).split()
WORDS = Path(__file__).parent.parent / "protocol" / "vectors" / "words.txt"


def walk(log: Log, records: list[Record]) -> None:
    """Check all `records` in turn; Fault at the first that is wrong."""
    owners = {record.body[0] for record in records if record.kind == 2}
    for number, record in enumerate(records):
        if record.kind == 1:
            log.entry(number, record.body)
        else:
            log.opening(number, record.body)
    log.record = len(records)
    if log.last != "end":
        raise Fault("end", "the file stops before the end of the game")
    if len(owners) > 1:
        raise Fault("opening", "the file has openings of several seats")


def verify(path: Path) -> int:
    """Check one file, print what was found, and return the exit status."""
    log = Log()
    try:
        records, cut = records_of(path.read_bytes())
        if cut:
            raise NoTranscript("it stops inside a record")
        walk(log, records)
    except NoTranscript as reason:
        print(f"{path} is no transcript: {reason}.")
        return 2
    except Fault as fault:
        report(log, fault.check)
        print(f"NOT VERIFIED: record {log.record}, {fault.check}: {fault.why}.")
        return 1
    report(log, "")
    print("VERIFIED: the deck was fair and every move legal, as far as one file can show it.")
    return 0


def report(log: Log, failed: str) -> None:
    """Print a line for each check, and what can be said of the game."""
    for check in CHECKS:
        print(f"{'FAIL' if check == failed else 'ok  '} {check:16} {log.counts[check]} times")
    if not log.last:
        return
    table, numbers = log.table, log.table.word_numbers() if log.table.session else []
    words = WORDS.read_text().split() if WORDS.exists() else []
    print("seats", ", ".join(f"{seat} {name}" for seat, name in enumerate(table.names)))
    print("words", *[words[number] if words else number for number in numbers])
    print("score", log.scores[: len(table.names)], "voided shuffles", log.voided)


def main(arguments: list[str]) -> int:
    """Check the files named; return the worst exit status."""
    if not arguments:
        print("usage: stranger_verify.py FILE.rummy ...", file=sys.stderr)
        return 2
    statuses = []
    for path in map(Path, arguments):
        try:
            statuses.append(verify(path))
        except OSError as reason:
            print(f"{path} cannot be read: {reason.strerror}.")
            statuses.append(2)
    return max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
