"""What all tables of a host share: its name, key, source of random bytes and limits."""

from collections.abc import Callable
from dataclasses import dataclass

from rummynet.bots.characters import COMPANY
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.values import Value


class Limits(Value):
    """Limits on counts and durations. Durations are in seconds or milliseconds, as the name says."""

    reveal_seconds: int = 30
    """How long a ceremony waits for a seat's statement before the seat counts as away."""
    grace_seconds: int = 60
    """How long a disconnected player's seat is kept before or after a game."""
    lost_seconds: int = 120
    """Minimum length of a disconnected player's turn; also how long a disconnected owner keeps the table."""
    empty_seconds: int = 600
    """A waiting table without people (bots apart) is closed after this time."""
    unused_seconds: int = 60
    """The same for a table at which no game was ever played."""
    abandoned_seconds: int = 86_400
    """A game in which no person (bots apart) is connected is called off after this time."""
    tables: int = 200
    tables_each: int = 4
    """Open tables that one person created."""
    watchers: int = 100
    bots: int = 24
    """Bots at all tables of the host together."""
    bots_each: int = 12
    """Bots that one person has asked for, at all tables of the host together."""
    bot_millis: int = 250
    """Interval between the starts of two bots."""
    alone_seconds: int = 60
    """The bots of a table at which no person is connected are stopped after this time, until a person returns."""
    strategies: tuple[str, ...] = COMPANY
    """Strategies that may be asked for. Without one named it is ``simple`` if listed, else the first."""
    changes_per_hour: int = 1000
    """Changes of one table per person during a game, actions apart: the burst size and the hourly rate."""
    lobby_millis: int = 250
    """Minimum interval between two updates of the lobby."""
    table_millis: int = 200
    """Minimum interval between two updates of a table, unless another message for its members follows the change."""


@dataclass(slots=True)
class HostContext:
    """The host as its tables see it. ``chance(n)`` returns n unpredictable random bytes.

    A table restored from the journal has its own, with the host name under which it was opened.
    """

    name: str
    signer: Signer
    chance: Callable[[int], bytes]
    limits: Limits = Limits()
