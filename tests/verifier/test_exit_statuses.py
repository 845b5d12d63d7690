"""The exit statuses of ``rummynet verify``: the table of FAIRNESS.md, "Transcript files", row by row."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rummynet.verifier.report import VERDICTS
from rummynet_cli import main as cli
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.transcript import HEADER, MAGIC, EntryRecord, Record, pack_record, read_transcript
from rummynet_protocol.values import replace
from tests.support.alterations import ALTERATIONS, UNKNOWN
from tests.support.cheats import ALL
from tests.support.forge_scripts import called_off, dealt, played
from tests.support.kept import is_kept
from tests.support.pages import page_verdict


def file_of(records: Iterable[Record]) -> bytes:
    return HEADER + b"".join(map(pack_record, records))


def resigned(records: Iterable[Record]) -> bytes:
    """The file, the host's signatures made anew."""
    head, signer, made = NO_HEAD, played().host, []
    for record in records:
        if isinstance(record, EntryRecord):
            head = next_head(head, record.entry)
            record = EntryRecord(record.entry, signer.sign("head", head))
        made.append(record)
    return file_of(made)


@dataclass(frozen=True)
class File:
    """Files of one row of the table, and the statuses without and with ``--partial``."""

    row: str
    statuses: tuple[int, int]
    contents: tuple[bytes, ...]


def _files() -> list[File]:
    whole, wrong = played().transcript(0), ALL["a_draw_says_that_it_was_wanted_but_it_was_not"].transcript()
    unfinished = dealt().transcript(0)
    return [
        File("whole, `end` with `played`, every check holds", (0, 0), (whole, played().transcript())),
        File(
            "whole, every check holds, no `end`, or `end` with another `why`",
            (1, 0),
            (unfinished, called_off().transcript(1)),
        ),
        File("of a game, option or version of the log that is not known; no check fails", (2, 2), _unknown(whole)),
        File("the same, cut inside a record", (2, 2), tuple(data[:-1] for data in _unknown(whole))),
        File(
            "of a game that is not known; form or host's signature of a record fail, or an unknown field stands there",
            (1, 1),
            _unknown_and_wrong(whole),
        ),
        File("a check fails", (1, 1), (wrong, whole + whole[len(HEADER) :], unfinished + _refusal())),
        File("the header alone, no record", (1, 1), (HEADER,)),
        File(
            "cut inside a record, all before it holds",
            (2, 0),
            (
                whole[:-1],
                unfinished[:-70],
                (unfinished + _refusal())[:-1],
                whole + b"\x01\x00",
                unfinished + b"\x02\x00\x00\x00\x28",
            ),
        ),
        File("cut inside the first record", (2, 1), (HEADER + b"\x01", whole[: len(HEADER) + 90])),
        File(
            "cut inside a record, a check fails before it",
            (2, 1),
            (wrong + b"\x01", unfinished + _refusal() + b"\x01\x00", wrong + b"\x03\x00\x00\x00\xf9" + bytes(20)),
        ),
        File(
            "empty; another header or version; a record of an unknown kind, or of a length or form that its kind "
            "cannot have",
            (2, 2),
            (
                b"",
                HEADER[:-1],
                MAGIC + b"\x01" + whole[len(MAGIC) + 1 :],
                MAGIC + b"\x05",
                b"PK\x03\x04" + bytes(60),
                whole + b"\x04\x00\x00\x00\x01x",
                wrong + b"\x04\x00\x00\x00\x01x",
                whole + b"\x01\x00\x00\x00\x40" + bytes(64),
                whole + b"\x02\x00\x00\x00\x29" + bytes(41),
                whole + b"\x04\x00\x00\x00\x41" + bytes(65),
                whole + b"\x03\x00\x00\x00\xa4" + bytes(164),
                whole + _refusal(kind=12),
                whole + _refusal(code=b"", payload=b"xx"),
                whole + _refusal(code=b"c" * 31),
                whole + _refusal(length=6),
                whole + _refusal(code=b"\xff"),
                whole + _refusal(beside=1),
            ),
        ),
    ]


def _refusal(
    kind: int = 6, code: bytes = b"stale", length: int | None = None, payload: bytes = b"x", beside: int = 0
) -> bytes:
    """The record of a refusal that nobody signed; *length* is said to be its code's, *beside* that of a proof."""
    named = bytes([len(code) if length is None else length])
    body = bytes([0, kind]) + bytes(192) + named + code + len(payload).to_bytes(2, "big") + payload
    body += beside.to_bytes(2, "big")
    return b"\3" + len(body).to_bytes(4, "big") + body


def _unknown(whole: bytes) -> tuple[bytes, ...]:
    records = list(read_transcript(whole).records)
    made = (one.make(records) for one in UNKNOWN)
    return tuple(resigned(one) for one in made if one is not None)


def _unknown_and_wrong(whole: bytes) -> tuple[bytes, ...]:
    records = list(read_transcript(whole).records)
    makes = {one.name.partition(",")[0]: one.make for one in ALTERATIONS}
    other, malformed = makes["an unknown game"](records), makes["an unknown game with a field too many"](records)
    assert other is not None and malformed is not None
    late = read_transcript(resigned(other)).records
    last = max(at for at, one in enumerate(late) if isinstance(one, EntryRecord))
    wrong = [*late[:last], replace(late[last], signature=bytes(64)), *late[last + 1 :]]
    return file_of(other), resigned(malformed), file_of(wrong)


FILES = _files()


def statuses(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, name: str) -> tuple[int, int]:
    """The statuses; what is written is what is kept under this name."""
    path = tmp_path / "one.rummy"
    path.write_bytes(data)
    found, written = [], list[str]()
    for words in (["verify", str(path)], ["verify", "--partial", str(path)]):
        found.append(cli.main(words))
        told = capsys.readouterr()
        assert cli.main([words[0], "--json", *words[1:]]) == found[-1]
        answer = json.loads(capsys.readouterr().out)
        written.append((told.out + told.err).replace(str(tmp_path), ""))
        assert answer["verified"] == (found[-1] == 0)
        assert answer["verdict"] in VERDICTS
        is_unknown = answer["verdict"] == "unknown"
        assert is_unknown == ("cannot be checked" in told.out + told.err)
        assert not is_unknown or not ({"VERIFIED", "INCOMPLETE", "FAIL"} & set(told.out.split()))
        assert (found[-1] == 2) == (answer["verdict"] in ("unknown", "unreadable"))
        assert (told.err != "") == ("error" in answer)
        assert ("NOT VERIFIED" in told.out or "INCOMPLETE" in told.out) == (found[-1] == 1)
    assert is_kept(Path(__file__).parent / "exit_statuses.txt", name, written)
    return found[0], found[1]


@pytest.mark.parametrize("file", FILES, ids=lambda one: one.row[:40])
def test_each_row_of_the_table(file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, data in enumerate(file.contents):
        assert statuses(tmp_path, capsys, data, f"{file.row[:40]} {number}") == file.statuses
    for data in file.contents:
        assert page_verdict(data)["status"] == [*file.statuses]
