"""What all tables of a host share: its name and key, its source of random bytes, its limits."""

from collections.abc import Callable
from dataclasses import dataclass

from rummynet_protocol.fairness.signing import Signer


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of everything, and how long. Seconds where a name ends so."""

    reveal_seconds: int = 30
    """A seat that stays silent in a ceremony for so long is put down as away."""
    grace_seconds: int = 60
    """A seat whose player is gone before or after a game is free after this time."""
    lost_seconds: int = 120
    """A turn of one who has lost the connection lasts so long at least; an owner's table is handed on after it."""
    empty_seconds: int = 600
    """A table that waits for players and has nobody (bots apart) is closed after this time."""
    unused_seconds: int = 60
    """The same for a table at which no game was ever played."""
    abandoned_seconds: int = 86_400
    """A game in which nobody (bots apart) is connected is called off after this time."""
    tables: int = 200
    tables_each: int = 4
    """Open tables that one person created."""
    watchers: int = 100
    bots: int = 24
    """Bots at all tables of the host together."""
    bots_each: int = 12
    """Of these, asked for by one person."""
    bot_millis: int = 250
    """Bots are started one after another, so long apart."""
    alone_seconds: int = 60
    """The bots of a table at which nobody is connected are stopped after this time, until somebody comes back."""
    strategies: tuple[str, ...] = ("random", "simple")
    """Bots that may be asked for; the first of them is meant where ``simple`` is not among them."""
    changes_per_hour: int = 1000
    """How often one person may change a table while a game is played, moves apart: so often at once, and an hour."""
    lobby_millis: int = 250
    """Changes of the lobby are told to everybody at most this often."""
    table_millis: int = 200
    """Changes of a table are told to those at it at most this often, unless something else follows them."""


@dataclass(slots=True)
class HostContext:
    """The host as its tables see it. ``chance(n)`` gives n random bytes that nobody can foresee.

    A table that was made again from the journal has one of its own, with the name under which it was opened.
    """

    name: str
    signer: Signer
    chance: Callable[[int], bytes]
    limits: Limits = Limits()
