"""Files whole, cut and of another make, and the exit status for each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rummynet_cli.main import main
from tests.handmade.log import HEADER, Handmade
from tests.support.pages import page_verdict


@cache
def played() -> Handmade:
    made = Handmade()
    made.play()
    return made


def begun() -> bytes:
    made = Handmade()
    made.begin()
    return made.transcript()


def called_off() -> bytes:
    made = Handmade(options={"voids": 1})
    made.begin()
    made.void(1)
    made.end("voids")
    return made.transcript()


def refusal_body(
    kind: int = 6, code: bytes = b"stale", length: int | None = None, payload: bytes = b"x", beside: int = 0
) -> bytes:
    named = bytes([len(code) if length is None else length])
    body = bytes([0, kind]) + bytes(192) + named + code + len(payload).to_bytes(2, "big") + payload
    body += beside.to_bytes(2, "big")
    return b"\3" + len(body).to_bytes(4, "big") + body


FILES: dict[str, tuple[bytes, int, int]] = {
    "nothing": (b"", 2, 2),
    "half a header": (HEADER[:-1], 2, 2),
    "version 1": (HEADER[:20] + b"\1" + HEADER[21:], 2, 2),
    "the header alone": (HEADER, 1, 1),
    "begun": (begun(), 1, 0),
    "called off": (called_off(), 1, 0),
    "cut": (begun()[:-1], 2, 0),
    "cut behind the length": (begun() + b"\1\0\0\0\x41", 2, 0),
    "an unknown kind": (begun() + b"\5\0\0\0\x80", 2, 2),
    "a last word of 65 bytes": (begun() + b"\4\0\0\0\x41" + bytes(65), 2, 2),
    "an entry of 64 bytes": (begun() + b"\1\0\0\0\x40" + bytes(64), 2, 2),
    "an opening of 41 bytes": (begun() + b"\2\0\0\0\x29" + bytes(41), 2, 2),
    "a refusal of 164 bytes": (begun() + b"\3\0\0\0\xa4" + bytes(164), 2, 2),
    "a refusal of no kind": (begun() + refusal_body(kind=12), 2, 2),
    "a refusal with no code": (begun() + refusal_body(code=b"", payload=b"xx"), 2, 2),
    "a refusal with a code that is too long": (begun() + refusal_body(code=b"c" * 31), 2, 2),
    "a refusal whose code is all of it": (begun() + refusal_body(length=6), 2, 2),
    "a refusal with a code that is not ASCII": (begun() + refusal_body(code=b"\xff"), 2, 2),
    "a refusal without the bytes that are said to stand beside it": (begun() + refusal_body(beside=1), 2, 2),
    "a refusal that nobody signed": (begun() + refusal_body(), 1, 1),
    "a wrong signature": (HEADER + b"\1" + begun()[len(HEADER) + 1 :][:4] + bytes(64) + begun()[138:], 1, 1),
    "a fault, then cut": ((begun() + refusal_body())[:-1] + b"", 2, 0),
    "a fault before the cut": (begun() + refusal_body() + b"\1\0", 2, 1),
}


@pytest.mark.parametrize("name", FILES)
def test_the_exit_status_is_that_of_the_table(name: str, tmp_path: Path) -> None:
    data, plain, partial = FILES[name]
    (tmp_path / "file.rummy").write_bytes(data)
    file = str(tmp_path / "file.rummy")
    assert main(["verify", file]) == plain
    assert main(["verify", "--partial", file]) == partial
    assert page_verdict(data)["status"] == [plain, partial]


def test_the_status_of_several_files_is_their_largest(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.rummy", tmp_path / "cut.rummy"
    whole.write_bytes(played().transcript())
    cut.write_bytes(played().transcript()[:-1])
    assert main(["verify", str(whole)]) == 0
    assert main(["verify", str(whole), str(cut)]) == 2
    assert main(["verify", "--partial", str(whole), str(cut)]) == 0
    assert main(["verify", str(whole), str(tmp_path / "none.rummy")]) == 2


def test_the_verdict_counts_what_no_verifier_can_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = Handmade()
    made.begin()
    made.void(1)
    made.host_commit()
    made.commits({1: {"answered": ["acknowledged"]}})
    made.seal(bytes(range(52)))
    made.deal()
    made.time += 60_000
    made.act(made.rules_round.turn, "draw", why="turn")
    (tmp_path / "file.rummy").write_bytes(made.transcript())
    assert main(["verify", "--partial", str(tmp_path / "file.rummy")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert (
        "1 shuffle was voided (P1 silent once for 10 s, once the host had confirmed the part, its player says)" in last
    )
    assert "The host acted once without a signature" in last
