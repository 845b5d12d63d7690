"""Bounds and shapes of fields that several kinds of messages have."""

from typing import Final

from rummynet_protocol.fairness.transcript import MOST_STATEMENT, REFUSABLE
from rummynet_protocol.shapes import integer, octets, octets_to, one_of, row

# As many as a line of a phone shows beside points and cards; longer ones would have to be cut everywhere.
NAME: Final = 32  # characters of a person's, host's or table's name
# A line or two on a phone; the request may have more, which the host cuts (PROTOCOL.md, `say`).
SAYING: Final = 500  # characters of a line of chat
# More is no list to choose from, and with long names not even 200 fit a frame (`message_codec.lobby`).
MOST_TABLES: Final = 200  # tables that the lobby names
MOST_KNOCKS: Final = 8
"""People who ask for a seat that a table names: as many as the smaller tables have seats. Keys are free, so the newest
push out the oldest."""

# 253 of a DNS name, a colon and a port make 259.
ADDRESS: Final = 300  # characters of a host's address, with its port
# A client tries them in turn, and nobody waits for more; a host leaves the rest out. All together have 19 KiB.
MOST_ADDRESSES: Final = 64  # addresses that a message names
# The message has to fit a frame; the text is ASCII, so these are bytes too.
MOST_VIEW: Final = 60_000  # characters of a view's JSON text
# People see a card some 200 ms after each other; a quarter of that decides races. No network of one home takes as long.
FAR_MILLIS: Final = 50
"""From so many milliseconds to the host and back a person is far, and a race for a rummy not fair."""
LAST_SEAT: Final = 11  # Vegas rummy has twelve seats
"""Number of the last seat of the largest table."""

request_number = integer(0, 2**31)
table_number = integer(1, 2**31)
game_number = integer(1, 2**31)
entry_index = integer(0, 2**31)
action_index = integer(0, 2**31)
seat_number = integer(0, LAST_SEAT)
version_number = integer(0, 65535)
# Without `ready`, which has a request of its own, and `last-word`, which is sent to nobody.
seat_statements = one_of("nonce-commit", "nonce", "commit", "reveal", "key", "part", "root", "action", "vote", "close")
signed_statement = row(one_of(*REFUSABLE), octets_to(MOST_STATEMENT), octets(64))
"""Kind, payload and signature of a statement."""
