#!/usr/bin/env python3
"""Write protocol/vectors/transcripts: a whole game of each variety, and index.json with its verdict and alterations.

    scripts/make/transcripts.py             write them where they belong
    scripts/make/transcripts.py --into DIR  write them to another folder

All follows from fixed keys and seeds. What each alteration has to be found by is stated here and not asked of the
verifier; where the two differ nothing is written.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
for folder in ("protocol", "client", "."):
    sys.path.insert(0, str(ROOT / folder))

from rummynet.verifier.offline import Report, check  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.signing import Signer  # noqa: E402
from rummynet_protocol.fairness.transcript import (  # noqa: E402
    HEADER,
    EntryRecord,
    LastWordRecord,
    NotATranscript,
    OtherVersion,
    Record,
    pack_record,
    read_transcript,
)
from tests.support.alterations import ALTERATIONS, Alteration  # noqa: E402
from tests.support.cheats import ALL  # noqa: E402
from tests.support.sealed_vector_games import (  # noqa: E402
    SEALED_ALTERATIONS,
    SEALED_CROOKED,
    SEALED_GAMES,
)
from tests.support.vector_games import GAMES, HOST  # noqa: E402

Vector = dict[str, Any]
SIGNER: Final = Signer(HOST)


# -- files


def packed(records: Sequence[Record]) -> list[bytes]:
    """The bytes of each record."""
    return [pack_record(record) for record in records]


def edits(before: list[bytes], after: list[bytes]) -> list[list[Any]]:
    """[offset, bytes removed, bytes inserted (hex)] in the original file, ascending."""
    starts = [len(HEADER), *accumulate(map(len, before), initial=len(HEADER))][1:]
    found: list[list[Any]] = []
    for tag, first, last, come, until in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        old, new = b"".join(before[first:last]), b"".join(after[come:until])
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        found.append([starts[first] + head, len(old) - head - tail, new[head : len(new) - tail].hex()])
    return found


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    """The number of leading items that both have in common."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def edited(data: bytes, changes: list[list[Any]]) -> bytes:
    """The file with these edits."""
    for start, gone, come in reversed(changes):
        data = data[:start] + bytes.fromhex(come) + data[start + gone :]
    return data


def resigned(data: bytes) -> bytes:
    """The file with the host's signatures recomputed over its content."""
    found, head = [HEADER], NO_HEAD
    for record in read_transcript(data).records:
        if isinstance(record, EntryRecord):
            head = next_head(head, record.entry)
            found.append(pack_record(EntryRecord(record.entry, SIGNER.sign("head", head))))
        else:
            found.append(pack_record(record))
    return b"".join(found)


def alterations(data: bytes, listed: Sequence[Alteration]) -> list[Vector]:
    """Every one of these alterations that can be made in this file, with the expected finding."""
    found, records = [], list(read_transcript(data).records)
    for one in listed:
        if (made := one.make(records)) is None:
            continue
        changes = edits(packed(records), packed(made))
        altered = edited(data, changes)
        report = check(resigned(altered) if one.resigned else altered)
        if report.check != one.check or report.kind != ("unknown" if one.check is None else "not-verified"):
            raise SystemExit(f"{one.name}: to be found by {one.check}, but {report.verdict}")
        found.append(
            {
                "name": one.name,
                "resigned": one.resigned,
                "edits": changes,
                "verdict": report.kind,
                "check": one.check,
                "record": report.record,
                "status": [report.status] * 2,
            }
        )
    return found


CONTAINERS: Final = ("keilty", "sealed-keilty")
"""Games whose file is also cut and made no transcript: what a reader says of that does not depend on the game."""


def broken(data: bytes) -> list[Vector]:
    """Files that are cut, and files that are no transcripts."""
    records = read_transcript(data).records
    last = len(pack_record(records[-1]))
    end = sum(len(pack_record(one)) for one in records[-2:]) if isinstance(records[-1], LastWordRecord) else last
    shapes: dict[str, tuple[list[list[Any]], str, list[int]]] = {
        "without its end": ([[len(data) - end, end, ""]], "incomplete", [1, 0]),
        "cut in its last byte": ([[len(data) - 1, 1, ""]], "unreadable", [2, 0]),
        "cut in the length of its last record": ([[len(data) - last + 2, last - 2, ""]], "unreadable", [2, 0]),
        "of version 1": ([[20, 1, "01"]], "unknown", [2, 2]),
        "of version 8": ([[20, 1, "08"]], "unknown", [2, 2]),
        "of version 10": ([[20, 1, "0a"]], "unknown", [2, 2]),
        "with a record of an unknown kind": ([[len(HEADER), 1, "05"]], "unreadable", [2, 2]),
        "only the header": ([[len(HEADER), len(data) - len(HEADER), ""]], "incomplete", [1, 1]),
        "nothing": ([[0, len(data), ""]], "unreadable", [2, 2]),
    }
    found = []
    for name, (changes, verdict, status) in shapes.items():
        altered = edited(data, changes)
        (got, first), (_, second) = (verdict_on(altered, partial=partial) for partial in (False, True))
        if (got, [first, second]) != (verdict, status):
            raise SystemExit(f"{name}: {verdict}, status {status} is due, but {got}, {[first, second]}")
        row = {"name": name, "resigned": False, "edits": changes, "verdict": verdict}
        found.append({**row, "check": None, "record": None, "status": status})
    return found


def verdict_on(data: bytes, *, partial: bool) -> tuple[str, int]:
    """The verdict on a file, and the exit status."""
    try:
        report = check(data, partial=partial)
    except OtherVersion:
        return "unknown", 2
    except NotATranscript:
        return "unreadable", 2
    return report.kind, report.status


def listed_for(name: str) -> Sequence[Alteration]:
    """The alterations that are looked for in this game."""
    if name in SEALED_GAMES:
        return SEALED_ALTERATIONS
    return ALTERATIONS if GAMES[name].is_altered else ()


def index_row(name: str, data: bytes, report: Report, listed: Sequence[Alteration]) -> Vector:
    """A game's row in the index, with these alterations."""
    verdict = report.to_dict()
    kept = "variant players verified complete records rounds words scores voids unsigned_acts".split()
    altered = [*alterations(data, listed), *(broken(data) if name in CONTAINERS else ())]
    return {"file": f"{name}.rummy", **{key: verdict[key] for key in kept}, "alterations": altered}


def crooked(into: Path) -> list[Vector]:
    """Write the games with faults that cannot be made by altering honest ones; return the expected findings."""
    into.mkdir(exist_ok=True)
    found = []
    for name, one in {**ALL, **SEALED_CROOKED}.items():
        data, path = one.transcript(), into / f"{name.replace('_', '-')}.rummy"
        report = check(data)
        if report.check != one.check or report.status != 1:
            raise SystemExit(f"{name}: to be found by {one.check}, but {report.verdict}")
        path.write_bytes(data)
        row = {"file": f"crooked/{path.name}", "verdict": report.kind, "check": one.check, "record": report.record}
        found.append({**row, "status": [1, 1]})
    return found


def main() -> int:
    """Write the files; print where."""
    parser = argparse.ArgumentParser(description="Write the transcripts among the fairness protocol's vectors.")
    parser.add_argument("--into", type=Path, default=ROOT / "protocol" / "vectors" / "transcripts", help="folder")
    into: Path = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    games = []
    for name in (*GAMES, *SEALED_GAMES):
        data = GAMES[name].transcript() if name in GAMES else SEALED_GAMES[name]().play().transcript()
        report = check(data)
        if not report.verified:
            raise SystemExit(f"{name}: {report.verdict}")
        (into / f"{name}.rummy").write_bytes(data)
        games.append(index_row(name, data, report, listed_for(name)))
        sys.stdout.write(f"wrote {into / name}.rummy, {len(data)} bytes, {len(games[-1]['alterations'])} alterations\n")
    index = {
        "about": "Whole games and what has to be found in alterations of them; see protocol/FAIRNESS.md, Vectors. An "
        "edit is [offset in the original file, bytes that go, bytes that come]; edits are made from the last to the "
        "first. Where resigned is true the host's signatures are then made anew over all entries, with host_private. "
        "The files in crooked are beginnings of games with one fault, which players had to sign for.",
        "host_private": HOST.hex(),
        "games": games,
        "crooked": crooked(into / "crooked"),
    }
    (into / "index.json").write_text(json.dumps(index, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
