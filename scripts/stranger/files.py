"""Transcript files: the header, the records and the possible bodies of each kind, after FAIRNESS.md."""

from __future__ import annotations

from typing import NamedTuple

MAGIC = b"rummynet transcript\n\x02"
STATEMENT_KINDS = ("ready", "nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote")
LONGEST = 67_108_864
ENTRY, OPENING, REFUSAL = 1, 2, 3
LENGTHS = {ENTRY: (65, 60_064), OPENING: (40, 296), REFUSAL: (133, 1_185)}


class NoTranscript(Exception):
    """The file is no transcript of this version."""


class Record(NamedTuple):
    """A record of the file: its kind, 1 to 3, and its body."""

    kind: int
    body: bytes


class Opening(NamedTuple):
    """A record of kind 2: a card that was shown to the owner of the file."""

    seat: int
    round: int
    epoch: int
    position: int
    card: int
    salt: bytes
    path: bytes


class Refusal(NamedTuple):
    """A record of kind 3: a statement of the owner's that the host refused, with the signatures of both."""

    seat: int
    kind: str
    signature: bytes
    refused: bytes
    code: bytes
    payload: bytes


def records_of(data: bytes) -> tuple[list[Record], bool]:
    """Return a transcript's records, and whether it is cut inside of one. Raise NoTranscript."""
    if not data.startswith(MAGIC):
        raise NoTranscript("it does not begin like a transcript of version 2")
    found: list[Record] = []
    at = len(MAGIC)
    while at < len(data):
        head = data[at : at + 5]
        if head[0] not in LENGTHS:
            raise NoTranscript(f"it has a record of the unknown kind {head[0]}")
        size = int.from_bytes(head[1:], "big")
        if len(head) == 5 and not is_possible(head[0], size):
            raise NoTranscript(f"it has a record of kind {head[0]} with the impossible length {size}")
        if len(head) < 5 or at + 5 + size > len(data):
            return found, True
        found.append(checked(Record(head[0], data[at + 5 : at + 5 + size])))
        at += 5 + size
    return found, False


def is_possible(kind: int, size: int) -> bool:
    """Tell whether a record of `kind` may have a body of `size` bytes."""
    least, most = LENGTHS[kind]
    return least <= size <= most and (kind != OPENING or (size - least) % 32 == 0)


def checked(record: Record) -> Record:
    """Return `record` if its body has a possible form. Raise NoTranscript."""
    if record.kind == REFUSAL:
        code = record.body[130]
        fits = 1 <= code <= 30 and 1 <= len(record.body) - 131 - code <= 1_024
        if record.body[1] >= len(STATEMENT_KINDS) or not fits or not record.body[131 : 131 + code].isascii():
            raise NoTranscript("it has a refusal of an impossible form")
    return record


def opening_of(body: bytes) -> Opening:
    """Return the opening that a record of kind 2 holds."""
    number = int.from_bytes(body[1:5], "big")
    return Opening(body[0], number, body[5], body[6], body[7], body[8:40], body[40:])


def refusal_of(body: bytes) -> Refusal:
    """Return the refusal that a record of kind 3 holds."""
    end = 131 + body[130]
    return Refusal(body[0], STATEMENT_KINDS[body[1]], body[2:66], body[66:130], body[131:end], body[end:])
