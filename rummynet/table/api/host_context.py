"""What all tables of a host share: its name, key, source of random bytes and limits."""

from collections.abc import Callable
from dataclasses import dataclass

from rummynet.bots.characters import COMPANY
from rummynet_protocol.fairness.signing import Signer, verify
from rummynet_protocol.values import Value


class Limits(Value):
    """Limits on counts and durations. Durations are in seconds or milliseconds, as the name says."""

    # Longer than the ten seconds that a log demands (``VOID_MILLIS``; FAIRNESS.md, "Silence"): programs answer in
    # milliseconds, but a phone that wakes up needs some seconds to dial again, and a void costs everybody a new
    # shuffle.
    reveal_seconds: int = 30  # how long a ceremony waits for a seat's statement before the seat counts as away
    # As long as a phone or a router takes to come back; longer, and the others cannot begin without the seat.
    grace_seconds: int = 60  # how long a disconnected player's seat is kept before or after a game
    # Twice ``grace_seconds``: in a game the seat loses its turn, not only a place that can be taken again.
    lost_seconds: int = 120
    """Minimum length of a disconnected player's turn; also how long a disconnected owner keeps the table."""
    # Time to come back, or for an invitation to be passed on; an empty table takes one of ``tables``.
    empty_seconds: int = 600  # a waiting table without people (bots apart) is closed after this time
    # Nothing is lost with it, and a person who opens tables and leaves would fill the lobby for ten minutes each.
    unused_seconds: int = 60  # the same for a table at which no game was ever played
    # A day: a game that is broken off in the evening can go on the next one.
    abandoned_seconds: int = 86_400  # a game in which no person (bots apart) is connected is called off after this time
    # As many as the lobby names (``MOST_TABLES``): others could be found by number alone.
    tables: int = 200
    # One to play at and some to leave open for others; fifty people are needed to fill the host.
    tables_each: int = 4  # open tables that one person created
    # Each entry is sent to all of them; the message ``table`` names no more either.
    watchers: int = 100
    # Some 1.5 MB each in one process (docs/host.md, "Bots"); what they cost is thinking, on the cores that the tables
    # need.
    bots: int = 24  # bots at all tables of the host together
    # Half of them: one person cannot take all, and the largest table has 12 seats.
    bots_each: int = 12  # bots that one person has asked for, at all tables of the host together
    # All at once would slow everybody down; a table of twelve still fills in three seconds.
    bot_millis: int = 250  # interval between the starts of two bots
    # A reload or a change of networks is shorter, so bots do not stop and start for it.
    alone_seconds: int = 60
    """The bots of a table at which no person is connected are stopped after this time, until a person returns."""
    strategies: tuple[str, ...] = COMPANY
    """Strategies that may be asked for. Without one named it is ``simple`` if listed, else the first."""
    # No person comes near; with it a client at eight tables can make the journal keep some 25 MB an hour
    # (docs/host.md).
    changes_per_hour: int = 1000
    """Changes of one table per person during a game, actions apart: the burst size and the hourly rate."""
    # Faster changes nobody could read, and each goes to everybody connected.
    lobby_millis: int = 250  # minimum interval between two updates of the lobby
    # Several who sit down together are one message; a person hardly notices the delay.
    table_millis: int = 200
    """Minimum interval between two updates of a table, unless another message for its members follows the change."""


@dataclass(slots=True)
class HostContext:
    """The host as its tables see it. ``chance(n)`` returns n unpredictable random bytes.

    A table restored from the journal has its own, with the host name under which it was opened; while it is made again,
    *verify* knows what is in its log.
    """

    name: str
    signer: Signer
    chance: Callable[[int], bytes]
    limits: Limits = Limits()
    verify: Callable[[bytes, str, bytes, bytes], None] = verify
