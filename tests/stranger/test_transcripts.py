"""The transcripts among the vectors, their alterations and the crooked ones, with nothing but the files."""

from __future__ import annotations

import contextlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import stranger_verify
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from stranger.files import ENTRY, MAGIC, NoTranscript, records_of
from stranger.forms import Fault
from stranger.log import Log
from stranger.proofs import tagged, u32

from tests.stranger.handmade import sign
from tests.support.cases import case

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"
INDEX: dict[str, Any] = json.loads((FOLDER / "index.json").read_text("utf-8"))
HOST = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(INDEX["host_private"]))
RULES = {"position", "first-seat", "deck", "clock", "rules", "score", "stale-action", "opening"}
"""The checks that ask for the rules of the game, which this verifier knows of Keilty rummy alone."""


@cache
def original(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def altered(name: str, alteration: dict[str, Any]) -> bytes:
    data = original(name)
    for offset, gone, come in reversed(alteration["edits"]):
        data = data[:offset] + bytes.fromhex(come) + data[offset + gone :]
    return resigned(data) if alteration["resigned"] else data


@cache
def signed(head: bytes) -> bytes:
    """The host's signature."""
    return sign(HOST, "head", head)


def resigned(data: bytes) -> bytes:
    """The same file with the host's signatures made anew."""
    head, parts = bytes(32), [MAGIC]
    for kind, body in records_of(data)[0]:
        if kind == ENTRY:
            head = tagged("chain", head, body[64:])
            body = signed(head) + body[64:]
        parts.append(bytes([kind]) + u32(len(body)) + body)
    return b"".join(parts)


def statuses(data: bytes, folder: Path) -> list[int]:
    (folder / "file.rummy").write_bytes(data)
    file = str(folder / "file.rummy")
    with contextlib.redirect_stdout(io.StringIO()):
        return [stranger_verify.main([file]), stranger_verify.main(["--partial", file])]


def verdict(data: bytes) -> tuple[str | None, int | None, bool]:
    """The check that fails and the record, and whether the rules of the game are known."""
    log = Log()
    try:
        stranger_verify.walk(log, records_of(data)[0])
    except NoTranscript:
        return None, None, True
    except Fault as fault:
        known = not log.place.last or log.table.game.known
        return fault.check, log.place.record, known
    return None, None, not log.place.last or log.table.game.known


@pytest.mark.parametrize("game", INDEX["games"], ids=lambda one: str(one["variant"]))
def test_what_is_wrong_with_an_altered_file_is_named(game: dict[str, Any], tmp_path: Path) -> None:
    assert game["alterations"]
    for alteration in game["alterations"]:
        with case(alteration["name"]):
            is_named(altered(game["file"], alteration), alteration, tmp_path)


def test_what_is_wrong_with_a_crooked_game_is_named(tmp_path: Path) -> None:
    assert INDEX["crooked"]
    for one in INDEX["crooked"]:
        with case(one["file"]):
            is_named(original(one["file"]), one, tmp_path)


def is_named(data: bytes, wanted: dict[str, Any], tmp_path: Path) -> None:
    check, record, known = verdict(data)
    if known:
        assert (check, record) == (wanted["check"], wanted["record"])
        assert statuses(data, tmp_path) == wanted["status"]
    elif wanted["check"] not in RULES:
        assert (check, record) == (wanted["check"], wanted["record"])
    else:
        assert record is None or record >= wanted["record"]


@pytest.mark.parametrize("game", INDEX["games"], ids=lambda one: str(one["variant"]))
def test_a_whole_game(game: dict[str, Any], tmp_path: Path) -> None:
    data, log = original(game["file"]), Log()
    stranger_verify.walk(log, records_of(data)[0])
    known = game["variant"] == "keilty"
    assert statuses(data, tmp_path) == ([0, 0] if known else [1, 1])
    words = stranger_verify.WORDS.read_text().split()
    assert [words[number] for number in log.table.word_numbers()] == game["words"]
    assert [name for _, name in log.table.players] == game["players"]
    assert (log.scores, log.unsigned) == (game["scores"], game["unsigned_acts"])
    voids = [(void.seats, len(void.protests)) for void in log.ceremony.voids]
    assert voids == [(void["silent"], len(void["protests"])) for void in game["voids"]]
