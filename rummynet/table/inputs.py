"""What reaches the tables, in the past tense. The time of each comes beside it (``Lobby.take_input``).

A person is a public key: the connection has proven it, and nothing here knows connections, addresses or sockets.
"""

from dataclasses import dataclass

from rummynet.table.effects import TimerId
from rummynet_protocol.wire.messages import Request


@dataclass(frozen=True, slots=True)
class Connected:
    """Someone proved this key and is here; ``name`` is clean."""

    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The last connection of this key has gone."""

    key: bytes


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """Someone sent a request: it will be answered with exactly one done, refused or view of the same number."""

    key: bytes
    request: Request


@dataclass(frozen=True, slots=True)
class TimerExpired:
    """The time of a clock is up."""

    timer: TimerId


@dataclass(frozen=True, slots=True)
class BotStarted:
    """A bot asked for by a table has been started under this key; it will connect like everybody."""

    table: int
    key: bytes


@dataclass(frozen=True, slots=True)
class BotFailed:
    """A bot asked for by a table could not be started, or has ended: ``key`` is None if it never had one."""

    table: int
    key: bytes | None


@dataclass(frozen=True, slots=True)
class HostRestarted:
    """The host ended, in whatever way, and runs again: nobody is connected any more."""

    table: int


Input = Connected | Disconnected | RequestReceived | TimerExpired | BotStarted | BotFailed | HostRestarted
