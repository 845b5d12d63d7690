"""Bounds and shapes of fields that several kinds of messages have."""

from typing import Final

from rummynet_protocol.fairness.transcript import MOST_STATEMENT, REFUSABLE
from rummynet_protocol.shapes import octets, octets_to, one_of, row, whole

NAME: Final = 32
"""Characters of a person's, host's or table's name."""
SAYING: Final = 500
"""Characters of a line of chat."""
MOST_TABLES: Final = 200
"""Tables that the lobby names."""
MOST_KNOCKS: Final = 8
"""People who ask for a seat that a table names: as many as the smaller tables have seats. Keys are free, so the newest
push out the oldest."""

ADDRESS: Final = 300
"""Characters of a host's address, with its port."""
MOST_ADDRESSES: Final = 64
"""Addresses that a message names."""
LAST_SEAT: Final = 11
"""Number of the last seat of the largest table."""

request_number = whole(0, 2**31)
table_number = whole(1, 2**31)
game_number = whole(1, 2**31)
entry_index = whole(0, 2**31)
seat_number = whole(0, LAST_SEAT)
version_number = whole(0, 65535)
seat_statements = one_of("nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote", "close")
signed_statement = row(one_of(*REFUSABLE), octets_to(MOST_STATEMENT), octets(64))
"""Kind, payload and signature of a statement."""
