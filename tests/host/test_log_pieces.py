"""Whole logs are sent in pieces: the same bytes in the same order as entry by entry, encoded once for all who ask."""

from rummynet.host.net.log_pieces import LogPieces
from rummynet.table.api.effects import SendEntries

ROWS = [(bytes([index]) * (1 + index % 7), bytes([index]) * 64) for index in range(200)]


def entries_sent(start: int = 0, end: int = len(ROWS), table: int = 1, to: bytes = b"a") -> SendEntries:
    return SendEntries(to, table, 1, start, ROWS[start:end])


def test_the_oldest_pieces_are_dropped() -> None:
    pieces = LogPieces(most_bytes=8000)
    first = list(pieces.pieces(entries_sent()))
    assert sum(len(piece.frame) for piece in first) > 8000 >= pieces.bytes > 0
    assert next(iter(pieces.pieces(entries_sent()))) is not first[0]
    assert pieces.bytes <= 8000
