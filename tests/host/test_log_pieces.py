"""Whole logs are sent in pieces: the same bytes in the same order as entry by entry, encoded once for all who ask."""

import pytest

from rummynet.host.net.outgoing import PIECE, LogPieces, Packed
from rummynet.table.api.effects import SendEntries

ROWS = [(bytes([index]) * (1 + index % 7), bytes([index]) * 64) for index in range(200)]


def entries_sent(start: int = 0, end: int = len(ROWS), table: int = 1, to: bytes = b"a") -> SendEntries:
    return SendEntries(to, table, 1, start, ROWS[start:end])


@pytest.mark.parametrize("start", [0, 1, PIECE - 1, PIECE, PIECE + 1, 199])
@pytest.mark.parametrize("end", [1, PIECE, PIECE + 1, 200])
def test_pieces_are_the_frames_of_their_entries_in_order(start: int, end: int) -> None:
    wanted = entries_sent(start, end)
    pieces = list(LogPieces().pieces(wanted))
    assert b"".join(piece.frame for piece in pieces) == b"".join(Packed(one).frame for one in wanted.messages())
    assert len(pieces) <= len(wanted.rows) // PIECE + 2
    assert all(piece.message.kind == "entry" for piece in pieces)


def test_pieces_are_encoded_once_whoever_asks_and_from_wherever() -> None:
    pieces = LogPieces()
    first = list(pieces.pieces(entries_sent()))
    assert all(a is b for a, b in zip(first, pieces.pieces(entries_sent(to=b"b")), strict=True))
    later = list(pieces.pieces(entries_sent(PIECE + 3)))
    assert later[0] is not first[1] and all(a is b for a, b in zip(first[2:], later[1:], strict=True))


def test_what_a_log_has_grown_by_is_in_the_next_piece() -> None:
    pieces = LogPieces()
    (short,) = pieces.pieces(entries_sent(0, 5))
    (longer,) = pieces.pieces(entries_sent(0, 9))
    assert longer.frame.startswith(short.frame) and len(longer.frame) > len(short.frame)
    assert pieces.bytes == len(longer.frame)


def test_the_oldest_pieces_are_dropped() -> None:
    pieces = LogPieces(most_bytes=8000)
    first = list(pieces.pieces(entries_sent()))
    assert sum(len(piece.frame) for piece in first) > 8000 >= pieces.bytes > 0
    assert next(iter(pieces.pieces(entries_sent()))) is not first[0]
    assert pieces.bytes <= 8000
